/** A line of the table: title, cells, buttons, and details below. */
import type { ColumnDefinition } from '../../../../model/columns.ts';
import type { Row } from '../../../snapshot/catalog.ts';
import { iconOf } from '../icons.ts';
import { type Link, type Links, parseLink, renderMarkdown } from '../markdown.ts';
import { type CellView, presentFlag, shownItems, textsOf } from './cell.ts';
import { isChain } from './merge-rows.ts';
import { titleOf } from './title.ts';

export interface FactView {
  readonly label: string;
  readonly icon: string | null;
  readonly description: string | null;
  /** HTML; empty for a flag. */
  readonly items: readonly string[];
  readonly yes: boolean;
  readonly no: boolean;
  /** Meaning of a flag for the user, null if it has none. */
  readonly tone: CellView['tone'];
}

export interface OfferRow {
  /** Slug of the first offer. */
  readonly id: string;
  readonly title: string;
  readonly starred: boolean;
  /** HTML. */
  readonly summary: string | null;
  /** HTML of the cells. */
  readonly cells: string;
  readonly buttons: readonly Link[];
  /** HTML of the details. */
  readonly facts: string;
  /** Short preview of the details. */
  readonly preview: readonly { readonly label: string; readonly value: string | null }[];
  readonly offers: readonly { readonly slug: string; readonly chain: string | null }[];
  /** Number of cells, for the colspan of the details. */
  readonly width: number;
  /** Accessible name of the checkbox. */
  readonly pickLabel: string;
}

export interface OfferInput {
  /** Columns of the category. */
  readonly columns: readonly ColumnDefinition[];
  /** Columns of the table. */
  readonly shown: readonly ColumnDefinition[];
  readonly links: Links;
  /** HTML of a cell, by the column and its value in each row. */
  readonly renderCell: (column: ColumnDefinition, values: readonly Row[string][]) => string;
  /** HTML of a value in the details. */
  readonly renderFact: (column: ColumnDefinition, value: Row[string]) => string;
}

/** Columns that the line shows outside its cells. */
const namedColumns: readonly string[] = ['slug', 'provider', 'offer', 'planName', 'starred', 'actionButtons'];
const maxPreview = 5;
const shortText = 24;
/** Longer summaries may not fit into their two lines. */
const clampedText = 60;

export function presentOfferRow(rows: readonly Row[], input: OfferInput): OfferRow {
  const { columns, shown, links } = input;
  const [first = {}] = rows;
  const description = columns.find((column) => column.cellType === 'description');
  const hidden = columns.filter((column) => (isFact(column) && !shown.includes(column)) || isLong(column, first));
  const facts = hidden.filter((column) => textsOf(first[column.key]).length > 0);
  const title = titleOf(first);
  const buttons = textsOf(first.actionButtons).flatMap((text) => parseLink(text, links) ?? []);
  return {
    id: String(first.slug),
    title,
    starred: first.starred === 1,
    summary: description
      ? (textsOf(first[description.key]).map((text) => renderMarkdown(text, links))[0] ?? null)
      : null,
    cells: shown.map((column) => input.renderCell(column, valuesIn(rows, column))).join(''),
    buttons,
    facts: facts.map((column) => input.renderFact(column, valueIn(rows, column))).join(''),
    preview: facts.flatMap((column) => previewOf(column, valueIn(rows, column))).slice(0, maxPreview),
    offers: rows.map((row) => ({ slug: String(row.slug), chain: textsOf(row.chain)[0] ?? null })),
    width: shown.length + 2,
    pickLabel: `Compare ${String(first.provider)} ${title}`,
  };
}

/** Whether a table or a list of facts can show the column. */
export function isFact(column: ColumnDefinition): boolean {
  return !namedColumns.includes(column.key) && column.cellType !== 'description';
}

/** The chain of each row; any other column has the same value in every row. */
function valuesIn(rows: readonly Row[], column: ColumnDefinition): readonly Row[string][] {
  return (isChain(column) ? rows : rows.slice(0, 1)).map((row) => row[column.key] ?? null);
}

/** The chains of all rows; any other column has the same value in every row. */
function valueIn(rows: readonly Row[], column: ColumnDefinition): Row[string] {
  if (!isChain(column)) return rows[0]?.[column.key] ?? null;
  return [...new Set(rows.flatMap((row) => textsOf(row[column.key])))];
}

/** Whether the table shows only a part of the value. */
function isLong(column: ColumnDefinition, row: Row): boolean {
  const texts = textsOf(row[column.key]);
  if (column.cellType === 'description') return (texts[0]?.length ?? 0) > clampedText;
  return column.valueKind === 'array' && texts.length > shownItems;
}

export function presentFact(column: ColumnDefinition, value: Row[string], links: Links): FactView {
  const { label, description } = column;
  const flag = column.valueKind === 'boolean';
  return {
    label,
    icon: iconOf(column.icon),
    description,
    items: flag ? [] : textsOf(value).map((text) => renderMarkdown(text, links)),
    ...(flag ? presentFlag(column, value) : { yes: false, no: false, tone: null }),
  };
}

/** `APIs 9`, `Uptime 99.9%`. Leaves out false flags and long texts. */
function previewOf({ label, valueKind }: ColumnDefinition, value: Row[string]): OfferRow['preview'] {
  if (valueKind === 'boolean') return value === 1 ? [{ label, value: null }] : [];
  const texts = textsOf(value);
  if (valueKind === 'array') return [{ label, value: String(texts.length) }];
  const text = texts.join(', ');
  return text.length > shortText || /\]\(/.test(text) ? [] : [{ label, value: text }];
}
