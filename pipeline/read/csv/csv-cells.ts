/** Cells of CSV as text. */

interface WrittenRecord {
  readonly cells: readonly string[];
  readonly quoted: ReadonlyMap<number, { readonly source: string }> | null;
}

/** The cell as written, without the gap after it. */
export function cellSource({ cells, quoted }: WrittenRecord, index: number): string {
  return quoted?.get(index)?.source ?? cells[index] ?? '';
}

/** Encodes a cell, with quotes if it had quotes. */
export function writeCell(text: string, quoted: boolean): string {
  return quoted ? `"${text.replaceAll('"', '""')}"` : text;
}

export function countNewlines(text: string): number {
  return countIn(text, '\n');
}

export function countIn(text: string, mark: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) count++;
  return count;
}
