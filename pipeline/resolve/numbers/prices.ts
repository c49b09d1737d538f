/** Price parsers. Subscriptions are compared per month, query prices per million units. */
import type { StatedPrice } from '../../../model/rows.ts';
import { type Amount, buildPrice } from './amounts.ts';
import { boundBefore } from './price-bounds.ts';
import { type Cursor, isBare, isOneOf, peek, readTerms, type Terms, wordOf } from './terms.ts';
import { type NumberToken, type Token, tokenize } from './tokens.ts';
import { subscriptionUnit, usageUnit } from './units.ts';
import { closingWords, onceWords, openingWords, periodAdverbs } from './words.ts';

const million = 1e6;

/** Price per month if a billing period is stated, otherwise as stated. */
export function parsePrice(text: string): StatedPrice | null {
  return buildPrice(parseAmounts(text, false));
}

/** Price per million units if a unit count is stated, otherwise as stated. */
export function parseUnitPrice(text: string): StatedPrice | null {
  return buildPrice(parseAmounts(text, true));
}

interface Tier {
  readonly token: NumberToken;
  readonly bound: Amount['bound'];
  /** Remark after the tier; null without one. */
  readonly remark: Remark | null;
}

type Remark = Token & { readonly kind: 'remark' };

/** State within a statement; commas and similar marks separate statements. */
interface Statement {
  /** Whether a number without a currency can be an amount: no other word precedes it. */
  isOpening: boolean;
  hasAmount: boolean;
  /** A word before the amount marks a single payment: `Lifetime $99`. */
  once: boolean;
}

const newStatement = (): Statement => ({ isOpening: true, hasAmount: false, once: false });

/** With `isUsage`, `$8/1M` is a price per million and amounts are per million units; without it, `$1.5K/3K` is two tiers. */
function parseAmounts(text: string, isUsage: boolean): Amount[] {
  const cursor: Cursor = { tokens: tokenize(text), at: 0 };
  const amounts: Amount[] = [];
  let statement = newStatement();
  for (let token = peek(cursor); token !== undefined; token = peek(cursor)) {
    if (token.kind === 'separator') {
      statement = newStatement();
      cursor.at++;
    } else if (token.kind === 'number') amounts.push(...readStated(cursor, token, statement, isUsage));
    else amounts.push(...readFree(cursor, token, statement));
  }
  return amounts;
}

/** Consumes the list of amounts that begins with the number, or the number alone if it is not an amount. */
function readStated(cursor: Cursor, token: NumberToken, statement: Statement, isUsage: boolean): Amount[] {
  const mayBegin = token.written === 'money' || (isBare(token) && statement.isOpening);
  const amounts = mayBegin ? readList(cursor, statement, isUsage) : [];
  if (!mayBegin) cursor.at++;
  if (amounts.length > 0) statement.hasAmount = true;
  const next = peek(cursor)?.kind;
  statement.isOpening = amounts.length > 0 && (next === 'slash' || next === 'dash');
  return amounts;
}

/** Consumes one token that is not a number. */
function readFree(cursor: Cursor, token: Token, statement: Statement): Amount[] {
  const isFree = wordOf(token) === 'free' && isFreeStated(cursor, statement);
  statement.once ||= isOneOf(onceWords, token);
  if (token.kind === 'slash') statement.isOpening = true;
  else if (token.kind !== 'dash' && !isOneOf(openingWords, token)) statement.isOpening = false;
  cursor.at++;
  return isFree ? [{ value: 0, currency: null, unit: null, bound: null }] : [];
}

/** Matches `Free tier` and `Basic plan is free`: first in a statement, or last in a statement without an amount. Not `14-day free trial`. */
function isFreeStated(cursor: Cursor, statement: Statement): boolean {
  if (statement.isOpening) return true;
  const next = peek(cursor, 1)?.kind;
  return !statement.hasAmount && next !== 'word' && next !== 'number';
}

function readList(cursor: Cursor, statement: Statement, isUsage: boolean): Amount[] {
  const tiers = readTiers(cursor, isUsage);
  if (tiers.length === 0) return [];
  const terms = readTerms(cursor);
  terms.once ||= statement.once || tiers.some(({ remark }) => remark?.once === true);
  const remarks = remarksOf(tiers, terms);
  const shared = tiers.find(({ token }) => token.currency !== null)?.token.currency ?? null;
  return tiers.map(({ token, bound }, at) => ({
    ...(isUsage ? usageOf(token, terms, at) : subscriptionOf(token, { terms, remark: remarks[at] ?? terms, at })),
    currency: token.currency ?? shared,
    bound,
  }));
}

type Comparable = Pick<Amount, 'value' | 'unit'>;
type BillingRemark = Pick<Terms, 'paidYearly' | 'paidMonthly'>;

/** Per month, if a billing period is stated. */
function subscriptionOf(
  { value }: NumberToken,
  { terms, remark, at }: { readonly terms: Terms; readonly remark: BillingRemark; readonly at: number },
): Comparable {
  const months = terms.months ?? (remark.paidYearly ? 12 : remark.paidMonthly ? 1 : null);
  return { value: value / (months ?? 1), unit: subscriptionUnit(terms, months !== null, at) };
}

/** Per million units, if a count of units is stated. */
function usageOf({ value }: NumberToken, terms: Terms, at: number): Comparable {
  const count = terms.counts[at] ?? terms.counts.at(-1) ?? null;
  return { value: count === null ? value : (value * million) / count, unit: usageUnit(terms) };
}

/** A remark applies to the tiers before it, back to the previous remark: in `$50/$500 (yearly plan)` both are paid per year. */
function remarksOf(tiers: readonly Tier[], terms: Terms): BillingRemark[] {
  let last: BillingRemark = terms;
  const backwards = tiers.toReversed().map(({ remark }) => (last = remark ?? last));
  return backwards.toReversed();
}

/** `$8(1M-250M)/$6.8(250M-1B)`, `1-5 TON`; empty if the numbers are not amounts, as in `10-20 nodes`. */
function readTiers(cursor: Cursor, isUsage: boolean): Tier[] {
  const tiers: Tier[] = [];
  let hasCurrency = false;
  for (;;) {
    const token = peek(cursor);
    if (token?.kind !== 'number') return tiers;
    hasCurrency ||= token.written === 'money';
    const bound = token.open ? 'from' : boundBefore(cursor);
    cursor.at++;
    tiers.push({ token, bound, remark: readRemarks(cursor) });
    if (!isTierNext(cursor, isUsage)) break;
    cursor.at++;
  }
  return hasCurrency || isAmountSoFar(cursor) ? tiers : [];
}

/** All remarks as one; null if there are none. */
function readRemarks(cursor: Cursor): Remark | null {
  const remarks: Remark[] = [];
  for (let token = peek(cursor); token?.kind === 'remark'; token = peek(cursor)) {
    remarks.push(token);
    cursor.at++;
  }
  if (remarks.length === 0) return null;
  const says = (what: 'paidYearly' | 'paidMonthly' | 'once') => remarks.some((remark) => remark[what]);
  return { kind: 'remark', paidYearly: says('paidYearly'), paidMonthly: says('paidMonthly'), once: says('once') };
}

function isTierNext(cursor: Cursor, isUsage: boolean): boolean {
  const joint = peek(cursor)?.kind;
  const next = peek(cursor, 1);
  if ((joint !== 'slash' && joint !== 'dash') || next?.kind !== 'number' || next.written === 'percent') return false;
  if (next.written === 'money') return true;
  if (isThing(peek(cursor, 2))) return false;
  return joint === 'dash' || !isUsage || !isUnitCount(next, peek(cursor, 2));
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
