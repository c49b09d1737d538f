/** Amounts that the statements of a text name -> one price with its currency, unit and bound. */
import type { NumberRange, StatedPrice } from '../../../model/rows.ts';
import { type Bound, monthSeconds } from './lexicon.ts';

export interface Amount {
  /** In the unit that amounts of the column are compared in. */
  readonly value: number;
  /** ISO 4217 code or token ticker; null if the text names none. */
  readonly currency: string | null;
  /** Null if the text names no unit. */
  readonly unit: string | null;
  /** Null if the text says neither. */
  readonly bound: Bound | null;
}

/** Part of a price: commas and similar marks separate statements, plus signs separate the parts of a sum. */
export interface Statement {
  amounts: readonly Amount[];
  /** Whether the statement is added to the one before. */
  readonly isAddend: boolean;
  /** A single payment: `Lifetime $99`. */
  once: boolean;
  /** A fee beside the price: `$0 egress`, `$25 setup`. */
  isFee: boolean;
  /** A tier without an amount: `Free / Premium`. */
  isUnpriced: boolean;
  /** A price of the first time: `Free trial, then $49/mo`. */
  isTrial: boolean;
  /** A price that is not asked for any more: `was $99`. */
  isFormer: boolean;
}

export function newStatement(isAddend: boolean): Statement {
  const nothing = { once: false, isFee: false, isUnpriced: false, isTrial: false, isFormer: false };
  return { amounts: [], isAddend, ...nothing };
}

/** Longer units are lists or sentences, and no other price has the same. */
const maxUnitLength = 200;

/** Ignores infinite numbers; null if no number is left. */
export function buildRange(values: readonly number[]): NumberRange | null {
  const finite = values.filter(Number.isFinite);
  return finite.length === 0 ? null : { min: Math.min(...finite), max: Math.max(...finite) };
}

/** Without binary floating-point errors: no price has as many digits. */
export function round(value: number): number {
  return Number(value.toPrecision(12));
}

/**
 * Statements are alternatives, as in `$49/mo, $490/yr`. A sum and a fee beside the price leave the price open: `$500/mo + $5/TB` is
 * from $500 a month. Null if no statement has an amount.
 */
export function priceOf(statements: readonly Statement[]): StatedPrice | null {
  const asked = statements.filter(({ isFormer }) => !isFormer);
  const isTrialOnly = asked.every(({ isTrial, amounts }) => isTrial || amounts.length === 0);
  const stated = sumsOf(isTrialOnly ? asked : asked.filter(({ isTrial }) => !isTrial)).filter(hasAmounts);
  const prices = stated.filter(({ isFee }) => !isFee);
  const isOpen = asked.some(({ isUnpriced, isAddend }) => isUnpriced && !isAddend);
  const hasFee = prices.length > 0 && stated.some(({ isFee, amounts }) => isFee && !isFree(amounts));
  const listed = (prices.length > 0 ? prices : stated).map(({ amounts }) => amounts);
  return buildPrice(listed, isOpen || hasFee);
}

/** Each sum as one statement: its price of a month, or that of its first part that costs something and is no fee. */
function sumsOf(statements: readonly Statement[]): Statement[] {
  const sums: Statement[][] = [];
  for (const statement of statements) {
    const sum = sums.at(-1);
    if (statement.isAddend && sum !== undefined) sum.push(statement);
    else sums.push([statement]);
  }
  return sums.flatMap((parts) => {
    const [first] = parts;
    if (first === undefined || parts.length === 1) return parts;
    const priced = parts.filter(hasAmounts);
    const paid = priced.filter(({ amounts }) => !isFree(amounts));
    const lasting = paid.filter(({ isFee, once }) => !isFee && !once);
    const { amounts } = lasting[0] ?? paid[0] ?? priced[0] ?? first;
    const isFee = lasting.length === 0 && first.isFee;
    return { ...first, isFee, amounts: amounts.map((amount) => ({ ...amount, bound: amount.bound ?? 'from' })) };
  });
}

function hasAmounts({ amounts }: Statement): boolean {
  return amounts.length > 0;
}

function isFree(amounts: readonly Amount[]): boolean {
  return amounts.every(({ value }) => value === 0);
}

function buildPrice(statements: readonly (readonly Amount[])[], isOpen: boolean): StatedPrice | null {
  const amounts = statements.flat();
  const range = buildRange(amounts.map(({ value }) => value));
  if (range === null) return null;
  // Nothing costs nothing in any currency and per any unit: `Free / $10/mo` is in dollars a month.
  const paid = amounts.filter(({ value }) => value !== 0);
  const telling = paid.length > 0 ? paid : amounts;
  const currencies = [...new Set(telling.flatMap(({ currency }) => currency ?? []))];
  return {
    ...range,
    currency: currencies.length === 1 ? (currencies[0] ?? null) : null,
    unit: unitOfAll(telling),
    bound: boundOfAll(amounts, range, isOpen),
    first: Math.min(...(statements[0] ?? []).map(({ value }) => value)),
  };
}

/** Several units are all named: `TB/month, TB`. Null if an amount has none, or if they are too long to be compared. */
function unitOfAll(amounts: readonly Amount[]): string | null {
  const units = new Set(amounts.map(({ unit }) => unit));
  const unit = [...units].join(', ');
  return units.has(null) || unit.length > maxUnitLength ? null : unit;
}

/** The words at the highest amount, then those at the lowest one: `up to $10/$500-$3K` may be lower than 10. */
function boundOfAll(amounts: readonly Amount[], { min, max }: NumberRange, isOpen: boolean): StatedPrice['bound'] {
  const has = (value: number, bound: Bound) =>
    amounts.some((amount) => amount.value === value && amount.bound === bound);
  if (isOpen || has(max, 'from')) return 'from';
  if (has(min, 'upTo')) return 'upTo';
  return min === max ? 'exact' : 'range';
}

const roundCounts = [
  [1e9, 'billion', 'B'],
  [1e6, 'million', 'M'],
  [1e3, 'thousand', 'K'],
] as const;

/** `million requests`, `50K RU`, `transaction`. */
export function countedUnit(count: number, one: string, many: string): string {
  if (count === 1) return one;
  const [size, word, letter] = roundCounts.find(([least]) => count >= least && count % (least / 1000) === 0) ?? [
    1,
    '',
    '',
  ];
  return `${count === size && word !== '' ? word : `${count / size}${letter}`} ${many}`.trim();
}

const periodNames = ['hour', 3600, 'day', 86_400, 'week', 604_800, 'month', monthSeconds] as const;

/** Other periods are named by their months: `6 months`. */
export function periodName(seconds: number): string {
  const at = periodNames.indexOf(seconds as 3600);
  const months = Number((seconds / monthSeconds).toPrecision(6));
  return at > 0 ? String(periodNames[at - 1]) : months === 12 ? 'year' : months === 3 ? 'quarter' : `${months} months`;
}
