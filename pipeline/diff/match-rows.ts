/** Matches the rows of two states by network, category and slug, and their offers by category and slug. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { groupBy } from '../../common/group-by.ts';
import { isSameValue, type Value, type Values } from '../../model/rows.ts';
import type { Content, Row } from '../sources.ts';
import { type OfferState, type RowState, slugOf, sorted } from './state.ts';

export interface PlacedRow {
  readonly network: string;
  readonly row: Row;
}

export interface RowPair {
  readonly network: string;
  readonly before: Row;
  readonly after: Row;
}

export interface MatchedRows {
  /** Rows of both states. A network without a change is left out. */
  readonly pairs: readonly RowPair[];
  readonly added: readonly PlacedRow[];
  readonly removed: readonly PlacedRow[];
}

export function matchRows(before: RowState, after: RowState): MatchedRows {
  const pairs: RowPair[] = [];
  const added: PlacedRow[] = [];
  const removed: PlacedRow[] = [];
  const [old, now] = [rowsByNetwork(before), rowsByNetwork(after)];
  for (const network of sorted(new Set([...old.keys(), ...now.keys()]))) {
    const [rows, others] = [old.get(network) ?? [], now.get(network) ?? []];
    if (haveSameCells(rows, others)) continue;
    const waiting = groupByKey(rows);
    for (const row of others) {
      const partner = waiting.get(rowKey(row))?.pop();
      if (partner) pairs.push({ network, before: partner, after: row });
      else added.push({ network, row });
    }
    for (const row of [...waiting.values()].flatMap((left) => left.toReversed())) removed.push({ network, row });
  }
  return { pairs, added, removed };
}

/** True for most networks of two commits: their rows share the cells. */
function haveSameCells(rows: readonly Row[], others: readonly Row[]): boolean {
  const isSame = ({ content }: Row, other: Row | undefined) =>
    content.values === other?.content.values && content.offerSlug === other.content.offerSlug;
  return rows.length === others.length && rows.every((row, at) => isSame(row, others[at]));
}

function rowsByNetwork({ networks }: RowState): Map<string, readonly Row[]> {
  return new Map(networks.map(({ key, rows }) => [key, rows]));
}

/** Sources with errors may contain a slug twice; rows with the same slug are matched in order. Each group ends with its first row. */
function groupByKey(rows: readonly Row[]): Map<string, Row[]> {
  return groupBy(rows.toReversed(), rowKey);
}

export function rowKey(row: Row): string {
  return `${row.content.category}\u0000${slugOf(row)}`;
}

export interface CellChange {
  readonly column: string;
  readonly before: Value;
  readonly after: Value;
  /** Whether only one state has the column at all. */
  readonly columnIsNewOrGone: boolean;
}

/** Finds the cells that differ, in column order. Caches results, because many rows share a content. */
export class ContentComparer {
  readonly #cached = new Map<Content, Map<Content, readonly CellChange[]>>();

  compare(before: Content, after: Content): readonly CellChange[] {
    if (before === after) return [];
    const byAfter = getOrInsert(this.#cached, before, () => new Map<Content, readonly CellChange[]>());
    return getOrInsert(byAfter, after, () => compareValues(before.values, after.values));
  }
}

/** A column that one state does not have is blank there. */
export function compareValues(before: Values, after: Values): CellChange[] {
  if (before === after) return [];
  const columns = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...columns].flatMap((column) => {
    const inBoth = Object.hasOwn(before, column) && Object.hasOwn(after, column);
    const [old, now] = [ownValue(before, column), ownValue(after, column)];
    return isSameValue(old, now) ? [] : [{ column, before: old, after: now, columnIsNewOrGone: !inBoth }];
  });
}

/** A column may have the name of something that every object inherits. */
function ownValue(values: Values, column: string): Value {
  return Object.hasOwn(values, column) ? (values[column] ?? null) : null;
}

/** By `placeKey`, in both directions. */
export interface OfferLinks {
  readonly toAfter: ReadonlyMap<string, string>;
  readonly toBefore: ReadonlyMap<string, string>;
}

export function linkOffers(before: RowState, after: RowState): OfferLinks {
  const byName = new Map<string, string>();
  for (const [key, offer] of after.offers) {
    const name = offerKey(offer);
    if (offer.slug !== null && !byName.has(name)) byName.set(name, key);
  }
  const toAfter = new Map<string, string>();
  for (const [key, offer] of before.offers) {
    const partner = byName.get(offerKey(offer));
    if (partner === undefined) continue;
    toAfter.set(key, partner);
    byName.delete(offerKey(offer)); // a repeated slug is an error; the first offer counts
  }
  return { toAfter, toBefore: new Map([...toAfter].map(([old, now]) => [now, old])) };
}

function offerKey({ category, slug }: OfferState): string {
  return `${category}\u0000${slug}`;
}
