/** The text of one cell -> the same value in its usual spelling. What is no value of its column is left as it is. */
import { isNullCell, parseValue } from '../read/parse-value.ts';
import type { Mends } from './mends.ts';

/** How a column's cells are read. A set is a list in which an item that stands twice says nothing more. */
export type CellKind = 'text' | 'boolean' | 'list' | 'set';

export interface MendedCell {
  readonly text: string;
  readonly mends: Mends;
}

export function mendCell(cell: string, kind: CellKind): MendedCell {
  const trimmed = cell.trim();
  const { text, mends } = isNullCell(trimmed) ? { text: trimmed, mends: {} } : mendValue(trimmed, kind);
  return { text, mends: trimmed === cell ? mends : { ...mends, 'white-space': 1 } };
}

function mendValue(cell: string, kind: CellKind): MendedCell {
  if (kind === 'text') return { text: cell, mends: {} };
  return kind === 'boolean' ? mendBoolean(cell) : mendList(cell, kind);
}

/** As spreadsheet programs write it. */
function mendBoolean(cell: string): MendedCell {
  const parsed = parseValue('boolean', cell);
  const text = 'value' in parsed ? String(parsed.value).toUpperCase() : cell;
  return { text, mends: text === cell ? {} : { boolean: 1 } };
}

/** The items keep the letters and escapes that they are written with; only what stands between them is removed. */
function mendList(cell: string, kind: 'list' | 'set'): MendedCell {
  const parsed = parseValue('array', cell);
  if (!('value' in parsed) || !Array.isArray(parsed.value)) return { text: cell, mends: {} };
  const values: readonly unknown[] = parsed.value;
  const items = cell.match(/"(?:[^"\\]|\\.)*"/gs) ?? [];
  const kept = items.filter((_, index) => kind === 'list' || values.indexOf(values[index]) === index);
  const repeated = items.length - kept.length;
  return {
    text: `[${kept.join(',')}]`,
    mends: {
      ...(cell === `[${items.join(',')}]` ? {} : { 'list-spacing': 1 }),
      ...(repeated === 0 ? {} : { 'repeated-item': repeated }),
    },
  };
}
