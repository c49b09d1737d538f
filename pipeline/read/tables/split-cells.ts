/** A cell that a comma without quotes has split into several. */
import { writeCell } from '../csv/csv-cells.ts';

export interface SplitCell {
  /** Index of its first part. */
  readonly index: number;
  /** The whole cell, with its commas. */
  readonly text: string;
}

/** The first cell of a record that seems to be split; `surplus`: cells that it has too many. */
export function findSplitCell(cells: readonly string[], surplus: number): SplitCell | null {
  const second = cells.findIndex((_, index) => isPart(cells, index));
  if (second === -1) return null;
  let end = second + 1;
  while (end - second < surplus && isPart(cells, end)) end++;
  return {
    index: second - 1,
    text: cells
      .slice(second - 1, end)
      .join(',')
      .trim(),
  };
}

/** After a comma stands a space in a sentence, and three digits in a number. */
function isPart(cells: readonly string[], index: number): boolean {
  const [left = '', right = ''] = [cells[index - 1]?.trim(), cells[index]];
  return left !== '' && (/^ \S/.test(right) || (/\d$/.test(left) && /^\d{3}(?!\d)/.test(right)));
}

/** Message and fix. */
export function describeSplit({ text }: SplitCell): readonly [message: string, fix: string] {
  return [
    `"${text}" has a comma, but no quotes around it`,
    `put the cell in quotes: ${writeCell(text, true)}`,
  ];
}
