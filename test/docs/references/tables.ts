/** docs/reference/tables.md: the columns of all tables, as `columns.parquet` of a build of `sources/` describes them. */
import path from 'node:path';
import type { Query } from '../../support/documents.ts';

const tables = [
  'application',
  'categories',
  'changes',
  'columns',
  'networks',
  'probes',
  'providers',
  'sets',
  'units',
  'words',
];

export async function formatTables(query: Query): Promise<string> {
  const definitions = await Promise.all(tables.map((table) => formatDefinitions(query, table)));
  return [
    '# Columns of the tables',
    '',
    'For analysts and developers who need the meaning of a column: every Parquet file of a snapshot with its columns. `npm run references` writes this page from `columns.parquet` of a build of',
    '`sources/`. [The snapshot](../snapshot.md) explains how the tables belong together.',
    '',
    '## rows/&lt;category&gt;.parquet',
    '',
    '`offers.parquet` has all of these columns, and `category`. Left out below are the numbers that the pipeline reads from the text of another column',
    '([companions](../snapshot.md#numbers-beside-texts)).',
    '',
    ...(await formatRowColumns(query)),
    '',
    ...definitions.flat(),
  ].join('\n');
}

async function formatRowColumns(query: Query): Promise<string[]> {
  const [{ count } = {}] = await query("SELECT count(*)::INTEGER AS count FROM 'build/current/categories.parquet'");
  const columns = await query(
    `SELECT key, type, description, list_filter(files, lambda file: starts_with(file, 'rows/')) AS rows
     FROM 'build/current/columns.parquet' WHERE len(rows) > 0 AND kind <> 'companion' ORDER BY kind = 'fixed' DESC`,
  );
  const lines = columns.map(({ key, type, description, rows }) => {
    const categories = (rows as string[]).map((file) => path.basename(file, '.parquet'));
    const used = categories.length === count ? 'all' : categories.join(', ');
    return `| \`${key}\` | ${type} | ${used} | ${description ?? ''} |`;
  });
  return ['| column | type | categories | meaning |', '|---|---|---|---|', ...lines];
}

async function formatDefinitions(query: Query, table: string): Promise<string[]> {
  const columns = await query(
    `SELECT key, type, description FROM 'build/current/columns.parquet' WHERE list_contains(files, '${table}.parquet')`,
  );
  const lines = columns.map(({ key, type, description }) => `| \`${key}\` | ${type} | ${description} |`);
  return [`## ${table}.parquet`, '', '| column | type | meaning |', '|---|---|---|', ...lines, ''];
}
