/** Statements of a text -> one price with its currency, unit, bound and terms. */
import type { Bound } from '../../../common/amounts/lexicon.ts';
import type { PricePeriod } from '../../../model/price-period.ts';
import type { StatedPrice } from '../../../model/rows.ts';
import {
  type Amount,
  amountsOf,
  type Priced,
  periodIn,
  rangeOf,
  type Statement,
  type Use,
} from './amounts.ts';
import { billTerms, isLeast } from './terms.ts';
import { tiersOf, volumeUnitIn } from './tiers.ts';

/**
 * Statements are alternatives, as in `$49/mo, $490/yr`. A sum and a fee beside the price leave the
 * price open: `$500/mo + $5/TB` is from $500 a month. Null if no statement has an amount, or one
 * can be read in two ways. `first`: the statement of the amount that is shown.
 */
export function priceOf(statements: readonly Statement[], use: Use | null, period: PricePeriod) {
  let timed: readonly Amount[] = [];
  const counted = volumeUnitIn(statements);
  const all = statements.map((statement): Priced => {
    const amounts = amountsOf(statement, { use, period, before: timed, counted });
    if (timed.length === 0 && amounts.some(({ unit }) => periodIn(unit) === period))
      timed = amounts;
    return { statement, amounts };
  });
  const written = all.flatMap(({ amounts }) => amounts);
  // If an amount has a currency, all must have one.
  const isMoney = written.some(({ currency }) => currency);
  if (
    written.some(
      ({ value, currency }) => !Number.isFinite(value) || (isMoney && value !== 0 && !currency),
    )
  )
    return null;
  const isRemark = ({ statement }: Priced) => statement.has('least') || statement.has('same');
  const firstPriced = all.findIndex((part) => part.amounts.length > 0 && !isRemark(part));
  const least = all.filter(
    ({ statement }, at) => statement.has('least') || (at > firstPriced && isLeast(statement)),
  );
  const asked = all
    .filter((part) => !part.statement.has('former') && !least.includes(part))
    .reduce<readonly Priced[]>(addPart, []);
  const priced = asked.filter(({ amounts }) => amounts.length > 0);
  const lasting = priced.filter((part) => !isTrial(part));
  const isOpen = asked.some(({ statement }) => statement.has('unpriced'));
  const prices = lasting.length > 0 ? lasting : priced;
  const [first, ...others] = prices.filter(({ statement }) => !statement.has('same'));
  if (first === undefined) return null;
  const amounts = others.flatMap((other) => other.amounts);
  const terms = billTerms({ prices, least });
  const tiered = asked.filter((part) => part.amounts.length === 0 || prices.includes(part));
  return {
    price: { ...buildPrice(first.amounts, amounts, isOpen), tiers: tiersOf(tiered), terms },
    first: first.statement,
  };
}

/** Also `$0 (trial)`; a price beside a remark about a trial lasts. */
function isTrial({ statement, amounts }: Priced): boolean {
  const isFree = amounts.every(({ value }) => value === 0);
  const remarks = statement.get('aside')?.flatMap(({ inner = [] }) => inner) ?? [];
  return statement.has('trial') || (isFree && remarks.some(({ roles }) => roles.includes('trial')));
}

/**
 * Of a sum and of fees, the amount counts that costs something and is paid for good: 49 of `$25
 * setup + $49/mo`.
 */
function addPart(sums: readonly Priced[], part: Priced): readonly Priced[] {
  const sum = sums.at(-1);
  const isPart =
    part.statement.has('addend') || part.statement.has('fee') || sum?.statement.has('fee');
  if (sum === undefined || !isPart) return [...sums, part];
  const { amounts, statement } = rankOf(part) > rankOf(sum) ? part : sum;
  const bound = part.statement.has('addend') || rankOf(part) > 1 ? 'from' : null;
  const opened = amounts.map((each) => ({ ...each, bound: each.bound ?? bound }));
  return [...sums.slice(0, -1), { statement, amounts: opened }];
}

function rankOf({ amounts, statement }: Priced): number {
  if (amounts.every(({ value }) => value === 0)) return Math.min(amounts.length, 1);
  return statement.has('fee') || statement.has('once') ? 2 : 3;
}

function buildPrice(
  first: readonly Amount[],
  others: readonly Amount[],
  isOpen: boolean,
): Omit<StatedPrice, 'stated' | 'per' | 'note' | 'terms' | 'tiers'> {
  const amounts = [...first, ...others];
  const { min, max } = rangeOf(amounts.map(({ value }) => value));
  // Nothing costs nothing in any currency and per any unit: `Free / $10/mo` is in dollars a month.
  const paid = amounts.filter(({ value }) => value !== 0);
  const telling = paid.length === 0 ? amounts : paid;
  const currencies = new Set(telling.flatMap((amount) => amount.currency ?? []));
  // Several units are all named: `TB/month, TB`.
  const units = [...new Set(telling.map(({ unit }) => unit))];
  // The words at the highest amount, then those at the lowest one: `up to $10/$500-$3K` may be
  // lower than 10.
  const has = (value: number, bound: Bound) =>
    amounts.some((each) => each.value === value && each.bound === bound);
  const open = isOpen || has(max, 'from') ? 'from' : has(min, 'upTo') ? 'upTo' : null;
  return {
    min,
    max,
    currency: currencies.size === 1 ? ([...currencies][0] ?? null) : null,
    unit: units.includes(null) ? null : units.join(', '),
    bound: open ?? (min === max ? 'exact' : 'range'),
    first: rangeOf(first.map(({ value }) => value)).min,
  };
}
