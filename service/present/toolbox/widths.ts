/**
 * How wide the columns of a table are. It is laid out before its lines are there, or it would jump while they arrive:
 * so widths come from what a column holds as a rule. The style sheet has the same numbers.
 */
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { Facet } from '../../query/facets.ts';

/** In rem, by class. */
export const widths = { flag: 4.25, word: 5.75, tag: 7, text: 7, number: 8, chips: 8.75, long: 9, list: 9 } as const;

export type Width = keyof typeof widths;

/** Beside the filters a screen has so much for columns; the first one gets what is left, the last one has the links. */
export const columnsRoom = 48;
const firstAndLast = 11 + 5.5;

/** A table that needs more is scrolled; the least of these widths that is enough, in rem. */
export const rooms = [70, 80, 90, 100, 110, 120, 140, 160, 180, 210, 240, 280, 320] as const;

const shortWord = 9;
const longText = 20;

interface CountedText {
  readonly value: string;
  readonly count: number;
}

/** `texts`: what the column says, with how often; none where that is not known. */
export function widthOf({ cellType, valueKind, label }: ColumnDefinition, texts: readonly CountedText[]): Width {
  const labelLength = Math.max(...label.split(' ').map((word) => word.length));
  if (valueKind === 'boolean') return labelLength > 6 ? 'word' : 'flag';
  if (valueKind === 'array') return 'list';
  if (cellType === 'planType') return 'tag';
  if (cellType === 'chain') return texts.length > 2 ? 'chips' : 'word';
  if (cellType === 'numericRange') return 'number';
  const length = Math.max(meanLength(texts), labelLength - 2);
  if (length > longText) return 'long';
  return length > shortWord ? 'text' : 'word';
}

function meanLength(texts: readonly CountedText[]): number {
  const total = texts.reduce((sum, { count }) => sum + count, 0);
  const length = texts.reduce((sum, { value, count }) => sum + value.length * count, 0);
  return total === 0 ? 0 : length / total;
}

/** The same with the facet of the column, where it has one. */
export function widthByFacet(column: ColumnDefinition, facets: readonly Facet[]): Width {
  const facet = facets.find((candidate) => candidate.column === column);
  return widthOf(column, facet?.kind === 'values' ? facet.values : []);
}

/** Null where the columns fit on a screen. */
export function roomFor(columns: readonly Width[]): number | null {
  const needed = columns.reduce((sum, width) => sum + widths[width], 0);
  if (needed <= columnsRoom) return null;
  return rooms.find((room) => room >= needed + firstAndLast) ?? rooms.at(-1) ?? null;
}
