/** Text of a cell -> the same value without whitespace around it and without repeated items. */
import { isNullCell, parseValue } from '../read/parse-entries.ts';
import type { FixableRule } from '../rules.ts';
import type { FixCounts } from './fix-counts.ts';

/** Kind of the cells of a column. In a set, a repeated item has no meaning. */
export type CellKind = 'text' | 'boolean' | 'list' | 'set';

export interface FixedCell {
  readonly text: string;
  readonly counts: FixCounts;
}

/** Fixes only what the rules report. */
export function fixCell(cell: string, kind: CellKind, rules: ReadonlySet<FixableRule>): FixedCell {
  const trimmed = rules.has('edge-space') ? cell.trim() : cell;
  const isSet = kind === 'set' && rules.has('repeated-item') && !isNullCell(trimmed);
  const { text, counts } = isSet ? removeRepeated(trimmed) : { text: trimmed, counts: {} };
  return { text, counts: trimmed === cell ? counts : { ...counts, 'edge-space': 1 } };
}

/** Removes each repeated item with the comma before it. Everything else keeps its spelling. */
function removeRepeated(cell: string): FixedCell {
  const parsed = parseValue('array', cell);
  if (!('value' in parsed) || !Array.isArray(parsed.value)) return { text: cell, counts: {} };
  const values: readonly unknown[] = parsed.value;
  const seen = new Set<unknown>();
  let index = 0;
  let removed = 0;
  const text = cell.replace(/\s*(,?)\s*"(?:[^"\\]|\\.)*"/gs, (item) => {
    const value = values[index++];
    const isRepeated = seen.has(value) && String(value).trim() !== '';
    seen.add(value);
    if (isRepeated) removed++;
    return isRepeated ? '' : item;
  });
  return { text, counts: removed === 0 ? {} : { 'repeated-item': removed } };
}
