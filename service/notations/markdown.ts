/**
 * The writer of Markdown: tables, lists of links and documents of them, for pages, comparisons, the
 * gateway and results of tools.
 */
import { formatCount } from '../../common/format-count.ts';
import { escapeInline, escapeMarkdown, markdownLink } from '../../common/markdown.ts';
import { labelsOnly } from '../../common/markdown-links.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import type { Row } from '../snapshot/catalog.ts';
import { textsOfCell } from '../text/cells.ts';
import { clip } from '../text/clip.ts';
import { estimateTokens } from '../text/tokens.ts';
import type { Parameters } from '../urls.ts';

/** Lines of a table; its cells are Markdown. */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  return [head, head.map(() => '-'), ...rows].map(tableLine);
}

export function tableLine(cells: readonly string[]): string {
  return `|${cells.join('|')}|`;
}

/** Longer texts are cut. */
export const maxCell = 60;

/** One line of Markdown without markup: links by their labels. */
export function tableCell(text: string): string {
  return escapeMarkdown(clip(labelsOnly(text).replace(/\s+/g, ' ').trim(), maxCell));
}

export interface MarkdownLink {
  readonly label: string;
  /** Absolute address. */
  readonly href: string;
  /** Markdown after the link. */
  readonly about?: string;
}

/** A block; none without links. */
export function linkList(links: readonly MarkdownLink[]): string[] {
  const items = links.map(
    ({ label, href, about }) =>
      `- ${markdownLink(label, href)}${about === undefined ? '' : `: ${about}`}`,
  );
  return items.length === 0 ? [] : [items.join('\n')];
}

/** Blocks with a heading; none without blocks. `level`: of the heading. */
export function section(heading: string, blocks: readonly string[], level: 2 | 3 = 2): string[] {
  return blocks.length === 0 ? [] : [`${'#'.repeat(level)} ${escapeInline(heading)}`, ...blocks];
}

/** A document of blocks. */
export function joinBlocks(title: string, blocks: readonly string[]): string {
  return `${[`# ${escapeMarkdown(title)}`, ...blocks].join('\n\n')}\n`;
}

export interface MarkdownTable {
  readonly heading: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface MarkdownDocument {
  readonly title: string;
  /** Sentences below the title: totals, and what to do if there are none. */
  readonly facts: readonly string[];
  /** Text of a contributor, which is a block quotation: it may say anything to the reader. */
  readonly quotation?: string | null;
  /**
   * The most important columns come first: the last ones are left out if the document is too long.
   */
  readonly tables: readonly MarkdownTable[];
  readonly links: readonly MarkdownLink[];
  /** Absolute address of the page. */
  readonly html: string;
}

/** Rows of a page, if the address does not say. */
export const rowsPerPage = 10;
const maxTokens = 2000;
const maxFact = 300;
/** Columns that are never left out. */
const minColumns = 3;

/** `rows`: the page size; more than ten rows may take as many more tokens. */
export function tokensOfRows(rows: number): number {
  return (maxTokens * Math.max(rows, rowsPerPage)) / rowsPerPage;
}

/**
 * Leaves out the last columns of the widest table until the bound of the tokens is within `budget`.
 */
export function writeDocument(document: MarkdownDocument, budget: number): string {
  const tables = document.tables.map((table) => ({ ...table, left: [] as string[] }));
  for (;;) {
    const text = write({ ...document, tables });
    const widest = tables.toSorted((a, b) => b.columns.length - a.columns.length)[0];
    if (
      estimateTokens(text) <= budget ||
      widest === undefined ||
      widest.columns.length <= minColumns
    )
      return text;
    widest.left.unshift(widest.columns.at(-1) ?? '');
    widest.columns = widest.columns.slice(0, -1);
    widest.rows = widest.rows.map((row) => row.slice(0, -1));
  }
}

interface NarrowTable extends MarkdownTable {
  /** Columns that are left out. */
  readonly left: readonly string[];
}

function write(document: MarkdownDocument & { readonly tables: readonly NarrowTable[] }) {
  const { title, facts, quotation = null, tables, links, html } = document;
  const quoted = quotation ? [`> ${escapeMarkdown(clip(quotation, maxFact))}`] : [];
  return joinBlocks(clip(title, maxFact), [
    ...quoted,
    ...facts.map((fact) => escapeMarkdown(clip(fact, maxFact))),
    ...tables.flatMap(writeTable),
    ...section('Links', linkList([...links, { label: 'HTML', href: html }])),
  ]);
}

function writeTable({ heading, columns, rows, left }: NarrowTable): string[] {
  if (rows.length === 0) return [];
  const note =
    left.length === 0 ? [] : [`Columns left out: ${left.map(escapeMarkdown).join(', ')}.`];
  const lines = tableLines(
    columns.map(tableCell),
    rows.map((row) => row.map(tableCell)),
  );
  return section(heading, [lines.join('\n'), ...note]);
}

/** A value of a row in words, lists with commas. */
export function textOfCell(row: Row, column: ColumnDefinition): string {
  return textsOfCell(row[column.key], column).join(', ');
}

/** `Rows 11 to 20 of 52, page 2 of 6.` */
export function describePage(
  total: number,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
) {
  if (total === 0) return [];
  const pages = Math.ceil(total / pageSize);
  if (page > pages)
    return [`Page ${formatCount(page)} is empty: the last page is ${formatCount(pages)}.`];
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  return [
    `Rows ${formatCount(first)} to ${formatCount(last)} of ${formatCount(total)}, page ${formatCount(page)} of ${formatCount(pages)}.`,
  ];
}

/**
 * The link to the next page, if there is one. `hrefOf`: address of the document with other
 * parameters.
 */
export function nextLink(
  hrefOf: (paging: Parameters) => string,
  {
    page,
    pageSize,
    total,
  }: { readonly page: number; readonly pageSize: number; readonly total: number },
): MarkdownLink[] {
  if (page * pageSize >= total) return [];
  const size = pageSize === rowsPerPage ? null : pageSize;
  return [{ label: 'Next page', href: hrefOf({ page: page + 1, pageSize: size }) }];
}
