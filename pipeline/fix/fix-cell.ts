/** Text of a cell -> the same value in its usual spelling. Invalid values stay unchanged. */
import { isNullCell, parseValue } from '../read/parse-entries.ts';
import type { FixCounts } from './fix-counts.ts';

/** Kind of the cells of a column. In a set, a repeated item has no meaning. */
export type CellKind = 'text' | 'boolean' | 'list' | 'set';

export interface FixedCell {
  readonly text: string;
  readonly counts: FixCounts;
}

export function fixCell(cell: string, kind: CellKind): FixedCell {
  const trimmed = cell.trim();
  const { text, counts } = isNullCell(trimmed) ? { text: trimmed, counts: {} } : fixValue(trimmed, kind);
  return { text, counts: trimmed === cell ? counts : { ...counts, 'edge-space': 1 } };
}

function fixValue(cell: string, kind: CellKind): FixedCell {
  if (kind === 'text') return { text: cell, counts: {} };
  return kind === 'boolean' ? fixBoolean(cell) : fixList(cell, kind);
}

/** Writes booleans as spreadsheet programs do. */
function fixBoolean(cell: string): FixedCell {
  const parsed = parseValue('boolean', cell);
  const text = 'value' in parsed ? String(parsed.value).toUpperCase() : cell;
  return { text, counts: text === cell ? {} : { boolean: 1 } };
}

/** Items keep their spelling and escapes; only the whitespace between them is removed. */
function fixList(cell: string, kind: 'list' | 'set'): FixedCell {
  const parsed = parseValue('array', cell);
  if (!('value' in parsed) || !Array.isArray(parsed.value)) return { text: cell, counts: {} };
  const values: readonly unknown[] = parsed.value;
  const items = cell.match(/"(?:[^"\\]|\\.)*"/gs) ?? [];
  const first = new Map([...values.entries()].toReversed().map(([index, value]) => [value, index]));
  const kept = items.filter((_, index) => kind === 'list' || first.get(values[index]) === index);
  const repeated = items.length - kept.length;
  return {
    text: `[${kept.join(',')}]`,
    counts: {
      ...(cell === `[${items.join(',')}]` ? {} : { 'list-spacing': 1 }),
      ...(repeated === 0 ? {} : { 'repeated-item': repeated }),
    },
  };
}
