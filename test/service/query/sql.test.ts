import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseListQuery } from '../../../service/api/lists.ts';
import { ask } from '../../../service/query/ask.ts';
import { MatchedRows } from '../../../service/query/matched-rows.ts';
import { buildRowsSql, type Question } from '../../../service/query/sql.ts';
import { directory } from '../../support/directory.ts';
import { someCatalog } from '../../support/service-columns.ts';
import { queryOf, type RowsParameters } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';

function statementOf(parameters: RowsParameters, question: Partial<Question> = {}) {
  const { filters, sorting } = parseListQuery(
    queryOf({ category: 'apis', ...parameters }),
    someCatalog,
  );
  return buildRowsSql({
    network: 7,
    networks: [],
    categories: [2],
    terms: [],
    filters,
    sorting,
    pricesOf: () => undefined,
    conversionsOf: () => [],
    rowsOf: () => [],
    orderOf: () => [],
    ...question,
  });
}

describe('buildRowsSql', () => {
  const sorting = [
    { id: 'accessPrice', desc: false },
    { id: 'regions', desc: true },
    { id: 'trial', desc: true },
  ];
  const listing = 'get_bit(_networks, $1::INTEGER) = 1 AND _category = $2::INTEGER';

  it('sorts by every kind, nulls last, then by the default order', () => {
    assert.deepEqual(statementOf({ sorting }), {
      sql:
        'SELECT _id FROM rows WHERE get_bit(_networks, 7::INTEGER) = 1 AND _category = 2::INTEGER ' +
        'ORDER BY "accessPriceFirst" ASC NULLS LAST, len("regions") DESC NULLS LAST, "trial" DESC NULLS LAST, _id',
      values: [],
    });
  });

  it('has values of the snapshot as text only if a request has none', () => {
    const prices = { id: 'accessPrice', value: ['1', '2'] };
    const { sql, values } = statementOf({ filters: [prices] });
    assert.ok(sql.includes(listing), sql);
    assert.deepEqual(values, [7, 2, 1, 2]);
    const groups = ["it's/month", '/once'].map((id) => ({
      id,
      currency: null,
      unit: null,
      count: 1,
    }));
    const [main] = groups;
    assert.ok(main);
    const sorted = statementOf(
      { sorting: sorting.slice(0, 1) },
      { scope: 'network', pricesOf: () => ({ groups, main }) },
    );
    assert.ok(
      sorted.sql.includes("list_position(['it''s/month', '/once'], \"_accessPriceGroup\")"),
      sorted.sql,
    );
    assert.ok(sorted.sql.includes("_scope = 'network'"), sorted.sql);
    assert.deepEqual(sorted.values, []);
  });
});

describe('MatchedRows', () => {
  it('are closest that miss fewest filters, and of equal choices the one with most rows', () => {
    const question = { filters: [{}, {}, {}], terms: [] } as unknown as Question;
    const closest = (...missed: number[]) =>
      new MatchedRows([...missed.keys()], missed, question).closest();
    assert.deepEqual(closest(1, 2, 2, 3, 3, 3).ids, [1, 2]);
    assert.deepEqual(closest(2, 2, 1).ids, [0, 1]);
    const { ids, missed } = closest(7, 6, 7);
    assert.deepEqual([ids, [0, 1, 2].map(missed)], [[1], [false, true, true]]);
  });
});

describe('ask', () => {
  const { built, service } = useService(directory);

  async function slugsOf(parameters: RowsParameters): Promise<string[]> {
    const snapshot = service().holder.current;
    assert.ok(snapshot);
    const query = parseListQuery(queryOf({ category: 'apis', ...parameters }), snapshot.catalog);
    const { ids } = await ask(snapshot, 'aria', query);
    return ids.map((id) => String(built().checked.resolved.contents[id]?.values.slug));
  }

  it('reads a value with a NUL or half a surrogate pair as it is', async () => {
    for (const value of ['zephyr\u0000x', 'zephyr\ud800']) {
      assert.deepEqual(await slugsOf({ filters: [{ id: 'provider', value: [value] }] }), []);
    }
  });
});

describe('ask about columns with names of SQL', () => {
  const names = ['rowid', 'rows', 'item', 'select'];
  const cells = ',,,searchableMultiSelect,string,,,string,,,true,,"[""apis""]",,false,';
  const columns = `${directory['meta/columns.csv']}${names.map((name) => `${name},A name${cells}\n`).join('')}`;
  const { service } = useService({ ...directory, 'meta/columns.csv': columns });

  it('filters and sorts by each', async () => {
    const snapshot = service().holder.current;
    assert.ok(snapshot);
    for (const id of names) {
      const asked = {
        category: 'apis',
        filters: [{ id, value: ['x'] }],
        sorting: [{ id, desc: true }],
      };
      const { ids } = await ask(snapshot, 'aria', parseListQuery(queryOf(asked), snapshot.catalog));
      assert.deepEqual(ids, []);
    }
  });
});
