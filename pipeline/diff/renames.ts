/** Pairs rows whose slug changed, and separates rows with repeated slugs. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { groupBy } from '../../common/group-by.ts';
import { compareText } from '../problem.ts';
import type { Content, Row } from '../sources.ts';
import { type MatchedRows, type PlacedRow, type RowPair, rowKey } from './match-rows.ts';
import { type RowState, slugOf } from './state.ts';

/**
 * Pairs a removed with an added row of the same network and category if all their cells but the slug are equal, and no
 * other row of the two states has these cells: then the slug was changed.
 */
export function pairRenamed({ pairs, added, removed }: MatchedRows): MatchedRows {
  if (added.length === 0 || removed.length === 0) return { pairs, added, removed };
  const texts = new Map<Content, string>();
  const restOf = ({ network, row: { content } }: PlacedRow): string => {
    const text = getOrInsert(texts, content, () => {
      const { slug: _slug, ...rest } = content.values;
      const cells = Object.entries(rest).filter(([, value]) => value !== null);
      return JSON.stringify([content.category, cells.toSorted(([a], [b]) => compareText(a, b))]);
    });
    return `${network} ${text}`;
  };
  const appeared = groupBy(added, restOf);
  const vanished = groupBy(removed, restOf);
  const renamed = new Map<PlacedRow, PlacedRow>();
  for (const [rest, [old, ...others]] of vanished) {
    const [now, ...more] = appeared.get(rest) ?? [];
    if (old !== undefined && now !== undefined && others.length + more.length === 0) renamed.set(old, now);
  }
  const paired = new Set(renamed.values());
  return {
    pairs: [...pairs, ...[...renamed].map(([old, now]) => ({ network: old.network, before: old.row, after: now.row }))],
    added: added.filter((placed) => !paired.has(placed)),
    removed: removed.filter((placed) => !renamed.has(placed)),
  };
}

/**
 * Splits pairs whose slug stands several times in a category of the network, which is an error of the sources: the slug
 * does not tell which of the rows changed, so one is removed and one is added.
 */
export function splitRepeated(matched: MatchedRows, before: RowState, after: RowState): MatchedRows {
  const old = findRepeated(before, new Set(matched.pairs.map((pair) => slugOf(pair.before))));
  const now = findRepeated(after, new Set(matched.pairs.map((pair) => slugOf(pair.after))));
  const isRepeated = (pair: RowPair) =>
    old.has(keyOf(pair.network, pair.before)) || now.has(keyOf(pair.network, pair.after));
  const split = matched.pairs.filter(isRepeated);
  return {
    pairs: matched.pairs.filter((pair) => !isRepeated(pair)),
    added: [...matched.added, ...split.map(({ network, after: row }) => ({ network, row }))],
    removed: [...matched.removed, ...split.map(({ network, before: row }) => ({ network, row }))],
  };
}

/** Counts the slugs in all rows of a state. */
function findRepeated({ networks }: RowState, slugs: ReadonlySet<string>): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { key, rows } of networks) {
    for (const row of rows) {
      if (!slugs.has(slugOf(row))) continue;
      const place = keyOf(key, row);
      if (seen.has(place)) repeated.add(place);
      seen.add(place);
    }
  }
  return repeated;
}

function keyOf(network: string, row: Row): string {
  return `${network}\u0000${rowKey(row)}`;
}
