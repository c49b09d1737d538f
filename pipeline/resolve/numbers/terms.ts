/** Terms after amounts: `/mo`, `/TB/mo`, `per 1M extra credits`, `per 10M/20M credits`, ` yearly`. */
import type { Token } from './tokens.ts';
import {
  billingWords,
  closingWords,
  countedUnits,
  dataSizes,
  onceWords,
  periodAdverbs,
  periods,
  qualifiers,
  shortSpans,
  unpricedTiers,
} from './words.ts';

export interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
}

export function peek(cursor: Cursor, ahead = 0): Token | undefined {
  return cursor.tokens[cursor.at + ahead];
}

/** Lowercase; null if the token is not a word. */
export function wordOf(token: Token | undefined): string | null {
  return token?.kind === 'word' ? token.text.toLowerCase() : null;
}

export function isBare(token: Token | undefined): boolean {
  return token?.kind === 'number' && token.written === 'bare';
}

/** Whether `words` contains the token; false if the token is not a word. */
export function isOneOf(words: ReadonlySet<string> | ReadonlyMap<string, unknown>, token: Token | undefined): boolean {
  return token?.kind === 'word' && words.has(token.text.toLowerCase());
}

export interface Terms {
  /** Months in the first billing period that is stated. */
  months: number | null;
  /** Unit counts of the amounts: one for each tier or one for all. The first statement counts. */
  counts: readonly number[];
  /** Words of the unit that is counted: `extra API credits`. Empty without a count. */
  counted: readonly string[];
  /** Whether the count is what a billing period includes, as in `$49/mo per 4M credits`. */
  isAllowance: boolean;
  /** What else the amount is for, without the period: `TB` and `copy` of `$5/TB/mo/copy`. */
  readonly things: string[];
  /** Whether a remark after the terms says `paid yearly`. */
  paidYearly: boolean;
  paidMonthly: boolean;
  once: boolean;
}

/** Longer phrases are sentences, not units. */
const maxUnitWords = 4;
/** Longer units are lists or sentences, and no other price has the same. */
export const maxUnitLength = 200;
/** So many parts of a unit are longer with the slashes between them. Reading all parts for each tier takes quadratic time. */
const maxThings = maxUnitLength / 2 + 1;

/** Words for a count: `$3.75/million`, `$0.5/M requests`. A lowercase `m` is a month. */
const countWords: ReadonlyMap<string, number> = new Map([
  ['K', 1e3],
  ['M', 1e6],
  ['B', 1e9],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
]);

/** Consumes the terms of the amounts before the cursor. */
export function readTerms(cursor: Cursor): Terms {
  const terms: Terms = {
    months: null,
    counts: [],
    counted: [],
    isAllowance: false,
    things: [],
    paidYearly: false,
    paidMonthly: false,
    once: false,
  };
  if (isOneOf(dataSizes, peek(cursor))) terms.things.push(...readPhrase(cursor, 0, 1));
  readAdverb(cursor, terms);
  let isOpen = true;
  while (isOpen) isOpen = readTerm(cursor, terms);
  return terms;
}

/** False if no more terms follow. */
function readTerm(cursor: Cursor, terms: Terms): boolean {
  const token = peek(cursor);
  if (token?.kind === 'slash' || token?.kind === 'per') return readPer(cursor, terms);
  if (token?.kind === 'remark') readRemark(token, terms);
  else if (wordOf(token) === 'for' && isBare(peek(cursor, 1))) return readFor(cursor, terms);
  else if (token?.kind !== 'word' || isOneOf(closingWords, token)) return false;
  else terms.once ||= onceWords.has(token.text.toLowerCase());
  cursor.at++;
  return true;
}

function readRemark(remark: Token & { readonly kind: 'remark' }, terms: Terms): void {
  terms.paidYearly ||= remark.paidYearly;
  terms.paidMonthly ||= remark.paidMonthly;
  terms.once ||= remark.once;
}

/** `$5 for 1M requests`. Ends the terms: in `$49 for 1000 requests/day` the day belongs to the requests. */
function readFor(cursor: Cursor, terms: Terms): false {
  cursor.at++;
  readCounted(cursor, terms);
  return false;
}

