/**
 * Plans of a provider in the order in which people read them: free, tiers by price, pay as you go,
 * dedicated, custom.
 */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { isMoney } from '../../model/columns.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { planOf } from '../text/offer-names.ts';

export const rungs = { free: 0, tier: 1, payAsYouGo: 2, dedicated: 3, custom: 4 } as const;

type Rung = readonly [rung: number, price: number];

const kinds: readonly (readonly [RegExp, number])[] = [
  [/^(?:free|public)\b/i, rungs.free],
  [/^pay.?as/i, rungs.payAsYouGo],
  [/^dedicated/i, rungs.dedicated],
  [/^(?:enterprise|custom)/i, rungs.custom],
];

/**
 * Rows of one provider. Equal ones keep their order. `listingsOf`: all rows of the plan that a row
 * stands for; the row alone by default.
 */
export function orderPlans(
  snapshot: Snapshot,
  ids: readonly number[],
  listingsOf = (id: number): readonly number[] => [id],
): readonly number[] {
  if (ids.length < 2) return ids;
  const rungOf = rungReader(snapshot);
  const placed = ids.map((id) => ({ id, rung: rungOf(listingsOf(id)) }));
  return placed.toSorted((a, b) => compareRungs(a.rung, b.rung)).map(({ id }) => id);
}

function compareRungs(a: Rung, b: Rung): number {
  return a[0] - b[0] || a[1] - b[1];
}

/**
 * Reads the lowest place of the listings of a plan, and the least amount of its first price. Each
 * row is read once for a snapshot.
 */
export function rungReader(snapshot: Snapshot): (rows: readonly number[]) => Rung {
  const known = snapshot.derived.of('places of plans', () => new Map<number, Rung>());
  const rungOfRow = (id: number) => getOrInsert(known, id, () => readRung(snapshot, id));
  return (rows) =>
    rows.map(rungOfRow).reduce((least, rung) => (compareRungs(rung, least) < 0 ? rung : least));
}

function readRung(snapshot: Snapshot, id: number): Rung {
  const row = snapshot.row(id);
  const numbers = snapshot.numbers(id);
  const money = snapshot.catalog.columnsOf(snapshot.categoryOf(id)).filter(isMoney);
  const first = money.find(({ key }) => row[key] !== null && row[key] !== undefined);
  const least = first === undefined ? undefined : numbers[`${first.key}Min`];
  const price = typeof least === 'number' ? least : Number.MAX_VALUE;
  const kind = kinds.find(([words]) => words.test(planOf(row, snapshot.catalog.roles)))?.[1];
  if (kind !== undefined) return [kind, price];
  if (price === 0) return [rungs.free, 0];
  return [typeof least !== 'number' && first !== undefined ? rungs.custom : rungs.tier, price];
}
