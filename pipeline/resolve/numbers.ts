/** Numbers that cells state, for filters and sorting. A text is understood as a whole, or is in meta/readings.csv, or states no number. */
import { type ColumnDefinition, hasNumbers, isMoney, quotaKind } from '../../model/columns.ts';
import { companionsOf } from '../../model/companions.ts';
import { isPlaceholder } from '../../model/placeholders.ts';
import type { Reading } from '../../model/readings.ts';
import type { NumberRange, Stated, StatedPrice, Value } from '../../model/rows.ts';
import { findDamage } from '../damage.ts';
import type { CellReading, OfferEntry, StatedNumbers } from '../sources.ts';
import { parseHours, parseMbps, parseMeasure, parsePercent, parseTokens } from './numbers/measures.ts';
import { type Outcome, readPrice } from './numbers/prices.ts';
import { limitsOf, readItem } from './numbers/quotas.ts';
import { limitOf, priceOfReading, quotaOfReading } from './numbers/readings.ts';

/** Parsers of columns that are not of money; other columns are parsed as plain measures. */
const parsers: ReadonlyMap<string, (text: string) => NumberRange | null> = new Map([
  ['uptimeSla', parsePercent],
  ['verifiedUptime', parsePercent],
  ['bandwidthSla', parseMbps],
  ['dripLimitAmount', parseTokens],
  ['dripLimitPeriod', parseHours],
]);

/** Longer texts state no numbers. The longest text of the corpus has 186 characters. */
export const maxStatingLength = 500;

/** Never throws; both numbers are finite. */
export function readText(key: string, text: string): Outcome<NumberRange | StatedPrice> {
  const trimmed = text.trim();
  if (isPlaceholder(trimmed)) return { stated: null, left: null };
  if (['accessPrice', 'price', 'queryPrice'].includes(key)) return readPrice(trimmed, key === 'queryPrice');
  const stated = (parsers.get(key) ?? parseMeasure)(trimmed);
  return { stated, left: stated === null && /(?<![\p{L}\d_])\d/u.test(trimmed) ? trimmed : null };
}

/** Reads each distinct text once: the 66,178 rows of the corpus have 405 different prices. */
export function readNumbers(
  columns: readonly ColumnDefinition[],
  entries: readonly OfferEntry[],
  readings: readonly Reading[] = [],
): StatedNumbers {
  const stating = columns.filter((column) => companionsOf(column).length > 0);
  const numbers = new Map(stating.map((column) => [column.key, new CellReader(column, readings)]));
  // Equal records share their cells. A record has few cells besides those of its offer.
  for (const { values } of new Set(entries.map((entry) => entry.cells))) {
    for (const key in values) {
      const reader = numbers.get(key);
      const text = reader && textOfCell(values[key]);
      if (text) reader.read(text);
    }
  }
  return new Map(Array.from(numbers, ([key, { byText }]) => [key, byText]));
}

class CellReader {
  readonly byText = new Map<string, CellReading>();
  readonly #column: ColumnDefinition;
  readonly #readings = new Map<string, Reading[]>();

  constructor(column: ColumnDefinition, readings: readonly Reading[]) {
    this.#column = column;
    for (const reading of readings) {
      if (reading.column !== column.key) continue;
      this.#readings.set(reading.text, [...(this.#readings.get(reading.text) ?? []), reading]);
    }
  }

  read(text: string): void {
    if (this.byText.has(text)) return;
    this.byText.set(text, quotaKind(this.#column) === 'limits' ? this.#readList(text) : this.#readCell(text));
  }

  #readCell(text: string): CellReading {
    const [reading] = this.#readings.get(text.trim()) ?? [];
    if (reading !== undefined) return { stated: this.#stated(reading), left: [] };
    if (findDamage(text, this.#column) !== null) return { stated: null, left: [] };
    const { stated, left } = isTooLong(text) ?? readText(this.#column.key, text);
    return { stated, left: left === null ? [] : [{ text, left }] };
  }

  #stated(reading: Reading): Stated | null {
    if (reading.bound === 'no number') return null;
    if (isMoney(this.#column)) return priceOfReading(reading);
    const quota = quotaOfReading(reading);
    return hasNumbers(this.#column) || quotaKind(this.#column) === 'hours'
      ? { min: reading.min ?? 0, max: reading.max ?? reading.min ?? 0 }
      : quota;
  }

  /** Items on lines of their own. If one is not read, what the plan includes and allows is not known. */
  #readList(text: string): CellReading {
    const read = text.split('\n').map((item) => {
      const stated = this.#readings.get(item.trim());
      if (stated !== undefined)
        return { item, quotas: stated.flatMap((reading) => limitOf(reading) ?? []), left: null };
      if (isPlaceholder(item) || findDamage(item, this.#column) !== null) return { item, quotas: [], left: null };
      return { item, ...(isTooLong(text) ?? { left: null }), ...(isTooLong(text) ? { quotas: [] } : readItem(item)) };
    });
    const left = read.flatMap((each) => (each.left === null ? [] : [{ text: each.item, left: each.left }]));
    const quotas = read.flatMap((each) => each.quotas);
    return {
      stated: limitsOf(
        quotas,
        left.map((each) => each.text),
      ),
      left,
    };
  }
}

function isTooLong(text: string): Outcome<never> | null {
  return text.length > maxStatingLength ? { stated: null, left: text } : null;
}

/** Text of a cell that numbers are read from: items on lines of their own; null without texts. */
export function textOfCell(cell: Value | undefined): string | null {
  if (typeof cell === 'string') return cell;
  return Array.isArray(cell) ? cell.join('\n') : null;
}
