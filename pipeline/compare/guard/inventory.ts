/** Lines by table, and networks, of a version of the sources: the guard compares two of them. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { groupBy } from '../../../common/group-by.ts';
import type { Values } from '../../../model/rows.ts';
import { type Definition, type Line, linesOf, type Row, type Sources } from '../../sources.ts';
import { lineSlug } from '../line-identity.ts';
import { isListedEverywhere, listingSlug, type RowState } from '../state.ts';

/** Lines of a table, by slug. A line that inherits its cells has few. */
export type GuardedLines = ReadonlyMap<string, Line>;

export interface Inventory {
  /** By path of the table: providers, offers and listings. */
  readonly tables: ReadonlyMap<string, GuardedLines>;
  /** Networks with listings of their own. */
  readonly networks: ReadonlySet<string>;
}

/** Counts lines as they are written, so that a missing offer loses no listing. */
export function inventoryOfSources(
  sources: Pick<Sources, 'providers' | 'offers' | 'listings'>,
): Inventory {
  const networks = new Set(sources.listings.flatMap(({ network }) => network ?? []));
  return { tables: tablesOf(linesOf(sources)), networks };
}

/** Lines as rows show them: of a snapshot, or of sources that are compared with one. */
export function inventoryOfRows(
  { offers, networks }: RowState,
  providers: readonly Definition<Values>[],
): Inventory {
  const ofOffers = [...offers.values()].flatMap((book) =>
    Array.from(book, ([slug, { source, cells }]) => ({
      source,
      cells: { values: { ...cells.values, slug } },
    })),
  );
  // A listing of all networks is one line, that of its first row.
  const listed = new Map<object, Row>();
  for (const row of networks.flatMap(({ rows }) => rows))
    getOrInsert(listed, isListedEverywhere(row) ? row.source : row, () => row);
  const listings = Array.from(listed.values(), lineOf);
  const tables = tablesOf(linesOf({ providers, offers: ofOffers, listings }));
  return { tables, networks: new Set(networks.map(({ key }) => key)) };
}

function tablesOf(lines: readonly Line[]): Map<string, GuardedLines> {
  const files = groupBy(lines, ({ source }) => source.file);
  return new Map(
    Array.from(files, ([file, own]) => [
      file,
      new Map(own.map((line) => [lineSlug(line.cells.values), line])),
    ]),
  );
}

/** Cells that the listing states itself, with its reference as it is written. */
function lineOf(row: Row): Line {
  const { values, offerSlug, overrides } = row.content;
  const stated = offerSlug === null ? Object.keys(values) : overrides;
  const own = Object.fromEntries(stated.map((column) => [column, values[column] ?? null]));
  const reference = offerSlug === null ? {} : { offer: `!offer:${offerSlug}` };
  return {
    source: row.source,
    cells: { values: { ...own, ...reference, slug: listingSlug(row) } },
  };
}

/** Providers of a snapshot: the lines of older sources are never told. */
export function withoutLines(providers: readonly Values[]): Definition<Values>[] {
  return providers.map((value) => ({ value, line: 0 }));
}
