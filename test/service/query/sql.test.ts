import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { quoteName } from '../../../common/sql.ts';
import { parseListQuery } from '../../../service/api/lists.ts';
import { ask, askIn } from '../../../service/query/ask.ts';
import { buildRowsSql, type Question } from '../../../service/query/sql.ts';
import { directory } from '../../support/directory.ts';
import { makeColumn, someCatalog } from '../../support/service-columns.ts';
import { queryOf, type RowsParameters } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';

function statementOf(parameters: RowsParameters, question: Partial<Question> = {}) {
  const { filters, sorting } = parseListQuery(queryOf({ category: 'apis', ...parameters }), someCatalog);
  return buildRowsSql({
    network: 7,
    categories: [2],
    terms: [],
    filters,
    sorting,
    pricesOf: () => undefined,
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
    const groups = ["it's/month", '/once'].map((id) => ({ id, currency: null, unit: null, count: 1 }));
    const [main] = groups;
    assert.ok(main);
    const sorted = statementOf(
      { sorting: sorting.slice(0, 1) },
      { scope: 'network', pricesOf: () => ({ groups, main }) },
    );
    assert.ok(sorted.sql.includes("list_position(['it''s/month', '/once'], \"_accessPriceGroup\")"), sorted.sql);
    assert.ok(sorted.sql.includes("_scope = 'network'"), sorted.sql);
    assert.deepEqual(sorted.values, []);
  });

  it('asks for all networks and several categories, in their order', () => {
    assert.deepEqual(statementOf({}, { network: null, categories: [4, 2] }), {
      sql:
        'SELECT _id FROM rows WHERE list_contains([4, 2]::INTEGER[], _category) ' +
        'ORDER BY list_position([4, 2]::INTEGER[], _category), _id',
      values: [],
    });
    assert.equal(statementOf({}, { network: null, categories: null }).sql, 'SELECT _id FROM rows WHERE true');
  });

  it('asks for each term in the texts or, if it names a category, in the category', () => {
    const terms = [
      { text: 'archive', names: [] },
      { text: 'rpc', names: [2] },
    ];
    const { sql, values } = statementOf({ sorting }, { terms });
    const found = 'contains(_text, $3) AND (contains(_text, $4) OR list_contains($5::INTEGER[], _category))';
    assert.ok(sql.includes(`${listing} AND ${found} ORDER BY`), sql);
    assert.deepEqual(values, [7, 2, 'archive', 'rpc', [2]]);
  });

  it('puts providers whose name has all terms first, unless the list is sorted', () => {
    const terms = ['archive', 'node'].map((text) => ({ text, names: [] }));
    const { sql, values } = statementOf({}, { terms });
    assert.ok(sql.endsWith(' ORDER BY (contains(_provider, $5) AND contains(_provider, $6)) DESC, _id'), sql);
    assert.deepEqual(values, [7, 2, 'archive', 'node', 'archive', 'node']);
    assert.ok(!statementOf({ sorting }, { terms }).sql.includes('_provider'));
  });

  it('returns the filters that a row misses', () => {
    const filters = [
      { id: 'provider', value: ['a'] },
      { id: 'trial', value: ['true'] },
      { id: 'provider', value: ['b'] },
    ];
    const { sql } = statementOf({ filters });
    assert.ok(sql.includes('CASE WHEN "trial" THEN 0 ELSE 2 END'), sql);
  });

  it('puts no text of a request into the statement', () => {
    const text = `x') OR true --`;
    const asked = statementOf(
      { filters: [{ id: 'provider', value: [text] }], sorting },
      { terms: [{ text, names: [] }] },
    );
    assert.equal(asked.sql.includes(text), false);
    assert.deepEqual(asked.values, [7, 2, text, [text.toLowerCase()]]);
  });
});

