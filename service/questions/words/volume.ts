/**
 * Volumes and rates in words: `40 million requests a month`, `25 requests per second`, `40M`, `at
 * least 1M requests`, `100M compute units`.
 */
import { round, type Token, tokenize } from '../../../common/amounts/lexer.ts';
import { pluralOf, wordsWith } from '../../../common/amounts/lexicon.ts';
import { monthSeconds } from '../../../common/durations.ts';
import { endAfter, factors, hasRole, isComparator, isStrict, typedWords } from './typed.ts';

/** A number as people type it into a field: `40M`, `1,000,000`. Other texts stay as they are. */
export function readCount(text: string): string {
  const tokens = tokenize(text);
  const [number, scale, ...others] = tokens;
  const value = isNumber(number) ? number?.value : undefined;
  const factor = scale === undefined ? 1 : scaleOf(scale);
  if (value === undefined || factor === null || others.length > 0) return text;
  return String(Math.round(value * factor));
}

/** What a search asks plans to hold. */
export interface Volume {
  readonly amount: number;
  readonly period: 'month' | 'second';
  /** As quotas name it: `requests`, `compute units`, `credits`. */
  readonly unit: string;
  /** Plans must state that they include so much; null for the requests of an estimate. */
  readonly bound: 'at least' | 'more than' | 'at most' | 'less than' | null;
}

/** Units of searches, by what quotas name: a transaction that is sent is a request. */
const units: ReadonlyMap<string, string> = new Map([
  ...['request', 'transaction'].map((unit) => [unit, 'requests'] as const),
  ...['compute unit', 'credit'].map((unit) => [unit, pluralOf(unit)] as const),
]);
const hits: ReadonlySet<string> = new Set(['hit', 'hits']);
/** Words between the number and the unit: `40M RPC calls`. */
const kinds: ReadonlySet<string> = new Set(['api', 'rpc', 'http', 'json-rpc']);
const most = 1e12;

/** Scales that are words in other languages only. */
const rareScales: ReadonlySet<number> = new Set([1e5, 1e7]);
/** Words of volumes, which are no typing errors. */
export const volumeWords: readonly string[] = wordsWith(({ scale, unit, roles }) =>
  scale === undefined || scale === null
    ? units.has(unit ?? '') || roles.some((role) => role === 'period' || role === 'adverb')
    : !rareScales.has(scale),
)
  .flatMap((word) => [word, `${word}s`])
  .filter((word) => word.length > 3);

/**
 * The volume that begins at the first word, with its number of words; null if none does. A number
 * alone is no volume, unless it is in millions.
 */
export function readVolume(
  words: readonly string[],
): { readonly volume: Volume; readonly length: number } | null {
  const { tokens, wordsTo } = typedWords(words);
  const sign = isComparator(tokens[0]) ? tokens[0] : null;
  const read = readAmount(tokens, sign === null ? 0 : 1);
  if (read === null) return null;
  const { number, counted } = read;
  const isLeast = isEnding(tokens[counted.to]);
  const length = wordsTo(counted.to + Number(isLeast)) ?? wordsTo(counted.to);
  const amount = amountOf(number.value, counted.seconds);
  if (amount === null || length === null) return null;
  const { unit } = counted;
  const bound = sign === null ? 'at least' : boundOf(sign);
  const isAsked = sign?.bound === 'upTo' || (sign === null && !number.isOpen && !isLeast);
  return {
    volume: { ...amount, unit, bound: unit === 'requests' && isAsked ? null : bound },
    length,
  };
}

function readAmount(tokens: readonly Token[], at: number) {
  const number = readNumber(tokens, at);
  const counted = number && readCounted(tokens, number.to, number.scale >= 1e6);
  return number && counted && { number, counted };
}

function boundOf(token: Token): NonNullable<Volume['bound']> {
  if (token.bound === 'upTo') return isStrict(token) ? 'less than' : 'at most';
  return isStrict(token) ? 'more than' : 'at least';
}

/** `or more`, `minimum`, `included`. */
function isEnding(token: Token | undefined): boolean {
  const isLeast = hasRole(token, 'after') && token?.bound === 'from';
  return isLeast || /^(?:minimum|included)$/.test(token?.text ?? '');
}

