/**
 * The Markdown form of a page: a title, totals, tables and links. Within 2,000 tokens for ten rows.
 */
import { formatCount } from '../../../common/format-count.ts';
import { escapeMarkdown, markdownLink } from '../../../common/markdown.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { Context } from '../../http/context.ts';
import type { Row } from '../../snapshot/catalog.ts';
import { clip } from '../../text/clip.ts';
import { tableCell, tableLines, textsOfCell } from '../../text/table.ts';
import { estimateTokens } from '../../text/tokens.ts';
import type { Parameters } from '../../urls.ts';
import { maxHeaderLink } from './frame.ts';

export interface MarkdownTable {
  readonly heading: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface MarkdownDocument {
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

interface MarkdownLink {
  readonly label: string;
  /** Absolute address. */
  readonly href: string;
}

/** Rows of a page, if the address does not say. */
export const rowsPerPage = 10;
const maxTokens = 2000;
const maxFact = 300;
/** Columns that are never left out. */
const minColumns = 3;

/** `rows`: the page size; more than ten rows may take as many more tokens. */
export function sendMarkdown(ctx: Context, document: MarkdownDocument, rows = rowsPerPage): void {
  ctx.set('Content-Type', 'text/markdown; charset=utf-8');
  if (document.html.length <= maxHeaderLink) ctx.set('Link', `<${document.html}>; rel="canonical"`);
  ctx.body = Buffer.from(
    writeDocument(document, (maxTokens * Math.max(rows, rowsPerPage)) / rowsPerPage),
  );
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
  const sentences = facts.map((fact) => escapeMarkdown(clip(fact, maxFact)));
  const items = [...links, { label: 'HTML', href: html }].map(
    ({ label, href }) => `- ${markdownLink(label, href)}`,
  );
  const quoted = quotation ? [`> ${escapeMarkdown(clip(quotation, maxFact))}`] : [];
  const parts = [
    `# ${escapeMarkdown(clip(title, maxFact))}`,
    ...quoted,
    ...sentences,
    ...tables.flatMap(writeTable),
  ];
  return `${[...parts, '## Links', items.join('\n')].join('\n\n')}\n`;
}

function writeTable({ heading, columns, rows, left }: NarrowTable): string[] {
  if (rows.length === 0) return [];
  const note =
    left.length === 0 ? [] : [`Columns left out: ${left.map(escapeMarkdown).join(', ')}.`];
  const lines = tableLines(
    columns.map(tableCell),
    rows.map((row) => row.map(tableCell)),
  );
  return [`## ${escapeMarkdown(heading)}`, lines.join('\n'), ...note];
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
