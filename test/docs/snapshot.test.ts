/** The documents' SQL queries and columns.parquet, compared with a build of `sources/`. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { listDocuments, type Query, queryOwnSources, readDocument } from '../support/documents.ts';
import { afterAll } from '../support/temporary-folder.ts';

const cleanUp = afterAll();

async function readQueries(file: string): Promise<string[]> {
  return [...(await readDocument(file)).matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) => sql);
}

describe('a build of the sources', () => {
  let query: Query;
  before(async () => {
    query = await queryOwnSources(cleanUp);
  });

  it('describes every column of every Parquet file in columns.parquet, and no other', async () => {
    const files = await query(
      "SELECT file.path AS path FROM (SELECT unnest(files) AS file FROM read_json('build/current/manifest.json')) ORDER BY 1",
    );
    const tables = files.map((each) => String(each.path)).filter((each) => each.endsWith('.parquet'));
    assert.ok(tables.length > 2 * 15);
    for (const table of tables) {
      const physical = await query(`DESCRIBE FROM 'build/current/${table}'`);
      const described = await query(
        `SELECT key, type FROM 'build/current/columns.parquet' WHERE list_contains(files, '${table}')`,
      );
      const lines = (columns: readonly unknown[][]) => columns.map((column) => column.join(' ')).toSorted();
      assert.deepEqual(
        lines(described.map(({ key, type }) => [key, type])),
        lines(physical.map(({ column_name: name, column_type: type }) => [name, type])),
        table,
      );
    }
    const named = await query("SELECT DISTINCT unnest(files) AS path FROM 'build/current/columns.parquet' ORDER BY 1");
    assert.deepEqual(
      named.map((each) => each.path),
      tables,
    );
  });

  it('answers every SQL query of the documents as printed', async () => {
    const queries = (await Promise.all((await listDocuments()).map(readQueries))).flat();
    assert.ok(queries.length >= 4);
    // The first snapshot of a folder has no changes.
    for (const sql of queries) assert.ok((await query(sql)).length > 0 || sql.includes('changes.parquet'), sql);
  });

  it('answers the query for the columns of wallets with those that hold something, and no other', async () => {
    const columns = (await readQueries('docs/snapshot.md')).find((sql) => sql.includes('wallets.parquet')) ?? '';
    const listed = (await query(columns)).map(({ key }) => String(key));
    const defined = await query(
      "SELECT key FROM 'build/current/columns.parquet' WHERE list_contains(categories, 'wallets')",
    );
    const counts = await query("SELECT count(COLUMNS(*)) FROM 'build/current/rows/wallets.parquet'");
    const filled = defined.map(({ key }) => String(key)).filter((key) => Number(counts[0]?.[key]) > 0);
    assert.deepEqual(listed.toSorted(), filled.toSorted());
  });
});
