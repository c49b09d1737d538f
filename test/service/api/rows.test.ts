/** Rows of a network and a category: their form, filters, search and order. Any question is in oracle.test.ts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { columnsOfCategory } from '../../../model/columns.ts';
import { readFailure, readRows } from '../../support/service-answers.ts';
import { type RowsParameters, rowsOf } from '../../support/service-paths.ts';
import { builtAt, useService } from '../../support/service-server.ts';

const { get, built } = useService();
const ask = async (network: string, parameters: RowsParameters) => readRows(await get(rowsOf(network, parameters)));
const find = async (category: string, parameters: RowsParameters) =>
  (await ask('aria', { category, pageSize: 100, ...parameters })).rows.map(({ slug }) => String(slug));

const alchemy = ['alchemy-free-mainnet', 'alchemy-growth-mainnet', 'alchemy-growth-testnet'];
const beacon = ['beacon-free-mainnet', 'beacon-free-testnet'];
/** Listings of all networks, on each chain. */
const everywhere = ['streamingfast-firehose', 'subquery-sdk'].flatMap((name) =>
  ['mainnet', 'testnet'].map((chain) => `${name}-self-hosted-${chain}`),
);
const free = ['aardvark-mainnet', 'alchemy-free-mainnet', ...beacon, ...everywhere];
const zephyr = ['zephyr-mainnet', 'zephyr-testnet'];
/** All of APIs, as they stand without a question. */
const standard = [
  ...['node-s-mainnet', 'aardvark-mainnet', ...alchemy, ...beacon, 'bison-mainnet', 'lens-mainnet'],
  ...[...everywhere, ...zephyr, 'eclair-mainnet'],
];

