/** The text of a table -> the same rows, mended where that is safe. Pure; what is not mended keeps its bytes. */
import { isNullCell } from '../read/parse-value.ts';
import { type CellKind, mendCell } from './mend-cell.ts';
import { addMends, type Mends } from './mends.ts';
import { sortBySlug, type WrittenLine } from './slug-order.ts';
import { type Cell, type CsvLine, spell, tokenize } from './tokenize.ts';

export interface TableShape {
  /** By header; any other column holds text. */
  readonly kinds: ReadonlyMap<string, CellKind>;
  /** Whether the order of the records says nothing: definitions stand in an order of their own. */
  readonly sortable: boolean;
}

export interface MendedTable {
  readonly text: string;
  readonly mends: Mends;
}

/** What the reader leaves out at the start of a text: the decoder removes one, the CSV reader another. */
const marksPattern = /^\ufeff{1,2}(?!\ufeff)/;

/** Null where the text is not CSV. */
export function mendTable(source: string, shape: TableShape): MendedTable | null {
  const text = source.replace(marksPattern, '');
  const lines = tokenize(text);
  const [header, ...records] = lines ?? [];
  if (lines === null || header === undefined) return null;
  const mends: Mends[] = [text === source ? {} : { 'byte-order-mark': 1 }];
  const gaps = lines.some(({ cells }) => cells.some(({ gap }) => gap !== ''));
  const head = mendHeader(header, gaps, mends);
  const body = mendOrder(
    records.map((line) => mendRecord(line, head.names, shape, mends)),
    shape,
    mends,
  );
  return { text: [head, ...body].map((line) => line.text + line.lineEnd).join(''), mends: addMends(mends) };
}

/** The reader trims the names of a table with a space after a quote: those stay what they are when the space is gone. */
function mendHeader({ cells, lineEnd }: CsvLine, gaps: boolean, mends: Mends[]) {
  const trim = ({ source, quoted }: Cell) => (gaps && !quoted ? source.trimEnd() : source);
  countGaps(cells, mends);
  const names = cells.map((cell) => (cell.quoted ? cell.text : trim(cell)));
  return { text: cells.map(trim).join(','), lineEnd, names };
}

interface MendedLine extends WrittenLine {
  /** Whether it can change its place: its slug is known, or it is a blank line. */
  readonly movable: boolean;
}

function mendRecord(
  { cells, lineEnd }: CsvLine,
  names: readonly string[],
  shape: TableShape,
  mends: Mends[],
): MendedLine {
  countGaps(cells, mends);
  const blank = cells.length === 1 && cells[0]?.text.trim() === '';
  // Whose cells these are is not known: they stay as they are.
  if (blank || cells.length !== names.length)
    return { text: cells.map(({ source }) => source).join(','), lineEnd, slug: null, movable: blank };
  let slug: string | null = null;
  const sources = cells.map((cell, index) => {
    const name = names[index] ?? '';
    const mended = mendCell(cell.text, shape.kinds.get(name) ?? 'text');
    mends.push(mended.mends);
    if (name === 'slug' && !isNullCell(mended.text) && mended.text !== '!none') slug = mended.text;
    return mended.text === cell.text ? cell.source : spell(mended.text, cell.quoted);
  });
  return { text: sources.join(','), lineEnd, slug, movable: slug !== null };
}

function mendOrder(lines: readonly MendedLine[], shape: TableShape, mends: Mends[]): readonly WrittenLine[] {
  if (!shape.sortable || !lines.every(({ movable }) => movable)) return lines;
  const sorted = sortBySlug(lines);
  if (sorted !== lines) mends.push({ 'slug-order': 1 });
  return sorted;
}

function countGaps(cells: readonly Cell[], mends: Mends[]): void {
  const count = cells.filter(({ gap }) => gap !== '').length;
  if (count > 0) mends.push({ 'space-after-quote': count });
}
