/** Numbers of edited lines beside those of the other depth of a plan, and of the offer. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import { isSameValue, type Value } from '../../../model/rows.ts';
import { planOf } from '../../check/plans.ts';
import { shorten, textsOf } from '../../check/rule.ts';
import type { EditedLine } from '../edited-lines.ts';
import { type FaultInCell, type Known, textOf } from './known.ts';
import { currencyIn, figuresIn, periodsIn } from './numbers.ts';

/**
 * Whether the two depths of a plan usually have equal cells in a column: amounts, promises, names,
 * columns that lead a row, and lists. The list of an archive may have further items.
 */
export function isAlike(column: ColumnDefinition): boolean {
  const { key, role, cellType } = column;
  return (
    isExact(column) ||
    (role !== null && role !== 'history') ||
    key.endsWith('Sla') ||
    (hasItems(column) && cellType !== 'actionButtons')
  );
}

const isExact = ({ states }: ColumnDefinition) => states !== null;
const hasItems = ({ valueKind }: ColumnDefinition) => valueKind === 'array';

/** A cell that its sibling still states as before: one of two was edited. */
export function findSibling(
  { kind, category, values, old }: EditedLine,
  column: string,
  known: Known,
): FaultInCell | null {
  const [plan, before] = [planOf(values), old?.[column] ?? null];
  if (kind !== 'offer' || plan === null || before === null) return null;
  const definition = known.columns.get(column);
  const isList = definition !== undefined && hasItems(definition) && !isExact(definition);
  if (isList && isKept(before, values[column])) return null;
  const sibling = known.after.find(
    (other) =>
      other.kind === 'offer' &&
      other.category === category &&
      other.values.slug !== values.slug &&
      planOf(other.values) === plan &&
      isSameValue(before, other.values[column] ?? null),
  );
  if (sibling === undefined) return null;
  const message = `the plan "${sibling.values.slug}", which differs only in depth, still says "${shorten(textOf(before) || String(before))}"`;
  return ['sibling-differs', message, 'correct the cell, or edit both plans'];
}

/** Whether the edited list still has all items of the list before. */
function isKept(before: Value, now: Value | undefined): boolean {
  const items = new Set(textsOf(now));
  return textsOf(before).every((item) => items.has(item));
}

function amountsIn(text: string): number[] {
  return /^free$/i.test(text.trim()) ? [0] : figuresIn(text);
}

/** A listing with a price far from that of its offer. */
export function findListingPrice(
  line: EditedLine,
  column: string,
  known: Known,
): FaultInCell | null {
  const { kind, values, offer } = line;
  const [own, other] = [textOf(values[column]), textOf(offer?.[column])];
  if (kind !== 'listing' || offer === null || !isOtherPrice(own, other)) return null;
  if (amountsIn(other).length === 0 && isPricedByNetwork(line, column, known)) return null;
  const message = `the listing says "${shorten(own)}", and its offer says "${shorten(other)}"`;
  return ['listing-price', message, 'clear the cell, or correct the price'];
}

/** Least listings of an offer with a price of their own that nobody wrote by mistake. */
const leastPriced = 3;

/** Whether several listings of the offer state a price, as for offers with a custom price. */
function isPricedByNetwork(
  { category, offer }: EditedLine,
  column: string,
  { after }: Known,
): boolean {
  const priced = after.filter(
    (line) =>
      line.kind === 'listing' &&
      line.category === category &&
      line.offer?.slug === offer?.slug &&
      amountsIn(textOf(line.values[column])).length > 0,
  );
  return priced.length >= leastPriced;
}

/** Another currency or period, or an amount that is far from the other. */
function isOtherPrice(own: string, other: string): boolean {
  const [[amount], [stated]] = [amountsIn(own), amountsIn(other)];
  if (amount === undefined || stated === undefined)
    return amount !== undefined && /^custom\b/i.test(other);
  const differ = ([one, two]: readonly (string | undefined)[]) =>
    one !== undefined && two !== undefined && one !== two;
  const [signs, periods] = [
    [own, other].map((text) => currencyIn(text) ?? undefined),
    [own, other].map((text) => periodsIn(text)[0]),
  ];
  if (differ(signs)) return true;
  if (amount === stated) return differ(periods);
  return stated === 0 || amount === 0 || amount / stated >= 2 || stated / amount >= 2;
}
