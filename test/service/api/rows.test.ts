/**
 * Rows of a network and a category: their form, filters, search and order. Any question is in
 * oracle.test.ts.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { columnsOfCategory } from '../../../model/columns.ts';
import { readFailure, readRows } from '../../support/service-answers.ts';
import { type RowsParameters, rowsOf } from '../../support/service-paths.ts';
import { builtAt, useService } from '../../support/service-server.ts';

const { get, built } = useService();
const ask = async (network: string, parameters: RowsParameters) =>
  readRows(await get(rowsOf(network, parameters)));
const find = async (category: string, parameters: RowsParameters) =>
  (await ask('aria', { category, pageSize: 100, ...parameters })).rows.map(({ slug }) =>
    String(slug),
  );

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
    const { generatedAt, columnsMeta, pagination, rows } = await ask('aria', {
      category: 'apis',
      pageSize: 100,
    });
    assert.equal(generatedAt, builtAt.toISOString());
    const of = { totalPages: 1, totalProviders: 10, totalOffers: 16 };
    assert.deepEqual(pagination, { mode: 'group', page: 1, pageSize: 100, ...of });
    const slugs = rows.map(({ slug }) => slug);
    assert.deepEqual(slugs, standard);
    const { columns } = built().checked.sources.meta;
    const told = columnsOfCategory(columns, 'apis').map(
      ({ categories, requiredIn, core, trueMeans, states, unit, role, ...column }) => column,
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
    assert.deepEqual(
      [second?.slug, second?.starred, second?.trial],
      ['alchemy-growth-mainnet', 1, 1],
    );
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

  it('answers 404 for an unknown network', async () => {
    for (const network of ['nope', '__proto__'])
      assert.equal(
        readFailure(await get(rowsOf(network, { category: 'apis' })), 404).code,
        'unknown-network',
      );
  });
});

/** Slugs by these names stand for several. */
const groups: Readonly<Record<string, readonly string[]>> = {
  ...{ alchemy, everywhere, free, zephyr, none: [], growth: alchemy.slice(1) },
  byTrial: ['alchemy-growth-mainnet', 'alchemy-free-mainnet', 'alchemy-growth-testnet'],
};
const slugsOf = (text: string) => text.split(' ').flatMap((word) => groups[word] ?? [word]);
/** `id=value|value&&id=value` */
const filtersOf = (text: string) =>
  text.split('&&').map((filter) => {
    const [id = '', value = ''] = filter.split(/=(.*)/);
    return { id, value: value.split('|') };
  });
const linesOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .filter((line) => !line.includes('#'));

const filterCases = `
# Any of the values, whole, as text, without regard to case, with accents and signs as they are.
provider=Alchemy|Nobody -> alchemy
planType=FREE -> free
provider=éCLAIR nodes -> eclair-mainnet
provider=Alch -> none
provider=Eclair Nodes -> none
provider=100% Node_s*|Lens <Co> & "Sons" -> node-s-mainnet lens-mainnet
provider=%|_|Alchem_|.* -> none
planName=It's 5\\6 -> bison-mainnet
supportSla=24/7|8/5 -> alchemy-growth-mainnet
# All of several filters, also of one id.
provider=Alchemy&&chain=testnet -> alchemy-growth-testnet
regions=Europe&&regions=africa -> alchemy-growth-mainnet
chain=mainnet&&chain=testnet -> none
# Elements of a list, whole.
regions=ASIA -> alchemy-free-mainnet alchemy-growth-mainnet
regions=Africa|North America -> node-s-mainnet alchemy-growth-mainnet
regions=America -> none
availableApis=[debug](https://docs.alchemy.example/secretpath) -> alchemy-free-mainnet
# Flags, also by the words of the interface, and either way.
trial=true -> alchemy-growth-mainnet bison-mainnet zephyr-mainnet
trial=Yes -> alchemy-growth-mainnet bison-mainnet zephyr-mainnet
trial=0&&provider=zephyr -> zephyr-testnet
trial=1|No&&provider=zephyr -> zephyr
trial=!true&&provider=zephyr -> zephyr-testnet
trial=!No&&provider=zephyr -> zephyr-mainnet
trial=true|!true -> none
# Ranges with their ends: a row lies in them, overlaps them, or holds them; open at an end; of a group, and what is free in any.
accessPrice=15|25 -> node-s-mainnet zephyr-mainnet
accessPrice=30|45 -> node-s-mainnet alchemy-growth-mainnet
accessPrice=11|12 -> node-s-mainnet
accessPrice=49|49 -> alchemy-growth-mainnet alchemy-growth-testnet
accessPrice=100| -> lens-mainnet
accessPrice=100||USD/ -> eclair-mainnet
accessPrice=|0|USD/ -> aardvark-mainnet alchemy-free-mainnet everywhere
accessPrice=|0 -> aardvark-mainnet alchemy-free-mainnet everywhere
accessPrice=60|70 -> none
uptimeSla=99.5| -> alchemy-growth-mainnet
accessPrice= 1e2 |+100.0 -> lens-mainnet`;