describe('GET rows', () => {
  it('answers a page of providers with their rows, version, date and columns', async () => {
    const { generatedAt, columnsMeta, pagination, rows } = await ask('aria', { category: 'apis', pageSize: 100 });
    assert.equal(generatedAt, builtAt.toISOString());
    const of = { totalPages: 1, totalProviders: 10, totalOffers: 16 };
    assert.deepEqual(pagination, { mode: 'group', page: 1, pageSize: 100, ...of });
    assert.deepEqual(
      rows.map(({ slug }) => slug),
      standard,
    );
    const { columns } = built().checked.sources.meta;
    const told = columnsOfCategory(columns, 'apis').map(
      ({ categories, requiredIn, core, trueMeans, ...column }) => column,
    );
    assert.deepEqual(columnsMeta, told);
  });

  it('tells nothing of the typed companions and source places', async () => {
    const { text } = await get(rowsOf('aria', { category: 'apis' }));
    assert.doesNotMatch(text, /"\w+(Min|Max)":|sourceFile|sourceLine|offerFile|offerLine|"_/);
  });

  it('sends texts, lists and numbers in text as they were written, flags as 0 and 1', async () => {
    const [row] = (await ask('aria', { category: 'apis', search: 'eclair-mainnet' })).rows;
    const { provider, offer, accessPrice, tag, regions, queryPrice, availableApis } = row ?? {};
    assert.deepEqual([provider, offer, accessPrice], ['Éclair Nodes', 'Café crème', 'up to $1499']);
    assert.deepEqual([tag, regions, queryPrice, availableApis], [['Straße'], [], null, null]);
    const [, second] = (await ask('aria', { category: 'apis', search: 'alchemy' })).rows;
    assert.deepEqual([second?.slug, second?.starred, second?.trial], ['alchemy-growth-mainnet', 1, 1]);
    const [wallet] = (await ask('aria', { category: 'wallets' })).rows;
    assert.deepEqual([wallet?.openSource, wallet?.evm, wallet?.mfa], [1, 1, 0]);
    // What the category does not have; starred and trial are always flags.
    assert.deepEqual([wallet?.planType, wallet?.chain, wallet?.availableApis], [null, null, null]);
    assert.deepEqual([wallet?.starred, wallet?.trial], [0, 0]);
  });

  it('answers no rows and true totals where nothing is, and past the last page', async () => {
    const { rows, pagination, columnsMeta } = await ask('aria', { category: 'ramps', search: 'x' });
    assert.deepEqual(rows, []);
    assert.ok(columnsMeta.some(({ key }) => key === 'paymentMethods'));
    const nothing = { totalPages: 0, totalProviders: 0, totalOffers: 0 };
    assert.deepEqual(pagination, { mode: 'group', page: 1, pageSize: 10, ...nothing });
    const past = await ask('bora', { category: 'storages', page: 999_999_999, pageSize: 5 });
    const totals = { totalPages: 4, totalProviders: 16, totalOffers: 128 };
    assert.deepEqual([past.rows, past.pagination.page], [[], 999_999_999]);
    assert.deepEqual(past.pagination, { mode: 'group', page: 999_999_999, pageSize: 5, ...totals });
  });

  it('copies an all-networks listing to each chain of the network', async () => {
    const { rows } = await ask('aria', { category: 'apis', search: 'beacon' });
    assert.deepEqual(
      rows.map(({ slug, chain }) => [slug, chain]),
      [
        ['beacon-free-mainnet', 'mainnet'],
        ['beacon-free-testnet', 'testnet'],
      ],
    );
  });

  it('leaves alone what callers add for themselves', async () => {
    const path = rowsOf('aria', { category: 'apis' });
    assert.equal((await get(`${path}&utm_source=news&_=1&_=2`)).text, (await get(path)).text);
  });

  it('answers 404 for an unknown network', async () => {
    for (const network of ['nope', '__proto__'])
      assert.equal(readFailure(await get(rowsOf(network, { category: 'apis' })), 404).code, 'unknown-network');
  });
});

type FilterText = readonly [id: string, ...value: string[]];
const filtersOf = (filters: readonly FilterText[]) => filters.map(([id, ...value]) => ({ id, value }));

describe('filters of rows', () => {
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
    [
      'what is free in any unit',
      [['accessPrice', '', '0', 'USD/']],
      ['aardvark-mainnet', 'alchemy-free-mainnet', ...everywhere],
    ],
    ['a range open below', [['accessPrice', '', '0']], ['aardvark-mainnet', 'alchemy-free-mainnet', ...everywhere]],
    ['a range between all numbers', [['accessPrice', '60', '70']], []],
    ['a range of percents', [['uptimeSla', '99.5', '']], ['alchemy-growth-mainnet']],
    ['numbers as people write them', [['accessPrice', ' 1e2 ', '+100.0']], ['lens-mainnet']],
  ];
  for (const [name, filters, slugs] of apis) {
    it(`match ${name}`, async () => {
      assert.deepEqual((await find('apis', { filters: filtersOf(filters) })).toSorted(), slugs.toSorted());
    });
  }

  it('match every row with a number where a range is open at both ends, and no other', async () => {
    const found = await find('apis', { filters: filtersOf([['accessPrice', '', '']]) });
    // bison's "Custom" is not a number.
    assert.deepEqual(found.toSorted(), standard.filter((slug) => slug !== 'bison-mainnet').toSorted());
  });

  const wallets: readonly (readonly [filters: readonly FilterText[], slugs: readonly string[]])[] = [
    [[['openSource', 'yes']], ['keyring-app']],
    [
      [
        ['evm', 'true'],
        ['hardware', 'false'],
      ],
      ['keyring-app', 'zephyr-wallet'],
    ],
    [[['languages', 'FR', 'de']], ['keyring-app']],
    [[['price', '70', '80']], ['keyring-card']],
    // Core columns that the category has not; its trial is sent as 0.
    [[['trial', 'false']], ['keyring-app', 'keyring-card', 'zephyr-wallet']],
    [[['trial', 'true']], []],
    [[['planType', 'Free']], []],
    [[['accessPrice', '', '']], []],
    [[['regions', 'Europe']], []],
  ];
  for (const [filters, slugs] of wallets) {
    it(`of wallets match ${JSON.stringify(filters)}`, async () => {
      assert.deepEqual(await find('wallets', { filters: filtersOf(filters) }), slugs);
    });
  }

  it('hold together with the search', async () => {
    const filters = filtersOf([['chain', 'testnet']]);
    assert.deepEqual(await find('apis', { search: 'growth', filters }), ['alchemy-growth-testnet']);
  });

  it('may be twenty, with fifty values', async () => {
    const filters = Array.from({ length: 20 }, () => ({ id: 'provider', value: ['Alchemy'] }));
    assert.deepEqual(await find('apis', { filters }), alchemy);
    const many = [...filters, { id: 'provider', value: ['Alchemy'] }];
    assert.equal(readFailure(await get(rowsOf('aria', { category: 'apis', filters: many })), 400).parameter, 'filters');
    const values = (count: number) => [{ id: 'provider', value: Array.from({ length: count }, () => 'Alchemy') }];
    assert.deepEqual(await find('apis', { filters: values(50) }), alchemy);
    assert.equal((await get(rowsOf('aria', { category: 'apis', filters: values(51) }))).status, 400);
  });

  it('of another category are refused with the allowed ones', async () => {
    const filters = [{ id: 'openSource', value: ['true'] }];
    const failure = readFailure(await get(rowsOf('aria', { category: 'apis', filters })), 400);
    assert.match(failure.message, /openSource/);
    assert.ok(failure.allowed?.includes('provider') && !failure.allowed.includes('slug'));
  });
});

