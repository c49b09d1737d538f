import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { quoteName } from '../../../common/sql.ts';
import { parseRowsQuery } from '../../../service/query/params.ts';
import { findMatches } from '../../../service/query/rows.ts';
import { buildOrderSql } from '../../../service/query/sql.ts';
import { makeColumn, someCatalog } from '../../support/service-columns.ts';
import { queryOf, type RowsParameters } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';

function statementOf(contents: readonly number[] | null, parameters: RowsParameters) {
  const query = parseRowsQuery(queryOf({ category: 'apis', ...parameters }), someCatalog);
  return buildOrderSql({ table: 'contents_1', contents, prices: new Map() }, query.sorting);
}

describe('buildOrderSql', () => {
  const sorting = [
    { id: 'accessPrice', desc: false },
    { id: 'regions', desc: true },
    { id: 'trial', desc: true },
  ];

  it('sorts by every kind, nulls last, then by the default order', () => {
    assert.deepEqual(statementOf([7, 9], { sorting }), {
      sql:
        'SELECT _content FROM "contents_1" WHERE _content IN (SELECT unnest(string_split($1, $2)::INTEGER[])) ' +
        'ORDER BY "accessPriceMin" ASC NULLS LAST, "regions" DESC NULLS LAST, "trial" DESC NULLS LAST, _content',
      values: ['7,9', ','],
    });
  });

  it('sorts all contents of a category', () => {
    const sql = 'SELECT _content FROM "contents_1" ORDER BY "provider" DESC NULLS LAST, _content';
    assert.deepEqual(statementOf(null, { sorting: [{ id: 'provider', desc: true }] }), { sql, values: [] });
  });

  it('puts no text of a request into the statement', () => {
    const filters = [{ id: 'provider', value: [`"); DROP TABLE memberships; --`] }];
    const asked = { search: `x' OR '1'='1`, filters, sorting };
    assert.deepEqual(statementOf([7], asked), statementOf([7], { sorting }));
  });
});

describe('quoteName', () => {
  it('keeps a name a name', () => {
    assert.equal(quoteName('provider'), '"provider"');
    assert.equal(quoteName('a" OR "1'), '"a"" OR ""1"');
  });
});

describe('findMatches', () => {
  const { built, service } = useService({ tree: tinyTree });

  async function slugsOf(parameters: RowsParameters): Promise<string[]> {
    const snapshot = service().holder.current;
    assert.ok(snapshot);
    const query = parseRowsQuery(queryOf({ category: 'apis', ...parameters }), snapshot.catalog);
    const contents = await findMatches(snapshot, 'aria', query, query.sorting);
    return contents.map((id) => String(built().checked.resolved.contents[id]?.values.slug));
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
      'zephyr-mainnet',
      'zephyr-testnet',
      'eclair-mainnet',
    ]);
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
    assert.deepEqual(await findMatches(snapshot, 'aria', selection), []);
    assert.deepEqual(await findMatches(snapshot, 'aria', { ...selection, terms: ['free'] }), []);
  });

  it('reads a value with a NUL or half a surrogate pair as it is', async () => {
    for (const value of ['zephyr\u0000x', 'zephyr\ud800']) {
      assert.deepEqual(await slugsOf({ filters: [{ id: 'provider', value: [value] }] }), []);
    }
  });

  it('keeps names apart that need quoting', () => {
    const column = makeColumn('a"b', { sorting: 'string' });
    const { sql } = buildOrderSql({ table: 'x"y', contents: null, prices: new Map() }, [{ column, desc: false }]);
    assert.ok(sql.includes('"x""y"') && sql.includes('"a""b"'), sql);
  });
});
