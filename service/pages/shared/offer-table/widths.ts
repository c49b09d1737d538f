/**
 * How wide the columns of a table are. It is laid out before its lines are there, or it would jump while they arrive:
 * so widths come from what a column holds as a rule. The style sheet has the same numbers.
 */
import type { ColumnDefinition } from '../../../../model/columns.ts';
import type { Facet } from '../../../query/facets.ts';

/** In rem, by class. */
export const widths = {
  flag: 4.25,
  word: 5.75,
  tag: 7,
  text: 7.25,
  number: 8,
  term: 8.75,
  chips: 9.875,
  long: 9,
} as const;

export type Width = keyof typeof widths;

/** Beside the filters a screen has so much for columns; the first one gets what is left, the last one has the links. */
const columnsRoom = 48;
const firstAndLast = 11 + 5.5;
/** What the first column needs besides, where it holds a description. */
const descriptionRoom = 7;

/** A table that needs more is scrolled; the least of these widths that is enough, in rem. */
export const rooms = [70, 80, 90, 100, 110, 120, 140, 160, 180, 210, 240, 280, 320] as const;

/** Longer words would be broken in a column of that class. */
const longestWords = [
  [8, 'word'],
  [12, 'text'],
  [15, 'term'],
] as const;
/** On average; from there on a column is one of sentences. */
const sentence = 20;
/** Words of so small a part of the texts may be broken. */
const rareShare = 0.03;
const shortTag = 10;

interface CountedText {
  readonly value: string;
  readonly count: number;
}

export function roomForColumns(columns: readonly ColumnDefinition[]): number {
  return columns.some((column) => column.cellType === 'description') ? columnsRoom - descriptionRoom : columnsRoom;
}

/** `texts`: what the column says, with how often; none where that is not known. */
export function widthOf(column: ColumnDefinition, texts: readonly CountedText[]): Width {
  const { cellType, valueKind, label } = column;
  if (valueKind === 'boolean') return longestWord([label]) > 6 ? 'word' : 'flag';
  if (valueKind === 'array') return 'long';
  if (cellType === 'chain') return texts.length > 2 ? 'chips' : 'word';
  if (cellType === 'numericRange') return 'number';
  return widthOfWords(column, texts);
}

function widthOfWords({ cellType, label }: ColumnDefinition, texts: readonly CountedText[]): Width {
  const total = texts.reduce((sum, { count }) => sum + count, 0);
  const usual = texts.filter(({ count }) => count >= total * rareShare).map(({ value }) => value);
  if (cellType === 'planType') return usual.some((value) => value.length > shortTag) ? 'term' : 'tag';
  const length = texts.reduce((sum, { value, count }) => sum + value.length * count, 0) / Math.max(1, total);
  const longest = Math.max(longestWord(usual), longestWord([label]) - 1);
  return length > sentence ? 'long' : (longestWords.find(([most]) => longest <= most)?.[1] ?? 'long');
}

function longestWord(texts: readonly string[]): number {
  return Math.max(0, ...texts.flatMap((text) => text.split(/[\s/-]+/).map((word) => word.length)));
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
