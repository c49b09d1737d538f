/** Price bounds in words: `under $50`, `below 50 usd`, `< 50/month`, `between $10 and $20`. */

/** A bound of the base fee, per month. */
export interface Bound {
  readonly min: number | null;
  readonly max: number | null;
  /** Code. */
  readonly currency: string;
  /** Whether the words state the period. */
  readonly isMonthly: boolean;
  /** Number of words. */
  readonly length: number;
}

type End = 'min' | 'max';

const endWords = {
  max: 'no more than; not more than; less than; less then; cheaper than; cheaper then; lower than; at most; up to; under; below; within; max; maximum; <; <=; ≤',
  min: 'no less than; not less than; more than; more then; at least; starting at; over; above; min; minimum; from; >; >=; ≥',
} as const;
/** Longest first. */
const comparators = (['max', 'min'] as const)
  .flatMap((end) => endWords[end].split('; ').map((text) => [text, end] as const))
  .toSorted(([a], [b]) => b.split(' ').length - a.split(' ').length);
/** The comparator at the beginning of the words; null if there is none. */
export function comparatorAt(words: readonly string[]): readonly [text: string, end: End] | null {
  return comparators.find(([text]) => startsWith(words, 0, text)) ?? null;
}
/** Words of bounds, which are no typing errors. */
export const boundWords: readonly string[] = comparators.flatMap(([text]) => text.split(' '));

const currencyWords = {
  USD: '$ usd dollar dollars bucks',
  EUR: '€ eur euro euros',
  GBP: '£ gbp',
} as const;
const currencies: ReadonlyMap<string, string> = new Map(
  Object.entries(currencyWords).flatMap(([code, names]) =>
    names.split(' ').map((name) => [name, code] as const),
  ),
);
const months = 'a month; per month; / month; /month; /mo; monthly; per mo; mo; month; pm'.split(
  '; ',
);
const years = 'a year; per year; / year; /year; /yr; yearly; annually; year'.split('; ');
/** `50`, `$1,000`, `1.5k`, `50usd`, `$50/month`, `<$50`. */
const amountText =
  /^(?<sign><=|>=|[<>≤≥])?(?<before>[$€£])?(?<number>\d{1,3}(?:,\d{3})+|\d{1,9})(?<part>\.\d{1,4})?(?<thousand>k)?(?<after>[$€£]|usd|eur)?(?<period>\/(?:mo|month|yr|year))?$/;
const rangeText = /^([$€£]?\d{1,9})\s*[-–]\s*([$€£]?\d{1,9}.*)$/;

interface Amount extends Omit<Bound, 'min' | 'max'> {
  readonly value: number;
  /** Of a sign before the number. */
  readonly end: End | null;
  readonly hasCurrency: boolean;
}

/** The bound that begins at the first word; null if none does. */
export function readBound(words: readonly string[]): Bound | null {
  return readRange(words) ?? readLimit(words);
}

function readLimit(words: readonly string[]): Bound | null {
  const [comparator, named] = comparatorAt(words) ?? (['', null] as const);
  const skipped = comparator === '' ? 0 : comparator.split(' ').length;
  const amount = readAmount(words, skipped);
  if (amount === null) return null;
  const end = named ?? amount.end;
  // A number alone may be anything, such as the number of a chain or of requests.
  const isMoney = amount.hasCurrency || amount.isMonthly;
  if (!isMoney && (end === null || hasUnit(words, skipped + amount.length))) return null;
  return bound(
    amount,
    end === 'min' ? [amount.value, null] : [null, amount.value],
    skipped + amount.length,
  );
}

function readRange([start = '', ...words]: readonly string[]): Bound | null {
  const [, least, most] = rangeText.exec(start) ?? [];
  if (least !== undefined && most !== undefined)
    return range(readAmount([least], 0), readAmount([most, ...words.slice(0, 3)], 0), 0);
  if (start !== 'between' && start !== 'from') return null;
  const first = readAmount(words, 0);
  const at = first?.length ?? 0;
  return words[at] === 'and' || words[at] === 'to'
    ? range(first, readAmount(words, at + 1), at + 2)
    : null;
}

/** `before`: words before the second amount. */
function range(first: Amount | null, second: Amount | null, before: number): Bound | null {
  if (first === null || second === null) return null;
  if (!first.hasCurrency && !second.hasCurrency && !second.isMonthly) return null;
  const money = second.hasCurrency ? second : { ...second, currency: first.currency };
  const ends = [Math.min(first.value, second.value), Math.max(first.value, second.value)] as const;
  return bound(money, ends, before + second.length);
}

function bound(
  { currency, isMonthly }: Amount,
  [min, max]: readonly [number | null, number | null],
  length: number,
): Bound {
  return { min, max, currency, isMonthly, length };
}

/** An amount with the words of currency and period that follow. */
function readAmount(words: readonly string[], from: number): Amount | null {
  const groups = amountText.exec(words[from] ?? '')?.groups;
  if (groups === undefined) return null;
  const { sign = '', before, number = '', part = '', thousand, after } = groups;
  const follows = currencies.get(words[from + 1] ?? '');
  const currency = currencies.get(before ?? after ?? '') ?? follows;
  const { period, length } = readPeriod(
    words,
    from + (follows === undefined ? 1 : 2),
    groups.period,
  );
  const amount = Number(number.replaceAll(',', '') + part) * (thousand ? 1000 : 1);
  return {
    value: period === 'year' ? Math.round((amount / 12) * 100) / 100 : amount,
    end: endOf(sign),
    currency: currency ?? 'USD',
    hasCurrency: currency !== undefined,
    isMonthly: period !== null,
    length: (follows === undefined ? 1 : 2) + length,
  };
}

function endOf(sign: string): End | null {
  if (sign === '') return null;
  return '>≥'.includes(sign.charAt(0)) ? 'min' : 'max';
}

/** `glued`: a period in the word of the amount. */
function readPeriod(words: readonly string[], at: number, glued: string | undefined) {
  if (glued !== undefined) return { period: glued.startsWith('/y') ? 'year' : 'month', length: 0 };
  const month = months.find((text) => startsWith(words, at, text));
  if (month !== undefined) return { period: 'month', length: month.split(' ').length };
  const year = years.find((text) => startsWith(words, at, text));
  return year === undefined
    ? { period: null, length: 0 }
    : { period: 'year', length: year.split(' ').length };
}

/** Whether a word is a unit of something else than money: `under 100 ms`. */
export function hasUnit(words: readonly string[], at: number): boolean {
  return /^(?:ms|s|rps|rpm|gb|tb|mb|kb|%|cus?|req\w{0,10}|calls?|queries|seconds?|blocks?|networks?|chains?|users?)$/.test(
    words[at] ?? '',
  );
}

function startsWith(words: readonly string[], from: number, text: string): boolean {
  return text.split(' ').every((word, at) => words[from + at] === word);
}
