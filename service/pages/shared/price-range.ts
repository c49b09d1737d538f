/** Prices of rows in a few words: `free, paid from $6 a month`. */
import { isMoney } from '../../../model/columns.ts';
import { aUnit } from '../../../model/price-period.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';

type Prices = ReturnType<typeof pricesOfRows>;

/** Of the first money column in which a row states an amount; null if none does. */
export function pricesOfRows(
  snapshot: Snapshot,
  network: string | null,
  category: string,
  ids: Iterable<number>,
) {
  const index = snapshot.facetIndex(category);
  const listed = snapshot.pricesOf(network, category);
  const rows = Array.from(ids);
  for (const facet of index.columns) {
    const { groups = [], main: most } = listed.get(facet.column.key) ?? {};
    const priced = index.prices.get(facet.column.key);
    // A price in dollars a month says more than one in tokens.
    const main = groups.find(({ id, count }) => id === priced?.first && count > 0) ?? most;
    if (
      facet.kind !== 'numbers' ||
      !isMoney(facet.column) ||
      main === undefined ||
      priced === undefined
    )
      continue;
    const isFree = rows.some((id) => priced.isFree(id));
    const amounts = rows
      .filter((id) => priced.groupOf(id) === main.id)
      .map((id) => facet.min[facet.partOf(id)] ?? 0)
      .filter((amount) => amount > 0);
    const least = amounts.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    const paid = amounts.length === 0 ? null : describeAmount(least, main);
    // `paid`: the lowest amount above 0, in the unit of most: `$6 a month`. `least`: without one,
    // Infinity.
    if (isFree || paid !== null) return { isFree, paid, least };
  }
  return null;
}

function describeAmount(
  amount: number,
  main: { readonly currency: string | null; readonly unit: string | null },
) {
  // A fee in tokens that is paid now and then is no price to begin from.
  if (main.unit === null && main.currency !== 'USD') return null;
  const isShort = Number.isInteger(amount) || amount < 0.1;
  const rounded = isShort ? Number(amount.toPrecision(6)) : amount.toFixed(2);
  const text = main.currency === 'USD' ? `$${rounded}` : `${rounded} ${main.currency ?? ''}`.trim();
  if (main.unit === null) return text;
  return main.unit === 'once' ? `${text} once` : `${text} ${aUnit(main.unit)}`;
}

/** `12 offers, free, paid from $6 a month`: counts of rows with their prices, if any are known. */
export function withPrices(counts: string, ...rows: Parameters<typeof pricesOfRows>): string {
  const prices = describePrices(pricesOfRows(...rows));
  return prices === null ? counts : `${counts}, ${prices}`;
}

/** `free, paid from $6 a month`, `from $6 a month`, `free`; null if nothing is known. */
export function describePrices(prices: Prices): string | null {
  if (prices === null) return null;
  const { isFree, paid } = prices;
  if (paid === null) return 'free';
  return isFree ? `free, paid from ${paid}` : `from ${paid}`;
}