const walletCases = `
openSource=yes -> keyring-app
openSource=!yes -> keyring-card zephyr-wallet
openSource=no|!* -> keyring-card zephyr-wallet
hardware=!false|!true -> none
evm=true&&hardware=false -> keyring-app zephyr-wallet
languages=FR|de -> keyring-app
price=70|80 -> keyring-card
# Core columns that the category has not; its trial is sent as 0.
trial=false -> keyring-app keyring-card zephyr-wallet
trial=true -> none
planType=Free -> none
accessPrice=| -> none
regions=Europe -> none`;

describe('filters of rows', () => {
  for (const [category, table] of [
    ['apis', filterCases],
    ['wallets', walletCases],
  ] as const)
    for (const line of linesOf(table)) {
      const [filters = '', slugs = ''] = line.split(' -> ');
      it(`of ${category}: ${line}`, async () => {
        const found = await find(category, { filters: filtersOf(filters) });
        assert.deepEqual(found.toSorted(), slugsOf(slugs).toSorted());
      });
    }

  it('match every row with a number where a range is open at both ends, and no other', async () => {
    // bison's "Custom" is not a number.
    const numbers = standard.filter((slug) => slug !== 'bison-mainnet');
    assert.deepEqual(
      (await find('apis', { filters: filtersOf('accessPrice=|') })).toSorted(),
      numbers.toSorted(),
    );
  });

  it('may be twenty, with fifty values', async () => {
    const filters = Array.from({ length: 20 }, () => ({ id: 'provider', value: ['Alchemy'] }));
    assert.deepEqual(await find('apis', { filters }), alchemy);
    const many = [...filters, { id: 'provider', value: ['Alchemy'] }];
    assert.equal(
      readFailure(await get(rowsOf('aria', { category: 'apis', filters: many })), 400).parameter,
      'filters',
    );
    const values = (count: number) => [
      { id: 'provider', value: Array.from({ length: count }, () => 'Alchemy') },
    ];
    assert.deepEqual(await find('apis', { filters: values(50) }), alchemy);
    assert.equal(
      (await get(rowsOf('aria', { category: 'apis', filters: values(51) }))).status,
      400,
    );
  });

  it('of another category are refused with the allowed ones', async () => {
    const filters = [{ id: 'openSource', value: ['true'] }];
    const failure = readFailure(await get(rowsOf('aria', { category: 'apis', filters })), 400);
    assert.match(failure.message, /openSource/);
    assert.ok(failure.allowed?.includes('provider') && !failure.allowed.includes('slug'));
  });
});

