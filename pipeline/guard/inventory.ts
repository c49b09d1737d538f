/** What a guard counts of a version of the sources: lines by table, networks and rows. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import type { Values } from '../../model/rows.ts';
import { isListedEverywhere, listingSlug, type RowState } from '../diff/state.ts';
import { type Place, type Row, type Sources, sourcePaths } from '../sources.ts';

/** A line with its own cells. One that inherits its cells has few. */
export interface GuardedLine {
  readonly values: Values;
  /** Null if unknown. */
  readonly line: number | null;
}

/** Lines of a table, by slug. */
export type GuardedLines = ReadonlyMap<string, GuardedLine>;

export interface Inventory {
  /** By path of the table: providers, offers and listings. */
  readonly tables: ReadonlyMap<string, GuardedLines>;
  /** Networks with a folder, or with listings of their own. */
  readonly networks: ReadonlySet<string>;
}

/** Counts lines as they are written, so that a missing offer loses no listing. */
export function inventoryOfSources({
  providers,
  offers,
  listings,
}: Pick<Sources, 'providers' | 'offers' | 'listings'>): Inventory {
  const tables = new Tables();
  for (const { value, line } of providers) tables.add(sourcePaths.providers, value.slug, { values: value, line });
  for (const { source, cells } of offers)
    tables.add(source.file, String(cells.values.slug ?? ''), lineOf(source, cells));
  const networks = new Set<string>();
  for (const { source, cells, network } of listings) {
    if (network !== null) networks.add(network);
    const slug = cells.values.slug ?? (cells.reference.kind === 'offer' ? cells.reference.slug : '');
    tables.add(source.file, String(slug), lineOf(source, cells));
  }
  return { tables: tables.byFile, networks };
}

/** Lines as rows show them: of a snapshot, or of sources that are compared with one. */
export function inventoryOfRows(
  { offers, networks }: RowState,
  providers: Iterable<{ readonly value: Values; readonly line: number | null }>,
): Inventory {
  const tables = new Tables();
  for (const { value, line } of providers)
    tables.add(sourcePaths.providers, String(value.slug), { values: value, line });
  for (const [category, book] of offers)
    for (const [slug, { source, cells }] of book) tables.add(sourcePaths.offers(category), slug, lineOf(source, cells));
  const seen = new Set<Place>();
  for (const row of networks.flatMap((network) => network.rows)) {
    if (seen.has(row.source)) continue;
    // A listing of all networks is one line.
    if (isListedEverywhere(row)) seen.add(row.source);
    tables.add(row.source.file, listingSlug(row), lineOf(row.source, { values: ownCells(row) }));
  }
  return { tables: tables.byFile, networks: new Set(networks.map(({ key }) => key)) };
}

function lineOf({ line }: Place, { values }: { readonly values: Values }): GuardedLine {
  return { values, line };
}

class Tables {
  readonly byFile = new Map<string, Map<string, GuardedLine>>();

  add(file: string, slug: string, line: GuardedLine): void {
    getOrInsert(this.byFile, file, () => new Map<string, GuardedLine>()).set(slug, line);
  }
}

/** Cells that the listing states itself, with its reference as it is written. */
function ownCells({ content: { values, offerSlug, overrides } }: Row): Values {
  if (offerSlug === null) return values;
  const own = Object.fromEntries(overrides.map((column) => [column, values[column] ?? null]));
  return { ...own, offer: `!offer:${offerSlug}` };
}

/** Providers of a snapshot, whose lines are those of older sources. */
export function withoutLines(providers: readonly Values[]) {
  return providers.map((value) => ({ value, line: null }));
}
