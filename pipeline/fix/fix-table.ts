/** Text of a table -> the same rows with safe fixes. Pure; unchanged cells keep their bytes. */
import { compareText } from '../problem.ts';
import { type CsvRecord, cellSource, readCsv, writeCell } from '../read/csv.ts';
import { isNullCell } from '../read/parse-entries.ts';
import { isBlankLine } from '../read/parse-records.ts';
import { removeByteOrderMark } from '../read/parse-table.ts';
import { type CellKind, fixCell } from './fix-cell.ts';
import { addCounts, type FixCounts } from './fix-counts.ts';

export interface TableShape {
  /** By header; any other column holds text. */
  readonly kinds: ReadonlyMap<string, CellKind>;
  /** Whether records may be sorted by slug. Definitions have an order of their own. */
  readonly sortable: boolean;
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
  const counts: FixCounts[] = [text === source ? {} : { 'byte-order-mark': 1 }, countGaps(header)];
  const head = { text: header.cells.map((_, index) => cellSource(header, index)).join(','), lineEnd: header.lineEnd };
  const fixed = records.map((record) => fixRecord(record, header.cells, shape, counts));
  const body = sortRecords(fixed, shape, counts);
  return { text: [head, ...body].map((line) => line.text + line.lineEnd).join(''), counts: addCounts(counts) };
}

interface FixedLine {
  /** The line without its line end. */
  readonly text: string;
  readonly lineEnd: string;
  /** Null for a blank line, which keeps its place, and for a record with an unknown slug. */
  readonly slug: string | null;
  /** False if the table cannot be sorted because of this line. */
  readonly sortable: boolean;
}

function fixRecord(record: CsvRecord, names: readonly string[], shape: TableShape, counts: FixCounts[]): FixedLine {
  const { cells, quoted, lineEnd } = record;
  counts.push(countGaps(record));
  const blank = isBlankLine(record);
  // The columns of these cells are unknown.
  if (blank || cells.length !== names.length)
    return { text: cells.map((_, index) => cellSource(record, index)).join(','), lineEnd, slug: null, sortable: blank };
  let slug: string | null = null;
  const sources = cells.map((cell, index) => {
    const name = names[index] ?? '';
    const fixed = fixCell(cell, shape.kinds.get(name) ?? 'text');
    counts.push(fixed.counts);
    if (name === 'slug' && !isNullCell(fixed.text) && fixed.text !== '!none') slug = fixed.text;
    return fixed.text === cell ? cellSource(record, index) : writeCell(fixed.text, quoted?.has(index) === true);
  });
  return { text: sources.join(','), lineEnd, slug, sortable: slug !== null };
}

function countGaps({ quoted }: CsvRecord): FixCounts {
  const count = [...(quoted?.values() ?? [])].filter(({ gap }) => gap !== '').length;
  return count === 0 ? {} : { 'space-after-quote': count };
}

/** Keeps the order of records with the same slug, because the first one counts. */
function sortRecords(lines: readonly FixedLine[], shape: TableShape, counts: FixCounts[]): readonly FixedLine[] {
  if (!shape.sortable || !lines.every(({ sortable }) => sortable)) return lines;
  const records = lines.filter(hasSlug);
  const sorted = records.toSorted((a, b) => compareText(a.slug, b.slug));
  if (sorted.every((record, index) => record === records[index])) return lines;
  counts.push({ 'slug-order': 1 });
  const next = sorted.values();
  return moveLineEnd(lines.map((line) => (hasSlug(line) ? (next.next().value ?? line) : line)));
}

function hasSlug(line: FixedLine): line is FixedLine & { slug: string } {
  return line.slug !== null;
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
