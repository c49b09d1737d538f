/** A statement of a text -> its amounts, with their currency, unit and bound. */

import { type TokenGroups, unitOf, valuesOf } from '../../../common/amounts/forms.ts';
import { compact, round, type Token } from '../../../common/amounts/lexer.ts';
import { type Bound, pluralOf, wordOf } from '../../../common/amounts/lexicon.ts';
import { daySeconds, monthSeconds } from '../../../common/durations.ts';
import { type PricePeriod, periodSeconds } from '../../../model/price-period.ts';
import type { NumberRange, StatedPrice } from '../../../model/rows.ts';

/** Part of a price between commas, plus signs and the like: its forms by their names. */
export class Statement extends Map<string, readonly TokenGroups[]> {}

/**
 * `value`: in the unit that amounts of the column are compared in; NaN if the text can be read in
 * two ways.
 */
export type Amount = Pick<StatedPrice, 'currency' | 'unit'> & {
  readonly value: number;
  readonly bound: Bound | null;
  readonly volume: Token['volume'];
};
/** What prices of use are compared for: `counted` is the unit of texts that name none. */
export interface Use {
  readonly count: number;
  readonly counted: Token | undefined;
  /** As the column says it. */
  readonly text: string;
}
export type Priced = { readonly statement: Statement; readonly amounts: readonly Amount[] };

/** Period of a unit, also of `region/month`. */
export function periodIn(unit: string | null): string | null {
  return unit?.split('/').at(-1) ?? null;
}

export function rangeOf(values: readonly number[]): NumberRange {
  return { min: Math.min(...values), max: Math.max(...values) };
}

interface Comparing {
  readonly use: Use | null;
  readonly period: PricePeriod;
  /** Amounts per period of a statement before. */
  readonly before: readonly Amount[];
  /** Unit of a price by the million that names none: of `first 10M requests free, then $5/1M`. */
  readonly counted?: Token | undefined;
}

export function amountsOf(
  statement: Statement,
  { use, period, before, counted }: Comparing,
): readonly Amount[] {
  const reduction = statement.get('reduction')?.[0];
  if (reduction !== undefined) return reducedAmounts(reduction, before);
  const [{ tiers = [] } = {}] = statement.get('tiers') ?? [];
  const [values, stated] = [valuesOf(tiers), termsOf(statement)];
  const { per } = stated;
  const terms =
    per === undefined ? stated : { ...stated, per: { ...per, counted: per.counted ?? counted } };
  const shared = tiers.find(({ currency }) => currency)?.currency ?? null;
  const numbers = tiers.flatMap((token, at) =>
    token.value === undefined ? [] : [{ ...token, at }],
  );
  return numbers.map(({ currency, volume, at }, tier) => {
    const count = terms.per?.counts[tier] ?? terms.per?.counts.at(-1);
    const value = Number.isNaN(count) ? Number.NaN : (values?.[tier] ?? Number.NaN);
    const compared = use
      ? perUse(value, count, { use, terms })
      : perPeriod(value, count, terms, { period, before: before[tier]?.value });
    return {
      ...compared,
      currency: currency ?? shared,
      volume,
      bound: tiers[at - 1]?.bound ?? terms.bound,
    };
  });
}

/**
 * Those if a year is paid at once: 39.2 of `$49/mo (20% off yearly)`. Not clear without
 * a price of a period, or a period of the reduction.
 */
function reducedAmounts({ what = [] }: TokenGroups, timed: readonly Amount[]): Amount[] {
  const percent = what.find(({ roles }) => roles.includes('percent'))?.value ?? Number.NaN;
  const isYearly = what.some(({ seconds }) => seconds === 12 * monthSeconds);
  const rest = isYearly && percent < 100 ? 1 - percent / 100 : Number.NaN;
  const unknown = { value: Number.NaN, currency: null, unit: null, bound: null, volume: undefined };
  const amounts = timed.length === 0 ? [unknown] : timed;
  return amounts.map((amount) => ({ ...amount, value: round(amount.value * rest) }));
}

const byMonth: Comparing = { use: null, period: 'month', before: [] };

/** How far apart amounts may be that were rounded: `$40.83/mo ($490/year)`. */
const rounding = 0.01;

/**
 * An amount in parentheses after one of another period: a `same` one if it is the same amount, an
 * alternative if it is less. Null if it is of the same period, or more, which says something else.
 */
export function otherPeriod(aside: Statement, outer: Statement): readonly Statement[] | null {
  const [period, paid] = [aside, outer].map((each) => termsOf(each).seconds);
  if (!period || !paid || period === paid) return null;
  const [[own] = [], [stated] = []] = [aside, outer].map((each) => amountsOf(each, byMonth));
  if (own === undefined || stated === undefined || own.currency !== stated.currency) return null;
  if (Math.abs(own.value - stated.value) <= rounding * stated.value)
    return [new Statement([...aside, ['same', []]])];
  return own.value < stated.value ? [aside] : null;
}

type Terms = ReturnType<typeof termsOf>;

