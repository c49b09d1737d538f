/**
 * SQL and programs of the documents, on the test directory. `npm run engines` runs those that need
 * other engines.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { type Answer, engines } from '../../bench/engines/engines.ts';
import { questionsOf, readRecipes } from '../../bench/engines/recipes.ts';
import { listDocuments, type Query, queryBuild, readDocument } from '../support/documents.ts';
import { useService } from '../support/service-server.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

describe('queries of the documents', () => {
  const { service, built } = useService();
  let query: Query;
  before(async () => {
    query = await queryBuild(path.dirname(built().build));
  });

  it('find rows', async () => {
    const texts = await Promise.all((await listDocuments()).map(readDocument));
    const queries = texts.flatMap((text) =>
      [...text.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) => sql),
    );
    assert.ok(queries.length > 5);
    // The first snapshot of a folder has no changes, and none without readings has probes.
    for (const sql of queries)
      assert.ok((await query(sql)).length > 0 || /\b(?:changes|probes)\.parquet/.test(sql), sql);
  });

  it('find the columns of every file in columns.parquet, and zstd in every file', async () => {
    const files =
      "SELECT DISTINCT unnest(files) AS path FROM 'build/current/columns.parquet' ORDER BY path";
    const described = (await query(files)).map((row) => String(row.path));
    const listed =
      "SELECT unnest(files).path AS path FROM 'build/current/manifest.json' ORDER BY path";
    const tables = (await query(listed))
      .map((row) => String(row.path))
      .filter((file) => file.endsWith('.parquet'));
    assert.deepEqual(described, tables);
    for (const file of tables) {
      const meant = `SELECT key AS column_name, type AS column_type FROM 'build/current/columns.parquet' WHERE list_contains(files, '${file}')`;
      const names = (columns: readonly Record<string, unknown>[]) =>
        columns.map((column) => `${column.column_name} ${column.column_type}`).toSorted();
      assert.deepEqual(
        names(await query(meant)),
        names(await query(`DESCRIBE FROM 'build/current/${file}'`)),
        file,
      );
    }
    const compression =
      "SELECT DISTINCT compression FROM parquet_metadata('build/current/**/*.parquet')";
    assert.deepEqual(await query(compression), [{ compression: 'ZSTD' }]);
  });

  it('of docs/analysts.md are answered the same by DuckDB and hyparquet, from files and over HTTP', async (t) => {
    const recipes = await readRecipes();
    const questions = [...questionsOf(recipes).keys()];
    const functions = (recipes.get('answers') ?? '').matchAll(
      /^export async function (\w+)\(read\)/gm,
    );
    const found = [...functions].map(([, name]) => name);
    assert.deepEqual(found, questions);
    const folder = await makeTemporaryFolder(t);
    const { manifest } = service().holder.current ?? {};
    const snapshot = path.join(built().build, 'current');
    const place = { snapshot, address: `${service().url}/snapshots/${manifest?.id}` };
    const expected = new Map<string, Answer>();
    const own = engines.filter(({ packages }) => packages.length === 0);
    assert.equal(own.length, 3);
    for (const engine of own) {
      const { answer } = await engine.open({ recipes, place, folder }, engine.recipe);
      for (const question of questions) {
        const rows = await answer(question);
        assert.ok(rows.length > 0, `${engine.name}: ${question}`);
        assert.deepEqual(rows, expected.get(question) ?? rows, `${engine.name}: ${question}`);
        expected.set(question, rows);
      }
    }
  });
});
