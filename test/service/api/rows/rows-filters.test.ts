import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFailure, readRows } from '../../../support/service-answers.ts';
import { rowsOf } from '../../../support/service-paths.ts';
import { useService } from '../../../support/service-server.ts';
import { tinyTree } from '../../../support/service-tiny-sources.ts';

type FilterText = readonly [id: string, ...value: string[]];

describe('rows: filters', () => {
  const { get } = useService(tinyTree);

  async function find(category: string, filters: readonly FilterText[]): Promise<unknown[]> {
    const list = filters.map(([id, ...value]) => ({ id, value }));
    const { rows } = readRows(await get(rowsOf('aria', { category, filters: list, pageSize: 100 })));
    return rows.map(({ slug }) => slug);
  }

  const alchemy = ['alchemy-free-mainnet', 'alchemy-growth-mainnet', 'alchemy-growth-testnet'];
  const free = ['aardvark-mainnet', 'alchemy-free-mainnet', 'beacon-free-mainnet', 'beacon-free-testnet'];

  const apis: readonly (readonly [name: string, filters: readonly FilterText[], slugs: readonly string[]])[] = [
    ['any of the values', [['provider', 'Alchemy', 'Nobody']], alchemy],
    ['values without regard to case', [['planType', 'FREE']], free],
    ['values with letters beyond ASCII without regard to case', [['provider', 'éCLAIR nodes']], ['eclair-mainnet']],
    ['whole values, not parts', [['provider', 'Alch']], []],
    ['values with accents as they are', [['provider', 'Eclair Nodes']], []],
    [
      'values with every sign',
      [['provider', '100% Node_s*', 'Lens <Co> & "Sons"']],
      ['node-s-mainnet', 'lens-mainnet'],
    ],
    ['values as text, not as a pattern', [['provider', '%', '_', 'Alchem_', '.*']], []],
    ['values as text, not as SQL', [['planName', "It's 5\\6"]], ['bison-mainnet']],
    [
      'all of several filters',
      [
        ['provider', 'Alchemy'],
        ['chain', 'testnet'],
      ],
      alchemy.slice(2),
    ],
    [
      'an id that comes twice: both must hold',
      [
        ['regions', 'Europe'],
        ['regions', 'africa'],
      ],
      alchemy.slice(1, 2),
    ],
    [
      'an id that comes twice and excludes itself',
      [
        ['chain', 'mainnet'],
        ['chain', 'testnet'],
      ],
      [],
    ],
    ['elements of a list', [['regions', 'ASIA']], alchemy.slice(0, 2)],
    [
      'any of the elements of a list',
      [['regions', 'Africa', 'North America']],
      ['node-s-mainnet', 'alchemy-growth-mainnet'],
    ],
    ['whole elements of a list', [['regions', 'America']], []],
    [
      'an element that is a link, as it is written',
      [['availableApis', '[debug](https://docs.alchemy.example/secretpath)']],
      alchemy.slice(0, 1),
    ],
    ['a select of texts', [['supportSla', '24/7', '8/5']], alchemy.slice(1, 2)],
    ['a flag that holds', [['trial', 'true']], ['alchemy-growth-mainnet', 'bison-mainnet', 'zephyr-mainnet']],
    [
      'a flag by the words of the interface',
      [['trial', 'Yes']],
      ['alchemy-growth-mainnet', 'bison-mainnet', 'zephyr-mainnet'],
    ],
    [
      'a flag that does not hold',
      [
        ['trial', '0'],
        ['provider', 'zephyr'],
      ],
      ['zephyr-testnet'],
    ],
    [
      'a flag either way',
      [
        ['trial', '1', 'No'],
        ['provider', 'zephyr'],
      ],
      ['zephyr-mainnet', 'zephyr-testnet'],
    ],
    ['a range that the row lies in', [['accessPrice', '15', '25']], ['node-s-mainnet', 'zephyr-mainnet']],
    ['a range that overlaps the row', [['accessPrice', '30', '45']], ['node-s-mainnet', 'alchemy-growth-mainnet']],
    ['a range inside of the row', [['accessPrice', '11', '12']], ['node-s-mainnet']],
    ['a range with its ends', [['accessPrice', '49', '49']], ['alchemy-growth-mainnet', 'alchemy-growth-testnet']],
    ['a range open above', [['accessPrice', '100', '']], ['lens-mainnet']],
    ['a range of prices whose unit is not stated', [['accessPrice', '100', '', 'USD/']], ['eclair-mainnet']],
    ['what is free in any unit', [['accessPrice', '', '0', 'USD/']], ['aardvark-mainnet', 'alchemy-free-mainnet']],
    ['a range open below', [['accessPrice', '', '0']], ['aardvark-mainnet', 'alchemy-free-mainnet']],
    ['a range between all numbers', [['accessPrice', '60', '70']], []],
    ['a range of percents', [['uptimeSla', '99.5', '']], ['alchemy-growth-mainnet']],
    ['numbers as people write them', [['accessPrice', ' 1e2 ', '+100.0']], ['lens-mainnet']],
  ];
  for (const [name, filters, slugs] of apis) {
    it(`match ${name}`, async () => {
      assert.deepEqual((await find('apis', filters)).toSorted(), slugs.toSorted());
    });
  }

  it('match every row with a number where a range is open at both ends, and no other', async () => {
    const found = await find('apis', [['accessPrice', '', '']]);
    assert.equal(found.length, 11);
    assert.ok(!found.includes('bison-mainnet'), 'Custom is not a number');
  });

  it('match the columns that only one category has', async () => {
    assert.deepEqual(await find('wallets', [['openSource', 'yes']]), ['keyring-app']);
    assert.deepEqual(
      await find('wallets', [
        ['evm', 'true'],
        ['hardware', 'false'],
      ]),
      ['keyring-app', 'zephyr-wallet'],
    );
    assert.deepEqual(await find('wallets', [['languages', 'FR', 'de']]), ['keyring-app']);
    assert.deepEqual(await find('wallets', [['price', '70', '80']]), ['keyring-card']);
  });

  it('match trial where the category has none as it is sent: 0', async () => {
    assert.equal((await find('wallets', [['trial', 'false']])).length, 3);
    assert.deepEqual(await find('wallets', [['trial', 'true']]), []);
  });

  it('match nothing in core columns that the category does not have', async () => {
    assert.deepEqual(await find('wallets', [['planType', 'Free']]), []);
    assert.deepEqual(await find('wallets', [['accessPrice', '', '']]), []);
    assert.deepEqual(await find('wallets', [['regions', 'Europe']]), []);
  });

  it('hold together with the search', async () => {
    const filters = [{ id: 'chain', value: ['testnet'] }];
    const { rows } = readRows(await get(rowsOf('aria', { category: 'apis', search: 'growth', filters })));
    assert.deepEqual(
      rows.map(({ slug }) => slug),
      ['alchemy-growth-testnet'],
    );
  });

  it('may be twenty, all of which must hold', async () => {
    const filters = Array.from({ length: 20 }, (): FilterText => ['provider', 'Alchemy']);
    assert.deepEqual(await find('apis', filters), alchemy);
    const list = [...filters, filters[0]].map(() => ({ id: 'provider', value: ['Alchemy'] }));
    const failure = readFailure(await get(rowsOf('aria', { category: 'apis', filters: list })), 400);
    assert.equal(failure.parameter, 'filters');
  });

  it('of another category are refused with the allowed ones', async () => {
    const filters = [{ id: 'openSource', value: ['true'] }];
    const failure = readFailure(await get(rowsOf('aria', { category: 'apis', filters })), 400);
    assert.match(failure.message, /openSource/);
    assert.ok(failure.allowed?.includes('provider') && !failure.allowed.includes('slug'));
  });
});
