/**
 * Numbers that cells state, for filters and sorting. A text is understood as a whole, or is in
 * meta/readings.csv, or states no number.
 */

import { type OwnUnits, ownUnit, wordOf } from '../../common/amounts/lexicon.ts';
import { daySeconds, monthSeconds } from '../../common/durations.ts';
import { groupBy } from '../../common/group-by.ts';
import { type ColumnDefinition, isMoney, quotaKind } from '../../model/columns.ts';
import { companionsOf } from '../../model/companions.ts';
import { isPlaceholder } from '../../model/placeholders.ts';
import { inPeriod, periodOf, periodSeconds } from '../../model/price-period.ts';
import type { Reading } from '../../model/readings.ts';
import type { Stated, StatedPrice, StatedQuota } from '../../model/rows.ts';
import type { UnitLine } from '../../model/unit-costs.ts';
import { damageFinder } from '../damage.ts';
import { type CellReading, type OfferEntry, type StatedNumbers, textOfCell } from '../sources.ts';
import { readMeasure } from './numbers/measures.ts';
import { readPrice, readUse } from './numbers/prices.ts';
import { limitsOf, type Quota, readItem } from './numbers/quotas.ts';

/** Longer texts state no numbers. The longest text of the corpus has 186 characters. */
export const maxStatingLength = 500;

/** Texts from which a number was lost: those with a digit, `%`, `Gb/s`, `+`, `d ETH`. */
const meansNumber = /\d|%|\/s\b|ps$|^\P{L}*\p{L}{0,2}(?: |$)/u;

type Stating = Pick<ColumnDefinition, 'states' | 'unit' | 'period'>;

/** Never throws; both numbers are finite. */
export function readText(column: Stating, text: string, units?: OwnUnits) {
  const { states, unit } = column;
  const trimmed = text.trim();
  if (isPlaceholder(trimmed)) return { stated: null, left: null };
  if (states === 'price')
    return readPrice(trimmed, unit === null ? null : readUse(unit, units), {
      units,
      period: periodOf(column),
    });
  const stated = states === 'amount' ? readTokens(trimmed) : readMeasure(states, trimmed);
  return { stated, left: stated === null && meansNumber.test(trimmed) ? trimmed : null };
}

/**
 * Tokens that one request of a faucet gives. A letter that is no ticker may be another unit: `5K`.
 */
function readTokens(text: string): StatedQuota | null {
  const { stated } = readPrice(text, null);
  const isRead =
    stated?.unit === null && (stated.currency !== null || !/\d ?(?!e[+-]?\d)\p{L}/u.test(text));
  return isRead
    ? { min: stated.min, max: stated.max, unit: stated.currency, bound: stated.bound }
    : null;
}

/** What a directory says of its texts. */
interface Texts {
  /** Lines of readings.csv. */
  readonly readings?: readonly Reading[];
  /** Lines of units.csv. */
  readonly units?: readonly UnitLine[];
}

function readersOf(columns: readonly ColumnDefinition[], { readings = [], units = [] }: Texts) {
  const own = ownUnitsOf(columns, units);
  return new Map(columns.map((column) => [column.key, cellReader(column, readings, own)]));
}

/** The multiples of units.csv, and other things that columns of prices are for. */
function ownUnitsOf(columns: readonly ColumnDefinition[], lines: readonly UnitLine[]): OwnUnits {
  const units = new Map<string, { readonly unit: string; readonly count: number }>();
  const singular = (name: string) => name.replace(/(?<=..)s$/, '');
  const add = (name: string, unit: string, count: number) =>
    units.set(singular(name).toLowerCase(), { unit: singular(unit), count });
  for (const { provider, unit, call, cost } of lines) {
    if (provider !== null) continue;
    add(unit, unit, 1);
    add(call, unit, cost);
  }
  for (const { unit } of columns) {
    const thing = unit?.split(' ').at(-1) ?? '';
    if (thing !== '' && !(wordOf(thing) ?? ownUnit(thing, units))) add(thing, thing, 1);
  }
  return units;
}

/** Reads each distinct text once: the 66,178 rows of the corpus have 405 different prices. */
export function readNumbers(
  columns: readonly ColumnDefinition[],
  entries: readonly OfferEntry[],
  texts: Texts = {},
): StatedNumbers {
  const stating = columns.filter((column) => companionsOf(column).length > 0);
  const readers = readersOf(stating, texts);
  const numbers = new Map(stating.map(({ key }) => [key, new Map<string, CellReading>()]));
  // Equal records share their cells. A record has few cells besides those of its offer.
  for (const { values } of new Set(entries.map((entry) => entry.cells))) {
    for (const key in values) {
      const read = readers.get(key);
      const text = read && textOfCell(values[key]);
      const byText = text ? numbers.get(key) : undefined;
      if (text && byText?.has(text) === false) byText.set(text, read(text));
    }
  }
  return numbers;
}