function readAdverb(cursor: Cursor, terms: Terms): void {
  const skipped = isOneOf(billingWords, peek(cursor)) ? 1 : 0;
  const adverb = peek(cursor, skipped);
  if (!isOneOf(periodAdverbs, adverb)) return;
  terms.months = periodOf(adverb);
  cursor.at += skipped + 1;
}

/** Returns false and consumes nothing if another amount or nothing follows the slash. */
function readPer(cursor: Cursor, terms: Terms): boolean {
  let ahead = 1;
  while (peek(cursor, ahead)?.kind === 'per') ahead++;
  const isQualified = isOneOf(qualifiers, peek(cursor, ahead));
  while (isOneOf(qualifiers, peek(cursor, ahead))) ahead++;
  const token = peek(cursor, ahead);
  const isTier = wordOf(token) === 'free' || isOneOf(unpricedTiers, token);
  if (!isBare(token) && (token?.kind !== 'word' || isTier)) return false;
  cursor.at += ahead;
  if (isBare(token)) readCounted(cursor, terms);
  else readSingle(cursor, terms, isQualified);
  return true;
}

/** Reads `1M requests`, `10M/20M credits` or `3 months`. */
function readCounted(cursor: Cursor, terms: Terms): void {
  const found = readCounts(cursor);
  const [first = 1] = found;
  const months = periodOf(peek(cursor));
  if (months !== null) terms.months ??= first * months;
  else if (isOneOf(shortSpans, peek(cursor))) addThing(terms, [String(first), ...readPhrase(cursor, 0, 1)]);
  else setCounts(terms, found, readPhrase(cursor, 0));
}

function readCounts(cursor: Cursor): number[] {
  const found: number[] = [];
  for (;;) {
    const token = peek(cursor);
    if (token?.kind !== 'number') return found;
    found.push(token.value);
    cursor.at++;
    if (peek(cursor)?.kind !== 'slash' || !isBare(peek(cursor, 1))) return found;
    cursor.at++;
  }
}

/** Reads `month`, `million units` or `API call`. An `extra month` is not the billing period. */
function readSingle(cursor: Cursor, terms: Terms, isQualified: boolean): void {
  const token = peek(cursor);
  const months = periodOf(token);
  const count =
    token?.kind === 'word' ? (countWords.get(token.text) ?? countWords.get(token.text.toLowerCase())) : undefined;
  const phrase = readPhrase(cursor, 0);
  if (count !== undefined) setCounts(terms, [count], readPhrase(cursor, 1));
  else if (isOneOf(onceWords, token)) terms.once = true;
  else if (months === null && isCounted(phrase)) setCounts(terms, [1], phrase);
  else if (months !== null && !isQualified) terms.months ??= months;
  else addThing(terms, isQualified && months !== null ? ['extra', ...phrase] : phrase);
  cursor.at++;
}

/** Words from the cursor up to the next mark, as written, without qualifiers. Consumes nothing. */
function readPhrase(cursor: Cursor, from: number, most = Number.POSITIVE_INFINITY): string[] {
  const words: string[] = [];
  for (let ahead = from; words.length < most; ahead++) {
    const token = peek(cursor, ahead);
    if (token?.kind !== 'word' || isOneOf(closingWords, token)) break;
    if (!isOneOf(qualifiers, token)) words.push(token.text);
  }
  return words;
}

function isCounted(phrase: readonly string[]): boolean {
  return phrase.some((word) => countedUnits.has(word.toLowerCase()));
}

function addThing(terms: Terms, words: readonly string[]): void {
  if (words.length === 0 || terms.things.length === maxThings) return;
  terms.things.push(words.slice(0, maxUnitWords).join(' '));
}

/** The first count that is stated counts. */
function setCounts(terms: Terms, found: readonly number[], counted: readonly string[]): void {
  if (terms.counts.length > 0 || found.length === 0) return;
  terms.counts = found;
  terms.counted = counted.slice(0, maxUnitWords);
  terms.isAllowance = terms.months !== null;
}

function periodOf(token: Token | undefined): number | null {
  const word = wordOf(token);
  return word === null ? null : (periods.get(word) ?? null);
}
