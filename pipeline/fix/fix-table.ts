/** Text of a table -> the same rows with safe fixes. Pure; unchanged cells keep their bytes. */
import { EditedTable } from '../edit/table.ts';
import { placeOf } from '../read/source-folder.ts';
import type { FixableRule } from '../rules.ts';
import { isSet, type Meta, sourcePaths } from '../sources.ts';
import { type CellKind, fixCell } from './fix-cell.ts';
import { addCounts, type FixCounts } from './fix-counts.ts';

/** By column; the cells of other columns are texts. */
type CellKinds = ReadonlyMap<string, CellKind>;

/** Kinds of the cells of a source file, by its path. Null for a file that no category has a place for. */
export function kindsOf(path: string, meta: Meta): CellKinds | null {
  if (path === sourcePaths.providers) return new Map([['tag', 'set']]);
  if (path.startsWith('meta/')) return new Map();
  const place = placeOf(path, new Set(meta.categories.map(({ key }) => key)));
  if (place === null) return null;
  const columns = meta.columns.filter((column) => column.categories.includes(place.category));
  return new Map(
    columns.map((column): [string, CellKind] => {
      if (column.valueKind === 'array') return [column.key, isSet(column) ? 'set' : 'list'];
      return [column.key, column.valueKind === 'boolean' ? 'boolean' : 'text'];
    }),
  );
}

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
