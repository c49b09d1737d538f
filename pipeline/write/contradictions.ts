/** What contradicts each other in the texts of an offer, for the column of its limits. */
import { compact } from '../../common/amounts/lexer.ts';
import { type ColumnDefinition, contradictsKey, costColumnsOf } from '../../model/columns.ts';
import { findUnreachable, isPriceOfPlan, otherUnitOf } from '../../model/contradictions.ts';
import type { StatedLimits, StatedPrice, StatedQuota, Values } from '../../model/rows.ts';
import type { UnitLine } from '../../model/unit-costs.ts';
import { type StatedNumbers, textOfCell } from '../sources.ts';

/**
 * By the values of an offer or a listing; null without a contradiction. Use that costs nothing
 * contradicts no amount, whatever it counts.
 */
export function contradictionsIn(
  columns: readonly ColumnDefinition[],
  numbers: StatedNumbers,
  units: readonly UnitLine[],
): (values: Values) => Readonly<Record<string, string>> | null {
  const { limits, use, fee } = costColumnsOf(columns);
  if (limits === null) return () => null;
  const statedIn = (values: Values, key: string | null) =>
    key === null ? null : (numbers.get(key)?.get(textOfCell(values[key]) ?? '')?.stated ?? null);
  return (values) => {
    const stated = statedIn(values, limits) as StatedLimits | null;
    if (stated === null) return null;
    const { included, further } = stated;
    const amounts = included === null ? further : [included, ...further];
    const price = statedIn(values, use) as StatedPrice | null;
    const provider = String(values.provider).toLowerCase();
    const isDocumented = (unit: string) =>
      units.some((line) => line.provider?.toLowerCase() === provider && line.unit === unit);
    const paid = statedIn(values, fee) as StatedPrice | null;
    const isPlan = isPriceOfPlan(paid?.first, included?.max, price?.min);
    const text =
      unreachableText(amounts) ??
      otherUnitText(otherUnitOf(unitOf(price), amounts, isPlan ? never : isDocumented), amounts);
    return text === null ? null : { [contradictsKey(limits)]: text };
  };
}

const never = () => false;

/** Null without a price, and for what costs nothing. */
function unitOf(price: StatedPrice | null): string | null {
  return price === null || price.max === 0 ? null : price.unit;
}

type Amounts = readonly Pick<StatedQuota, 'max' | 'unit'>[];

/** `5M requests/month, and 100K requests/day are 3.04M a month` */
function unreachableText(amounts: Amounts): string | null {
  const found = findUnreachable(amounts);
  if (found === null) return null;
  const { month, day, reached } = found;
  return `${textOf(month)}, and ${textOf(day)} are ${shortened(reached)} a month`;
}

/** `100M requests/month, and use is priced in compute units` */
function otherUnitText(unit: string | null, amounts: Amounts): string | null {
  const [first] = amounts.filter(({ max }) => max);
  return unit === null || first === undefined
    ? null
    : `${textOf(first)}, and use is priced in ${unit}`;
}

function textOf({ max, unit }: Amounts[number]): string {
  return `${shortened(max ?? 0)} ${unit}`;
}

function shortened(amount: number): string {
  return compact(Number(amount.toPrecision(3)));
}
