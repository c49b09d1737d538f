/** Leaves out the rows that two states have in common, to compare neighbours in a history without looking at every row. */
import type { ResolvedNetwork, Row } from '../sources.ts';
import type { RowState } from './state.ts';

/** Trims equal rows from both ends of each network. Rows are equal if they share their cells, as rows of one resolver do. */
export function trimEqualRows(before: RowState, after: RowState): { before: RowState; after: RowState } {
  const now = new Map(after.networks.map((network) => [network.key, network]));
  const trimmed = new Map<string, ResolvedNetwork>();
  const networks = before.networks.map((old) => {
    const partner = now.get(old.key);
    if (partner === undefined) return old;
    const { start, end } = commonEnds(old.rows, partner.rows);
    trimmed.set(old.key, { ...partner, rows: partner.rows.slice(start, partner.rows.length - end) });
    return { ...old, rows: old.rows.slice(start, old.rows.length - end) };
  });
  return {
    before: { ...before, networks },
    after: { ...after, networks: after.networks.map((network) => trimmed.get(network.key) ?? network) },
  };
}

function commonEnds(old: readonly Row[], now: readonly Row[]): { start: number; end: number } {
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && sharesCells(old[start], now[start])) start++;
  let end = 0;
  while (end < shorter - start && sharesCells(old.at(-1 - end), now.at(-1 - end))) end++;
  return { start, end };
}

function sharesCells(old: Row | undefined, now: Row | undefined): boolean {
  const [was, is] = [old?.content, now?.content];
  return was !== undefined && was.values === is?.values && was.offerSlug === is.offerSlug;
}
