/** What an edit does to a table, line by line: the cells that change, not the lines that hold them. */
import { parseJson } from '../../../common/json.ts';
import { findOutOfOrder } from '../../../common/out-of-order.ts';
import type { Value } from '../../../model/rows.ts';
import { listSome } from '../../report/counts.ts';
import { quoteValue } from '../../report/style.ts';
import { describeChange, quoteInText } from '../../report/values.ts';

interface TableLine {
  readonly cells: readonly string[];
  /** Cells as they were parsed; null for a new line. */
  readonly record: { readonly cells: readonly string[] } | null;
}

export interface TableDiff {
  readonly counts: Readonly<Record<'added' | 'changed' | 'removed' | 'moved', number>>;
  /** A line for each changed cell, and for each line that came, went or moved. */
  readonly lines: readonly string[];
}

/** In the order of the table after the edit; what was removed comes last. */
export function describeTable<L extends TableLine>(
  header: readonly string[],
  before: readonly L[],
  after: readonly L[],
): TableDiff {
  const places = new Map(before.map((line, index) => [line, index]));
  const moved = new Set(
    findOutOfOrder(
      after.filter((line) => places.has(line)),
      (a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0),
    ),
  );
  const kept = new Set(after);
  const removed = before.filter((line) => !kept.has(line));
  const counts = { added: 0, changed: 0, removed: removed.length, moved: 0 };
  const lines = after.flatMap((line) => {
    if (line.record === null) {
      counts.added++;
      return [describeLine('+', header, line.cells)];
    }
    const cells = changedCells(header, line.record.cells, line.cells);
    if (cells.length > 0) counts.changed++;
    else if (moved.has(line)) counts.moved++;
    const place = moved.has(line) && cells.length === 0 ? [`> ${nameOf(line.cells)} moved`] : [];
    return [...place, ...cells.map((cell) => `~ ${nameOf(line.record?.cells ?? [])} ${cell}`)];
  });
  const gone = removed.map(({ record, cells }) =>
    describeLine('-', header, record?.cells ?? cells),
  );
  return { counts, lines: [...lines, ...gone] };
}

const nameOf = ([name = '']: readonly string[]) => name.trim() || 'a line';

function changedCells(
  header: readonly string[],
  before: readonly string[],
  after: readonly string[],
): string[] {
  const indexes = Array.from({ length: Math.max(before.length, after.length) }, (_, at) => at);
  return indexes.flatMap((at) => {
    const [old = '', now = ''] = [before[at], after[at]];
    if (old === now) return [];
    return [
      `${header[at] ?? at + 1}: ${describeChange(cellValue(old), cellValue(now), quoteInText)}`,
    ];
  });
}

/** Cells of a line that are named. */
const shownCells = 4;

/** The first cell names the line; of the others, the first that are not blank are shown. */
function describeLine(sign: string, header: readonly string[], cells: readonly string[]): string {
  const stated = cells.flatMap((cell, at) =>
    at === 0 || cell.trim() === '' ? [] : [`${header[at] ?? at + 1} ${quoteValue(cell, 40)}`],
  );
  const shown = listSome(stated, shownCells);
  return `${sign} ${nameOf(cells)}${stated.length === 0 ? '' : `: ${shown}`}`;
}

function cellValue(cell: string): Value {
  if (cell === '') return null;
  const list = cell.startsWith('[') ? parseJson(cell) : null;
  const isList = Array.isArray(list) && list.every((item) => typeof item === 'string');
  return isList ? (list as string[]) : cell;
}
