/** Amounts that the statements of a text name -> one price with its currency, unit and bound. */
import type { NumberRange, StatedPrice } from '../../../model/rows.ts';
import { type Bound, monthSeconds, periods } from './lexicon.ts';

export interface Amount {
  /** In the unit that amounts of the column are compared in. */
  readonly value: number;
  /** ISO 4217 code or token ticker; null if the text names none. */
  readonly currency: string | null;
  /** Null if the text names none. */
  readonly unit: string | null;
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
  return buildPrice(prices.length > 0 ? prices : stated, isOpen || (prices.length > 0 && stated.some(isPaidFee)));
}

/** Each sum as one statement: its price of a month, or that of its first part that costs something and is no fee. */
function sumsOf(statements: readonly Statement[]): Statement[] {
  const starts = statements.flatMap(({ is }, at) => (at === 0 || !is.has('addend') ? [at] : []));
  return starts.flatMap((start, at) => {
    const parts = statements.slice(start, starts[at + 1]);
    const [first] = parts;
    if (first === undefined || parts.length === 1) return parts;
    const priced = parts.filter(hasAmounts);
    const paid = priced.filter(({ amounts }) => !isFree(amounts));
    const lasting = paid.find(({ is }) => !is.has('fee') && !is.has('once'));
    if (lasting !== undefined) first.is.delete('fee');
    const { amounts } = lasting ?? paid[0] ?? priced[0] ?? first;
    return { ...first, amounts: amounts.map((amount) => ({ ...amount, bound: amount.bound ?? 'from' })) };
  });
}

const hasAmounts = ({ amounts }: Statement) => amounts.length > 0;
const isFree = (amounts: readonly Amount[]) => amounts.every(({ value }) => value === 0);
const isPaidFee = ({ is, amounts }: Statement) => is.has('fee') && !isFree(amounts);

function buildPrice(statements: readonly Statement[], isOpen: boolean): StatedPrice | null {
  const amounts = statements.flatMap((statement) => statement.amounts);
  const range = buildRange(amounts.map(({ value }) => value));
  if (range === null) return null;
  // Nothing costs nothing in any currency and per any unit: `Free / $10/mo` is in dollars a month.
  const telling = isFree(amounts) ? amounts : amounts.filter(({ value }) => value !== 0);
  const [currency = null, ...others] = new Set(telling.flatMap((amount) => amount.currency ?? []));
  // Several units are all named: `TB/month, TB`.
  const units = [...new Set(telling.map(({ unit }) => unit))];
  const next = statements.findIndex(({ is }, at) => at > 0 && !is.has('tier'));
  const first = statements.slice(0, next === -1 ? undefined : next).flatMap((statement) => statement.amounts);
  // The words at the highest amount, then those at the lowest one: `up to $10/$500-$3K` may be lower than 10.
  const has = (value: number, bound: Bound) => amounts.some((each) => each.value === value && each.bound === bound);
  const bound = isOpen || has(range.max, 'from') ? 'from' : has(range.min, 'upTo') ? 'upTo' : null;
  return {
    ...range,
    currency: others.length === 0 ? currency : null,
    unit: units.includes(null) || units.join(', ').length > maxUnitLength ? null : units.join(', '),
    bound: bound ?? (range.min === range.max ? 'exact' : 'range'),
    first: Math.min(...first.map(({ value }) => value)),
  };
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 15 });
const roundCounts = new Map([
  ['1', ''],
  ['1K', 'thousand '],
  ['1M', 'million '],
  ['1B', 'billion '],
]);

/** `million requests`, `50K RU`, `transaction`. */
export function countedUnit(count: number, one: string, many: string): string {
  const short = compact.format(count);
  return `${roundCounts.get(short) ?? `${short} `}${count === 1 ? one : many}`.trim();
}

/** Other periods are named by their months: `6 months`. */
export function periodName(seconds: number): string {
  const named = ['hour', 'day', 'week', 'month', 'quarter', 'year'].find((word) => periods.get(word) === seconds);
  return named ?? `${Number((seconds / monthSeconds).toPrecision(6))} months`;
}
