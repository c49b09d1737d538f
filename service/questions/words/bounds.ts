/** Price bounds in words: `under $50`, `below 50 usd`, `< 50/month`, `between $10 and $20`. */
import { currencyOfWord } from '../../../common/amounts/currencies.ts';
import type { Token } from '../../../common/amounts/lexer.ts';
import { monthSeconds, pluralOf, wordOf, wordsWith } from '../../../common/amounts/lexicon.ts';
import { endAfter, hasRole, isComparator, type TypedWords, typedWords } from './typed.ts';

/** A bound of the base fee per month, of an estimate, or of the price of use. */
export interface Bound {
  readonly min: number | null;
  readonly max: number | null;
  /** Code. */
  readonly currency: string;
  /** Whether the words state the period. */
  readonly isMonthly: boolean;
  /** Of the stated period. */
  readonly hours: number | null;
  /** What use is priced by: `million requests`, `TB`; null for a price of time. */
  readonly unit: string | null;
  /** Number of words. */
  readonly length: number;
}

/** Words of bounds, which are no typing errors. */
export const boundWords: readonly string[] = wordsWith(({ roles }) =>
  roles.some((role) => role === 'before' || role === 'typed'),
);

/** Currencies that searches name anywhere. Others are names of tokens and networks, too. */
const currencies: ReadonlySet<string> = new Set(['USD', 'EUR', 'GBP']);

/** Currencies that are named after amounts only. */
const fiat: ReadonlySet<string> = new Set(['CHF', 'JPY']);

/** Codes of the currencies of prices by their lowercase form. */
export type PricedIn = ReadonlyMap<string, string>;
const most = 1e10;

interface Amount {
  readonly value: number;
  readonly currency: string | null;
  readonly isMonthly: boolean;
  readonly hours: number | null;
  readonly unit: string | null;
  /** Makes the number that was written a value, by the period or the count after it. */
  readonly scale: ((written: number) => number) | null;
  /** `$50+` */
  readonly isOpen: boolean;
  /** Index of the token after it. */
  readonly to: number;
}

/** The bound that begins at the first word; null if none does. */
export function readBound(words: readonly string[], pricedIn: PricedIn): Bound | null {
  const typed = typedWords(words);
  return readRange(typed) ?? readLimit(typed, words, pricedIn);
}

function readLimit(typed: TypedWords, words: readonly string[], pricedIn: PricedIn): Bound | null {
  const [first] = typed.tokens;
  const comparator = isComparator(first) ? first : null;
  const amount = readAmount(typed.tokens, comparator === null ? 0 : 1, pricedIn);
  if (amount === null) return null;
  const { currency, isMonthly, hours, unit, isOpen, to } = amount;
  const after = comparator === null ? endAfter(typed.tokens[to]) : null;
  const length = (after && typed.wordsTo(to + 1)) ?? typed.wordsTo(to);
  if (length === null) return null;
  const isRead = comparator === null ? isMoney(amount) : !isOther(amount, hasUnit(words, length));
  if (!isRead) return null;
  const [min, max] = endsOf(amount, isOpen ? 'from' : (comparator?.bound ?? after));
  return { min, max, currency: currency ?? 'USD', isMonthly, hours, unit, length };
}

function endsOf({ value, hours }: Pick<Amount, 'value' | 'hours'>, end: Token['bound'] | null) {
  return end === 'from'
    ? ([atLeast(value, hours), null] as const)
    : ([null, atMost(value, hours)] as const);
}

/** In cents of a month, so that what is written is within: $500 a year is at least $41.66. */
function atLeast(value: number, hours: number | null): number {
  return hours === null ? value : Math.floor(value * 100 + 1e-6) / 100;
}

function atMost(value: number, hours: number | null): number {
  return hours === null ? value : Math.ceil(value * 100 - 1e-6) / 100;
}

/** A number alone may be anything, such as that of a chain; `0.05 eth` what a faucet gives. */
function isMoney({ currency, isMonthly, unit }: Amount): boolean {
  return currency === null ? isMonthly : unit !== null || currencies.has(currency);
}

/** `under 100 ms` */
function isOther({ currency, isMonthly }: Amount, isCounted: boolean): boolean {
  return currency === null && !isMonthly && isCounted;
}

/** `between $10 and $20`, `from $10 to $20`, `$10-$20`. */
function readRange(typed: TypedWords): Bound | null {
  const { tokens } = typed;
  const isNamed = hasRole(tokens[0], 'between') || tokens[0]?.text === 'from';
  const first = readAmount(tokens, isNamed ? 1 : 0);
  const joints = isNamed ? /^(?:and|to|[-–])$/ : /^[-–]$/;
  if (first === null || !joints.test(tokens[first.to]?.text ?? '')) return null;
  const second = readAmount(tokens, first.to + 1);
  const length = second && typed.wordsTo(second.to);
  if (second === null || length === null) return null;
  return spanOf(first, second, length);
}

