/** Example queries of the SQL page: those of docs/analysts.md that the tables answer, or own ones. */
import { readText } from '../../common/read-bounded.ts';
import { isMoney, numberKeys } from '../../model/columns.ts';
import { describeTables } from '../../model/tables.ts';
import { worded } from '../../model/terms.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** A question of docs/analysts.md. */
export interface SqlQuestion {
  readonly key: string;
  readonly title: string;
  readonly sql: string;
}

const maxDocumentBytes = 1_000_000;

/** The questions of the document, whose SQL runs on every engine. */
export async function readQuestions(document: string): Promise<SqlQuestion[]> {
  const text = await readText(document, maxDocumentBytes);
  // bounded: docs/analysts.md, at most 1,000,000 characters
  const blocks = text.matchAll(/^([^\n]+\?)\n\n```sql question:(\w+)\n([^`]*)```$/gm);
  return Array.from(blocks, ([, title = '', key = '', sql = '']) => ({
    key,
    title,
    sql: sql.trim(),
  }));
}

/** Questions for any directory, in its words: their titles in the document are those of ours. */
export const titles: ReadonlyMap<string, string> = new Map([
  ['named', 'Which share of the rows of each category names its {{network}}?'],
  ['spread', '{{On}} how many {{networks}} is each category, and how many providers offer it?'],
  ['breadth', 'Which providers have offers in most categories?'],
]);

/** Those that the tables answer; a directory that lacks what the first asks for has its own first. */
export function questionsFor(
  documented: readonly SqlQuestion[],
  snapshot: Snapshot,
): readonly SqlQuestion[] {
  const names = namesOf(snapshot);
  const answered = documented.filter((question) => isAnswered(question, names, snapshot));
  if (answered[0] === documented[0]) return answered;
  const general = answered.flatMap((question) => {
    const title = titles.get(question.key);
    return title === undefined ? [] : [{ ...question, title: worded(title, snapshot.catalog) }];
  });
  return [...ownQuestions(snapshot), ...general];
}

/** Names of tables and columns that queries may use. */
function namesOf({ catalog }: Snapshot): ReadonlySet<string> {
  const { categories, columns } = catalog;
  const tables = describeTables({ categories, columns: [...columns.values()] }, catalog);
  const parts = tables.map(({ path }) => path.replace(/^.*\/|\.parquet$/g, ''));
  const keys = tables.flatMap((table) => table.columns.map(({ key }) => key));
  return new Set(['offers', ...parts, ...keys]);
}

/** Words that begin with a small letter are names: of tables, columns, functions and results. */
function isAnswered(
  { sql }: SqlQuestion,
  names: ReadonlySet<string>,
  { catalog }: Snapshot,
): boolean {
  const [provider] = Array.from(sql.matchAll(/\bprovider = '([^']*)'/g), ([, name = '']) => name);
  if (provider !== undefined && !catalog.providers.has(provider)) return false;
  const code = sql.replace(/--.*$|'[^']*'/gm, '');
  const results = new Set(Array.from(code.matchAll(/\bAS ([a-z]\w*)/g), ([, name]) => name));
  return Array.from(code.matchAll(/(?<!\w)([a-z]\w*)(\()?/g)).every(
    ([, name = '', call]) => call !== undefined || results.has(name) || names.has(name),
  );
}

/** Of the category with most rows: where most of its offers are, and the lowest price. */
function ownQuestions({ catalog, manifest }: Snapshot): SqlQuestion[] {
  const { site } = manifest.metrics;
  const [most] = site.categories.toSorted((a, b) => b.count - a.count);
  if (most === undefined) return [];
  const { key: table } = most;
  const label = catalog.categoryLabel(table);
  const { networks } = catalog.terms;
  const price = catalog.usedColumnsOf(table).find(isMoney);
  const [least] = price === undefined ? [] : numberKeys(price.key);
  return [
    {
      key: 'offers',
      title: `Which ${networks} have the most offers of ${label}, and from how many providers?`,
      sql: `-- counts offers
SELECT network, count(DISTINCT coalesce(offerSlug, slug)) AS offers, count(DISTINCT provider) AS providers
FROM ${table}
GROUP BY network ORDER BY offers DESC, network`,
    },
    ...(price === undefined
      ? []
      : [
          {
            key: 'lowest',
            title: `Which offers of ${label} have the lowest price: ${price.label}?`,
            sql: `-- compares listings
SELECT provider, slug, network, ${price.key}
FROM ${table}
WHERE ${least} IS NOT NULL
ORDER BY ${least}, provider, slug LIMIT 10`,
          },
        ]),
  ];
}
