/** Price parsers. Subscriptions are compared per month, query prices per million units. */
import type { StatedPrice } from '../../../model/rows.ts';
import type { Amount } from './amounts.ts';
import { isMonthly, newStatement, priceOf, type Statement } from './statements.ts';
import { type Cursor, isBare, isOneOf, peek, readTerms, type Terms, wordOf } from './terms.ts';
import { type NumberToken, type Token, tokenize } from './tokens.ts';
import { subscriptionUnit, usageUnit } from './units.ts';
import {
  closingWords,
  componentWords,
  highestWords,
  lowestWords,
  onceWords,
  openingWords,
  periodAdverbs,
  unpricedTiers,
} from './words.ts';

const million = 1e6;

/** Price per month if a billing period is stated, otherwise as stated. */
export function parsePrice(text: string): StatedPrice | null {
  return parseStatements(text, false);
}

/** Price per million units if a unit count is stated, otherwise as stated. */
export function parseUnitPrice(text: string): StatedPrice | null {
  return parseStatements(text, true);
}

interface Tier {
  readonly token: NumberToken;
  readonly bound: Amount['bound'];
  /** Remark after the tier; null without one. */
  readonly remark: Remark | null;
}

type Remark = Token & { readonly kind: 'remark' };

/** Position in the text and what was read before it. */
interface Reading extends Cursor {
  /** With it, `$8/1M` is a price per million and amounts are per million units; without it, `$1.5K/3K` is two tiers. */
  readonly isUsage: boolean;
  readonly statements: Statement[];
  /** The last statement. */
  statement: Statement;
  /** The first statement that names a price per month. Kept, because a text can have thousands of statements. */
  monthly: Statement | null;
}

function parseStatements(text: string, isUsage: boolean): StatedPrice | null {
  const first = newStatement(false);
  const tokens = tokenize(text);
  const reading: Reading = { tokens, at: 0, isUsage, statements: [first], statement: first, monthly: null };
  for (let token = peek(reading); token !== undefined; token = peek(reading)) {
    if (token.kind === 'separator' || token.kind === 'sum') {
      reading.statement = newStatement(token.kind === 'sum');
      reading.statements.push(reading.statement);
      reading.at++;
    } else if (token.kind === 'number') readStated(reading, token);
    else readFree(reading, token);
  }
  return priceOf(reading.statements);
}

/** Consumes the list of amounts that begins with the number, or the number alone if it is not an amount. */
function readStated(reading: Reading, token: NumberToken): void {
  const { statement, at } = reading;
  const mayBegin = token.written === 'money' || (isBare(token) && statement.isOpening);
  const amounts = mayBegin ? readList(reading) : [];
  if (!mayBegin) reading.at++;
  statement.amounts.push(...amounts);
  if (isMonthly(amounts)) reading.monthly ??= statement;
  statement.isComponent ||= reading.tokens.slice(at, reading.at).some((read) => isOneOf(componentWords, read));
  // The word before the amount names its tier: `Premium $20`.
  if (reading.tokens[at - 1]?.kind === 'word') statement.isUnpriced = false;
  const next = peek(reading)?.kind;
  statement.isOpening = amounts.length > 0 && (next === 'slash' || next === 'dash');
}

/** Consumes one token that is not a number. */
function readFree(reading: Reading, token: Token): void {
  const { statement } = reading;
  if (wordOf(token) === 'free' && isFreeStated(reading)) {
    statement.amounts.push({ value: 0, currency: null, unit: null, bound: null });
  }
  statement.once ||= isOneOf(onceWords, token);
  statement.isComponent ||= isOneOf(componentWords, token);
  statement.isUnpriced ||= statement.isOpening && isOneOf(unpricedTiers, token);
  if (token.kind === 'slash') statement.isOpening = true;
  else if (token.kind !== 'dash' && !isOneOf(openingWords, token)) statement.isOpening = false;
  reading.at++;
}

/** Matches `Free tier` and `Basic plan is free`: first in a statement, or last in a statement without an amount. Not `14-day free trial`. */
function isFreeStated(reading: Reading): boolean {
  const { statement } = reading;
  if (statement.isOpening) return true;
  const next = peek(reading, 1)?.kind;
  return statement.amounts.length === 0 && next !== 'word' && next !== 'number';
}

function readList(reading: Reading): Amount[] {
  const { isUsage } = reading;
  const tiers = readTiers(reading, isUsage);
  if (tiers.length === 0) return [];
  const terms = readTerms(reading);
  terms.once ||= reading.statement.once || tiers.some(({ remark }) => remark?.once === true);
  const remarks = remarksOf(tiers, terms);
  const shared = tiers.find(({ token }) => token.currency !== null)?.token.currency ?? null;
  const monthly = reading.monthly?.amounts ?? [];
  return tiers.map(({ token, bound }, at) => ({
    ...(isUsage
      ? usageOf(token, terms, at)
      : subscriptionOf(token, { terms, remark: remarks[at] ?? terms, at, monthly: monthly[at] })),
    currency: token.currency ?? shared,
    bound,
  }));
}

type Comparable = Pick<Amount, 'value' | 'unit'>;
type BillingRemark = Pick<Terms, 'paidYearly' | 'paidMonthly'>;

interface Billing {
  readonly terms: Terms;
  readonly remark: BillingRemark;
  /** Number of the tier. */
  readonly at: number;
  /** Monthly price of the same tier, stated before. */
  readonly monthly: Amount | undefined;
}

/** Per month, if a billing period is stated. */
function subscriptionOf({ value }: NumberToken, { terms, remark, at, monthly }: Billing): Comparable {
  // A yearly plan never costs less than three months: `$45/mo (monthly plan), $50 (yearly plan)` is $50 a month.
  const yearly = monthly !== undefined && value < 3 * monthly.value ? 1 : 12;
  const months = terms.months ?? (remark.paidYearly ? yearly : remark.paidMonthly ? 1 : null);
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

const abbreviations = new Set(['min', 'max']);

/** Bound that words such as `from` and `up to` before the cursor set for the amount at the cursor; null without such words. */
function boundBefore({ tokens, at }: Cursor): 'from' | 'upTo' | null {
  for (let before = at - 1; before >= 0; before--) {
    const token = tokens[before];
    if (isOneOf(lowestWords, token)) return 'from';
    if (isOneOf(highestWords, token)) return 'upTo';
    const isDot = token?.kind === 'separator' && abbreviations.has(wordOf(tokens[before - 1]) ?? '');
    if (!isDot && token?.kind !== 'dash' && !isOneOf(openingWords, token)) return null;
  }
  return null;
}
