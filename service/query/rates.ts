/** Conversions between currencies, if the directory states rates. */
import type { Rate } from '../../model/rates.ts';
import { parseGroup } from '../snapshot/texts/price-groups.ts';

/** An amount of a group, times the factor, is one of the compared group. */
export interface Conversion {
  /** Group that is converted: `USD/month`. */
  readonly group: string;
  readonly factor: number;
  /** Of the older of the two rates. */
  readonly day: string;
}

const dollar = { perUsd: 1, day: '9999-12-31' } as const;

/** Groups of estimates are in lowercase. */
function rateOf(rates: readonly Rate[], currency: string | null) {
  const code = currency?.toUpperCase();
  return code === 'USD' ? dollar : rates.find((rate) => rate.currency === code);
}

/**
 * Conversions of amounts in other currencies for the unit of a group; none without rates of both.
 * `groups`: those that there are.
 */
export function conversionsInto(
  group: string,
  groups: readonly string[],
  rates: readonly Rate[],
): readonly Conversion[] {
  if (rates.length === 0) return [];
  const { currency = null, unit = null } = parseGroup(group) ?? {};
  const wanted = rateOf(rates, currency);
  if (wanted === undefined) return [];
  return groups.flatMap((id) => {
    const other = parseGroup(id);
    const rate = other?.unit === unit && id !== group ? rateOf(rates, other.currency) : undefined;
    if (rate === undefined) return [];
    const day = rate.day < wanted.day ? rate.day : wanted.day;
    return [{ group: id, factor: wanted.perUsd / rate.perUsd, day }];
  });
}

/** A group of an order, with those whose amounts are ordered among its own. */
export interface OrderedGroup {
  readonly group: string;
  readonly converted: readonly Conversion[];
}

/** Of a listing, by the key of a column. */
interface ListedGroups {
  readonly pricesOf: (
    key: string,
  ) => { readonly groups: readonly { readonly id: string }[] } | undefined;
  readonly conversionsOf: (key: string, group: string) => readonly Conversion[];
}

/** The groups by which a list sorted by the column of a price is ordered. */
export function orderedGroups(
  { pricesOf, conversionsOf }: ListedGroups,
  key: string,
): readonly OrderedGroup[] {
  const ordered: OrderedGroup[] = [];
  const taken = new Set<string>();
  for (const { id: group } of pricesOf(key)?.groups ?? []) {
    if (taken.has(group)) continue;
    const converted = conversionsOf(key, group).filter((each) => !taken.has(each.group));
    for (const each of [{ group }, ...converted]) taken.add(each.group);
    ordered.push({ group, converted });
  }
  return ordered;
}

/** By group that is converted: the one among whose amounts its own are ordered. */
export function headsOf(ordered: readonly OrderedGroup[]): ReadonlyMap<string, string> {
  return new Map(
    ordered.flatMap(({ group, converted }) =>
      converted.map((other) => [other.group, group] as const),
    ),
  );
}
