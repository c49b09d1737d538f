/** CSV text -> where every cell of it stands, so that a cell can be mended and everything else keeps its bytes. */

export interface Cell {
  /** What a reader gets, before it trims anything. */
  readonly text: string;
  /** As it is written, with its quotes. */
  readonly source: string;
  readonly quoted: boolean;
  /** White space between the closing quote and the comma: readers that are strict stumble over it. */
  readonly gap: string;
}

export interface CsvLine {
  /** At least one; a blank line has one cell without text. */
  readonly cells: readonly Cell[];
  /** Blank where the file ends without a line end. */
  readonly lineEnd: '\r\n' | '\n' | '';
}

/** A quoted cell and what stands between it and the next comma; no line end is part of that. */
const quotedPattern = /("[^"]*(?:""[^"]*)*")(?!")((?:[\t\v\f ]|\r(?!\n))*)/y;
const plainPattern = /(?:[^",\r\n]|\r(?!\n))*/y;
const endPattern = /,|\r?\n|$/y;

/** Null where the text is not CSV as pipeline/read/parse-csv.ts reads it. A byte-order mark is the caller's to remove. */
export function tokenize(text: string): CsvLine[] | null {
  const lines: CsvLine[] = [];
  let cells: Cell[] = [];
  let at = 0;
  while (at < text.length || cells.length > 0) {
    const cell = cellAt(text, at);
    const afterCell = at + cell.source.length + cell.gap.length;
    const end = matchAt(endPattern, text, afterCell)?.[0];
    if (end === undefined) return null;
    cells.push(cell);
    at = afterCell + end.length;
    if (end === ',') continue;
    lines.push({ cells, lineEnd: end as CsvLine['lineEnd'] });
    cells = [];
  }
  return lines;
}

function cellAt(text: string, at: number): Cell {
  const [, source, gap = ''] = matchAt(quotedPattern, text, at) ?? [];
  if (source !== undefined) return { text: source.slice(1, -1).replaceAll('""', '"'), source, quoted: true, gap };
  const plain = matchAt(plainPattern, text, at)?.[0] ?? '';
  return { text: plain, source: plain, quoted: false, gap: '' };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** As a cell of the same quoting. */
export function spell(text: string, quoted: boolean): string {
  return quoted ? `"${text.replaceAll('"', '""')}"` : text;
}