describe('quoteName', () => {
  it('keeps a name a name', () => {
    assert.equal(quoteName('provider'), '"provider"');
    assert.equal(quoteName('a" OR "1'), '"a"" OR ""1"');
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

  it('finds all rows in the default order', async () => {
    assert.deepEqual(await slugsOf({}), [
      'node-s-mainnet',
      'aardvark-mainnet',
      'alchemy-free-mainnet',
      'alchemy-growth-mainnet',
      'alchemy-growth-testnet',
      'beacon-free-mainnet',
      'beacon-free-testnet',
      'bison-mainnet',
      'lens-mainnet',
      'streamingfast-firehose-self-hosted-mainnet',
      'streamingfast-firehose-self-hosted-testnet',
      'subquery-sdk-self-hosted-mainnet',
      'subquery-sdk-self-hosted-testnet',
      'zephyr-mainnet',
      'zephyr-testnet',
      'eclair-mainnet',
    ]);
  });

  it('finds rows of all categories by category and id', async () => {
    const snapshot = service().holder.current;
    assert.ok(snapshot);
    const { categoryKeys } = snapshot.catalog;
    const { ids } = await askIn(snapshot, null, { categories: categoryKeys, terms: [], filters: [] });
    const inOrder = categoryKeys.flatMap((key) => Array.from(snapshot.rowsOfListing(null, key)).sort((a, b) => a - b));
    assert.deepEqual(ids, inOrder);
    assert.ok(ids.length > 12);
  });

  it('runs every kind of filter at once', async () => {
    const filters = [
      { id: 'provider', value: ['ALCHEMY', 'zephyr'] },
      { id: 'regions', value: ['africa'] },
      { id: 'trial', value: ['1'] },
      { id: 'supportSla', value: ['24/7'] },
      { id: 'accessPrice', value: ['45', ''] },
    ];
    assert.deepEqual(await slugsOf({ filters }), ['alchemy-growth-mainnet']);
  });

  it('runs every kind of sorting at once', async () => {
    const sorting = [
      { id: 'regions', desc: true },
      { id: 'trial', desc: true },
      { id: 'accessPrice', desc: false },
    ];
    assert.deepEqual((await slugsOf({ sorting })).slice(0, 5), [
      'alchemy-growth-mainnet',
      'alchemy-free-mainnet',
      'aardvark-mainnet',
      'node-s-mainnet',
      'eclair-mainnet',
    ]);
  });

  it('finds nothing in a category that the network has no row of', async () => {
    const snapshot = service().holder.current;
    assert.ok(snapshot);
    const selection = { category: 'ramps', terms: [], filters: [] };
    assert.deepEqual((await ask(snapshot, 'aria', selection)).ids, []);
    assert.deepEqual((await ask(snapshot, 'aria', { ...selection, terms: ['free'] })).ids, []);
  });

  it('reads a value with a NUL or half a surrogate pair as it is', async () => {
    for (const value of ['zephyr\u0000x', 'zephyr\ud800']) {
      assert.deepEqual(await slugsOf({ filters: [{ id: 'provider', value: [value] }] }), []);
    }
  });

  it('keeps names apart that need quoting', () => {
    const column = makeColumn('a"b', { sorting: 'string' });
    const { sql } = statementOf({}, { sorting: [{ column, desc: false }] });
    assert.ok(sql.includes('"a""b"'), sql);
  });
});

describe('ask about columns with names of SQL', () => {
  const names = ['rowid', 'rows', 'item', 'select'];
  const cells = ',,,searchableMultiSelect,string,,,string,,true,,"[""apis""]",,false';
  const columns = `${directory['meta/columns.csv']}${names.map((name) => `${name},A name${cells}\n`).join('')}`;
  const { service } = useService({ ...directory, 'meta/columns.csv': columns });

  it('filters and sorts by each', async () => {
    const snapshot = service().holder.current;
    assert.ok(snapshot);
    for (const id of names) {
      const asked = { category: 'apis', filters: [{ id, value: ['x'] }], sorting: [{ id, desc: true }] };
      const { ids } = await ask(snapshot, 'aria', parseListQuery(queryOf(asked), snapshot.catalog));
      assert.deepEqual(ids, []);
    }
  });
});
