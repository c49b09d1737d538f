/**
 * Column widths of the table. The layout is fixed, because an automatic one would shift while rows load: so widths come
 * from the typical values of a column. templates/offer-table/widths.css has the same numbers.
 */
import type { ColumnDefinition } from '../../../../model/columns.ts';
import type { Facet } from '../../../query/filters/kind.ts';

/** Widths in rem, by class. */
export const widths = {
  flag: 3.75,
  word: 5.25,
  tag: 6.75,
  text: 7,
  price: 7.75,
  term: 8,
  chain: 6,
  long: 9.25,
} as const;

export type Width = keyof typeof widths;

/** Width in rem for columns beside the filters, without provider and plan (remaining width) and details. */
export const columnsWidth = 41.5;
const firstAndLast = 26.25;
/** Additional width of the plan if it contains a description. */
const descriptionWidth = 8;

/** Widths of tables that scroll, in rem. */
export const tableWidths = [70, 80, 90, 100, 110, 120, 140, 160, 180, 210, 240, 280, 320] as const;

/** The longest word that fits into a column of each class. */
const longestWords = [
  [8, 'word'],
  [12, 'text'],
  [15, 'term'],
] as const;
/** Free width in rem from which the provider column is wider. */
const roomyWidth = 7;
/** Average length from which a column contains sentences. */
const sentence = 20;
const shortTag = 13;

interface CountedText {
  readonly value: string;
  readonly count: number;
}

export function availableWidth(columns: readonly ColumnDefinition[]): number {
  return columns.some((column) => column.cellType === 'description') ? columnsWidth - descriptionWidth : columnsWidth;
}

/** `texts` are the values of the column with their counts; empty if unknown. */
export function widthOf(column: ColumnDefinition, texts: readonly CountedText[]): Width {
  const { cellType, valueKind, label } = column;
  if (valueKind === 'boolean') return widthOfFlag(label);
  if (valueKind === 'array') return 'long';
  if (cellType === 'chain') return texts.length > 1 ? 'chain' : 'word';
  if (cellType === 'numericRange') return 'price';
  return widthOfWords(column, texts);
}

function widthOfFlag(label: string): Width {
  const longest = longestWord([label]);
  return longest > 6 || label.length > 12 ? widthOfWord(longest - 1) : 'flag';
}

/** Narrowest width into which a word of this length fits. */
function widthOfWord(length: number): Width {
  return longestWords.find(([most]) => length <= most)?.[1] ?? 'long';
}

function widthOfWords({ cellType, label }: ColumnDefinition, texts: readonly CountedText[]): Width {
  const total = texts.reduce((sum, { count }) => sum + count, 0);
  const values = texts.map(({ value }) => value);
  if (cellType === 'planType') return values.some((value) => value.length > shortTag) ? 'term' : 'tag';
  const length = texts.reduce((sum, { value, count }) => sum + value.length * count, 0) / Math.max(1, total);
  const longest = Math.max(longestWord(values), longestWord([label]) - 1);
  return length > sentence ? 'long' : widthOfWord(longest);
}

function longestWord(texts: readonly string[]): number {
  return Math.max(0, ...texts.flatMap((text) => text.split(/[\s/-]+/).map((word) => word.length)));
}

/** Width by the facet of the column, if the column has one. */
export function widthByFacet(column: ColumnDefinition, facets: readonly Facet[]): Width {
  const facet = facets.find((candidate) => candidate.column === column);
  return widthOf(column, facet?.kind === 'values' ? facet.values : []);
}

export interface Room {
  /** Width of a table that scrolls, null if the columns fit. */
  readonly room: number | null;
  /** True if the columns leave free width, so that the provider column is wider. */
  readonly isRoomy: boolean;
}

/** `shown`: widths of the columns that are shown. `columns`: all of the category. */
export function roomFor(shown: readonly Width[], columns: readonly ColumnDefinition[]): Room {
  const needed = shown.reduce((sum, width) => sum + widths[width], 0);
  const isRoomy = needed + roomyWidth <= availableWidth(columns);
  if (needed <= columnsWidth) return { room: null, isRoomy };
  return { room: tableWidths.find((width) => width >= needed + firstAndLast) ?? tableWidths.at(-1) ?? null, isRoomy };
}
