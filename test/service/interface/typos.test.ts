/** A slip of the pen in a name is told, with the name that was meant; nothing is silently left out. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import leven from 'leven';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { type Failure, readFailure } from '../../support/service-answers.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';

const base = '/networks/aria/api/infrastructure-providers';
/** Parameters of each JSON route: what it must be given, and all that it takes. */
const routes: readonly (readonly [path: string, required: string, parameters: readonly string[]])[] = [
  ['/api/networks', '', []],
  [`${base}/categories`, '', []],
  [
    `${base}/rows`,
    'category=apis',
    [
      'category',
      'search',
      'scope',
      'confirmed',
      'filters',
      'sorting',
      'page',
      'pageSize',
      'numbers',
      'fields',
      'meta',
      'mode',
      'probes',
    ],
  ],
  [`${base}/facets`, 'category=apis', ['category', 'search', 'scope', 'confirmed', 'filters', 'column']],
  [`${base}/export`, 'category=apis', ['category', 'search', 'scope', 'confirmed', 'filters', 'sorting', 'format']],
  [`${base}/providers`, '', ['page', 'pageSize']],
  [`${base}/providers/p02`, '', []],
];

/** Letters swapped, left out, doubled, in the wrong case. */
function typosOf(name: string): string[] {
  const middle = Math.floor(name.length / 2);
  return [
    name.slice(0, middle - 1) + name.charAt(middle) + name.charAt(middle - 1) + name.slice(middle + 1),
    name.slice(0, -1),
    name.slice(1),
    name.slice(0, middle) + name.charAt(middle) + name.slice(middle),
    `${name}s`,
    name.toUpperCase(),
    name.charAt(0).toUpperCase() + name.slice(1),
  ];
}

/** The name that was meant, or one that is as near to what was written. */
function assertSuggests({ suggestion, allowed = [] }: Failure, typo: string, meant: string): void {
  assert.ok(allowed.includes(meant), `${meant} is allowed`);
  assert.ok(suggestion !== undefined && allowed.includes(suggestion), `"${typo}": a suggestion`);
  const distance = (name: string) => leven(typo.toLowerCase(), name.toLowerCase());
  assert.ok(suggestion === meant || distance(suggestion) <= distance(meant), `"${typo}": ${suggestion}, not ${meant}`);
}

describe('a misspelt parameter', () => {
  const { get } = useDescribedService(tinyTree);

  for (const [path, required, parameters] of routes) {
    it(`of ${path} is told with what is allowed`, async () => {
      for (const name of ['q', 'catgory', 'constructor', 'limit', '', ' ']) {
        const failure = readFailure(await get(`${path}?${required}&${encodeURIComponent(name)}=1`), 400);
        assert.equal(failure.code, 'bad-parameter');
        assert.equal(failure.parameter, name);
        assert.deepEqual(failure.allowed, parameters);
      }
    });

    for (const name of parameters) {
      it(`${name} of ${path} is told with the right one`, async () => {
        for (const typo of typosOf(name).filter((text) => !parameters.includes(text))) {
          const failure = readFailure(await get(`${path}?${required}&${typo}=1`), 400);
          assert.equal(failure.parameter, typo);
          assertSuggests(failure, typo, name);
        }
      });

      it(`${name} of ${path} may not stand twice`, async () => {
        const failure = readFailure(await get(`${path}?${name}=apis&${name}=apis`), 400);
        assert.equal(failure.parameter, name);
        assert.match(failure.message, /more than once/);
      });
    }
  }
});

describe('a misspelt value', () => {
  const { get, service } = useDescribedService(tinyTree);
  let keys: readonly string[] = [];
  let columnsOf: (category: string) => readonly ColumnDefinition[] = () => [];
  before(() => {
    const { catalog } = service().holder.current ?? assert.fail('a snapshot');
    keys = catalog.categoryKeys;
    columnsOf = (category) => catalog.columnsOf(category);
  });

  it('of category is told with the right key', async () => {
    for (const key of keys) {
      for (const typo of typosOf(key).filter((text) => !keys.includes(text))) {
        for (const route of ['rows', 'facets', 'export']) {
          const failure = readFailure(await get(`${base}/${route}?category=${typo}`), 400);
          assert.equal(failure.parameter, 'category');
          assert.deepEqual(failure.allowed, keys);
          assertSuggests(failure, typo, key);
        }
      }
    }
  });

  it('of format is told with the right one', async () => {
    for (const format of ['csv', 'ndjson', 'parquet']) {
      for (const typo of typosOf(format)) {
        const failure = readFailure(await get(`${base}/export?category=apis&format=${typo}`), 400);
        assert.equal(failure.parameter, 'format');
        assertSuggests(failure, typo, format);
      }
    }
  });

  it('of a filter id is told with the right column, in categories', async () => {
    for (const category of keys.filter((_, at) => at % 4 === 0)) {
      const ids = columnsOf(category)
        .filter(({ filter }) => filter !== null)
        .map(({ key }) => key);
      for (const id of ids) {
        for (const typo of typosOf(id).filter((text) => !columnsOf(category).some(({ key }) => key === text))) {
          const filters = encodeURIComponent(JSON.stringify([{ id: typo, value: ['x'] }]));
          const failure = readFailure(await get(`${base}/rows?category=${category}&filters=${filters}`), 400);
          assert.equal(failure.parameter, 'filters');
          assert.deepEqual(failure.allowed, ids);
          assertSuggests(failure, typo, id);
        }
      }
    }
  });

  it('of a sorting id is told with the right column', async () => {
    const ids = columnsOf('apis')
      .filter(({ sorting }) => sorting !== null)
      .map(({ key }) => key);
    for (const id of ids) {
      for (const typo of typosOf(id).filter((text) => !ids.includes(text))) {
        const sorting = encodeURIComponent(JSON.stringify([{ id: typo, desc: true }]));
        const failure = readFailure(await get(`${base}/rows?category=apis&sorting=${sorting}`), 400);
        assert.equal(failure.parameter, 'sorting');
        assertSuggests(failure, typo, id);
      }
    }
  });

  it('of a column that has no filter is told so', async () => {
    const filters = encodeURIComponent(JSON.stringify([{ id: 'slug', value: ['x'] }]));
    assert.match(
      readFailure(await get(`${base}/rows?category=apis&filters=${filters}`), 400).message,
      /"slug" has no filter/,
    );
  });

  it('of a provider is 404 with the nearest on the network', async () => {
    for (const typo of ['p022', 'po2']) {
      const failure = readFailure(await get(`${base}/providers/${typo}`), 404);
      assert.equal(failure.code, 'unknown-provider');
      assert.match(failure.suggestion ?? '', /^p0\d$/);
    }
    assert.equal(
      readFailure(await get(`${base}/providers/p15`), 404).code,
      'unknown-provider',
      'on another network alone',
    );
  });
});
