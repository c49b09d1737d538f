/** Prices by volume: `$8 (1M-250M)/$5 (250M+)`, `first 10M requests free, then $5 per 1M`. */
import { type TokenGroups, unitOf, valuesOf } from '../../../common/amounts/forms.ts';
import type { Token } from '../../../common/amounts/lexer.ts';
import { pluralOf } from '../../../common/amounts/lexicon.ts';
import type { StatedPrice } from '../../../model/rows.ts';
import type { Priced, Statement } from './amounts.ts';

/** `from`: null for what follows the tier before. */
interface Step {
  readonly from: number | null;
  readonly to: number | null;
  readonly price: number;
}

/** Volumes that follow each other, up to any; null if the text states no such tiers. */
export function tiersOf(parts: readonly Priced[]): StatedPrice['tiers'] {
  const steps = parts.flatMap(stepsOf);
  const priced = parts.flatMap(({ amounts }) => amounts.filter(({ value }) => value !== 0));
  const units = new Set(priced.map(({ unit }) => unit));
  const [unit = null] = units;
  const isOfUnit = parts.every(({ statement }) => isCountedIn(statement, unit));
  if (steps.every(({ from }) => from === null) || units.size > 1 || !isOfUnit) return null;
  const tiers = chain(steps);
  const isWhole = tiers.every(
    ({ from, to }, at) => to === (tiers[at + 1]?.from ?? null) && (to ?? Infinity) > from,
  );
  return tiers.length > 1 && isWhole ? tiers : null;
}

function chain(steps: readonly Step[]): NonNullable<StatedPrice['tiers']> {
  return steps.map(({ from, to, price }, at) => {
    const [before, after] = [steps[at - 1], steps[at + 1]];
    // `up to 100M` after `up to 10M` begins there.
    const start = from || (before?.to ?? from);
    return { from: start ?? Number.NaN, to: to ?? after?.from ?? null, price };
  });
}

function stepsOf({ statement, amounts }: Priced): readonly Step[] {
  const own = volumeIn(statement);
  if (amounts.length === 0) {
    const free = freeIn(statement);
    return free === null ? [] : [{ from: 0, to: free, price: 0 }];
  }
  return amounts.map(({ value, volume = own }) => ({
    from: null,
    to: null,
    ...volume,
    price: value,
  }));
}

/** What is free of a statement without a price: 10M of `first 10M requests free`. */
function freeIn(statement: Statement): number | null {
  return oneCount(statement.get('allowance')?.[0]);
}

function oneCount({ counts = [] }: TokenGroups = {}): number | null {
  const [value = null, other] = valuesOf(counts) ?? [];
  return other === undefined ? value : null;
}

/** `for over 50M CUs`, `for the first 10M requests`; null if the statement names none. */
function volumeIn(statement: Statement): (Pick<Step, 'to'> & { from: number }) | null {
  const [found] = statement.get('volume') ?? [];
  const count = oneCount(found);
  if (found === undefined || count === null) return null;
  const words = (found.bounds ?? []).map(({ text }) => text).join(' ');
  if (/\b(?:first|under|below|up to)\b/i.test(words)) return { from: 0, to: count };
  return /\b(?:after|over|above|beyond)\b/i.test(words) ? { from: count, to: null } : null;
}

/** Unit of the volumes of a text. */
export function volumeUnitIn(statements: readonly Statement[]): Token | undefined {
  return unitOf(statements.flatMap(volumesIn).flatMap(({ all = [] }) => all));
}

function volumesIn(statement: Statement): readonly TokenGroups[] {
  return [...(statement.get('volume') ?? []), ...(statement.get('allowance') ?? [])];
}

/** Whether the volumes of a statement are in the unit of its price. */
function isCountedIn(statement: Statement, unit: string | null): boolean {
  return volumesIn(statement).every(({ all = [] }) => {
    const { unit: counted, text } = unitOf(all) ?? {};
    return text === undefined || unit === `million ${pluralOf(counted ?? text)}`;
  });
}
