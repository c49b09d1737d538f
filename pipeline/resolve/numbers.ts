/** Numbers stated in free text as a range, for filters and sorting. */
import { type ColumnDefinition, hasNumbers } from '../../model/columns.ts';
import type { NumberRange } from '../../model/rows.ts';
import type { OfferEntry, StatedNumbers } from '../sources.ts';
import { parseMbps, parseMeasure, parsePercent } from './numbers/measures.ts';
import { parsePrice, parseUnitPrice } from './numbers/prices.ts';

/** Parsers by column; other columns are parsed as plain measures. */
const parsers: ReadonlyMap<string, (text: string) => NumberRange | null> = new Map([
  ['accessPrice', parsePrice],
  ['price', parsePrice],
  ['queryPrice', parseUnitPrice],
  ['uptimeSla', parsePercent],
  ['verifiedUptime', parsePercent],
  ['bandwidthSla', parseMbps],
]);

/** Null if the text states no number. Never throws; both numbers are finite. */
export function parseNumbers(columnKey: string, text: string): NumberRange | null {
  const parse = parsers.get(columnKey) ?? parseMeasure;
  return parse(text.trim());
}

/** Parses each distinct text once: the 66,178 rows of the corpus have 405 different prices. */
export function readNumbers(columns: readonly ColumnDefinition[], entries: readonly OfferEntry[]): StatedNumbers {
  const numeric = columns.filter(hasNumbers).map(({ key }) => ({ key, byText: new Map<string, NumberRange | null>() }));
  for (const { cells } of entries) {
    for (const { key, byText } of numeric) {
      const text = cells.values[key];
      if (typeof text === 'string' && !byText.has(text)) byText.set(text, parseNumbers(key, text));
    }
  }
  return new Map(numeric.map(({ key, byText }) => [key, byText]));
}
