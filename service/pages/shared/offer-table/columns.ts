/** Selects the columns of the table: the chosen ones, or a default selection. */
import { type ColumnDefinition, hasNumbers, isAmount } from '../../../../model/columns.ts';
import { rankOf, ranks } from '../../../answers/column-rank.ts';
import type { Facet } from '../../../query/facets.ts';
import type { RowsQuery } from '../../../query/selection.ts';
import { isFact } from './offer-row.ts';

/** More columns are hard to read, even if they fit. */
const maxColumns = 8;
/** Wallets have so many flags that they would displace all other columns. */
const maxFlags = 5;
/** Lists are wide: they are added only up to this number of columns. */
const maxColumnsWithLists = 5;

/** Leaves out the columns that are empty on the network, as `facets` tell. */
export function defaultColumns(
  columns: readonly ColumnDefinition[],
  facets: readonly Facet[],
): ColumnDefinition[] {
  const empty = new Set(facets.filter(isEmpty).map(({ column }) => column.key));
  const useful = columns.filter(
    (column) => isFact(column) && rankOf(column) < ranks.never && !empty.has(column.key),
  );
  const ofRank = (rank: number) => useful.filter((column) => rankOf(column) === rank);
  const flags = ofRank(ranks.flag).slice(0, maxFlags);
  const plain = [
    ...ofRank(ranks.first),
    ...ofRank(ranks.deciding),
    ...flags,
    ...ofRank(ranks.word),
    ...ofRank(ranks.fact),
  ];
  const lists = ofRank(ranks.list).slice(0, Math.max(0, maxColumnsWithLists - plain.length));
  const fitting = fit([...plain, ...lists], facets, availableWidth(columns));
  return columns.filter((column) => fitting.has(column));
}

/**
 * Takes columns in order while they fit. A narrow column may follow a wide one that did not fit.
 */
function fit(
  ranked: readonly ColumnDefinition[],
  facets: readonly Facet[],
  room: number,
): Set<ColumnDefinition> {
  const chosen = new Set<ColumnDefinition>();
  let left = room;
  for (const column of ranked) {
    const width = widthByFacet(column, facets);
    if (width > left || chosen.size === maxColumns) continue;
    chosen.add(column);
    left -= width;
  }
  return chosen;
}

/** The chosen columns, or the default ones with `asked`. `offered`: columns that have values. */
export function tableColumns(
  chosen: readonly string[] | null,
  { offered, defaults, asked = [], widthsOf = new Map() }: TableColumns,
): readonly ColumnDefinition[] {
  const wanted = offered.filter((column) => chosen?.includes(column.key));
  if (wanted.length > 0) return wanted;
  const added = offered.filter(({ key }) => asked.includes(key)).filter(isNot(defaults));
  if (added.length === 0) return defaults;
  let left = columnsWidth;
  const fits = ({ key }: ColumnDefinition) => (left -= widthsOf.get(key) ?? 0) >= 0;
  const shown = [...added, ...defaults].filter(fits);
  return offered.filter((column) => shown.includes(column));
}

function isNot(columns: readonly ColumnDefinition[]): (column: ColumnDefinition) => boolean {
  return (column) => !columns.includes(column);
}

interface TableColumns {
  readonly offered: readonly ColumnDefinition[];
  readonly defaults: readonly ColumnDefinition[];
  /** Keys of the columns that the reader asks about. */
  readonly asked?: readonly string[];
  /** By key: the added columns take the room of the last ones. */
  readonly widthsOf?: ReadonlyMap<string, number>;
}

/**
 * Columns that a question leaves open: numbers that it sorts or bounds by, and cells of which it
 * wants any value.
 */
export function askedColumns({ filters, sorting }: Pick<RowsQuery, 'filters' | 'sorting'>) {
  const numbers = [...sorting, ...filters].flatMap(({ column }) =>
    column.filter === 'range' && hasNumbers(column) ? column.key : [],
  );
  const stated = filters.flatMap((filter) =>
    filter.kind === 'presence' && !filter.isBlank ? filter.column.key : [],
  );
  return [...numbers, ...stated];
}

export function isEmpty(facet: Facet): boolean {
  if (facet.kind === 'values') return facet.values.length === 0;
  return facet.count === 0 && (facet.prices === null || facet.prices.groups.length === 0);
}

/**
 * Estimates in rem, so that a table has as many columns as fit beside the filters. The browser
 * computes the real ones.
 */
export const widths = {
  flag: 3.75,
  word: 5.25,
  chain: 6,
  tag: 6.75,
  text: 7,
  price: 7.75,
  term: 8,
  long: 9.25,
} as const;

/**
 * Width in rem for columns beside the filters, without provider and plan (remaining width) and
 * details.
 */
export const columnsWidth = 41.5;
/** Additional width of the plan if it contains a description. */
const descriptionWidth = 8;

/** The longest word that fits into a column of each width. */
const longestWords = [
  [8, widths.word],
  [12, widths.text],
  [15, widths.term],
] as const;
/** Average length from which a column contains sentences. */
const sentence = 20;
const shortTag = 13;

interface CountedText {
  readonly value: string;
  readonly count: number;
}

function availableWidth(columns: readonly ColumnDefinition[]): number {
  return columns.some((column) => column.cellType === 'description')
    ? columnsWidth - descriptionWidth
    : columnsWidth;
}

/** `texts` are the values of the column with their counts; empty if unknown. */
export function widthOf(column: ColumnDefinition, texts: readonly CountedText[]): number {
  const { cellType, valueKind, label } = column;
  if (valueKind === 'boolean') return widthOfFlag(label);
  if (valueKind === 'array') return widths.long;
  if (cellType === 'chain') return texts.length > 1 ? widths.chain : widths.word;
  if (isAmount(column)) return widths.price;
  return widthOfWords(column, texts);
}

function widthOfFlag(label: string): number {
  const longest = longestWord([label]);
  return longest > 6 || label.length > 12 ? widthOfWord(longest - 1) : widths.flag;
}

/** Narrowest width into which a word of this length fits. */
function widthOfWord(length: number): number {
  return longestWords.find(([most]) => length <= most)?.[1] ?? widths.long;
}

function widthOfWords({ role, label }: ColumnDefinition, texts: readonly CountedText[]): number {
  const total = texts.reduce((sum, { count }) => sum + count, 0);
  const values = texts.map(({ value }) => value);
  if (role === 'plan')
    return values.some((value) => value.length > shortTag) ? widths.term : widths.tag;
  const length =
    texts.reduce((sum, { value, count }) => sum + value.length * count, 0) / Math.max(1, total);
  const longest = Math.max(longestWord(values), longestWord([label]) - 1);
  return length > sentence ? widths.long : widthOfWord(longest);
}

function longestWord(texts: readonly string[]): number {
  return Math.max(0, ...texts.flatMap((text) => text.split(/[\s/-]+/).map((word) => word.length)));
}

/** Width by the facet of the column, if the column has one. */
export function widthByFacet(column: ColumnDefinition, facets: readonly Facet[]): number {
  const facet = facets.find((candidate) => candidate.column === column);
  return widthOf(column, facet?.kind === 'values' ? facet.values : []);
}

/** Heads of the columns of a table. */
export function presentHeads(shown: readonly ColumnDefinition[]) {
  return shown.map((column) => ({
    label: column.label,
    description: column.description,
    price: isAmount(column),
  }));
}

/** Whether the table scrolls sideways. */
export function isWide(shown: readonly number[]): boolean {
  return shown.reduce((sum, width) => sum + width, 0) > columnsWidth;
}
