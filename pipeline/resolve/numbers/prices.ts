/** Price parsers. Subscriptions are compared per month, query prices per million units. */
import type { NumberRange } from '../../../model/rows.ts';
import { type Cursor, isBare, isOneOf, peek, readTerms, type Terms, wordOf } from './terms.ts';
import {
  buildRange,
  closingWords,
  type NumberToken,
  openingWords,
  periodAdverbs,
  type Token,
  tokenize,
} from './tokens.ts';

const million = 1e6;

/** More digits than any price has; rounds off binary floating-point errors. */
const significantDigits = 12;

/** Price per month if a billing period is stated, otherwise as stated. */
export function parsePrice(text: string): NumberRange | null {
  return buildPrices(parseAmounts(text, false), ({ value, months }) => (months === null ? value : value / months));
}

/** Price per million units if a unit count is stated, otherwise as stated. */
export function parseUnitPrice(text: string): NumberRange | null {
  return buildPrices(parseAmounts(text, true), ({ value, unitCount }) =>
    unitCount === null ? value : (value * million) / unitCount,
  );
}

function buildPrices(amounts: readonly Amount[], compare: (amount: Amount) => number): NumberRange | null {
  return buildRange(amounts.map((amount) => Number(compare(amount).toPrecision(significantDigits))));
}

interface Amount {
  readonly value: number;
  /** Months in the billing period; null if none is stated. */
  readonly months: number | null;
  /** Number of units that the amount is for; null if it is not stated. */
  readonly unitCount: number | null;
}

interface Tier {
  readonly value: number;
  /** Whether the tier's remark says that it is paid per year; null without a remark. */
  readonly paidYearly: boolean | null;
}

/** State within a statement; commas and similar marks separate statements. */
interface Statement {
  /** Whether a number without a currency can be an amount: no other word precedes it. */
  isOpening: boolean;
  hasAmount: boolean;
}

/** With `unitsFollowSlash`, `$8/1M` is a price per million; without it, `$1.5K/3K` is two tiers. */
function parseAmounts(text: string, unitsFollowSlash: boolean): Amount[] {
  const cursor: Cursor = { tokens: tokenize(text), at: 0 };
  const amounts: Amount[] = [];
  let statement: Statement = { isOpening: true, hasAmount: false };
  for (let token = peek(cursor); token !== undefined; token = peek(cursor)) {
    if (token.kind === 'separator') {
      statement = { isOpening: true, hasAmount: false };
      cursor.at++;
    } else if (token.kind === 'number') amounts.push(...readStated(cursor, token, statement, unitsFollowSlash));
    else amounts.push(...readFree(cursor, token, statement));
  }
  return amounts;
}

/** Consumes the list of amounts that begins with the number, or the number alone if it is not an amount. */
function readStated(cursor: Cursor, token: NumberToken, statement: Statement, unitsFollowSlash: boolean): Amount[] {
  const mayBegin = token.written === 'money' || (isBare(token) && statement.isOpening);
  const amounts = mayBegin ? readList(cursor, unitsFollowSlash) : [];
  if (!mayBegin) cursor.at++;
  if (amounts.length > 0) statement.hasAmount = true;
  const next = peek(cursor)?.kind;
  statement.isOpening = amounts.length > 0 && (next === 'slash' || next === 'dash');
  return amounts;
}

/** Consumes one token that is not a number. */
function readFree(cursor: Cursor, token: Token, statement: Statement): Amount[] {
  const isFree = wordOf(token) === 'free' && isFreeStated(cursor, statement);
  if (token.kind === 'slash') statement.isOpening = true;
  else if (token.kind !== 'dash' && !isOneOf(openingWords, token)) statement.isOpening = false;
  cursor.at++;
  return isFree ? [{ value: 0, months: null, unitCount: null }] : [];
}

/** Matches `Free tier` and `Basic plan is free`: first in a statement, or last in a statement without an amount. Not `14-day free trial`. */
function isFreeStated(cursor: Cursor, statement: Statement): boolean {
  if (statement.isOpening) return true;
  const next = peek(cursor, 1)?.kind;
  return !statement.hasAmount && next !== 'word' && next !== 'number';
}

function readList(cursor: Cursor, unitsFollowSlash: boolean): Amount[] {
  const tiers = readTiers(cursor, unitsFollowSlash);
  if (tiers.length === 0) return [];
  const terms = readTerms(cursor);
  const paidYearly = arePaidYearly(tiers, terms);
  return tiers.map(({ value }, index) => ({
    value,
    months: terms.months ?? (paidYearly[index] ? 12 : null),
    unitCount: terms.counts[index] ?? terms.counts.at(-1) ?? null,
  }));
}

/** A remark applies to the tiers before it, back to the previous remark: in `$50/$500 (yearly plan)` both are paid per year. */
function arePaidYearly(tiers: readonly Tier[], terms: Terms): boolean[] {
  let { paidYearly } = terms;
  const backwards = tiers.toReversed().map((tier) => (paidYearly = tier.paidYearly ?? paidYearly));
  return backwards.toReversed();
}

/** `$8(1M-250M)/$6.8(250M-1B)`, `1-5 TON`; empty if the numbers are not amounts, as in `10-20 nodes`. */
function readTiers(cursor: Cursor, unitsFollowSlash: boolean): Tier[] {
  const tiers: Tier[] = [];
  let hasCurrency = false;
  for (;;) {
    const token = peek(cursor);
    if (token?.kind !== 'number') return tiers;
    hasCurrency ||= token.written === 'money';
    cursor.at++;
    tiers.push({ value: token.value, paidYearly: readRemarks(cursor) });
    if (!isTierNext(cursor, unitsFollowSlash)) break;
    cursor.at++;
  }
  return hasCurrency || isAmountSoFar(cursor) ? tiers : [];
}

/** Null if there are no remarks. */
function readRemarks(cursor: Cursor): boolean | null {
  let paidYearly: boolean | null = null;
  for (let token = peek(cursor); token?.kind === 'remark'; token = peek(cursor)) {
    paidYearly = paidYearly === true || token.paidYearly;
    cursor.at++;
  }
  return paidYearly;
}

function isTierNext(cursor: Cursor, unitsFollowSlash: boolean): boolean {
  const joint = peek(cursor)?.kind;
  const next = peek(cursor, 1);
  if ((joint !== 'slash' && joint !== 'dash') || next?.kind !== 'number' || next.written === 'percent') return false;
  if (next.written === 'money') return true;
  if (isThing(peek(cursor, 2))) return false;
  return joint === 'dash' || !unitsFollowSlash || !isUnitCount(next, peek(cursor, 2));
}

/** True for `$8/1M` and `$5/1000`, not for `$8/6.8/5.4 per 1M`, where more follows. */
function isUnitCount(number: NumberToken, after: Token | undefined): boolean {
  return number.scaled || (after?.kind !== 'slash' && after?.kind !== 'per');
}

/** Numbers without a currency are amounts unless a noun or a percentage follows: `10 nodes`, `10-20 nodes`, `0.1-0.3%`. */
function isAmountSoFar(cursor: Cursor): boolean {
  const next = peek(cursor);
  if (isThing(next)) return false;
  const isJoint = next?.kind === 'dash' || next?.kind === 'slash';
  const beyond = isJoint ? peek(cursor, 1) : undefined;
  if (beyond?.kind !== 'number') return true;
  return next?.kind === 'slash' && beyond.written === 'bare';
}

function isThing(token: Token | undefined): boolean {
  return token?.kind === 'word' && !isOneOf(periodAdverbs, token) && !isOneOf(closingWords, token);
}
