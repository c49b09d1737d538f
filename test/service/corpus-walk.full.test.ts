/** Through the running service, every network and category of the corpus: what was written is what is sent. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { type NaiveTable, naiveTables, orderedRows, publicRow } from '../support/interface-naive.ts';
import { corpusFolder, corpusMissing } from '../support/paths.ts';
import { readCategories, readNetworks } from '../support/service-answers.ts';
import { categoriesOf, type RowsParameters, rowsOf } from '../support/service-paths.ts';
import { useService } from '../support/service-server.ts';

interface PlainRows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly pagination: Readonly<Record<string, unknown>>;
}

describe('the corpus through the service', { skip: corpusMissing }, () => {
  const { get, built } = useService(corpusFolder, { ANSWER_CACHE: 'off', LOG_LEVEL: 'silent' });
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  after(() => agent.destroy());

  const networks = () => built().checked.resolved.networks.map(({ key }) => key);
  const categories = () => built().checked.sources.meta.categories.map(({ key }) => key);
  let tables: NaiveTable[] = [];
  before(() => {
    tables = naiveTables(built().checked, networks(), categories());
  });

  /** The tables of a network that have rows, by category. */
  function expectedOf(network: string): Map<string, NaiveTable> {
    const filled = tables.filter((table) => table.network === network && table.rows.length > 0);
    return new Map(filled.map((table) => [table.category, table]));
  }

  function tableOf(network: string, category: string): NaiveTable {
    const found = tables.find((table) => table.network === network && table.category === category);
    return found ?? assert.fail(`a table ${network} ${category}`);
  }

  async function ask(network: string, parameters: RowsParameters): Promise<PlainRows> {
    const answer = await get(rowsOf(network, parameters), { agent });
    assert.equal(answer.status, 200, answer.text.slice(0, 500));
    return (answer.json() as { result: PlainRows }).result;
  }

  async function walk(network: string, parameters: RowsParameters & { pageSize: number }): Promise<PlainRows['rows']> {
    const rows: PlainRows['rows'][number][] = [];
    for (let page = 1; ; page++) {
      const { rows: more, pagination } = await ask(network, { ...parameters, page });
      rows.push(...more);
      if (page < Number(pagination.totalPages)) continue;
      const providers = new Set(rows.map(({ provider }) => provider)).size;
      assert.deepEqual(pagination, {
        mode: 'group',
        page,
        pageSize: parameters.pageSize,
        totalPages: Math.ceil(providers / parameters.pageSize),
        totalProviders: providers,
        totalOffers: rows.length,
      });
      return rows;
    }
  }

  it('sends every row of every network and category once, each as its listing was resolved', async () => {
    let total = 0;
    const walkNetwork = async (network: string) => {
      for (const category of categories()) {
        const table = tableOf(network, category);
        // One empty category stands for all, because the walk is long.
        if (table.rows.length === 0 && category !== 'agents') continue;
        const rows = await walk(network, { category, pageSize: 100 });
        assertSame(rows, table);
        total += rows.length;
      }
    };
    const waiting = networks();
    const workers = Array.from({ length: 4 }, async () => {
      for (let network = waiting.shift(); network !== undefined; network = waiting.shift()) await walkNetwork(network);
    });
    await Promise.all(workers);
    assert.equal(total, 66_178, 'as sources.md states');
    assert.equal(total, built().manifest?.metrics.site.entries);
  });

  it('counts every category of every network as its rows are', async () => {
    for (const network of networks()) {
      const { categories: counted, metrics } = readCategories(await get(categoriesOf(network), { agent }));
      const expected = expectedOf(network);
      assert.deepEqual(
        new Map(counted.map(({ key, count }) => [key, count])),
        new Map(counted.map(({ key }) => [key, expected.get(key)?.rows.length])),
      );
      assert.equal(counted.length, expected.size);
      const providers = [...expected.values()].map(({ rows }) => new Set(rows.map(({ provider }) => provider)).size);
      assert.deepEqual(counted.map(({ providersCount }) => providersCount).toSorted(), providers.toSorted());
      const pairs = providers.reduce((sum, count) => sum + count, 0);
      assert.equal((metrics.providerCategoryEntries as { value: number }).value, pairs);
    }
  });

  it('lists every network whose name and documentation are known', async () => {
    const { networks: listed } = readNetworks(await get('/api/networks', { agent }));
    const described = built().checked.sources.meta.networks.filter(({ docs }) => docs !== null);
    assert.equal(listed.length, described.filter(({ key }) => networks().includes(key)).length);
  });

  it('gives the same rows on several pages, in the right order, by every column that can be sorted by', async () => {
    const [network, category] = ['ethereum', 'apis'];
    const table = tableOf(network, category);
    assert.ok(table.rows.length > 300, 'a big category');
    for (const { key } of table.columns.filter(({ sorting }) => sorting !== null)) {
      for (const desc of [false, true]) {
        const sorting = [{ id: key, desc }];
        const rows = await walk(network, { category, sorting, pageSize: 25 });
        const expected = orderedRows(table, { terms: [], filters: [], sorting });
        assert.deepEqual(slugsOf(rows), slugsOf(expected), `${key} ${desc ? 'desc' : 'asc'}`);
        assertSame(rows, table);
      }
    }
  });
});

function slugsOf(rows: readonly Readonly<Record<string, unknown>>[]): unknown[] {
  return rows.map(({ slug }) => slug);
}

/** Compares rows by slug, in any order; no row is missing or there twice. */
function assertSame(rows: PlainRows['rows'], table: NaiveTable): void {
  const where = `${table.network} ${table.category}`;
  assert.equal(rows.length, table.rows.length, where);
  const bySlug = new Map(rows.map((row) => [row.slug, row]));
  assert.equal(bySlug.size, rows.length, `${where}: no row twice`);
  for (const wanted of table.rows) {
    assert.deepEqual(bySlug.get(wanted.slug), publicRow(table, wanted), `${where} ${wanted.slug}`);
  }
}
