/** Text of a cell -> the same value without whitespace around it and without repeated items. */
import { isNullCell, parseValue, straightenQuotes } from '../read/parse-entries.ts';
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
  if (rules.has('typographic-quotes') && isTypographic(cell, kind)) {
    const { text, counts } = fixCell(straightenQuotes(cell), kind, rules);
    return { text, counts: { ...counts, 'typographic-quotes': 1 } };
  }
  const trimmed = rules.has('edge-space') ? cell.trim() : cell;
  const isSet = kind === 'set' && rules.has('repeated-item') && !isNullCell(trimmed);
  const { text, counts } = isSet ? removeRepeated(trimmed) : { text: trimmed, counts: {} };
  return { text, counts: trimmed === cell ? counts : { ...counts, 'edge-space': 1 } };
}

/** Whether a list can be read with other quotes only. */
function isTypographic(cell: string, kind: CellKind): boolean {
  if (kind !== 'list' && kind !== 'set') return false;
  const parsed = parseValue('array', cell);
  return 'fault' in parsed && parsed.fault.rule === 'typographic-quotes';
}

/** Removes each repeated item with the comma before it. Everything else keeps its spelling. */
function removeRepeated(cell: string): FixedCell {
  const parsed = parseValue('array', cell);
  if (!('value' in parsed) || !Array.isArray(parsed.value)) return { text: cell, counts: {} };
  const values: readonly unknown[] = parsed.value;
  const seen = new Set<unknown>();
  let [index, removed, end, text] = [0, 0, 0, ''];
  for (const itemEnd of endsOfItems(cell)) {
    const value = values[index++];
    const isRepeated = seen.has(value) && String(value).trim() !== '';
    seen.add(value);
    if (isRepeated) removed++;
    else text += cell.slice(end, itemEnd);
    end = itemEnd;
  }
  text += cell.slice(end);
  return { text, counts: removed === 0 ? {} : { 'repeated-item': removed } };
}

/** Ends of the texts of a JSON list. A regular expression that also takes the comma before them takes cubic time. */
function* endsOfItems(list: string): Iterable<number> {
  for (let start = list.indexOf('"'); start !== -1; ) {
    let end = start + 1;
    while (end < list.length && list[end] !== '"') end += list[end] === '\\' ? 2 : 1;
    yield end + 1;
    start = list.indexOf('"', end + 1);
  }
}
