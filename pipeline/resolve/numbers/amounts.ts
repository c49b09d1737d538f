/** Statements of a text -> one price with its currency, unit and bound. */

import { type TokenGroups, unitOf, valuesOf } from '../../../common/amounts/forms.ts';
import { compact, round, type Token } from '../../../common/amounts/lexer.ts';
import {
  type Bound,
  daySeconds,
  monthSeconds,
  pluralOf,
  wordOf,
} from '../../../common/amounts/lexicon.ts';
import { type PricePeriod, periodSeconds } from '../../../model/price-period.ts';
import type { NumberRange, StatedPrice } from '../../../model/rows.ts';

/** Part of a price between commas, plus signs and the like: its forms by their names. */
export class Statement extends Map<string, readonly TokenGroups[]> {}

/**
 * `value`: in the unit that amounts of the column are compared in; NaN if the text can be read in
 * two ways.
 */
type Amount = Pick<StatedPrice, 'currency' | 'unit'> & {
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
type Priced = { readonly statement: Statement; readonly amounts: readonly Amount[] };

/**
 * Statements are alternatives, as in `$49/mo, $490/yr`. A sum and a fee beside the price leave the
 * price open: `$500/mo + $5/TB` is from $500 a month. Null if no statement has an amount, or one
 * can be read in two ways. `first`: the statement of the amount that is shown.
 */
export function priceOf(statements: readonly Statement[], use: Use | null, period: PricePeriod) {
  let timed: readonly Amount[] = [];
  const all = statements.map((statement): Priced => {
    const amounts = amountsOf(statement, { use, period, before: timed });
    if (timed.length === 0 && amounts.some(({ unit }) => unit === period)) timed = amounts;
    return { statement, amounts };
  });
  const written = all.flatMap(({ amounts }) => amounts);
  // If an amount has a currency, all must have one.
  const isMoney = written.some(({ currency }) => currency);
  if (
    written.some(
      ({ value, currency }) => !Number.isFinite(value) || (isMoney && value !== 0 && !currency),
    )
  )
    return null;
  const asked = all
    .filter(({ statement }) => !statement.has('former'))
    .reduce<readonly Priced[]>(addPart, []);
  const priced = asked.filter(({ amounts }) => amounts.length > 0);
  const lasting = priced.filter((part) => !isTrial(part));
  const isOpen = asked.some(({ statement }) => statement.has('unpriced'));
  const [first, ...others] = lasting.length > 0 ? lasting : priced;
  if (first === undefined) return null;
  const amounts = others.flatMap((other) => other.amounts);
  return { price: buildPrice(first.amounts, amounts, isOpen), first: first.statement };
}

/** Also `$0 (trial)`; a price beside a remark about a trial lasts. */
function isTrial({ statement, amounts }: Priced): boolean {
  const isFree = amounts.every(({ value }) => value === 0);
  const remarks = statement.get('aside')?.flatMap(({ inner = [] }) => inner) ?? [];
  return statement.has('trial') || (isFree && remarks.some(({ roles }) => roles.includes('trial')));
}

/**
 * Of a sum and of fees, the amount counts that costs something and is paid for good: 49 of `$25
 * setup + $49/mo`.
 */
function addPart(sums: readonly Priced[], part: Priced): readonly Priced[] {
  const sum = sums.at(-1);
  const isPart =
    part.statement.has('addend') || part.statement.has('fee') || sum?.statement.has('fee');
  if (sum === undefined || !isPart) return [...sums, part];
  const { amounts, statement } = rankOf(part) > rankOf(sum) ? part : sum;
  const bound = part.statement.has('addend') || rankOf(part) > 1 ? 'from' : null;
  const opened = amounts.map((each) => ({ ...each, bound: each.bound ?? bound }));
  return [...sums.slice(0, -1), { statement, amounts: opened }];
}

function rankOf({ amounts, statement }: Priced): number {
  if (amounts.every(({ value }) => value === 0)) return Math.min(amounts.length, 1);
  return statement.has('fee') || statement.has('once') ? 2 : 3;
}

function buildPrice(
  first: readonly Amount[],
  others: readonly Amount[],
  isOpen: boolean,
): Omit<StatedPrice, 'stated' | 'per' | 'note'> {
  const amounts = [...first, ...others];
  const { min, max } = rangeOf(amounts.map(({ value }) => value));
  // Nothing costs nothing in any currency and per any unit: `Free / $10/mo` is in dollars a month.
  const paid = amounts.filter(({ value }) => value !== 0);
  const telling = paid.length === 0 ? amounts : paid;
  const currencies = new Set(telling.flatMap((amount) => amount.currency ?? []));
  // Several units are all named: `TB/month, TB`.
  const units = [...new Set(telling.map(({ unit }) => unit))];
  // The words at the highest amount, then those at the lowest one: `up to $10/$500-$3K` may be
  // lower than 10.
  const has = (value: number, bound: Bound) =>
    amounts.some((each) => each.value === value && each.bound === bound);
  const open = isOpen || has(max, 'from') ? 'from' : has(min, 'upTo') ? 'upTo' : null;
  return {
    min,
    max,
    currency: currencies.size === 1 ? ([...currencies][0] ?? null) : null,
    unit: units.includes(null) ? null : units.join(', '),
    bound: open ?? (min === max ? 'exact' : 'range'),
    first: rangeOf(first.map(({ value }) => value)).min,
    tiers: tiersOf(first),
  };
}

/** Prices of volumes that follow each other, up to any; null if the text states no such tiers. */
function tiersOf(amounts: readonly Amount[]): StatedPrice['tiers'] {
  const tiers = amounts.flatMap(({ value, volume }) =>
    volume === undefined ? [] : [{ ...volume, price: value }],
  );
  const isWhole = tiers.every(({ to }, at) => to === (tiers[at + 1]?.from ?? null));
  return tiers.length > 1 && tiers.length === amounts.length && isWhole ? tiers : null;
}

export function rangeOf(values: readonly number[]): NumberRange {
  return { min: Math.min(...values), max: Math.max(...values) };
}

interface Comparing {
  readonly use: Use | null;
  readonly period: PricePeriod;
  /** Amounts per period of a statement before. */
  readonly before: readonly Amount[];
}

function amountsOf(statement: Statement, { use, period, before }: Comparing): readonly Amount[] {
  const [{ tiers = [] } = {}] = statement.get('tiers') ?? [];
  const [values, terms] = [valuesOf(tiers), termsOf(statement)];
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

const byMonth: Comparing = { use: null, period: 'month', before: [] };
/** How far apart amounts may be that were rounded: `$40.83/mo ($490/year)`. */
const rounding = 0.01;

/**
 * An amount in parentheses after one of another period: nothing more if it is the same amount, an
 * alternative if it is less. Null if it is of the same period, or more, which says something else.
 */
export function otherPeriod(aside: Statement, outer: Statement): readonly Statement[] | null {
  const [period, paid] = [aside, outer].map((each) => termsOf(each).seconds);
  if (!period || !paid || period === paid) return null;
  const [[own] = [], [stated] = []] = [aside, outer].map((each) => amountsOf(each, byMonth));
  if (own === undefined || stated === undefined || own.currency !== stated.currency) return null;
  if (Math.abs(own.value - stated.value) <= rounding * stated.value) return [];
  return own.value < stated.value ? [aside] : null;
}

type Terms = ReturnType<typeof termsOf>;

function termsOf(statement: Statement) {
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
    /** Seconds in the period of a remark: `(yearly plan)`. */
    paid: remarks.find(({ seconds }) => seconds)?.seconds ?? null,
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
  const paid = terms.paid === 12 * monthSeconds && value <= monthly ? monthSeconds : terms.paid;
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
