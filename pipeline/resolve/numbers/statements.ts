/** Statements of a price text -> one price. */
import type { StatedPrice } from '../../../model/rows.ts';
import { type Amount, buildPrice } from './amounts.ts';

/** Part of a price: commas and similar marks separate statements, plus signs separate the parts of a sum. */
export interface Statement {
  readonly amounts: Amount[];
  /** Whether the statement is added to the one before. */
  readonly isAddend: boolean;
  /** Whether a number without a currency can be an amount: no other word precedes it. */
  isOpening: boolean;
  /** A word before the amount marks a single payment: `Lifetime $99`. */
  once: boolean;
  /** Whether the amount is a fee beside the price: `$0 egress`. */
  isComponent: boolean;
  /** Whether the last tier names no amount: `Free / Premium`. */
  isUnpriced: boolean;
}

export function newStatement(isAddend: boolean): Statement {
  return { amounts: [], isAddend, isOpening: true, once: false, isComponent: false, isUnpriced: false };
}

/**
 * Statements are alternatives, as in `$49/mo, $490/yr`. A sum and a fee beside the price leave the price open: `$500/mo
 * + $5/TB` is from $500 a month. Null if no statement has an amount.
 */
export function priceOf(statements: readonly Statement[]): StatedPrice | null {
  const stated = sumsOf(statements).filter(({ amounts }) => amounts.length > 0);
  const prices = stated.filter(({ isComponent }) => !isComponent);
  const isOpen = statements.some(({ isUnpriced, isAddend }) => isUnpriced && !isAddend);
  const hasFee = prices.length > 0 && stated.some(({ isComponent, amounts }) => isComponent && !isFree(amounts));
  const listed = (prices.length > 0 ? prices : stated).map(({ amounts }) => amounts);
  return buildPrice(listed, isOpen || hasFee);
}

/** Each sum as one statement: that of its first part that costs something. */
function sumsOf(statements: readonly Statement[]): Statement[] {
  const sums: Statement[][] = [];
  for (const statement of statements) {
    const sum = sums.at(-1);
    if (statement.isAddend && sum !== undefined) sum.push(statement);
    else sums.push([statement]);
  }
  return sums.flatMap((parts) => {
    const [first] = parts;
    if (first === undefined || parts.length === 1) return parts;
    const priced = parts.filter(({ amounts }) => amounts.length > 0);
    const { amounts } = priced.find((part) => !isFree(part.amounts)) ?? priced[0] ?? first;
    return { ...first, amounts: amounts.map((amount) => ({ ...amount, bound: amount.bound ?? 'from' })) };
  });
}

function isFree(amounts: readonly Amount[]): boolean {
  return amounts.every(({ value }) => value === 0);
}

/** Whether one of the amounts is a price per month. */
export function isMonthly(amounts: readonly Amount[]): boolean {
  return amounts.some(({ unit }) => unit === 'month');
}
