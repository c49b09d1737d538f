import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  areEstimated,
  type ColumnDefinition,
  chainedCategories,
  columnReader,
  columnSchema,
  columnsOfCategory,
  hasNumbers,
  reservedColumnKeys,
  type WrittenColumn,
  writtenColumnSchema,
} from '../../model/columns.ts';
import { manifestFileSchema, snapshotIdPattern, snapshotPaths } from '../../model/manifest.ts';
import { makeColumn } from '../support/columns.ts';

const columns: readonly ColumnDefinition[] = [
  makeColumn({ key: 'speed', categories: ['apis'] }),
  makeColumn({ key: 'slug', categories: ['apis', 'wallets'], core: true }),
  makeColumn({ key: 'chain', categories: ['apis'], core: true }),
  makeColumn({ key: 'custodial', categories: ['wallets'], valueKind: 'boolean' }),
];

describe('columnsOfCategory', () => {
  const keys = (category: string) => columnsOfCategory(columns, category).map(({ key }) => key);

  it('gives the core columns, also those that the category does not use, and its own, in the given order', () => {
    assert.deepEqual(keys('apis'), ['speed', 'slug', 'chain']);
    assert.deepEqual(keys('wallets'), ['slug', 'chain', 'custodial']);
  });

  it('gives a category that no column names the core columns', () => {
    assert.deepEqual(keys('bots'), ['slug', 'chain']);
  });
});

describe('hasNumbers', () => {
  const cases: readonly (readonly [Partial<ColumnDefinition>, boolean])[] = [
    [{ filter: 'range' }, true],
    [{ sorting: 'number' }, true],
    [{ filter: 'range', sorting: 'number' }, true],
    [{ filter: 'select', sorting: 'string' }, false],
    [{ filter: null, sorting: null }, false],
    [{ valueKind: 'array', sorting: 'arrayLength' }, false],
    [{ valueKind: 'array', filter: 'range' }, false],
    [{ valueKind: 'boolean', sorting: 'number' }, false],
  ];
  for (const [column, expected] of cases) {
    it(`is ${expected} for ${JSON.stringify(column)}`, () => {
      assert.equal(hasNumbers(makeColumn(column)), expected);
    });
  }
});

describe('chainedCategories', () => {
  it('gives the categories that the chain column names', () => {
    assert.deepEqual(chainedCategories(columns), new Set(['apis']));
  });

  it('gives none where there is no chain column', () => {
    assert.deepEqual(chainedCategories([]), new Set());
  });
});

describe('a line of columns.csv', () => {
  const meant = (...written: readonly Partial<WrittenColumn>[]) => {
    const lines = written.map((line) => writtenColumnSchema.parse({ ...makeColumn({}), ...line }));
    const columnOf = columnReader(lines);
    return lines
      .map(columnOf)
      .map(({ key, valueKind, states, unit, role }) => [key, valueKind, states, unit, role]);
  };

  it('says what the texts state as the kind of the values', () => {
    const lines = meant(
      { key: 'inputPrice', valueKind: 'price', unit: '1M tokens' },
      { key: 'price', valueKind: 'string' },
      { key: 'quotas', valueKind: 'limits' },
    );
    assert.deepEqual(lines, [
      ['inputPrice', 'string', 'price', '1M tokens', null],
      ['price', 'string', null, null, null],
      ['quotas', 'array', 'limits', null, null],
    ]);
  });

  it('has the role that it says, or of version 1.0.0 if no line says one', () => {
    assert.deepEqual(
      meant({ key: 'offer' }, { key: 'model', role: 'name' }).map(([key, , , , role]) => [
        key,
        role,
      ]),
      [
        ['offer', null],
        ['model', 'name'],
      ],
    );
    assert.deepEqual(
      meant({ key: 'offer' }, { key: 'hourPrice', valueKind: 'price' }).map((line) => line.at(-1)),
      ['name', null],
    );
  });

  it('states by its key what it did in version 1.0.0, if no line says so', () => {
    const lines = meant({ key: 'queryPrice' }, { key: 'limitations', valueKind: 'array' });
    assert.deepEqual(lines, [
      ['queryPrice', 'string', 'price', 'million', null],
      ['limitations', 'array', 'limits', null, 'lead'],
    ]);
  });
});

describe('columnSchema', () => {
  it('does not let a column take the name of a column that every table has', () => {
    for (const key of [
      ...reservedColumnKeys,
      'priceMin',
      'priceMax',
      'priceCurrency',
      'priceUnit',
      'priceBound',
      'priceFirst',
      'Price',
      'my-price',
      '1st',
      '',
    ]) {
      assert.equal(columnSchema.safeParse(makeColumn({ key })).success, false, key);
    }
  });

  it('lets the endings of companions stand anywhere but at the end', () => {
    for (const key of ['minimum', 'maxSupply', 'priceMinimum', 'unitOfTime', 'x402']) {
      assert.equal(columnSchema.safeParse(makeColumn({ key })).success, true, key);
    }
  });
});

describe('snapshotIdPattern', () => {
  it('knows an id, and nothing that would lead out of the folder', () => {
    assert.match('20261120T093000000Z-1a2b3c4d', snapshotIdPattern);
    for (const id of [
      '..',
      'latest',
      '20261120T093000000Z',
      '20261120T093000000Z-1A2B3C4D',
      '../20261120T093000000Z-1a2b3c4d',
      '20261120T093000000Z-1a2b3c4d\n',
    ]) {
      assert.doesNotMatch(id, snapshotIdPattern);
    }
  });
});

describe('manifestFileSchema', () => {
  const file = { path: 'rows/apis.parquet', rows: 1, bytes: 2, sha256: 'a'.repeat(64) };

  it('takes every path of a snapshot', () => {
    const { rows, contents, image, ...fixed } = snapshotPaths;
    for (const path of [
      ...Object.values(fixed),
      rows('apis'),
      contents('apis'),
      image('a_b-c.v2.png'),
    ]) {
      assert.equal(manifestFileSchema.safeParse({ ...file, path }).success, true, path);
    }
  });

  it('takes no path that leads out of the snapshot', () => {
    for (const path of ['/etc/passwd', '../x', 'rows/../../x', 'a b', '', 'C:\\x']) {
      assert.equal(manifestFileSchema.safeParse({ ...file, path }).success, false, path);
    }
  });

  it('takes no half and no negative counts, and no other hash than SHA-256 in small hexadecimal digits', () => {
    for (const change of [
      { rows: -1 },
      { rows: 0.5 },
      { bytes: null },
      { sha256: 'a'.repeat(63) },
      { sha256: 'A'.repeat(64) },
    ]) {
      assert.equal(
        manifestFileSchema.safeParse({ ...file, ...change }).success,
        false,
        JSON.stringify(change),
      );
    }
  });
});

describe('areEstimated', () => {
  const fee = makeColumn({ key: 'fee', states: 'price' });
  const quota = makeColumn({ key: 'quota', valueKind: 'array', states: 'limits' });
  const use = (unit: string) => makeColumn({ key: 'use', states: 'price', unit });
  for (const [title, columns, expected] of [
    ['a fee and limits', [fee, quota], true],
    ['use by the million', [fee, quota, use('million')], true],
    ['use by requests', [fee, quota, use('1K requests')], true],
    ['use by something else', [fee, quota, use('1K emails')], false],
    ['no limits', [fee, use('million')], false],
  ] as const)
    it(`is ${expected} for ${title}`, () => assert.equal(areEstimated(columns), expected));
});
