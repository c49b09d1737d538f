/** Text of a table -> the same rows with safe fixes. Pure; unchanged cells keep their bytes. */
import { withoutTracking } from '../../../common/tracking.ts';
import { providersTable } from '../../../model/columns.ts';
import { isNullCell, parseValue, straightenQuotes } from '../../read/parse-entries.ts';
import { placeOf } from '../../read/source-folder.ts';
import type { FixableRule } from '../../rules.ts';
import { isSet, type Meta, sourcePaths } from '../../sources.ts';
import { EditedTable } from '../tables/table.ts';
import { addCounts, type FixCounts } from './fix-counts.ts';

/** By column; the cells of other columns are texts. */
type CellKinds = ReadonlyMap<string, CellKind>;

/**
 * Kinds of the cells of a source file, by its path. Null for a file that no category has a place
 * for.
 */
export function kindsOf(path: string, meta: Meta): CellKinds | null {
  if (path === sourcePaths.providers)
    return new Map([['tag', 'set'], ...kindsIn(providersTable, meta)]);
  if (path.startsWith('meta/')) return new Map();
  const place = placeOf(path, new Set(meta.categories.map(({ key }) => key)));
  return place === null ? null : new Map(kindsIn(place.category, meta));
}

function kindsIn(category: string, { columns }: Meta): [string, CellKind][] {
  return columns
    .filter((column) => column.categories.includes(category))
    .map((column) => {
      if (column.valueKind === 'array') return [column.key, isSet(column) ? 'set' : 'list'];
      return [column.key, column.valueKind === 'boolean' ? 'boolean' : 'text'];
    });
}

export interface TableShape {
  /** By header; any other column holds text. */
  readonly kinds: CellKinds;
  /** Rules that are fixed. */
  readonly rules: ReadonlySet<FixableRule>;
  /**
   * Text of the table in the base, of which the lines keep their tracking parameters; null if it is
   * not there.
   */
  readonly before?: string | null;
}

export interface FixedTable {
  readonly text: string;
  readonly counts: FixCounts;
  /** A line for each changed cell. */
  readonly diff: readonly string[];
}

/** Null if the text has a quoting mistake or exceeds a limit. */
export function fixTable(
  source: string,
  { kinds, rules, before = null }: TableShape,
): FixedTable | null {
  const table = EditedTable.parse(source);
  if (table === null) return null;
  const counts: FixCounts[] = [];
  if (rules.has('tracking-link')) counts.push({ 'tracking-link': removeTracking(table, before) });
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
  return { text: table.toText(), counts: addCounts(counts), diff: table.toDiff(false).lines };
}

/** Returns how many parameters lines lost that the table did not have before. */
function removeTracking(table: EditedTable, before: string | null): number {
  const old = new Set(
    EditedTable.parse(before ?? '')?.lines.map(({ cells }) => JSON.stringify(cells)),
  );
  let count = 0;
  for (const { cells } of table.lines) {
    if (old.has(JSON.stringify(cells))) continue;
    for (const [index, cell] of cells.entries()) {
      const { text, removed } = withoutTracking(cell);
      cells[index] = text;
      count += removed;
    }
  }
  return count;
}

/** Kind of the cells of a column. In a set, a repeated item has no meaning. */
export type CellKind = 'text' | 'boolean' | 'list' | 'set';

interface FixedCell {
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

/**
 * Ends of the texts of a JSON list. A regular expression that also takes the comma before them
 * takes cubic time.
 */
function* endsOfItems(list: string): Iterable<number> {
  for (let start = list.indexOf('"'); start !== -1; ) {
    let end = start + 1;
    while (end < list.length && list[end] !== '"') end += list[end] === '\\' ? 2 : 1;
    yield end + 1;
    start = list.indexOf('"', end + 1);
  }
}
