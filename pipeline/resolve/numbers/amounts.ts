/** Amounts that the statements of a text name -> one price with its currency, unit and bound. */
import type { NumberRange, StatedPrice } from '../../../model/rows.ts';
import { type Bound, monthSeconds, periods } from './lexicon.ts';

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

/**
 * `addend`: added to the statement before. `tier`: beside it, as in `$49/mo/$490/yr`. `once`: a single payment. `fee`: beside the price, as
 * in `$25 setup`. `unpriced`: a tier without an amount. `trial`: of the first time. `former`: not asked for any more.
 */
export type Flag = 'addend' | 'tier' | 'once' | 'fee' | 'unpriced' | 'trial' | 'former';

/** Part of a price: commas and similar marks separate statements, plus signs separate the parts of a sum. */
export interface Statement {
  amounts: readonly Amount[];
  readonly is: Set<Flag>;
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
  const asked = statements.filter(({ is }) => !is.has('former'));
  const lasting = asked.filter(({ is }) => !is.has('trial'));
  const stated = sumsOf(lasting.some(hasAmounts) ? lasting : asked).filter(hasAmounts);
  const prices = stated.filter(({ is }) => !is.has('fee'));
  const isOpen = asked.some(({ is }) => is.has('unpriced') && !is.has('addend'));
  const hasFee = prices.length > 0 && stated.some(({ is, amounts }) => is.has('fee') && !isFree(amounts));
  return buildPrice(prices.length > 0 ? prices : stated, isOpen || hasFee);
}

/** Each sum as one statement: its price of a month, or that of its first part that costs something and is no fee. */
function sumsOf(statements: readonly Statement[]): Statement[] {
  const sums: Statement[][] = [];
  for (const statement of statements) {
    if (statement.is.has('addend') && sums.length > 0) sums.at(-1)?.push(statement);
    else sums.push([statement]);
  }
  return sums.flatMap((parts) => {
    const [first] = parts;
    if (first === undefined || parts.length === 1) return parts;
    const priced = parts.filter(hasAmounts);
    const paid = priced.filter(({ amounts }) => !isFree(amounts));
    const lasting = paid.find(({ is }) => !is.has('fee') && !is.has('once'));
    const { amounts } = lasting ?? paid[0] ?? priced[0] ?? first;
    if (lasting !== undefined) first.is.delete('fee');
    return { ...first, amounts: amounts.map((amount) => ({ ...amount, bound: amount.bound ?? 'from' })) };
  });
}

function hasAmounts({ amounts }: Statement): boolean {
  return amounts.length > 0;
}

function isFree(amounts: readonly Amount[]): boolean {
  return amounts.every(({ value }) => value === 0);
}

function buildPrice(statements: readonly Statement[], isOpen: boolean): StatedPrice | null {
  const amounts = statements.flatMap((statement) => statement.amounts);
  const range = buildRange(amounts.map(({ value }) => value));
  if (range === null) return null;
  // Nothing costs nothing in any currency and per any unit: `Free / $10/mo` is in dollars a month.
  const paid = amounts.filter(({ value }) => value !== 0);
  const telling = paid.length > 0 ? paid : amounts;
  const currencies = [...new Set(telling.flatMap(({ currency }) => currency ?? []))];
  // Several units are all named: `TB/month, TB`.
  const units = new Set(telling.map(({ unit }) => unit));
  const unit = [...units].join(', ');
  const next = statements.findIndex(({ is }, at) => at > 0 && !is.has('tier'));
  const first = statements.slice(0, next === -1 ? undefined : next).flatMap((statement) => statement.amounts);
  return {
    ...range,
    currency: currencies.length === 1 ? (currencies[0] ?? null) : null,
    unit: units.has(null) || unit.length > maxUnitLength ? null : unit,
    bound: boundOfAll(amounts, range, isOpen),
    first: Math.min(...first.map(({ value }) => value)),
  };
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
  [1, '', ''],
] as const;

/** `million requests`, `50K RU`, `transaction`. */
export function countedUnit(count: number, one: string, many: string): string {
  if (count === 1) return one;
  const [size, word, letter] =
    roundCounts.find(([least]) => count >= least && count % (least / 1000) === 0) ?? roundCounts[3];
  return `${count === size && word !== '' ? word : `${count / size}${letter}`} ${many}`.trim();
}

/** Other periods are named by their months: `6 months`. */
export function periodName(seconds: number): string {
  const named = ['hour', 'day', 'week', 'month', 'quarter', 'year'].find((word) => periods.get(word) === seconds);
  return named ?? `${Number((seconds / monthSeconds).toPrecision(6))} months`;
}
