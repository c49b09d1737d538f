/** The documents' SQL queries and the tables of docs/snapshot.md, compared with a build of `sources/`. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertDocument, listDocuments, type Query, queryOwnSources, readDocument } from '../support/documents.ts';
import { afterAll } from '../support/temporary-folder.ts';

const cleanUp = afterAll();
const file = 'docs/snapshot.md';
const marker = /(<!-- begin generated tables -->\n).*(<!-- end generated tables -->)/s;

/** Columns that are not in the dictionary. */
const sourceColumns: Readonly<Record<string, string>> = {
  network: 'Network key.',
  sourceFile: 'File of the listing.',
  sourceLine: 'Line of the listing.',
  offerSlug: 'Slug of the offer that the listing refers to, null without one.',
  offerFile: 'File of the offer, null without one.',
  offerLine: 'Line of the offer, null without one.',
  overrides: 'Columns that the listing states itself instead of taking them from its offer.',
};

/** Types by column name. */
async function readTypes(query: Query, table: string): Promise<Map<string, string>> {
  const columns = await query(`DESCRIBE SELECT * FROM 'build/current/${table}.parquet'`);
  return new Map(columns.map((column) => [String(column.column_name), String(column.column_type)]));
}

async function formatRowColumns(query: Query): Promise<string[]> {
  const tables = new Map<string, Map<string, string>>();
  for (const { key } of await query("SELECT key FROM 'build/current/categories.parquet'")) {
    tables.set(String(key), await readTypes(query, `rows/${key}`));
  }
  const types = new Map([...tables.values()].flatMap((table) => [...table]));
  const format = (names: readonly string[], meaning: string): string => {
    const categories = [...tables].filter(([, table]) => names.every((name) => table.has(name))).map(([key]) => key);
    const used = categories.length === tables.size ? 'all' : categories.join(', ');
    const [type = ''] = names.map((name) => types.get(name));
    for (const name of names) assert.ok(types.delete(name), `no table has the column ${name}`);
    return `| ${names.map((name) => `\`${name}\``).join(', ')} | ${type} | ${used} | ${meaning} |`;
  };
  const dictionary = await query("SELECT key, description FROM 'build/current/columns.parquet'");
  const lines = dictionary.map(({ key, description }) => {
    return format([String(key)], String(description ?? ''));
  });
  const others = Object.entries(sourceColumns).map(([name, meaning]) => format([name], meaning));
  assert.deepEqual([...types.keys()], [], 'columns that no line describes');
  return ['| column | type | categories | meaning |', '|---|---|---|---|', ...others, ...lines];
}

async function formatDefinitions(query: Query, table: string): Promise<string[]> {
  const columns = [...(await readTypes(query, table))].map(([name, type]) => `| \`${name}\` | ${type} |`);
  return [`### ${table}.parquet`, '', '| column | type |', '|---|---|', ...columns, ''];
}

async function readQueries(file: string): Promise<string[]> {
  return [...(await readDocument(file)).matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) => sql);
}

describe('a build of the sources', () => {
  let query: Query;
  before(async () => {
    query = await queryOwnSources(cleanUp);
  });

  it('has the tables that docs/snapshot.md describes', async () => {
    const lines = ['### rows/&lt;category&gt;.parquet', '', ...(await formatRowColumns(query)), ''];
    for (const table of ['categories', 'changes', 'columns', 'networks', 'providers', 'sets']) {
      lines.push(...(await formatDefinitions(query, table)));
    }
    const text = await readDocument(file);
    assert.match(text, marker);
    await assertDocument(
      file,
      text.replace(marker, (_, begin, end) => `${begin}\n${lines.join('\n')}\n${end}`),
    );
  });

  it('answers every SQL query of the documents as printed', async () => {
    const queries = (await Promise.all((await listDocuments()).map(readQueries))).flat();
    assert.ok(queries.length >= 4);
    // The first snapshot of a folder has no changes.
    for (const sql of queries) assert.ok((await query(sql)).length > 0 || sql.includes('changes.parquet'), sql);
  });

  it('answers the third query with the columns that hold something, and no other', async () => {
    const [, , columns = ''] = await readQueries('docs/snapshot.md');
    const listed = (await query(columns)).map(({ key }) => String(key));
    const defined = await query(
      "SELECT key FROM 'build/current/columns.parquet' WHERE list_contains(categories, 'wallets')",
    );
    const counts = await query("SELECT count(COLUMNS(*)) FROM 'build/current/rows/wallets.parquet'");
    const filled = defined.map(({ key }) => String(key)).filter((key) => Number(counts[0]?.[key]) > 0);
    assert.deepEqual(listed.toSorted(), filled.toSorted());
  });
});
