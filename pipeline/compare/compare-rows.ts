/**
 * Compares the rows of two states: the one comparison behind `make diff`, `make watch` and the
 * changes of a snapshot.
 */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { groupBy } from '../../common/group-by.ts';
import { isSameValue, type Value, type Values } from '../../model/rows.ts';
import type { Content, Place, Row } from '../sources.ts';
import type { CauseKind, ChangeKind } from './schema.ts';
import {
  isListedEverywhere,
  listingKey,
  listingSlug,
  offerName,
  presenceKey,
  presenceOf,
  type RowState,
  slugOf,
  sorted,
} from './state.ts';

export interface CellChange {
  readonly column: string;
  readonly before: Value;
  readonly after: Value;
  /** True if the column was added or removed between the two states. */
  readonly columnIsNewOrGone: boolean;
}

export interface RowChange {
  readonly change: ChangeKind;
  readonly network: string;
  /** After the change; before it if the row was removed. */
  readonly row: Row;
  /** The row before; null if it was added or removed. */
  readonly was: Row | null;
  /**
   * Empty for rows that were added or removed, and for those that refer to another offer with the
   * same cells.
   */
  readonly cells: readonly CellChange[];
}

export interface RowComparison
  extends Readonly<Record<'added' | 'removed' | 'changed', readonly RowChange[]>> {
  readonly before: RowState;
  readonly after: RowState;
  /** Rows with the same cells that refer to another offer. */
  readonly referring: readonly RowChange[];
}

export function compareRows(before: RowState, after: RowState): RowComparison {
  const compare = contentComparer();
  const [old, now] = [rowsByNetwork(before), rowsByNetwork(after)];
  const all = sorted(new Set([...old.keys(), ...now.keys()])).flatMap((network) =>
    compareNetwork(network, [old.get(network) ?? [], now.get(network) ?? []], compare),
  );
  const groups = groupBy(all, ({ change, cells }) =>
    change === 'changed' && cells.length === 0 ? 'referring' : change,
  );
  const [added = [], removed = []] = [groups.get('added'), groups.get('removed')];
  const [changed = [], referring = []] = [groups.get('changed'), groups.get('referring')];
  return { before, after, added, removed, changed, referring };
}

/**
 * Matches rows by category and slug. Sources with errors may have a slug twice; such rows are
 * matched in order.
 */
function compareNetwork(
  network: string,
  [rows, others]: readonly [readonly Row[], readonly Row[]],
  compare: ReturnType<typeof contentComparer>,
): RowChange[] {
  if (haveSameCells(rows, others)) return [];
  const waiting = groupBy(rows.toReversed(), rowKey);
  const found = others.flatMap((row): RowChange[] => {
    const was = waiting.get(rowKey(row))?.pop() ?? null;
    const cells = was === null ? [] : compare(was.content, row.content);
    const isSame = cells.length === 0 && was?.content.offerSlug === row.content.offerSlug;
    if (was !== null && isSame) return [];
    return [{ change: was === null ? 'added' : 'changed', network, row, was, cells }];
  });
  const left = [...waiting.values()].flatMap((each) => each.toReversed());
  return [
    ...found,
    ...left.map((row): RowChange => ({ change: 'removed', network, row, was: null, cells: [] })),
  ];
}

function rowsByNetwork({ networks }: RowState): Map<string, readonly Row[]> {
  return new Map(networks.map(({ key, rows }) => [key, rows]));
}

/** True for most networks of two commits: their rows share the cells. */
function haveSameCells(rows: readonly Row[], others: readonly Row[]): boolean {
  const isSame = ({ content }: Row, other: Row | undefined) =>
    content.values === other?.content.values && content.offerSlug === other.content.offerSlug;
  return rows.length === others.length && rows.every((row, at) => isSame(row, others[at]));
}

export function rowKey(row: Row): string {
  return `${row.content.category}\u0000${slugOf(row)}`;
}

/** Finds the cells that differ. Keeps results, because many rows share a content. */
function contentComparer(): (before: Content, after: Content) => readonly CellChange[] {
  const known = new Map<Content, Map<Content, readonly CellChange[]>>();
  return (before, after) => {
    if (before === after) return [];
    const byAfter = getOrInsert(known, before, () => new Map<Content, readonly CellChange[]>());
    return getOrInsert(byAfter, after, () => compareValues(before.values, after.values));
  };
}

