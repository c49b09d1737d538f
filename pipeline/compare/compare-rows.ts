/**
 * Compares the rows of two states: the one comparison behind `make diff`, `make watch`, `make
 * history` and the changes of a snapshot.
 */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { groupBy } from '../../common/group-by.ts';
import { type ChangeKind, offerSlugColumn } from '../../model/changes.ts';
import { isSameValue, type Value, type Values } from '../../model/rows.ts';
import { compareText } from '../problem.ts';
import type { Content, Row } from '../sources.ts';
import { listingSlug, type RowState, slugOf, sorted } from './state.ts';

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
  /** The row before, which may have another slug; null if it was added or removed. */
  readonly was: Row | null;
  /** Empty for rows that were added or removed. */
  readonly cells: readonly CellChange[];
}

export interface RowComparison extends Readonly<Record<ChangeKind, readonly RowChange[]>> {
  readonly before: RowState;
  readonly after: RowState;
}

export function compareRows(before: RowState, after: RowState): RowComparison {
  const compare = contentComparer();
  const [old, now] = [rowsByNetwork(before), rowsByNetwork(after)];
  const all = sorted(new Set([...old.keys(), ...now.keys()])).flatMap((network) =>
    compareNetwork(network, [old.get(network) ?? [], now.get(network) ?? []], compare),
  );
  const groups = groupBy(
    splitRepeated(pairRenamed(all), [before, after]).map(withReference),
    ({ change }) => change,
  );
  const of = (change: ChangeKind) => groups.get(change) ?? [];
  return { before, after, added: of('added'), removed: of('removed'), changed: of('changed') };
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

function rowKey(row: Row): string {
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

/**
 * A row with the offer that it refers to, and with its slug as the listing states it: without the
 * chain of a copy, so that a renamed listing of all networks is one change.
 */
function withReference(changed: RowChange): RowChange {
  const { row, was, cells: all } = changed;
  if (was === null) return changed;
  const listings = { before: listingSlug(was), after: listingSlug(row) };
  // A listing that became one of all networks, or was one, has another slug on the chain only.
  const slugs = listings.before === listings.after ? {} : listings;
  const cells = all.map((cell) => (cell.column === 'slug' ? { ...cell, ...slugs } : cell));
  const [before, after] = [was.content.offerSlug, row.content.offerSlug];
  const reference = { column: offerSlugColumn, before, after, columnIsNewOrGone: false };
  return { ...changed, cells: before === after ? cells : [...cells, reference] };
}

/**
 * Pairs a removed with an added row of the same network and category if all their cells but the
 * slug are equal, and no other row of the two states has these cells: then the slug was changed.
 */
function pairRenamed(rows: readonly RowChange[]): readonly RowChange[] {
  const texts = new Map<Content, string>();
  const restOf = ({ network, change, row: { content } }: RowChange): string => {
    const text = getOrInsert(texts, content, () => {
      const { slug: _slug, ...rest } = content.values;
      const cells = Object.entries(rest).filter(([, value]) => value !== null);
      return JSON.stringify([content.category, cells.toSorted(([a], [b]) => compareText(a, b))]);
    });
    return `${change} ${network} ${text}`;
  };
  const whole = groupBy(
    rows.filter(({ change }) => change !== 'changed'),
    restOf,
  );
  const renamed = new Map<RowChange, RowChange | null>();
  for (const [rest, [removed, ...others]] of whole) {
    const [added, ...more] = rest.startsWith('removed ')
      ? (whole.get(rest.replace('removed', 'added')) ?? [])
      : [];
    if (removed === undefined || added === undefined || others.length + more.length > 0) continue;
    const cells = compareValues(removed.row.content.values, added.row.content.values);
    renamed.set(removed, null).set(added, { ...added, change: 'changed', was: removed.row, cells });
  }
  return rows.flatMap((row) => (renamed.has(row) ? (renamed.get(row) ?? []) : row));
}

/**
 * Splits pairs whose slug stands several times in a category of the network, which is an error of
 * the sources: the slug does not tell which of the rows changed, so one is removed and one is
 * added.
 */
function splitRepeated(
  rows: readonly RowChange[],
  [before, after]: readonly [RowState, RowState],
): readonly RowChange[] {
  const pairs = rows.filter(({ change }) => change === 'changed');
  if (pairs.length === 0) return rows;
  const old = findRepeated(before, new Set(pairs.map(({ was, row }) => slugOf(was ?? row))));
  const now = findRepeated(after, new Set(pairs.map(({ row }) => slugOf(row))));
  return rows.flatMap((each) => {
    const { network, was } = each;
    const isSure =
      was === null || !(old.has(keyOf(network, was)) || now.has(keyOf(network, each.row)));
    if (isSure) return [each];
    const whole = { network, was: null, cells: [] };
    return [
      { ...whole, change: 'added', row: each.row },
      { ...whole, change: 'removed', row: was },
    ] as const;
  });
}

/** Counts the slugs in all rows of a state. */
function findRepeated({ networks }: RowState, slugs: ReadonlySet<string>): Set<string> {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const { key, rows } of networks)
    for (const row of rows) {
      if (!slugs.has(slugOf(row))) continue;
      const place = keyOf(key, row);
      (seen.has(place) ? repeated : seen).add(place);
    }
  return repeated;
}

function keyOf(network: string, row: Row): string {
  return `${network}\u0000${rowKey(row)}`;
}
