/**
 * interface.md, read as data, holds for the running service: fields, columns, pages of rows,
 * endpoints.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import {
  assertColumns,
  assertRow,
  assertType,
  isActionButton,
  networkFields,
  paginationFields,
  siteCategories,
} from '../../support/interface-contract.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { cellOf, tableOf } from '../../support/interface-tables.ts';
import type { RowsResult } from '../../support/service-answers.ts';
import { rowsOf, rowsPath } from '../../support/service-paths.ts';

/** Beyond what interface.md has observed; they are of columns that only some categories have. */
const ownCellTypes = [
  'description', // a sentence or two, which a page sets as a paragraph
  'agent', // an agent's name, which leads to its registration
  'link', // an address of its own, of a picture or a registration file
];

const networks = ['aria', 'base', 'bora', 'cela', 'ethereum', 'nemo', 'solana'];
/** Networks of which each provider's profile is read, too. */
const profiled = ['aria'];

describe('the service', () => {
  const service = useDescribedService(directory);
  const { get, rows, allRows } = service;

  it('serves every endpoint of the site as it is described', async () => {
    for (const row of tableOf('Site surface', 'Path', 'Response')) {
      const [, status = '', type = ''] = /^(\d+), `([^`]+)`/.exec(cellOf(row, 'Response')) ?? [];
      const answer = await get(cellOf(row, 'Path'), { method: cellOf(row, 'Method') });
      assert.equal(answer.status, Number(status), cellOf(row, 'Path'));
      assert.equal(answer.headers['content-type']?.split(';')[0], type, cellOf(row, 'Path'));
    }
  });

  it('lists networks with the described fields, then those beyond the interface', async () => {
    const { result } = (await service.read('/api/networks')) as {
      result: { networks: Record<string, unknown>[] };
    };
    assert.deepEqual(Object.keys(result), ['networks']);
    assert.equal(result.networks.length, networks.length);
    for (const network of result.networks) {
      assert.deepEqual(Object.keys(network), [
        ...networkFields.map((row) => cellOf(row, 'Field')),
        'key',
        'caip2',
        'aliases',
        'chains',
      ]);
      for (const row of networkFields)
        assertType(network[cellOf(row, 'Field')], cellOf(row, 'Type'), JSON.stringify(network));
    }
  });

  it('answers rows with the described fields of the result', async () => {
    const answer = (await service.read(rowsOf(networks[0] ?? '', { category: 'apis' }))) as {
      result: Record<string, unknown>;
    };
    const fields = tableOf(`GET ${rowsPath}`, 'Field', 'Type');
    assert.deepEqual(Object.keys(answer), ['result']);
    const found = Object.keys(answer.result).map((key) => `result.${key}`);
    assert.deepEqual(
      found,
      fields.map((row) => cellOf(row, 'Field')),
    );
    for (const row of fields) {
      const name = cellOf(row, 'Field');
      assertType(answer.result[name.replace('result.', '')], cellOf(row, 'Type'), name);
    }
    assert.equal(answer.result.version, 2);
    assert.match(String(answer.result.generatedAt), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('takes the described parameters, and needs only the required one', async () => {
    const given = {
      category: 'apis',
      search: 'a',
      filters: [{ id: 'provider', value: ['Nobody'] }],
      page: 1,
      pageSize: 10,
    };
    const described = tableOf(`GET ${rowsPath}`, 'Name', 'Required');
    const expected = described.map((row) => cellOf(row, 'Name'));
    assert.deepEqual(Object.keys(given), expected);
    for (const row of described) {
      const required = cellOf(row, 'Required').startsWith('yes');
      const { [cellOf(row, 'Name') as keyof typeof given]: _, ...others } = given;
      const answer = await get(rowsOf(networks[0] ?? '', others));
      assert.equal(answer.status, required ? 400 : 200, `without ${cellOf(row, 'Name')}`);
    }
  });

  // The others have the same columns.
  for (const network of ['aria', 'bora', 'solana']) {
    it(`keeps the contract in every category of ${network}`, async () => {
      for (const category of siteCategories) {
        const first = await rows(network, { category, pageSize: 10 });
        assertColumns(first.columnsMeta, ownCellTypes);
        assertPagination(first);
        const all = await allRows(network, { category });
        assert.equal(all.length, first.pagination.totalOffers, category);
        await assertRows(all, { network, category, columns: first.columnsMeta });
      }
    });
  }

  for (const network of profiled) {
    it(`describes every facet, provider and profile of ${network}`, async () => {
      const base = `/networks/${network}/api/infrastructure-providers`;
      for (const category of siteCategories)
        await service.read(`${base}/facets?category=${category}`);
      const { result } = (await service.read(`${base}/providers`)) as {
        result: { providers: { slug: string }[] };
      };
      assert.ok(result.providers.length > 0);
      for (const { slug } of result.providers) await service.read(`${base}/providers/${slug}`);
    });
  }

  async function assertRows(
    all: RowsResult['rows'],
    {
      network,
      category,
      columns,
    }: { network: string; category: string; columns: RowsResult['columnsMeta'] },
  ): Promise<void> {
    const definitions = service.service().holder.current?.catalog.columnsOf(category) ?? [];
    const used = new Map(
      definitions.map((column) => [column.key, column.categories.includes(category)]),
    );
    const keys = ['network', ...columns.map(({ key }) => key)];
    for (const row of all) {
      assert.deepEqual(Object.keys(row), keys, 'the network, then every column in its order');
      assert.equal(row.network, network);
      assertRow(row, (key) => used.get(key) === true);
      for (const cell of [row.actionButtons ?? []].flat())
        assert.ok(isActionButton(String(cell)), `${row.slug}: ${cell}`);
    }
    await service.schemas().checkRows(`/networks/${network}`, category, all);
  }
});

function assertPagination({ pagination, rows }: RowsResult): void {
  const wanted = paginationFields.map((row) => cellOf(row, 'Field'));
  assert.deepEqual(Object.keys(pagination), wanted);
  for (const row of paginationFields) {
    assertType(
      pagination[cellOf(row, 'Field') as keyof typeof pagination],
      cellOf(row, 'Type'),
      cellOf(row, 'Field'),
    );
  }
  assert.equal(pagination.mode, 'group');
  assert.equal(pagination.totalPages, Math.ceil(pagination.totalProviders / pagination.pageSize));
  const providers = new Set(rows.map(({ provider }) => provider));
  assert.equal(
    providers.size,
    Math.min(pagination.pageSize, pagination.totalProviders),
    'a page is a group of providers',
  );
}
