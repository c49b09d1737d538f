/**
 * How wide the columns of a table are. It is laid out before its lines are there, or it would jump while they arrive:
 * so widths come from what a column holds as a rule. The style sheet has the same numbers.
 */
import type { ColumnDefinition } from '../../../model/columns.ts';

/** In rem, by class. */
export const widths = {
  flag: 4.25,
  word: 5.75,
  tag: 7,
  text: 7,
  number: 7.5,
  chips: 7.5,
  long: 9,
  list: 9,
} as const;

export type Width = keyof typeof widths;

/** The first column has what is left, and the last one, with the links, has its own. */
const firstWidth = 11;
const lastWidth = 5.5;

/** A table that needs more than a screen gets it, and is scrolled: the least of these widths that is enough, in rem. */
export const rooms = [80, 100, 130, 170, 220, 300] as const;
const screenWidth = 66;

const shortWord = 9;
const longText = 20;

export interface CountedText {
  readonly value: string;
  readonly count: number;
}

/** `texts`: what the column says, with how often; none where that is not known. */
export function widthOf({ cellType, valueKind, label }: ColumnDefinition, texts: readonly CountedText[]): Width {
  if (valueKind === 'boolean') return 'flag';
  if (valueKind === 'array') return 'list';
  if (cellType === 'planType') return 'tag';
  if (cellType === 'chain') return 'chips';
  if (cellType === 'numericRange') return 'number';
  const total = texts.reduce((sum, { count }) => sum + count, 0);
  const length = texts.reduce((sum, { value, count }) => sum + value.length * count, 0) / Math.max(1, total);
  if (length > longText) return 'long';
  return length > shortWord || Math.max(...label.split(' ').map((word) => word.length)) > 11 ? 'text' : 'word';
}

/** Null where the columns fit on a screen. */
export function roomFor(columns: readonly Width[]): number | null {
  const needed = columns.reduce((sum, width) => sum + widths[width], firstWidth + lastWidth);
  return needed <= screenWidth ? null : (rooms.find((room) => room >= needed) ?? rooms.at(-1) ?? null);
}
