/** The test oracle of offers over all networks: rows of all networks, joined to offers in plain JavaScript. */
import type { FlatRow } from './expected-rows.ts';
import { matchingRows, type NaiveTable, type Question } from './interface-naive.ts';

export interface NaiveOffer {
  readonly provider: unknown;
  readonly slug: string;
  /** Rows that match, of all networks. */
  readonly rows: readonly FlatRow[];
  /** All rows of the offer. */
  readonly all: readonly FlatRow[];
}

/** One row of each content: prices are compared among them. `tables`: of one category, of all networks. */
export function contentsTable(tables: readonly NaiveTable[]): NaiveTable {
  const [{ category, columns, named } = { category: '', columns: [], named: { words: [], network: [] } }] = tables;
  const rows = tables.flatMap((table) => table.rows);
  return {
    network: '',
    category,
    columns,
    named: { ...named, network: [] },
    rows: [...new Map(rows.map((row) => [contentOf(row), row])).values()],
  };
}

/** The cells of a row and its offer, without its place. */
function contentOf(row: FlatRow): string {
  return JSON.stringify({ ...row, network: null, sourceFile: null, sourceLine: null, offerLine: null });
}

/** Offers of one category with a row that matches on one of the networks. `tables`: of that category, of all networks. */
export function naiveOffers(
  tables: readonly NaiveTable[],
  question: Question,
  networks: readonly string[],
): ReadonlyMap<string, NaiveOffer> {
  const all = groupRows(tables.flatMap(({ rows }) => rows));
  const matching = new Set(matchingRows(contentsTable(tables), question).map(contentOf));
  const asked = tables.filter(({ network }) => networks.length === 0 || networks.includes(network));
  const found = groupRows(asked.flatMap(({ rows }) => rows.filter((row) => matching.has(contentOf(row)))));
  return new Map(
    [...found].map(([id, rows]) => {
      const [{ provider } = {}] = rows;
      return [id, { provider, slug: id.split('\n')[1] ?? '', rows, all: all.get(id) ?? [] }];
    }),
  );
}

function groupRows(rows: readonly FlatRow[]): Map<string, FlatRow[]> {
  const groups = new Map<string, FlatRow[]>();
  for (const row of rows) {
    const group = groups.get(idOf(row));
    if (group) group.push(row);
    else groups.set(idOf(row), [row]);
  }
  return groups;
}

/** Provider and slug of the offer that a row belongs to. */
export function idOf(row: FlatRow): string {
  return `${row.provider}\n${row.offerSlug ?? listingSlug(row)}`;
}

/** A copy of a listing of all networks has its chain at the end of its slug. */
function listingSlug({ slug, chain, sourceFile }: FlatRow): string {
  const isCopy = String(sourceFile).startsWith('listings/all-networks/') && chain !== null;
  return isCopy ? String(slug).slice(0, -`-${chain}`.length) : String(slug);
}

/** Chains of rows, most frequent first. */
export function chainsOf(rows: readonly FlatRow[]): string[] {
  const counts = new Map<string, number>();
  for (const { chain } of rows) {
    if (typeof chain === 'string') counts.set(chain, (counts.get(chain) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1)).map(([chain]) => chain);
}

/** Public columns in which the rows differ, but slug and chain. */
export function varyingKeys({ columns }: NaiveTable, rows: readonly FlatRow[]): string[] {
  const keys = columns.map(({ key }) => key).filter((key) => key !== 'slug' && key !== 'chain');
  return keys.filter((key) => new Set(rows.map((row) => JSON.stringify(row[key] ?? null))).size > 1);
}
