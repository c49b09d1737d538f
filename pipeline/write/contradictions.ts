/** What contradicts each other in the texts of an offer, for the column of its limits. */
import * as z from 'zod';
import { compact } from '../../common/amounts/lexer.ts';
import { parseJson } from '../../common/json.ts';
import {
  type ColumnDefinition,
  contradictsKey,
  costColumnsOf,
  furtherKey,
  priceKeys,
} from '../../model/columns.ts';
import { findUnreachable, otherUnitOf } from '../../model/contradictions.ts';
import type { UnitLine } from '../../model/unit-costs.ts';

type Cells = Readonly<Record<string, unknown>>;

const amountSchema = z.object({ max: z.number().nullable(), unit: z.string().nullable() });

/**
 * `numbers`: those of a row, by their keys. Null for rows without a contradiction. Use that costs
 * nothing contradicts no amount, whatever it counts.
 */
export function contradictionsIn(
  columns: readonly ColumnDefinition[],
  units: readonly UnitLine[],
): (numbers: Cells) => Cells | null {
  const { limits, use } = costColumnsOf(columns);
  if (limits === null) return () => null;
  const [, unitKey] = use === null ? [] : priceKeys(use);
  return (numbers) => {
    const included = {
      max: numbers[`${limits}IncludedMax`],
      unit: numbers[`${limits}IncludedUnit`],
    };
    const further = numbers[furtherKey(limits)];
    const all = [included, ...listIn(further)].flatMap(
      (amount) => amountSchema.safeParse(amount).data ?? [],
    );
    const provider = String(numbers.provider).toLowerCase();
    const isDocumented = (unit: string) =>
      units.some((line) => line.provider?.toLowerCase() === provider && line.unit === unit);
    const isFree = numbers[`${use}Max`] === 0;
    const priceUnit = unitKey === undefined || isFree ? null : numbers[unitKey];
    const text =
      unreachableText(all) ??
      otherUnitText(
        otherUnitOf(priceUnit == null ? null : String(priceUnit), all, isDocumented),
        all,
      );
    return text === null ? null : { [contradictsKey(limits)]: text };
  };
}

function listIn(cell: unknown): readonly unknown[] {
  const list = typeof cell === 'string' ? parseJson(cell) : null;
  return Array.isArray(list) ? list : [];
}

type Amounts = readonly z.infer<typeof amountSchema>[];

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
