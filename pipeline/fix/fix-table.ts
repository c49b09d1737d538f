/** Text of a table -> the same rows with safe fixes. Pure; unchanged cells keep their bytes. */
import { kebabCase } from '../../model/networks.ts';
import { compareText } from '../problem.ts';
import { type CsvRecord, readCsv } from '../read/csv.ts';
import { cellSource, writeCell } from '../read/csv-cells.ts';
import { isNullCell } from '../read/parse-entries.ts';
import { removeByteOrderMark } from '../read/parse-table.ts';
import type { FixableRule } from '../rules.ts';
import { findOutOfOrder } from '../slug-order.ts';
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
export function fixTable(source: string, shape: TableShape): FixedTable | null {
  const text = removeByteOrderMark(source);
  const csv = readCsv(text);
  if (csv.limit !== null || csv.faults.length > 0) return null;
  const [header, ...records] = csv.records;
  if (header === undefined) return null;
  const counts: FixCounts[] = [];
  const head = { text: writeRecord(header, shape, counts), lineEnd: header.lineEnd };
  const fixed = records.map((record) => fixRecord(record, header.cells, shape, counts));
  const body = shape.rules.has('slug-order') ? sortLines(fixed, counts) : fixed;
  const mark = source.slice(0, source.length - text.length);
  return { text: mark + [head, ...body].map((line) => line.text + line.lineEnd).join(''), counts: addCounts(counts) };
}

interface FixedLine {
  /** The line without its line end. */
  readonly text: string;
  readonly lineEnd: string;
  /** Null for a line that keeps its place: blank, unreadable or with a slug that is not valid. */
  readonly slug: string | null;
}

function fixRecord(record: CsvRecord, names: readonly string[], shape: TableShape, counts: FixCounts[]): FixedLine {
  const { cells, lineEnd } = record;
  // The columns of these cells are unknown.
  if (cells.length !== names.length) return { text: writeRecord(record, shape, counts), lineEnd, slug: null };
  let slug: string | null = null;
  const fixed = cells.map((cell, index) => {
    const name = names[index] ?? '';
    const { text, counts: found } = fixCell(cell, shape.kinds.get(name) ?? 'text', shape.rules);
    counts.push(found);
    if (name === 'slug' && kebabCase.test(text.trim()) && !isNullCell(text.trim())) slug = text.trim();
    return text;
  });
  return { text: writeRecord(record, shape, counts, fixed), lineEnd, slug };
}

/** A cell that stays the same keeps its bytes. */
function writeRecord(record: CsvRecord, { rules }: TableShape, counts: FixCounts[], fixed = record.cells): string {
  const { cells, quoted } = record;
  const keepsGaps = !rules.has('space-after-quote');
  const gaps = keepsGaps ? 0 : [...(quoted?.values() ?? [])].filter(({ gap }) => gap !== '').length;
  if (gaps > 0) counts.push({ 'space-after-quote': gaps });
  return fixed
    .map((text, index) => {
      const gap = keepsGaps ? (quoted?.get(index)?.gap ?? '') : '';
      const source = text === cells[index] ? cellSource(record, index) : writeCell(text, quoted?.has(index) === true);
      return source + gap;
    })
    .join(',');
}

interface SluggedLine extends FixedLine {
  readonly slug: string;
  readonly index: number;
}

/** Moves the fewest lines. Records with the same slug keep their order, because the first one counts. */
function sortLines(lines: readonly FixedLine[], counts: FixCounts[]): readonly FixedLine[] {
  const slugged = lines.flatMap((line, index): SluggedLine[] =>
    line.slug === null ? [] : [{ ...line, slug: line.slug, index }],
  );
  const moved = findOutOfOrder(slugged);
  if (moved.length === 0) return lines;
  counts.push({ 'slug-order': moved.length });
  const isMoved = new Set(moved.map(({ index }) => index));
  const kept = slugged.filter(({ index }) => !isMoved.has(index));
  const waiting = moved.toSorted(compareLines);
  const before = new Map<number, FixedLine[]>();
  for (const line of kept) {
    const count = waiting.findIndex((other) => compareLines(other, line) > 0);
    before.set(line.index, waiting.splice(0, count === -1 ? waiting.length : count));
  }
  const last = kept.at(-1)?.index;
  const sorted = lines.flatMap((line, index) => {
    if (isMoved.has(index)) return [];
    return [...(before.get(index) ?? []), line, ...(index === last ? waiting : [])];
  });
  return moveLineEnd(sorted);
}

function compareLines(a: SluggedLine, b: SluggedLine): number {
  return compareText(a.slug, b.slug) || a.index - b.index;
}

/** A file may end without a line end. If that record moves, it swaps line ends with the new last record. */
function moveLineEnd(lines: readonly FixedLine[]): readonly FixedLine[] {
  const last = lines.length - 1;
  const open = lines.findIndex(({ lineEnd }) => lineEnd === '');
  if (open === -1 || open === last) return lines;
  const lineEnd = lines[last]?.lineEnd ?? '';
  return lines.map((line, index) =>
    index === open ? { ...line, lineEnd } : index === last ? { ...line, lineEnd: '' } : line,
  );
}
