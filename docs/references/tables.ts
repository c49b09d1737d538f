/** docs/reference/tables.md: the columns of all tables, as a build describes them. */
import type { Query } from '../../test/support/documents.ts';

/** From the directory to its details, as pages do. */
const definitions = [
  'networks',
  'chains',
  'categories',
  'columns',
  'providers',
  'changes',
  'probes',
  'benchmarks',
];
const helpers = ['quotations', 'sets', 'words', 'units', 'application'];

export async function formatTables(query: Query): Promise<string> {
  const tables = [...definitions, ...helpers].map(async (table) => [
    `## ${table}.parquet`,
    '',
    ...formatColumns(await columnsOf(query, `${table}.parquet`)),
    '',
  ]);
  return [
    '# Columns of the tables',
    '',
    'For analysts and developers who need the meaning of a column: every Parquet file of a snapshot with its columns. `npm run references` writes this page from `columns.parquet` of a build of',
    '`sources/`. [The snapshot](../snapshot.md) explains how the tables belong together.',
    '',
    '## rows/&lt;category&gt;.parquet',
    '',
    'Every row has the columns of this table and of the next one. Read together by the names of their columns, the files are the table of everything. Left out below are the numbers that the pipeline reads',
    'from the text of another column ([companions](../snapshot.md#numbers-beside-texts)).',
    '',
    ...formatColumns(
      (await columnsOf(query, 'rows/apis.parquet')).filter(({ kind }) => kind === 'fixed'),
    ),
    '',
    ...(await formatCategories(query)),
    ...(await Promise.all(tables)).flat(),
  ].join('\n');
}

/** What editors define in `meta/`: a test of the code does not compare it. */
export function withoutCategories(text: string): string {
  return text.replace(/(?<=\n)## Columns of all categories\n.*?(?=## networks\.parquet\n)/s, '');
}

interface Column {
  readonly key: string;
  readonly type: string;
  readonly kind: string;
  readonly core: boolean;
  readonly description: string;
  readonly categories: readonly string[];
}

/** In the order of the file. */
async function columnsOf(query: Query, file: string): Promise<Column[]> {
  const described = (await query(
    `SELECT key, type, kind, core, description, categories FROM 'build/current/columns.parquet' WHERE list_contains(files, '${file}')`,
  )) as unknown as Column[];
  const places = (await query(`DESCRIBE FROM 'build/current/${file}'`)).map(
    (column) => column.column_name,
  );
  return described.toSorted((a, b) => places.indexOf(a.key) - places.indexOf(b.key));
}

function formatColumns(columns: readonly Column[]): string[] {
  const lines = columns.map(
    ({ key, type, description }) => `| \`${key}\` | ${type} | ${description} |`,
  );
  return ['| column | type | meaning |', '|---|---|---|', ...lines];
}

/**
 * The columns that all rows have, with the categories that use them, then those of each category in
 * the order of pages.
 */
async function formatCategories(query: Query): Promise<string[]> {
  const categories = await query("SELECT key, label FROM 'build/current/categories.parquet'");
  const keys = categories.map(({ key }) => String(key));
  const core = (await columnsOf(query, 'rows/apis.parquet')).filter(
    (column) => column.core && column.kind === 'defined',
  );
  const lines = core.map(({ key, type, description, categories: users }) => {
    const others = keys.filter((category) => !users.includes(category));
    const most = others.length === 0 ? 'all' : `all but ${others.join(', ')}`;
    const used =
      others.length < 4 ? most : keys.filter((category) => users.includes(category)).join(', ');
    return `| \`${key}\` | ${type} | ${used} | ${description} |`;
  });
  const sections = categories.map(async ({ key, label }) => {
    const columns = await columnsOf(query, `rows/${key}.parquet`);
    const own = columns.filter(
      ({ core, kind, type }) => (!core && kind === 'defined') || type === 'DATE',
    );
    const table = own.length === 0 ? ['No others.'] : formatColumns(own);
    return [`### ${label}: rows/${key}.parquet`, '', ...table, ''];
  });
  return [
    '## Columns of all categories',
    '',
    'A category that does not use a column has null in it.',
    '',
    '| column | type | used in | meaning |',
    '|---|---|---|---|',
    ...lines,
    '',
    '## Columns of a category',
    '',
    ...(await Promise.all(sections)).flat(),
  ];
}
