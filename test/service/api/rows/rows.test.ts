import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { columnsOfCategory } from '../../../../model/columns.ts';
import { readFailure, readRows } from '../../../support/service-answers.ts';
import { type RowsParameters, rowsOf } from '../../../support/service-paths.ts';
import { builtAt, useService } from '../../../support/service-server.ts';
import { tinyTree } from '../../../support/service-tiny-sources.ts';

describe('GET rows', () => {
  const { get, built } = useService(tinyTree);
  const ask = async (network: string, parameters: RowsParameters) => readRows(await get(rowsOf(network, parameters)));

  it('answers a page of providers with their rows, version, date and columns', async () => {
    const result = await ask('aria', { category: 'apis' });
    assert.equal(result.generatedAt, builtAt.toISOString());
    assert.equal(result.rows.length, 12);
    assert.deepEqual(result.pagination, {
      mode: 'group',
      page: 1,
      pageSize: 10,
      totalPages: 1,
      totalProviders: 8,
      totalOffers: 12,
    });
  });

  it('says what each column is, in the order of columns.csv', async () => {
    const { columns } = built().checked.sources.meta;
    for (const category of ['apis', 'wallets', 'explorers', 'agents']) {
      const { columnsMeta } = await ask('aria', { category });
      const expected = columnsOfCategory(columns, category).map(
        ({ categories, requiredIn, core, trueMeans, ...told }) => told,
      );
      assert.deepEqual(columnsMeta, expected);
    }
  });

  it('has the 29 core columns on every row of every category', async () => {
    const core = built().checked.sources.meta.columns.filter((column) => column.core);
    assert.equal(core.length, 29);
    for (const category of ['apis', 'wallets', 'explorers']) {
      for (const row of (await ask('aria', { category })).rows) {
        assert.deepEqual(
          core.filter(({ key }) => !(key in row)),
          [],
        );
      }
    }
  });

  it('spells every row as the network, then the columns in order', async () => {
    for (const [network, category] of [
      ['aria', 'apis'],
      ['aria', 'wallets'],
      ['bora', 'storages'],
    ] as const) {
      const { rows, columnsMeta } = await ask(network, { category });
      const keys = ['network', ...columnsMeta.map(({ key }) => key)];
      for (const row of rows) assert.deepEqual(Object.keys(row), keys);
      assert.deepEqual([...new Set(rows.map((row) => row.network))], [network]);
    }
  });

  it('tells nothing of the typed companions and source places', async () => {
    const { text } = await get(rowsOf('aria', { category: 'apis' }));
    assert.doesNotMatch(text, /"\w+(Min|Max)":|sourceFile|sourceLine|offerFile|offerLine|"_/);
  });

  it('sends texts, lists and numbers in text as they were written', async () => {
    const { rows } = await ask('aria', { category: 'apis', search: 'eclair-mainnet' });
    const [row] = rows;
    assert.ok(row);
    assert.equal(row.provider, 'Éclair Nodes');
    assert.equal(row.offer, 'Café crème');
    assert.equal(row.accessPrice, 'up to $1499');
    assert.deepEqual(row.tag, ['Straße']);
    assert.deepEqual(row.regions, []);
    assert.equal(row.queryPrice, null);
    assert.equal(row.availableApis, null);
  });

  it('sends flags as 0 and 1', async () => {
    const { rows } = await ask('aria', { category: 'apis', search: 'alchemy' });
    assert.deepEqual(
      rows.map(({ slug, starred, trial }) => [slug, starred, trial]),
      [
        ['alchemy-free-mainnet', 0, 0],
        ['alchemy-growth-mainnet', 1, 1],
        ['alchemy-growth-testnet', 0, 0],
      ],
    );
    const [wallet] = (await ask('aria', { category: 'wallets' })).rows;
    assert.deepEqual([wallet?.openSource, wallet?.evm, wallet?.mfa], [1, 1, 0]);
  });

  it('sends null for what the category does not have, but 0 for starred and trial', async () => {
    const [wallet] = (await ask('aria', { category: 'wallets' })).rows;
    assert.deepEqual(
      [wallet?.planType, wallet?.chain, wallet?.availableApis, wallet?.uptimeSla],
      [null, null, null, null],
    );
    assert.deepEqual([wallet?.starred, wallet?.trial], [0, 0]);
  });

  it('answers no rows where the network has none of a category that the snapshot knows', async () => {
    const result = await ask('aria', { category: 'ramps', search: 'x' });
    assert.deepEqual(result.rows, []);
    assert.ok(result.columnsMeta.some(({ key }) => key === 'paymentMethods'));
    assert.deepEqual(result.pagination, {
      mode: 'group',
      page: 1,
      pageSize: 10,
      totalPages: 0,
      totalProviders: 0,
      totalOffers: 0,
    });
  });

  it('answers no rows and true totals past the last page', async () => {
    const { rows, pagination } = await ask('bora', { category: 'storages', page: 999_999_999, pageSize: 5 });
    assert.deepEqual(rows, []);
    assert.deepEqual([pagination.totalPages, pagination.totalProviders, pagination.totalOffers], [3, 12, 123]);
    assert.equal(pagination.page, 999_999_999);
  });

  it('puts whole providers on a page, so that it holds more rows than its size', async () => {
    const first = await ask('bora', { category: 'storages', page: 1 });
    const second = await ask('bora', { category: 'storages', page: 2 });
    assert.deepEqual([first.rows.length, second.rows.length], [103, 20]);
    assert.equal(new Set(first.rows.map(({ provider }) => provider)).size, 10);
    assert.deepEqual(second.pagination, { ...first.pagination, page: 2 });
    assert.equal(first.pagination.totalPages, Math.ceil(12 / 10));
    const slugs = [...first.rows, ...second.rows].map(({ slug }) => slug);
    assert.equal(new Set(slugs).size, 123);
  });

  it('orders providers by name without case, their rows by slug', async () => {
    const { rows } = await ask('aria', { category: 'apis' });
    assert.deepEqual(
      [...new Set(rows.map(({ provider }) => provider))],
      ['100% Node_s*', 'Aardvark', 'Alchemy', 'Beacon', 'bison', 'Lens <Co> & "Sons"', 'zephyr', 'Éclair Nodes'],
    );
    const storages = (await ask('bora', { category: 'storages', pageSize: 1 })).rows.map(({ slug }) => String(slug));
    assert.deepEqual(storages, storages.toSorted());
  });

  it('copies an all-networks listing to each chain of the network', async () => {
    const { rows } = await ask('aria', { category: 'apis', search: 'beacon' });
    assert.deepEqual(
      rows.map(({ slug, chain, offer }) => [slug, chain, offer]),
      [
        ['beacon-free-mainnet', 'mainnet', null],
        ['beacon-free-testnet', 'testnet', null],
      ],
    );
  });

  it('serves a network that nothing is known of but its rows', async () => {
    const { rows } = await ask('nemo', { category: 'explorers' });
    assert.deepEqual(
      rows.map(({ network, slug }) => [network, slug]),
      [['nemo', 'aardvark-scan']],
    );
  });

  it('leaves alone what callers add for themselves', async () => {
    const path = rowsOf('aria', { category: 'apis' });
    const [plain, tagged] = [await get(path), await get(`${path}&utm_source=news&_=1&_=2`)];
    assert.equal(tagged.status, 200);
    assert.equal(tagged.text, plain.text);
  });

  const refusals: readonly (readonly [query: string, parameter: string])[] = [
    ['', 'category'],
    ['category=nope', 'category'],
    ['category=apis&category=wallets', 'category'],
    ['category=apis&q=x', 'q'],
    ['category=apis&page=0', 'page'],
    ['category=apis&pageSize=101', 'pageSize'],
    ['category=apis&filters=x', 'filters'],
    ['category=apis&sorting=x', 'sorting'],
    [`category=apis&search=${'x'.repeat(201)}`, 'search'],
  ];
  for (const [query, parameter] of refusals) {
    it(`refuses ?${query.slice(0, 40)} and names the parameter`, async () => {
      const failure = readFailure(await get(`/networks/aria/api/infrastructure-providers/rows?${query}`), 400);
      assert.equal(failure.parameter, parameter);
    });
  }

  it('names the allowed categories of the snapshot and the nearest', async () => {
    const failure = readFailure(await get(rowsOf('aria', { category: 'wallet' })), 400);
    assert.equal(failure.allowed?.length, 7);
    assert.equal(failure.suggestion, 'wallets');
  });

  it('answers 404 for an unknown network', async () => {
    assert.equal(readFailure(await get(rowsOf('nope', { category: 'apis' })), 404).code, 'unknown-network');
    readFailure(await get(rowsOf('__proto__', { category: 'apis' })), 404);
  });
});
