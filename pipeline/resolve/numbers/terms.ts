/** Terms after amounts: `/mo`, `/TB/mo`, `per 1M extra credits`, `per 10M/20M credits`, ` yearly`. */
import {
  billingWords,
  closingWords,
  countedUnits,
  periodAdverbs,
  periods,
  qualifiers,
  shortSpans,
  type Token,
} from './tokens.ts';

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
  /** Whether a remark after the terms says `paid yearly`. */
  paidYearly: boolean;
}

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
  const terms: Terms = { months: null, counts: [], paidYearly: false };
  readAdverb(cursor, terms);
  let isOpen = true;
  while (isOpen) isOpen = readTerm(cursor, terms);
  return terms;
}

/** False if no more terms follow. */
function readTerm(cursor: Cursor, terms: Terms): boolean {
  const token = peek(cursor);
  if (token?.kind === 'slash' || token?.kind === 'per') return readPer(cursor, terms);
  if (token?.kind === 'remark') terms.paidYearly ||= token.paidYearly;
  else if (wordOf(token) === 'for' && isBare(peek(cursor, 1))) return readFor(cursor, terms);
  else if (token?.kind !== 'word' || isOneOf(closingWords, token)) return false;
  cursor.at++;
  return true;
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
  if (!isBare(token) && (token?.kind !== 'word' || wordOf(token) === 'free')) return false;
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
  else if (!isOneOf(shortSpans, peek(cursor))) setCounts(terms, found);
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
  if (count !== undefined) setCounts(terms, [count]);
  else if (months === null) setCounts(terms, isPerUnit(cursor) ? [1] : []);
  else if (!isQualified) terms.months ??= months;
  cursor.at++;
}

/** Whether a counted unit occurs before the next mark. */
function isPerUnit(cursor: Cursor): boolean {
  for (let ahead = 0; wordOf(peek(cursor, ahead)) !== null; ahead++) {
    if (isOneOf(closingWords, peek(cursor, ahead))) return false;
    if (isOneOf(countedUnits, peek(cursor, ahead))) return true;
  }
  return false;
}

function setCounts(terms: Terms, found: readonly number[]): void {
  if (terms.counts.length === 0) terms.counts = found;
}

function periodOf(token: Token | undefined): number | null {
  const word = wordOf(token);
  return word === null ? null : (periods.get(word) ?? null);
}
