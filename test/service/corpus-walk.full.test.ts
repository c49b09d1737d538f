/** Through the running service, every network and category of the corpus: what was written is what is sent. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, describe, it } from 'node:test';
import { type ColumnDefinition, columnsOfCategory } from '../../model/columns.ts';
import type { Values } from '../../model/rows.ts';
import { corpusFolder, corpusMissing } from '../support/paths.ts';
import { readCategories, readNetworks } from '../support/service-answers.ts';
import { compareByDefault, compareCells, publicRow } from '../support/service-naive-rows.ts';
import { categoriesOf, type RowsParameters, rowsOf } from '../support/service-paths.ts';
import { useService } from '../support/service-server.ts';

interface PlainRows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly pagination: Readonly<Record<string, unknown>>;
}

describe('the corpus through the service', { skip: corpusMissing }, () => {
  const { get, built } = useService({ folder: corpusFolder }, { ANSWER_CACHE: 'off', LOG_LEVEL: 'silent' });
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  after(() => agent.destroy());

  const networks = () => built().checked.resolved.networks;
  const columnsOf = (category: string) => columnsOfCategory(built().checked.sources.meta.columns, category);

  /** The resolved rows of a network by category. */
  function expectedOf(network: string): Map<string, Values[]> {
    const rows = networks().find(({ key }) => key === network)?.rows ?? [];
    const byCategory = new Map<string, Values[]>();
    for (const { content } of rows) {
      byCategory.set(content.category, [...(byCategory.get(content.category) ?? []), content.values]);
    }
    return byCategory;
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
    const categories = built().checked.sources.meta.categories.map(({ key }) => key);
    const walkNetwork = async (network: string) => {
      const expected = expectedOf(network);
      for (const category of categories) {
        const wanted = expected.get(category) ?? [];
        // One of the empty categories stands for all: the walk is long enough.
        if (wanted.length === 0 && category !== 'agents') continue;
        const rows = await walk(network, { category, pageSize: 100 });
        assertSame(network, category, rows, wanted);
        total += rows.length;
      }
    };
    const waiting = networks().map(({ key }) => key);
    const workers = Array.from({ length: 4 }, async () => {
      for (let network = waiting.shift(); network !== undefined; network = waiting.shift()) await walkNetwork(network);
    });
    await Promise.all(workers);
    assert.equal(total, 66_178, 'as sources.md states');
    assert.equal(total, built().manifest?.metrics.site.entries);
  });

  it('counts every category of every network as its rows are', async () => {
    for (const { key } of networks()) {
      const { categories, metrics } = readCategories(await get(categoriesOf(key), { agent }));
      const expected = expectedOf(key);
      assert.deepEqual(
        new Map(categories.map((category) => [category.key, category.count])),
        new Map(categories.map((category) => [category.key, expected.get(category.key)?.length])),
      );
      assert.equal(categories.length, expected.size);
      const providers = [...expected.values()].map((rows) => new Set(rows.map(({ provider }) => provider)).size);
      assert.deepEqual(categories.map(({ providersCount }) => providersCount).toSorted(), providers.toSorted());
      const pairs = providers.reduce((sum, count) => sum + count, 0);
      assert.equal((metrics.providerCategoryEntries as { value: number }).value, pairs);
    }
  });

  it('lists every network whose name and documentation are known', async () => {
    const { networks: listed } = readNetworks(await get('/api/networks', { agent }));
    const described = built().checked.sources.meta.networks.filter(({ docs }) => docs !== null);
    assert.equal(
      listed.length,
      described.filter(({ key }) => networks().some((network) => network.key === key)).length,
    );
  });

  it('gives the same rows on small pages, in the right order, by every column that can be sorted by', async () => {
    const [network, category] = ['ethereum', 'apis'];
    const wanted = expectedOf(network).get(category) ?? [];
    assert.ok(wanted.length > 300, 'a big category');
    const bySlug = new Map(wanted.map((values) => [values.slug, values]));
    for (const column of columnsOf(category).filter(({ sorting }) => sorting !== null)) {
      for (const desc of [false, true]) {
        const rows = await walk(network, { category, sorting: [{ id: column.key, desc }], pageSize: 9 });
        assertSame(network, category, rows, wanted);
        assertOrder(
          rows.map(({ slug }) => bySlug.get(String(slug)) ?? {}),
          column,
          desc,
        );
      }
    }
  });
});

/** Key by key, in any order; no row twice, none missing. */
function assertSame(network: string, category: string, rows: PlainRows['rows'], wanted: readonly Values[]): void {
  const where = `${network} ${category}`;
  assert.equal(rows.length, wanted.length, where);
  const bySlug = new Map(rows.map((row) => [row.slug, row]));
  assert.equal(bySlug.size, rows.length, `${where}: no row twice`);
  for (const values of wanted) {
    assert.deepEqual(bySlug.get(String(values.slug)), publicRow(network, values), `${where} ${values.slug}`);
  }
}

/** Rows of a provider are in order, and so are the providers by their best row; equal ones stand in the default order. */
function assertOrder(rows: readonly Values[], column: ColumnDefinition, desc: boolean): void {
  const compare = (a: Values, b: Values) => compareCells(column, a, b, desc) || compareByDefault(a, b);
  const groups = new Map<unknown, Values[]>();
  for (const row of rows) groups.set(row.provider, [...(groups.get(row.provider) ?? []), row]);
  const best = [...groups.values()].map((group) => group.toSorted(compare)[0] ?? {});
  const name = `${column.key} ${desc ? 'desc' : 'asc'}`;
  assert.deepEqual(rows, [...groups.values()].flat(), `${name}: rows of a provider stand together`);
  assert.deepEqual(
    rows,
    [...groups.values()].flatMap((group) => group.toSorted(compare)),
    `${name}: rows`,
  );
  assert.deepEqual(best, best.toSorted(compare), `${name}: providers`);
}
