/** The numbers that a cell states in free text, as the least and the greatest: what filters and sorting use. */
import { parseMbps, parseMeasure, parsePercent } from './numbers/measures.ts';
import { parsePrice, parseUnitPrice } from './numbers/prices.ts';
import type { NumberRange } from './numbers/range.ts';

export type { NumberRange } from './numbers/range.ts';

type Reader = (text: string) => NumberRange | null;

/** The columns whose texts follow rules of their own; a column that is not here is read as a plain measure. */
const readers: ReadonlyMap<string, Reader> = new Map([
  ['accessPrice', parsePrice],
  ['price', parsePrice],
  ['queryPrice', parseUnitPrice],
  ['uptimeSla', parsePercent],
  ['verifiedUptime', parsePercent],
  ['bandwidthSla', parseMbps],
]);

/** Null where the text states no number; never throws, and both numbers are finite. */
export function parseNumbers(columnKey: string, text: string): NumberRange | null {
  const read = readers.get(columnKey) ?? parseMeasure;
  return read(text.trim());
}
