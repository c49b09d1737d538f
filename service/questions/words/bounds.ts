/** Price bounds in words: `under $50`, `below 50 usd`, `< 50/month`, `between $10 and $20`. */
import { currencyOfWord } from '../../../common/amounts/currencies.ts';
import type { Token } from '../../../common/amounts/lexer.ts';
import { pluralOf, wordOf, wordsWith } from '../../../common/amounts/lexicon.ts';
import { daySeconds } from '../../../common/durations.ts';
import { endAfter, hasRole, isComparator, type TypedWords, typedWords } from './typed.ts';

/** A bound of the base fee per compared period, of an estimate, or of the price of use. */
export interface Bound {
  readonly min: number | null;
  readonly max: number | null;
  /** Code. */
  readonly currency: string;
  /** Whether the words state the period. */
  readonly isTimed: boolean;
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
const fiat: ReadonlySet<string> = new Set(['CHF', 'JPY', 'INR', 'CNY', 'CAD', 'AUD']);

/** Codes of the currencies of prices by their lowercase form. */
export type PricedIn = ReadonlyMap<string, string>;

/** What bounds of a directory are read with. */
export interface Prices {
  readonly pricedIn: PricedIn;
  /** Seconds of the period by which prices are compared. */
  readonly compared: number;
}
const most = 1e10;

interface Amount {
  readonly value: number;
  readonly currency: string | null;
  readonly isTimed: boolean;
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
export function readBound(words: readonly string[], prices: Prices): Bound | null {
  const typed = typedWords(words);
  return readRange(typed, prices) ?? readLimit(typed, words, prices);
}

function readLimit(typed: TypedWords, words: readonly string[], prices: Prices): Bound | null {
  const [first] = typed.tokens;
  const comparator = isComparator(first) ? first : null;
  const amount = readAmount(typed.tokens, comparator === null ? 0 : 1, prices);
  if (amount === null) return null;
  const { currency, isTimed, hours, unit, isOpen, to } = amount;
  const after = comparator === null ? endAfter(typed.tokens[to]) : null;
  const length = (after && typed.wordsTo(to + 1)) ?? typed.wordsTo(to);
  if (length === null) return null;
  const isRead = comparator === null ? isMoney(amount) : !isOther(amount, hasUnit(words, length));
  if (!isRead) return null;
  const end = isOpen ? 'from' : (comparator?.bound ?? after);
  const [min, max] = endsOf(amount, end, prices);
  return { min, max, currency: currency ?? 'USD', isTimed, hours, unit, length };
}

function endsOf(
  { value, hours }: Pick<Amount, 'value' | 'hours'>,
  end: Token['bound'] | null,
  { compared }: Prices,
) {
  const { atLeast, atMost } = roundingOf(hours, compared);
  return end === 'from' ? ([atLeast(value), null] as const) : ([null, atMost(value)] as const);
}

/**
 * In cents, so that what is written is within: $500 a year is at least $41.66 a month. Prices of an
 * hour or a day are in hundredths of a cent.
 */
function roundingOf(hours: number | null, compared: number) {
  const parts = compared > daySeconds ? 100 : 10_000;
  return {
    atLeast: (value: number) => (hours === null ? value : Math.floor(value * parts + 1e-6) / parts),
    atMost: (value: number) => (hours === null ? value : Math.ceil(value * parts - 1e-6) / parts),
  };
}

/** A number alone may be anything, such as that of a chain; `0.05 eth` what a faucet gives. */
function isMoney({ currency, isTimed, unit }: Amount): boolean {
  return currency === null ? isTimed : unit !== null || currencies.has(currency);
}

/** `under 100 ms` */
function isOther({ currency, isTimed }: Amount, isCounted: boolean): boolean {
  return currency === null && !isTimed && isCounted;
}

/** `between $10 and $20`, `from $10 to $20`, `$10-$20`. */
function readRange(typed: TypedWords, { compared }: Prices): Bound | null {
  // A range names its currency.
  const prices = { compared, pricedIn: new Map() };
  const { tokens } = typed;
  const isNamed = hasRole(tokens[0], 'between') || tokens[0]?.text === 'from';
  const first = readAmount(tokens, isNamed ? 1 : 0, prices);
  const joints = isNamed ? /^(?:and|to|[-–])$/ : /^[-–]$/;
  if (first === null || !joints.test(tokens[first.to]?.text ?? '')) return null;
  const second = readAmount(tokens, first.to + 1, prices);
  const length = second && typed.wordsTo(second.to);
  if (second === null || length === null) return null;
  return spanOf(first, second, { length, compared });
}

function spanOf(
  first: Amount,
  second: Amount,
  { length, compared }: { readonly length: number; readonly compared: number },
): Bound | null {
  const currency = second.currency ?? first.currency;
  const isTimed = first.isTimed || second.isTimed;
  if (currency === null && !isTimed) return null;
  const ends = [scaledAs(first, second), scaledAs(second, first)];
  const hours = second.hours ?? first.hours;
  const { atLeast, atMost } = roundingOf(hours, compared);
  const [min, max] = [atLeast(Math.min(...ends)), atMost(Math.max(...ends))];
  const unit = second.unit ?? first.unit;
  return { min, max, currency: currency ?? 'USD', isTimed, hours, unit, length };
}

/** `$0.05` of `$0.05 to $0.10 per hour`: what is said once is meant of both. */
function scaledAs({ value, scale }: Amount, other: Amount): number {
  return scale === null && other.scale !== null ? other.scale(value) : value;
}

/** An amount with its currency and period, per compared period. */
function readAmount(
  tokens: readonly Token[],
  at: number,
  { pricedIn, compared }: Prices,
): Amount | null {
  const number = tokens[at];
  if (number === undefined || !hasRole(number, 'money', 'plain', 'scaled', 'decimal')) return null;
  const named = currencyAt(tokens, at + 1, pricedIn);
  const currency = number.currency ?? named;
  const value = amountOf(number, tokens[at + 1]);
  const isKnown = currency === null || currency === named || currencies.has(currency);
  if (!(value < most) || !isKnown) return null;
  const written = at + (named === null ? 1 : 2);
  const isOpen = tokens[written]?.text === '+';
  const end = written + Number(isOpen);
  const stated = { value, currency, isTimed: false, hours: null, unit: null };
  const bare = { ...stated, scale: null, isOpen, to: end };
  const use = currency === null ? null : usageAt(tokens, end);
  if (use !== null) {
    const scale = (written: number) => written * use.factor;
    return { ...bare, value: scale(value), unit: use.unit, scale, to: use.to };
  }
  const least = currency === null ? compared : null;
  const period = periodAt(tokens, end, least);
  if (period === null) return bare;
  const scale = (written: number) => (written * compared) / period.seconds;
  const hours = period.seconds / 3600;
  return { ...bare, value: scale(value), isTimed: true, hours, scale, to: period.to };
}

/** `20 cents` are 0.2. */
function amountOf({ value = Number.NaN }: Token, unit: Token | undefined): number {
  return /^cents?$/.test(unit?.text ?? '') ? value / 100 : value;
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

/** `least`: seconds without a currency, as `50 per hour` and `1 month` may be anything. */
function periodAt(tokens: readonly Token[], from: number, least: number | null) {
  let at = from;
  while (hasRole(tokens[at], 'slash')) at++;
  const seconds = hasRole(tokens[at], 'period', 'adverb') ? tokens[at]?.seconds : undefined;
  if (seconds === undefined) return null;
  const isJoined = at > from || hasRole(tokens[at], 'adverb');
  const isPrice = least === null || (isJoined && seconds >= least);
  return isPrice ? { seconds, to: at + 1 } : null;
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
