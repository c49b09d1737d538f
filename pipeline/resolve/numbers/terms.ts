/** Terms of a price: what a month costs if several are paid at once, and the minimum fee. */
import { round } from '../../../common/amounts/lexer.ts';
import { monthSeconds } from '../../../common/durations.ts';
import { groupBy } from '../../../common/group-by.ts';
import { inPeriod, periodSeconds } from '../../../model/price-period.ts';
import type { PriceTerm } from '../../../model/rows.ts';
import { type Priced, periodIn, rangeOf, type Statement, termsOf } from './amounts.ts';

/** Statements of a price by what they say of its bill. */
interface Bill {
  /** Prices of which one is paid, and those that are the same in another period. */
  readonly prices: readonly Priced[];
  /** Minimum fees. */
  readonly least: readonly Priced[];
}

/** Null if the text says nothing but what is paid for a month. */
export function billTerms({ prices, least }: Bill): readonly PriceTerm[] | null {
  const [stated, same] = [false, true].map((isSame) =>
    termsIn(
      'paid',
      prices.filter(({ statement }) => statement.has('same') === isSame),
    ),
  );
  const repeated = same?.filter(({ months }) => stated?.every((term) => term.months < months));
  const paid = [...(stated ?? []), ...(repeated ?? [])];
  const terms = [
    ...(paid.some(({ months }) => months > 1) ? paid : []),
    ...termsIn('minimum', least),
  ];
  return terms.length === 0 ? null : terms;
}

/** One of each number of months, in their order. */
function termsIn(kind: PriceTerm['kind'], parts: readonly Priced[]): readonly PriceTerm[] {
  const dated = parts.flatMap(({ statement, amounts }) => {
    const months = monthsOf(statement);
    if (months === null) return [];
    return amounts.flatMap(({ value, unit }) => {
      const seconds = periodSeconds(periodIn(unit));
      return seconds === null ? [] : { months, value: inPeriod(value, seconds, 'month') };
    });
  });
  return [...groupBy(dated, ({ months }) => months)]
    .map(([months, amounts]) => ({ kind, months, ...rangeOf(amounts.map(({ value }) => value)) }))
    .toSorted((a, b) => a.months - b.months);
}

/** Null unless the statement says for how many whole months is paid. */
function monthsOf(statement: Statement): number | null {
  const { paid, seconds } = termsOf(statement);
  const months = round((paid ?? seconds ?? 0) / monthSeconds);
  return Number.isInteger(months) && months > 0 ? months : null;
}

/** Whether a statement is a minimum fee: `min $5/mo`, `$5/mo minimum`. */
export function isLeast(statement: Statement): boolean {
  const [{ tiers = [] } = {}] = statement.get('tiers') ?? [];
  const bounds = (statement.get('bound') ?? []).flatMap(({ bound = [] }) => bound);
  return [...tiers.slice(0, 1), ...bounds].some(({ text }) =>
    /^(?:min\b|minimum|at least|no less than)/i.test(text),
  );
}