function isNumber(token: Token | undefined): boolean {
  return hasRole(token, 'plain', 'scaled', 'decimal');
}

/** Of a word such as `million`, also apart from its number; null for other words. */
function scaleOf(token: Token): number | null {
  if (isNumber(token)) return null;
  return hasRole(token, 'magnitude') ? (token.value ?? null) : (token.scale ?? null);
}

interface TypedNumber {
  readonly value: number;
  /** 1e6 of a number in millions. */
  readonly scale: number;
  /** `25+`, `25 or more` */
  readonly isOpen: boolean;
  /** Index of the token after it. */
  readonly to: number;
}

function readNumber(tokens: readonly Token[], from: number): TypedNumber | null {
  const at = /^[~≈]$/.test(tokens[from]?.text ?? '') ? from + 1 : from;
  const first = tokens[at];
  if (first === undefined || !isNumber(first)) return readNamed(tokens, at);
  const { value = 0, scale } = first;
  const apart = scaleAt(tokens, at + 1);
  const end = at + (apart === null ? 1 : 2);
  const isOpen = endAfter(tokens[end]) === 'from';
  const factor = apart ?? 1;
  return { value: value * factor, scale: (scale ?? 1) * factor, isOpen, to: end + Number(isOpen) };
}

function scaleAt(tokens: readonly Token[], at: number): number | null {
  const token = tokens[at];
  return token === undefined ? null : scaleOf(token);
}

/** A word is a number before a scale only: `half a million`. */
function readNamed(tokens: readonly Token[], at: number): TypedNumber | null {
  const [first = '', second = ''] = tokens.slice(at, at + 2).map(({ text }) => text);
  const pair = factors.get(`${first} ${second}`);
  const count = pair ?? factors.get(first);
  const to = at + (pair === undefined ? 1 : 2);
  const scale = scaleAt(tokens, to);
  if (count === undefined || scale === null) return null;
  return { value: count * scale, scale, isOpen: false, to: to + 1 };
}

/**
 * What is counted, and in how many seconds; null unless the words name a unit. `isMany`: a number of
 * millions needs no name.
 */
function readCounted(tokens: readonly Token[], from: number, isMany: boolean) {
  // `100 million monthly calls`
  const before = hasRole(tokens[from], 'adverb') ? tokens[from] : undefined;
  let at = before === undefined ? from : from + 1;
  while (kinds.has(tokens[at]?.text ?? '')) at++;
  const token = tokens[at];
  const unit = unitOf(token);
  if (token === undefined || unit === null) {
    const isOther = hasRole(token, 'unit', 'percent') || token?.text === 'ms';
    return isMany && !isOther ? { unit: 'requests', ...periodAt(tokens, from) } : null;
  }
  const { seconds = before?.seconds } = token;
  return { unit, ...(seconds === undefined ? periodAt(tokens, at + 1) : { seconds, to: at + 1 }) };
}

function unitOf(token: Token | undefined): string | null {
  if (hits.has(token?.text ?? '')) return 'requests';
  return units.get(token?.unit ?? '') ?? null;
}

/** `a month`, `/day`, `daily`; a month if there is none. */
function periodAt(tokens: readonly Token[], at: number) {
  const start = hasRole(tokens[at], 'slash') ? at + 1 : at;
  const period = tokens[start];
  const isPeriod = hasRole(period, 'period', 'adverb', 'short');
  return isPeriod && period?.seconds !== undefined
    ? { seconds: period.seconds, to: start + 1 }
    : { seconds: monthSeconds, to: at };
}

/** Of a month, or of a second. */
function amountOf(value: number, seconds: number): Pick<Volume, 'amount' | 'period'> | null {
  const isRate = seconds < 3600;
  const amount = isRate ? Math.ceil(value / seconds) : value * (monthSeconds / seconds);
  if (!(value > 0) || !(amount <= (isRate ? 1e6 : most))) return null;
  // A plan of as many a day includes them: the part of a request is not asked for.
  return { amount: Math.max(1, Math.floor(round(amount))), period: isRate ? 'second' : 'month' };
}