describe('search of rows', () => {
  const cases: readonly (readonly [name: string, search: string, slugs: readonly string[]])[] = [
    ['a part of the provider name', 'lchem', alchemy],
    ['the plan', 'Mega plan', ['node-s-mainnet']],
    ['the offer', 'crème', ['eclair-mainnet']],
    ['the slug', 'growth-test', ['alchemy-growth-testnet']],
    ['the chain', 'testnet alchemy', ['alchemy-growth-testnet']],
    ['a price as it is written', '$1499', ['eclair-mainnet']],
    ['an element of a list', 'North America', ['node-s-mainnet']],
    ['a part of an element of a list', 'off', ['bison-mainnet']],
    ['without regard to case', 'ALCHEMY', alchemy],
    ['without regard to accents in the data', 'eclair', ['eclair-mainnet']],
    ['without regard to accents in the term', 'álchémy', alchemy],
    ['with accents on both sides, composed or not', 'E\u0301clair Cafe\u0301', ['eclair-mainnet']],
    ['rows that have every term, each in any cell', 'alchemy archive', alchemy.slice(0, 2)],
    ['no row where one term is missing', 'alchemy nothing', []],
    ['terms in any order', 'archive alchemy', alchemy.slice(0, 2)],
    ['one term twice as once', 'alchemy alchemy', alchemy],
    ['quoted words as one term', '"Mega plan"', ['node-s-mainnet']],
    ['quoted words only in this order', '"plan Mega"', []],
    ['quoted words not across cells', '"Alchemy Free"', []],
    ['quoted words not across elements of a list', '"Europe Asia"', []],
    ['words that are not quoted across cells', 'Alchemy Free', alchemy.slice(0, 1)],
    ['a quoted word beside another', '"growth" testnet', ['alchemy-growth-testnet']],
    ['the label of a link', 'debug', ['alchemy-free-mainnet']],
    ['text around a link', 'see the terms', ['aardvark-mainnet']],
    ['not the address of a link', 'secretpath', []],
    ['not the address of an action button', 'configurations', []],
    ['the label of an action button', 'send requests', ['alchemy-free-mainnet']],
    ['a percent sign', '0%', ['node-s-mainnet', 'bison-mainnet']],
    ['an underscore', '_', ['node-s-mainnet']],
    ['an asterisk', '*', ['node-s-mainnet']],
    ['a backslash', '5\\6', ['bison-mainnet']],
    ['an apostrophe', "it's", ['bison-mainnet']],
    ['angle brackets', '<blink>bold</blink>', ['lens-mainnet']],
    ['a quotation mark', '"Sons"', ['lens-mainnet']],
    ['no pattern', 'alch%', []],
    ['no other pattern', 'alch_my', []],
    ['no wildcard', 'alch*', []],
    ['no regular expression', 'alch.my', []],
    ['no SQL', "x' OR '1'='1", []],
    ['a letter that has no plain form', 'straße', ['eclair-mainnet']],
  ];
  for (const [name, search, slugs] of cases) {
    it(`finds ${name}: ${JSON.stringify(search)}`, async () => {
      assert.deepEqual(await find('apis', { search }), slugs);
    });
  }

  it('finds everything where nothing is searched', async () => {
    for (const search of ['', '   ']) assert.deepEqual(await find('apis', { search }), standard);
  });

  it('puts providers first whose name matches, each group in the default order', async () => {
    assert.deepEqual(await find('apis', { search: 'zephyr' }), [...zephyr, 'aardvark-mainnet']);
    const [firehose, subquery] = [everywhere.slice(0, 2), everywhere.slice(2)];
    assert.deepEqual(await find('apis', { search: 'a' }), [
      ...['aardvark-mainnet', ...alchemy, ...beacon, ...firehose, 'eclair-mainnet'],
      ...['node-s-mainnet', 'bison-mainnet', 'lens-mainnet', ...subquery, 'zephyr-mainnet'],
    ]);
  });

  it('reads the columns that only one category has, and no flags', async () => {
    assert.deepEqual(await find('wallets', { search: 'fr' }), ['keyring-app']);
    assert.deepEqual(await find('wallets', { search: 'card' }), ['keyring-card']);
    for (const search of ['true', 'false']) assert.deepEqual(await find('wallets', { search }), []);
  });
});