function spanOf(first: Amount, second: Amount, length: number): Bound | null {
  const currency = second.currency ?? first.currency;
  const isMonthly = first.isMonthly || second.isMonthly;
  if (currency === null && !isMonthly) return null;
  const ends = [scaledAs(first, second), scaledAs(second, first)];
  const hours = second.hours ?? first.hours;
  const [min, max] = [atLeast(Math.min(...ends), hours), atMost(Math.max(...ends), hours)];
  const unit = second.unit ?? first.unit;
  return { min, max, currency: currency ?? 'USD', isMonthly, hours, unit, length };
}

/** `$0.05` of `$0.05 to $0.10 per hour`: what is said once is meant of both. */
function scaledAs({ value, scale }: Amount, other: Amount): number {
  return scale === null && other.scale !== null ? other.scale(value) : value;
}

/** An amount with its currency and period, per month. */
function readAmount(
  tokens: readonly Token[],
  at: number,
  pricedIn: PricedIn = new Map(),
): Amount | null {
  const number = tokens[at];
  if (number === undefined || !hasRole(number, 'money', 'plain', 'scaled', 'decimal')) return null;
  const named = currencyAt(tokens, at + 1, pricedIn);
  const currency = number.currency ?? named;
  const { value = Number.NaN } = number;
  const isKnown = currency === null || currency === named || currencies.has(currency);
  if (!(value < most) || !isKnown) return null;
  const written = at + (named === null ? 1 : 2);
  const isOpen = tokens[written]?.text === '+';
  const end = written + Number(isOpen);
  const stated = { value, currency, isMonthly: false, hours: null, unit: null };
  const bare = { ...stated, scale: null, isOpen, to: end };
  const use = currency === null ? null : usageAt(tokens, end);
  if (use !== null) {
    const scale = (written: number) => written * use.factor;
    return { ...bare, value: scale(value), unit: use.unit, scale, to: use.to };
  }
  const period = periodAt(tokens, end);
  // `50 per hour` without a currency may be anything.
  if (period === null || (currency === null && period.seconds < monthSeconds)) return bare;
  const scale = (written: number) => (written * monthSeconds) / period.seconds;
  const hours = period.seconds / 3600;
  return { ...bare, value: scale(value), isMonthly: true, hours, scale, to: period.to };
}

function currencyAt(tokens: readonly Token[], at: number, pricedIn: PricedIn): string | null {
  const { text = '' } = tokens[at] ?? {};
  const named = currencyOfWord(text);
  const isFiat = named !== null && (currencies.has(named) || fiat.has(named));
  return isFiat ? named : (pricedIn.get(text) ?? null);
}

/** `per million requests`, `/1M CU`, `per request`: prices of use are compared per million. */
function usageAt(tokens: readonly Token[], from: number) {
  let at = from;
  while (hasRole(tokens[at], 'slash')) at++;
  if (at === from) return null;
  const { roles = [], value = 1, scale = null } = tokens[at] ?? {};
  const isCount = roles.some((role) => /^(?:plain|scaled|decimal|magnitude)$/.test(role));
  const count = isCount ? value : (scale ?? 1);
  if (isCount || scale !== null) at++;
  const { unit, text = '' } = tokens[at] ?? {};
  // `per TB`
  if (hasRole(tokens[at], 'data') && count === 1)
    return { factor: 1, unit: text.toUpperCase().replace('IB', 'iB'), to: at + 1 };
  if (unit === undefined || !(count > 0)) return null;
  return { factor: 1e6 / count, unit: `million ${pluralOf(unit)}`, to: at + 1 };
}

function periodAt(tokens: readonly Token[], from: number) {
  let at = from;
  while (hasRole(tokens[at], 'slash')) at++;
  const seconds = hasRole(tokens[at], 'period', 'adverb') ? tokens[at]?.seconds : undefined;
  return seconds === undefined ? null : { seconds, to: at + 1 };
}

/** What else is counted than what plans include. */
const otherUnits: ReadonlySet<string> = new Set(
  'ms % block blocks network networks chain chains user users'.split(' '),
);

/** Whether a word is a unit of something else than money: `under 100 ms`. */
export function hasUnit(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  const roles = wordOf(word)?.roles ?? [];
  const isUnit = roles.some((role) => /^(?:use|data|short)$/.test(role));
  return otherUnits.has(word) || (isUnit && word !== 'rpc');
}
