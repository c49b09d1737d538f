/** Offers with a price of a column in one currency and unit, as a plot shows them. */
import { getOrInsert } from '../../../../common/get-or-insert.ts';
import { groupBy } from '../../../../common/group-by.ts';
import { type ColumnDefinition, priceKeys } from '../../../../model/columns.ts';
import { type VaryingCell, valuesText, varyingCells } from '../../../answers/offer-cells.ts';
import { titleOf } from '../../../notations/offer-title.ts';
import { groupOffers } from '../../../query/offers.ts';
import type { Snapshot } from '../../../snapshot/snapshot.ts';
import type { PriceGroup } from '../../../snapshot/texts/price-groups.ts';
import { textsOf } from '../../../text/cells.ts';
import { clip } from '../../../text/clip.ts';
import { planOf } from '../../../text/offer-names.ts';
import type { Toolbox } from '../read.ts';

/** Characters of a price that has no place on the scale. */
const longPrice = 60;

/** Prices of a column in one currency and unit. */
export interface ComparablePrices {
  readonly column: ColumnDefinition;
  readonly group: PriceGroup;
  /** Whether filters compare this group unless another one is chosen. */
  readonly isMain: boolean;
}

export interface PlottedOffer {
  readonly provider: string;
  /** With its provider. */
  readonly name: string;
  /** Kind of its plan; blank if it states none. */
  readonly plan: string;
  /** Null if the cell states no number, or one in another currency or unit. */
  readonly price: number | null;
  /** The cell, if its price has no place on the scale. */
  readonly stated: string | null;
  readonly hasNumber: boolean;
}

/**
 * Offers that state a price, one for each price of its listings. The main plot has the prices that
 * are free or have no place on the scale, too. Each row is read once for a snapshot.
 */
export function readOffers(
  { snapshot, matchedRows }: Toolbox,
  { column: { key }, group, isMain }: ComparablePrices,
) {
  const known = snapshot.derived.of(
    `plotted ${key} ${group.id}`,
    () => new Map<number, readonly PlottedOffer[]>(),
  );
  const read = (id: number) => getOrInsert(known, id, () => readOffer(snapshot, id, key, group));
  const offers = groupOffers(snapshot, matchedRows.ids).flatMap(({ rows }) => {
    const cell = varyingCells(snapshot, rows).get(key);
    return cell === undefined ? read(rows[0] ?? -1) : readListings(snapshot, cell, rows.map(read));
  });
  return isMain ? offers : offers.filter(({ price }) => price !== null && price > 0);
}

/** A dot for each price that the listings of an offer state, with the networks. */
function readListings(
  snapshot: Snapshot,
  cell: VaryingCell,
  all: readonly (readonly PlottedOffer[])[],
): readonly PlottedOffer[] {
  const byPrice = groupBy(all.flat(), ({ price }) => price);
  const places = valuesText(cell, snapshot);
  return [...byPrice.values()].flatMap(([first]) =>
    first === undefined ? [] : [{ ...first, name: `${first.name} (${places})` }],
  );
}

/** None without a price. */
function readOffer(
  snapshot: Snapshot,
  id: number,
  key: string,
  group: PriceGroup,
): readonly PlottedOffer[] {
  const row = snapshot.row(id);
  const { roles } = snapshot.catalog;
  const [text = null] = textsOf(row[key]);
  if (text === null) return [];
  const first = snapshot.numbers(id)[priceKeys(key)[3]];
  const prices = snapshot.columnPrices(snapshot.categoryOf(id), key);
  const isCompared = typeof first === 'number' && (first === 0 || prices.groupOf(id) === group.id);
  const provider = snapshot.providerOf(id);
  const name = `${provider} ${titleOf(row, roles)}`;
  const price = isCompared ? first : null;
  const stated = price === null ? clip(text, longPrice) : null;
  const hasNumber = typeof first === 'number';
  return [{ provider, name, plan: planOf(row, roles), price, stated, hasNumber }];
}