type SortText = readonly [id: string, direction: 'asc' | 'desc'];
const sortingOf = (by: readonly SortText[]) => by.map(([id, direction]) => ({ id, desc: direction === 'desc' }));

describe('sorting of rows', () => {
  const growth = alchemy.slice(1);
  const alchemyByTrial = ['alchemy-growth-mainnet', 'alchemy-free-mainnet', 'alchemy-growth-testnet'];
  /** What comes first. */
  const cases: readonly (readonly [name: string, by: readonly SortText[], slugs: readonly string[]])[] = [
    [
      'by number takes the least one, nulls last',
      [['accessPrice', 'asc']],
      [
        ...['aardvark-mainnet', ...alchemy, ...everywhere, ...beacon, 'zephyr-testnet', 'zephyr-mainnet'],
        ...['node-s-mainnet', 'lens-mainnet', 'eclair-mainnet', 'bison-mainnet'],
      ],
    ],
    [
      'by number the other way round, nulls last; both Growth plans show $49, whatever one costs if paid yearly',
      [['accessPrice', 'desc']],
      [
        ...['lens-mainnet', ...growth, 'alchemy-free-mainnet', ...zephyr, 'node-s-mainnet', ...beacon],
        ...['aardvark-mainnet', ...everywhere, 'eclair-mainnet', 'bison-mainnet'],
      ],
    ],
    [
      'by text without regard to case, equal ones in the default order',
      [['planName', 'asc']],
      [
        ...['lens-mainnet', 'aardvark-mainnet', ...alchemy, ...beacon, 'eclair-mainnet', 'bison-mainnet'],
        ...['node-s-mainnet', ...zephyr, ...everywhere],
      ],
    ],
    ['by text, nulls last', [['historicalData', 'asc']], [...alchemy, ...everywhere, 'node-s-mainnet']],
    ['by text downwards, nulls last', [['historicalData', 'desc']], [...everywhere, ...alchemy, 'node-s-mainnet']],
    ['by flag, true first when descending', [['trial', 'desc']], [...alchemyByTrial, 'bison-mainnet', ...zephyr]],
    [
      'by length of a list, an empty one as 0, null last',
      [['regions', 'asc']],
      ['eclair-mainnet', 'node-s-mainnet', 'aardvark-mainnet', ...alchemy],
    ],
    [
      'by length of a list downwards, null last',
      [['regions', 'desc']],
      [...alchemyByTrial, 'node-s-mainnet', 'aardvark-mainnet', 'eclair-mainnet'],
    ],
    [
      'providers by their best row, and their rows likewise',
      [['starred', 'desc']],
      [...alchemyByTrial, 'zephyr-testnet', 'zephyr-mainnet'],
    ],
    [
      'by the next key where one is equal',
      [
        ['trial', 'desc'],
        ['accessPrice', 'desc'],
        ['provider', 'asc'],
      ],
      [...growth, 'alchemy-free-mainnet', ...zephyr, 'bison-mainnet'],
    ],
    ['by provider downwards, rows of a provider by slug', [['provider', 'desc']], ['eclair-mainnet', ...zephyr]],
  ];
  for (const [name, by, slugs] of cases) {
    it(name, async () => {
      assert.deepEqual((await find('apis', { sorting: sortingOf(by) })).slice(0, slugs.length), slugs);
    });
  }

  it('by a column that the category does not have is the default order', async () => {
    const usual = await find('wallets', {});
    for (const id of ['accessPrice', 'trial', 'regions'])
      assert.deepEqual(await find('wallets', { sorting: sortingOf([[id, 'desc']]) }), usual);
  });

  it('takes the place of the order that a search gives', async () => {
    const sorting = sortingOf([['provider', 'asc']]);
    assert.deepEqual(await find('apis', { search: 'zephyr', sorting }), ['aardvark-mainnet', ...zephyr]);
  });

  it('refuses a column that has no order, and names those that have', async () => {
    const failure = readFailure(
      await get(rowsOf('aria', { category: 'apis', sorting: sortingOf([['slug', 'asc']]) })),
      400,
    );
    assert.equal(failure.parameter, 'sorting');
    assert.ok(failure.allowed?.includes('provider'));
  });
});