export function termsOf(statement: Statement) {
  const get = (name: string) => statement.get(name) ?? [];
  const remarks = get('remark').flatMap(({ remark = [] }) => remark);
  const periods = get('period').map(
    ({ count, period }) => (count?.[0]?.value ?? 1) * (period?.[0]?.seconds ?? 1),
  );
  const pers = get('per').map(perOf);
  const names = [...statement.keys()];
  return {
    /** In the first billing period that is stated. */
    seconds: periods[0] ?? null,
    /** Seconds in the period of a remark, `(yearly plan)`, or of a reduction. */
    paid: statement.has('reduction')
      ? 12 * monthSeconds
      : (remarks.find(({ seconds }) => seconds)?.seconds ?? null),
    per: pers.find(({ counts }) => counts.length > 0),
    /** True if the price of a billing period includes the count: `$49/mo per 4M credits`. */
    isAllowance: periods.length > 0 && names.indexOf('period') < names.indexOf('per'),
    things: pers.flatMap(({ counts, counted }) =>
      counts.length === 0 && counted ? [counted.text] : [],
    ),
    once:
      statement.has('once') || remarks.some(({ roles }) => roles.includes('once')) ? 'once' : null,
    bound: get('bound').map(({ bound }) => bound?.[0]?.bound ?? ('from' as const))[0] ?? null,
  };
}

/** `/1M requests` is a count, as `/request` is; `/TB` is what else the amount is for. */
function perOf({ counts = [], unit = [], short = [] }: TokenGroups) {
  const [values, counted] = [valuesOf(counts), unitOf(unit) ?? short[0]];
  const isStored = unit.some(({ text }) => /^stored$/i.test(text));
  const size = counted?.count ?? 1;
  if (values?.length === 0)
    return { counts: counted?.unit && !counted.seconds ? [size] : [], counted, isStored };
  // `$8/1M` is a price for a million; `$1.5K/3K` may be two tiers.
  const isClear =
    counted || values?.every((value) => value >= 1000 && Number.isInteger(Math.log10(value)));
  return {
    counts:
      isClear && values && !values.includes(0) ? values.map((value) => value * size) : [Number.NaN],
    counted,
    isStored,
  };
}

/** A year at the price of fewer months is a mistake of the text. */
const leastMonths = 3;

/**
 * Of a subscription: per compared period, if a billing period is stated. `before`: price of the
 * same tier, if one stands before.
 */
function perPeriod(
  value: number,
  count: number | undefined,
  terms: Terms,
  {
    period,
    before = Number.NaN,
  }: { readonly period: PricePeriod; readonly before?: number | undefined },
) {
  const compared = periodSeconds(period) ?? monthSeconds;
  const monthly = (before * monthSeconds) / compared;
  // A yearly plan costs no more a month than a monthly one: `$45/mo (monthly plan), $40 (yearly
  // plan)` is $40 a month, $50 would be $50 a year.
  const isYearly = terms.paid === 12 * monthSeconds;
  // Neither a month nor a year costs that much.
  if (isYearly && terms.seconds === null && value > monthly && value < leastMonths * monthly)
    return { value: Number.NaN, unit: null };
  const paid = isYearly && value <= monthly ? monthSeconds : terms.paid;
  const isBilled = paid === 12 * monthSeconds || paid === monthSeconds;
  const seconds = terms.seconds ?? (isBilled ? paid : null);
  const unit = unitName(terms, terms.isAllowance ? undefined : count, seconds && period);
  return { value: round(value / ((seconds ?? compared) / compared)), unit };
}

/** Of use: per million units, or what the column says, if a count of units is stated. */
function perUse(
  value: number,
  stated: number | undefined,
  { use, terms: written }: { readonly use: Use; readonly terms: Terms },
) {
  const isSilent = value !== 0 && use.counted && stated === undefined && written.seconds === null;
  const terms =
    isSilent && written.things.length === 0
      ? { ...written, per: { counts: [use.count], counted: use.counted, isStored: false } }
      : written;
  const count = terms === written ? stated : use.count;
  // What is stored costs the amount in each period; of calls, the period says when they are
  // counted.
  const period =
    (count === undefined || terms.per?.isStored) && terms.seconds
      ? periodName(terms.seconds)
      : null;
  const isOwn = terms.per?.counted?.unit === use.counted?.unit;
  const scale = isOwn ? use.count : 1e6;
  const unit = unitName(terms, count && scale, period);
  return { value: round(count === undefined ? value : (value * scale) / count), unit };
}

/** What a column compares: `million tokens`. */
export function nameOf({ count, counted }: Use): string | null {
  return unitName(
    { per: { counts: [], counted, isStored: false }, things: [], once: null },
    count,
    null,
  );
}

/** `million requests/region/month`, `50K RU`. */
function unitName(
  { per, things, once }: Pick<Terms, 'per' | 'things' | 'once'>,
  count: number | undefined,
  period: string | 0 | null,
): string | null {
  const scale = ['thousand', 'million', 'billion'].find((word) => wordOf(word)?.scale === count);
  const number = scale ?? (count === 1 ? '' : compact(count ?? 0));
  const { text = '', unit: one = null } = per?.counted ?? {};
  const counted = `${number} ${one !== null && count !== 1 ? pluralOf(one) : (one ?? text)}`.trim();
  return (
    [...(count === undefined ? [] : [counted]), ...things, ...(period ? [period] : [])].join('/') ||
    once
  );
}

/** Other periods are named by their days or their months: `60 days`, `6 months`. */
export function periodName(seconds: number): string {
  const named = ['hour', 'day', 'week', 'month', 'quarter', 'year'].find(
    (word) => wordOf(word)?.seconds === seconds,
  );
  const days = seconds / daySeconds;
  const other = Number.isInteger(days)
    ? `${days} days`
    : `${Number((seconds / monthSeconds).toPrecision(6))} months`;
  return named ?? other;
}
