/** Text of a table -> the same rows with safe fixes. Pure; unchanged cells keep their bytes. */
import { EditedTable } from '../edit/table.ts';
import type { FixableRule } from '../rules.ts';
import type { CellKinds } from './cell-kinds.ts';
import { fixCell } from './fix-cell.ts';
import { addCounts, type FixCounts } from './fix-counts.ts';

export interface TableShape {
  /** By header; any other column holds text. */
  readonly kinds: CellKinds;
  /** Rules that are fixed. */
  readonly rules: ReadonlySet<FixableRule>;
}

export interface FixedTable {
  readonly text: string;
  readonly counts: FixCounts;
}

/** Null if the text has a quoting mistake or exceeds a limit. */
export function fixTable(source: string, { kinds, rules }: TableShape): FixedTable | null {
  const table = EditedTable.parse(source);
  if (table === null) return null;
  const counts: FixCounts[] = [];
  for (const { cells } of table.lines) {
    // Otherwise the columns of the cells are unknown.
    if (cells.length !== table.header.length) continue;
    for (const [index, cell] of cells.entries()) {
      const fixed = fixCell(cell, kinds.get(table.header[index] ?? '') ?? 'text', rules);
      cells[index] = fixed.text;
      counts.push(fixed.counts);
    }
  }
  if (rules.has('space-after-quote')) counts.push({ 'space-after-quote': table.removeGaps() });
  if (rules.has('slug-order')) counts.push({ 'slug-order': table.sort() });
  return { text: table.toText(), counts: addCounts(counts) };
}