const searchCases = `
# A part of any cell: provider, plan, offer, slug, chain, price, list.
lchem -> alchemy
Mega plan -> node-s-mainnet
growth-test -> alchemy-growth-testnet
testnet alchemy -> alchemy-growth-testnet
$1499 -> eclair-mainnet
North America -> node-s-mainnet
off -> bison-mainnet
# Without regard to case and accents on either side, composed or not.
ALCHEMY -> alchemy
eclair -> eclair-mainnet
álchémy -> alchemy
E\u0301clair Cafe\u0301 -> eclair-mainnet
straße -> eclair-mainnet
# Every term, in any cell, in any order, once.
alchemy archive -> alchemy-free-mainnet alchemy-growth-mainnet
archive alchemy alchemy -> alchemy-free-mainnet alchemy-growth-mainnet
alchemy nothing -> none
Alchemy Free -> alchemy-free-mainnet
# Quoted words in this order, not across cells and elements.
"Mega plan" -> node-s-mainnet
"plan Mega" -> none
"Alchemy Free" -> none
"Europe Asia" -> none
"growth" testnet -> alchemy-growth-testnet
# Labels of links and text around them, no addresses.
debug -> alchemy-free-mainnet
see the terms -> aardvark-mainnet
send requests -> alchemy-free-mainnet
secretpath -> none
configurations -> none
# Signs as they are: no pattern, no SQL.
0% -> node-s-mainnet bison-mainnet
_ -> node-s-mainnet
* -> node-s-mainnet
5\\6 -> bison-mainnet
it's -> bison-mainnet
<blink>bold</blink> -> lens-mainnet
"Sons" -> lens-mainnet
alch% -> none
alch_my -> none
alch.my -> none
x' OR '1'='1 -> none`;

describe('searches of rows', () => {
  for (const line of linesOf(searchCases)) {
    const [search = '', slugs = ''] = line.split(' -> ');
    it(`find ${line}`, async () =>
      assert.deepEqual(await find('apis', { search }), slugsOf(slugs)));
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

/** `id` or `-id`, by commas */
const sortingOf = (text: string) =>
  text.split(',').map((id) => ({ id: id.replace('-', ''), desc: id.startsWith('-') }));

/** What comes first. */
const sortCases = `
# Numbers: the least of each, what has none last. Both Growth plans show $49, whatever one costs if paid yearly.
accessPrice -> aardvark-mainnet alchemy everywhere beacon-free-mainnet beacon-free-testnet zephyr-testnet zephyr-mainnet node-s-mainnet lens-mainnet eclair-mainnet bison-mainnet
-accessPrice -> lens-mainnet growth alchemy-free-mainnet zephyr node-s-mainnet beacon-free-mainnet beacon-free-testnet aardvark-mainnet everywhere eclair-mainnet bison-mainnet
# Texts without regard to case, equal ones in the default order, nulls last.
planName -> lens-mainnet aardvark-mainnet alchemy beacon-free-mainnet beacon-free-testnet eclair-mainnet bison-mainnet node-s-mainnet zephyr everywhere
historicalData -> alchemy everywhere node-s-mainnet
-historicalData -> everywhere alchemy node-s-mainnet
-provider -> eclair-mainnet zephyr
# Flags, and lists by their length, an empty one as 0.
-trial -> byTrial bison-mainnet zephyr
regions -> eclair-mainnet node-s-mainnet aardvark-mainnet alchemy
-regions -> byTrial node-s-mainnet aardvark-mainnet eclair-mainnet
# Providers by their best row, and their rows likewise; the next key where one is equal.
-starred -> byTrial zephyr-testnet zephyr-mainnet
-trial,-accessPrice,provider -> growth alchemy-free-mainnet zephyr bison-mainnet`;

describe('sorting of rows', () => {
  for (const line of linesOf(sortCases)) {
    const [by = '', first = ''] = line.split(' -> ');
    it(`by ${line}`, async () => {
      const slugs = slugsOf(first);
      assert.deepEqual(
        (await find('apis', { sorting: sortingOf(by) })).slice(0, slugs.length),
        slugs,
      );
    });
  }

  it('by a column that the category does not have is the default order', async () => {
    const usual = await find('wallets', {});
    for (const id of ['accessPrice', 'trial', 'regions'])
      assert.deepEqual(await find('wallets', { sorting: sortingOf(`-${id}`) }), usual);
  });

  it('takes the place of the order that a search gives', async () => {
    const sorting = sortingOf('provider');
    assert.deepEqual(await find('apis', { search: 'zephyr', sorting }), [
      'aardvark-mainnet',
      ...zephyr,
    ]);
  });

  it('refuses a column that has no order, and names those that have', async () => {
    const failure = readFailure(
      await get(rowsOf('aria', { category: 'apis', sorting: sortingOf('slug') })),
      400,
    );
    assert.equal(failure.parameter, 'sorting');
    assert.ok(failure.allowed?.includes('provider'));
  });
});