/** In the order of the columns. A column that one state does not have is blank there. */
export function compareValues(before: Values, after: Values): CellChange[] {
  if (before === after) return [];
  const columns = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...columns].flatMap((column) => {
    const inBoth = Object.hasOwn(before, column) && Object.hasOwn(after, column);
    const [old, now] = [ownValue(before, column), ownValue(after, column)];
    return isSameValue(old, now)
      ? []
      : [{ column, before: old, after: now, columnIsNewOrGone: !inBoth }];
  });
}

/** A column may have the name of something that every object inherits. */
function ownValue(values: Values, column: string): Value {
  return Object.hasOwn(values, column) ? (values[column] ?? null) : null;
}

export interface Cause {
  /** Rows with the same key form one entry. */
  readonly key: string;
  readonly kind: CauseKind;
  readonly change: ChangeKind;
  readonly name: string;
  readonly category: string | null;
  readonly network: string | null;
  /** Line of the edit for this row; null if there is no single line. */
  readonly place: Place | null;
}

export type Origin = 'offer' | 'listing' | 'column';

/** The edit that changed a row. */
export function causeOf(comparison: RowComparison, row: RowChange): Cause {
  const { key, ...parts } =
    row.was === null ? causeOfWhole(comparison, row) : causeOfCells(comparison, row);
  return {
    category: null,
    network: null,
    place: null,
    ...parts,
    change: row.change,
    key: `${row.change} ${parts.kind} ${key}`,
  };
}

type CauseParts = Pick<Cause, 'kind' | 'name' | 'key'> &
  Partial<Pick<Cause, 'category' | 'network' | 'place'>>;

/** An edited offer has priority: it is one entry, even if some of its listings were edited too. */
function causeOfCells(comparison: RowComparison, changed: RowChange): CauseParts {
  const { row, cells } = changed;
  const origins = new Set(cells.map((cell) => originOf(comparison, changed, cell)));
  if (origins.has('offer') && row.content.offer !== null) return causedByOffer(row);
  const name = cells[0]?.column ?? '';
  if (!origins.has('listing')) return { kind: 'column', name, key: name };
  const { file, line } = row.source;
  return causedByListing(
    row,
    isListedEverywhere(row) ? `${file}:${line}` : `${subjectOf(row)} ${JSON.stringify(cells)}`,
  );
}

/** Of a row that only one state has. */
function causeOfWhole(
  { before, after }: RowComparison,
  { change, network, row }: RowChange,
): CauseParts {
  const { category, offerSlug, values } = row.content;
  const { chains, categories, offers, everywhere } = presenceOf(
    change === 'added' ? before : after,
  );
  const known = chains.get(network);
  if (known === undefined) return { kind: 'network', name: network, key: network };
  if (!categories.has(category))
    return { kind: 'category', name: category, category, key: category };
  if (offerSlug !== null && !offers.has(presenceKey(category, offerSlug)))
    return causedByOffer(row);
  if (!isListedEverywhere(row)) return causedByListing(row, subjectOf(row));
  const chain = String(values.chain);
  if (values.chain !== null && !known.has(chain) && everywhere.has(listingKey(row)))
    return { kind: 'chain', name: chain, network, key: `${network} ${chain}` };
  return causedByListing(row, listingKey(row));
}

function causedByOffer(row: Row): CauseParts {
  const { category, offer } = row.content;
  return {
    kind: 'offer',
    name: offerName(row),
    category,
    place: offer,
    key: presenceKey(category, offerName(row)),
  };
}

/** Groups the listings of one offer on several networks into one edit. */
function causedByListing(row: Row, key: string): CauseParts {
  const { category } = row.content;
  const own = { category, place: row.source, key: `${category} ${key}` };
  return isListedEverywhere(row)
    ? { kind: 'all-networks-listing', name: listingSlug(row), ...own }
    : { kind: 'listing', name: offerName(row), ...own };
}

function subjectOf({ content: { offerSlug, values } }: Row): string {
  return offerSlug ?? JSON.stringify(values);
}

/** Origin of a changed cell: the offer, if both cells of the row are cells of the offer. */
export function originOf(
  { before, after }: RowComparison,
  { row, was }: RowChange,
  cell: CellChange,
): Origin {
  if (cell.columnIsNewOrGone) return 'column';
  const { category, offerSlug: slug } = row.content;
  if (slug === null || was?.content.offerSlug !== slug) return 'listing';
  const cellIn = ({ offers }: RowState) =>
    offers.get(category)?.get(slug)?.cells.values[cell.column] ?? null;
  return isSameValue(cellIn(before), cell.before) && isSameValue(cellIn(after), cell.after)
    ? 'offer'
    : 'listing';
}
