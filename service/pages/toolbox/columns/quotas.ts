/**
 * Columns of what plans include and allow per second, as quantities read from their limits: the
 * unit is in the head, so that numbers stand below each other.
 */
import { countBy } from '../../../../common/group-by.ts';
import { type ColumnDefinition, quotaKind } from '../../../../model/columns.ts';
import { contradictionText, unreadText } from '../../../answers/amount-state.ts';
import type { Row } from '../../../snapshot/catalog.ts';
import type { Snapshot } from '../../../snapshot/snapshot.ts';
import { mostFrequentFirst } from '../../../snapshot/texts/most-frequent.ts';
import { capitalize } from '../../../text/clip.ts';
import { addedColumn } from './estimates.ts';
import type { ListingPlace } from './listing.ts';

const parts = ['Included', 'Rate'] as const;

/**
 * Null if fewer than a third of the rows of the listing state such quantities. Kept with the
 * snapshot.
 */
export function readQuotas(
  { snapshot, network, category: { key } }: ListingPlace,
  columns: readonly ColumnDefinition[],
) {
  const source = columns.find((column) => quotaKind(column) === 'limits');
  if (source === undefined) return null;
  const units = snapshot.derived.of(`units of quotas ${network} ${key}`, () =>
    findUnits(snapshot, source, snapshot.rowsOfListing(network, key)),
  );
  if (units.length === 0) return null;
  const quotas = units.map(({ part, unit }) => ({
    part,
    unit,
    column: quotaColumn(source, part, unit),
  }));
  return {
    /** Column of the texts, which the quantities replace in the table. */
    source,
    columns: quotas.map(({ column }) => column),
    cellsOf: (id: number): Row => {
      const numbers = snapshot.numbers(id);
      return Object.fromEntries(
        quotas.map(({ part, unit, column }) => [
          column.key,
          quantityText(numbers, { source, part, unit }) ?? 'not stated',
        ]),
      );
    },
  };
}

interface Quota {
  readonly part: (typeof parts)[number];
  readonly unit: string;
}

/** The most frequent unit of each quantity that a third of the rows have. */
function findUnits(snapshot: Snapshot, { key }: ColumnDefinition, ids: readonly number[]) {
  const numbers = ids.map((id) => snapshot.numbers(id));
  return parts.flatMap((part) => {
    const units = numbers.flatMap((numbersOfCell) =>
      typeof numbersOfCell[`${key}${part}Unit`] === 'string'
        ? String(numbersOfCell[`${key}${part}Unit`])
        : [],
    );
    const [unit] = mostFrequentFirst(countBy(units, (quotaUnit) => quotaUnit));
    return unit === undefined || 3 * units.length < ids.length ? [] : [{ part, unit }];
  });
}

/** The key has the unit, because the label of its cells has it. */
function quotaColumn(
  { key, icon }: ColumnDefinition,
  part: (typeof parts)[number],
  unit: string,
): ColumnDefinition {
  const words = wordsOf(unit);
  const label = part === 'Included' ? `Included ${words}` : `${capitalize(words)} per second`;
  const what = part === 'Included' ? 'What the plan includes' : 'What the plan allows per second';
  return {
    ...addedColumn,
    key: `${key}${part} ${unit}`,
    icon,
    label,
    description: `${what}, read from its limits.`,
  };
}

/** `3M`, `100K/1M`, `from 500`, `30M compute units` in another unit; null if nothing was read. */
function quantityText(
  numbers: Row,
  { source, part, unit: headUnit }: Quota & { readonly source: ColumnDefinition },
): string | null {
  const [min, max, unit, bound] = ['Min', 'Max', 'Unit', 'Bound'].map(
    (end) => numbers[`${source.key}${part}${end}`],
  );
  if (typeof bound !== 'string') return null;
  if (bound === 'unread') return unreadText(source, numbers) ?? 'not read';
  if (bound === 'unlimited') return 'Unlimited';
  const span = [...new Set([min, max])].map((value) => short.format(Number(value))).join('/');
  const words = bound === 'from' ? `from ${span}` : bound === 'upTo' ? `up to ${span}` : span;
  const text = unit === headUnit ? words : `${words} ${wordsOf(String(unit ?? ''))}`.trim();
  const isContradicted = part === 'Included' && contradictionText(source, numbers) !== null;
  return isContradicted ? `${text}, texts contradict` : text;
}

/** `requests a month`: a cell can break it. */
function wordsOf(unit: string): string {
  return unit.replace(/\/(?=day$|month$)/, ' a ').replace('/', ' per ');
}

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