/**
 * Reads a text of the column by its lines in readings.csv, or else by the grammar. Damage and
 * placeholders have checks of their own. If an item of a list is not read, what the plan includes
 * and allows is not known.
 */
function cellReader(
  column: ColumnDefinition,
  readings: readonly Reading[],
  units: OwnUnits,
): (text: string) => CellReading {
  const ofColumn = readings.filter((reading) => reading.column === column.key);
  const byText = groupBy(ofColumn, ({ text }) => text);
  const damageOf = damageFinder(column);
  const readList = (text: string): CellReading => {
    const items = text.split('\n').filter((item) => !isPlaceholder(item));
    const read = items.map((item) => {
      const stated = byText.get(item.trim())?.flatMap((reading) => limitBy(reading) ?? []);
      if (stated !== undefined) return { text: item, quotas: stated, left: null };
      if (damageOf(item)) return { text: item, quotas: null, left: null };
      return {
        text: item,
        ...(text.length > maxStatingLength ? { quotas: [], left: item } : readItem(item, units)),
      };
    });
    const left = read.flatMap((each) =>
      each.left === null ? [] : [{ text: each.text, left: each.left }],
    );
    const isUnread = left.length > 0 || read.some(({ quotas }) => quotas === null);
    const stated = limitsOf(isUnread ? null : read.flatMap(({ quotas }) => quotas ?? []));
    const isOpen = [stated?.included, stated?.rate].some((each) => each?.bound === 'unread');
    const unread = isOpen ? read.filter(isUnreadItem).map(({ text: item }) => item.trim()) : [];
    return { stated, left, unread };
  };
  if (quotaKind(column) === 'limits') return readList;
  return (text) => {
    const [reading] = byText.get(text.trim()) ?? [];
    return reading === undefined
      ? readPlain(column, text, { damageOf, units })
      : readingOf(column, reading);
  };
}

function readingOf(column: ColumnDefinition, reading: Reading): CellReading {
  const stated = isMoney(column) ? priceBy(column, reading) : limitBy(reading);
  return { stated, left: [], unread: [] };
}

/** Reads a text by the grammar. */
function readPlain(
  column: ColumnDefinition,
  text: string,
  { damageOf, units }: { damageOf: ReturnType<typeof damageFinder>; units: OwnUnits },
): CellReading {
  if (damageOf(text)) return { stated: null, left: [], unread: [text] };
  const { stated, left } =
    text.length > maxStatingLength ? { stated: null, left: text } : readText(column, text, units);
  // A text without an amount, such as `Custom` or `0.5% fee`, is read.
  return left === null
    ? { stated, left: [], unread: [] }
    : { stated, left: [{ text, left }], unread: [text.trim()] };
}

/** Whether an item states an amount of use that was not read, or of one kind of use. */
function isUnreadItem({
  quotas,
  left,
}: {
  readonly quotas: readonly Quota[] | null;
  readonly left: string | null;
}): boolean {
  return quotas === null || left !== null || quotas.some(({ bound }) => bound === 'unread');
}

/** A price of time alone is compared by the period of the column. */
function priceBy(
  column: ColumnDefinition,
  { text, min, max, currency, unit, period, bound }: Reading,
): Stated | null {
  if (min === null || bound === 'unlimited' || bound === 'no number') return null;
  const units = [unit, period].filter((part) => part !== null).join('/');
  const per = units || null;
  const [compared, paid] = [periodOf(column), periodSeconds(per)];
  const words = { stated: min, per, note: text, tiers: null, terms: null };
  const isScaled = compared !== 'month' && paid !== null && column.unit === null;
  const scaled = (value: number) => (isScaled ? inPeriod(value, paid, compared) : value);
  const [least, most] = [scaled(min), scaled(max ?? min)];
  const shown = isScaled ? compared : per;
  return { min: least, max: most, currency, unit: shown, bound, first: least, ...words };
}

const seconds = { second: 1, day: daySeconds, month: monthSeconds, once: null } as const;

function limitBy({ min, max, currency, unit, period, bound }: Reading): Quota | null {
  if (bound === 'no number') return null;
  return {
    min,
    max: max ?? min,
    unit: unit ?? currency,
    bound,
    seconds: period && seconds[period],
  };
}

/** Reads texts that no row has any more, such as those of changes. */
export function priceReader(
  columns: readonly ColumnDefinition[],
  texts: Texts,
): (key: string, text: string) => StatedPrice | null {
  const readers = readersOf(columns.filter(isMoney), texts);
  return (key, text) => {
    const stated = readers.get(key)?.(text).stated ?? null;
    return stated !== null && 'first' in stated ? (stated as StatedPrice) : null;
  };
}
