/** Whether two tables have the same meaning. Proves that a fix was safe. */
import type { Value } from '../../model/rows.ts';
import { compareText } from '../problem.ts';
import { parseValue, straightenQuotes } from '../read/parse-entries.ts';
import type { Table, TableRecord } from '../read/parse-table.ts';
import { type CellKind, isTypographic } from './fix-cell.ts';

const valueKinds = { text: 'string', boolean: 'boolean', list: 'array', set: 'array' } as const;

/** Ignores the order of records and repeated items of a set. */
export function isSameMeaning(before: Table, after: Table, kinds: ReadonlyMap<string, CellKind>): boolean {
  const [one, other] = [before, after].map(({ header, records }) => [
    JSON.stringify(header),
    ...records.map((record) => meaningOf(record, header, kinds)).toSorted(compareText),
  ]);
  return one?.length === other?.length && one?.every((line, index) => line === other?.[index]) === true;
}

function meaningOf({ cells }: TableRecord, header: readonly string[], kinds: ReadonlyMap<string, CellKind>): string {
  const values = cells.map((cell, index): Value => {
    const kind = kinds.get(header[index] ?? '') ?? 'text';
    const parsed = parseValue(valueKinds[kind], isTypographic(cell, kind) ? straightenQuotes(cell) : cell);
    if ('fault' in parsed) return cell.trim();
    return kind === 'set' && Array.isArray(parsed.value) ? [...new Set(parsed.value)] : parsed.value;
  });
  return JSON.stringify(values);
}
