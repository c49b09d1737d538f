/** Offers that differ in their chain alone -> one line of the table: title, cells, buttons, and the rest folded below. */
import type { ColumnDefinition } from '../../../../model/columns.ts';
import type { RowObject } from '../../../snapshot/row-json.ts';
import { iconOf } from '../icons.ts';
import { type Link, type Links, parseLink, renderMarkdown } from '../markdown.ts';
import { type CellView, presentCell, shownItems, textsOf } from './cell.ts';
import { isChain } from './merge-rows.ts';
import { titleOf } from './title.ts';

export interface FactView {
  readonly label: string;
  readonly icon: string | null;
  readonly description: string | null;
  /** HTML; a fact has items or a word. */
  readonly items: readonly string[];
  readonly yes: boolean;
  readonly no: boolean;
}

export interface OfferRow {
  /** Slug of its first offer. */
  readonly id: string;
  readonly title: string;
  readonly starred: boolean;
  /** HTML. */
  readonly summary: string | null;
  readonly cells: readonly CellView[];
  readonly buttons: readonly Link[];
  readonly facts: readonly FactView[];
  /** What is folded, in short. */
  readonly glance: readonly { readonly label: string; readonly value: string | null }[];
  readonly offers: readonly { readonly slug: string; readonly chain: string | null }[];
  /** Cells of a line, and so of what is folded below it. */
  readonly width: number;
  /** What a reader hears of its box for picking. */
  readonly pickLabel: string;
}

export interface OfferInput {
  /** Those that the category uses. */
  readonly columns: readonly ColumnDefinition[];
  /** Those of the table. */
  readonly shown: readonly ColumnDefinition[];
  readonly links: Links;
}

/** Shown in places of their own. */
export const placed: readonly string[] = ['slug', 'provider', 'offer', 'planName', 'starred', 'actionButtons'];
const glanced = 5;
const shortText = 24;
/** What surely fits into the two lines that a summary has. */
const clampedText = 60;

export function presentOfferRow(rows: readonly RowObject[], { columns, shown, links }: OfferInput): OfferRow {
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
    cells: shown.map((column) =>
      presentCell(
        column,
        rows.map((row) => row[column.key] ?? null),
        links,
      ),
    ),
    buttons,
    facts: facts.map((column) => presentFact(column, valueIn(rows, column), links)),
    glance: facts.flatMap((column) => glanceAt(column, valueIn(rows, column))).slice(0, glanced),
    offers: rows.map((row) => ({ slug: String(row.slug), chain: textsOf(row.chain)[0] ?? null })),
    width: shown.length + 2,
    pickLabel: `Compare ${String(first.provider)} ${title}`,
  };
}

/** Whether the column is one that a table or a list of facts has a line for. */
export function isFact(column: ColumnDefinition): boolean {
  return !placed.includes(column.key) && column.cellType !== 'description';
}

/** Of the chain what all rows say; of anything else they say the same. */
function valueIn(rows: readonly RowObject[], column: ColumnDefinition): RowObject[string] {
  if (!isChain(column)) return rows[0]?.[column.key] ?? null;
  return [...new Set(rows.flatMap((row) => textsOf(row[column.key])))];
}

/** The table leaves some of it out. */
function isLong(column: ColumnDefinition, row: RowObject): boolean {
  const texts = textsOf(row[column.key]);
  if (column.cellType === 'description') return (texts[0]?.length ?? 0) > clampedText;
  return column.valueKind === 'array' && texts.length > shownItems;
}

export function presentFact(column: ColumnDefinition, value: RowObject[string], links: Links): FactView {
  const { label, description } = column;
  const flag = column.valueKind === 'boolean';
  return {
    label,
    icon: iconOf(column.icon),
    description,
    items: flag ? [] : textsOf(value).map((text) => renderMarkdown(text, links)),
    yes: flag && value === 1,
    no: flag && value !== 1,
  };
}

/** `APIs 9`, `Uptime 99.9%`; a flag only where it holds, a long text not at all. */
function glanceAt({ label, valueKind }: ColumnDefinition, value: RowObject[string]): OfferRow['glance'] {
  if (valueKind === 'boolean') return value === 1 ? [{ label, value: null }] : [];
  const texts = textsOf(value);
  if (valueKind === 'array') return [{ label, value: String(texts.length) }];
  const text = texts.join(', ');
  return text.length > shortText || /\]\(/.test(text) ? [] : [{ label, value: text }];
}
