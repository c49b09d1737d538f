/** A line of the table: title and cells, then details that unfold. Listings of an offer that differ only in chain and links share a line. */
import { groupBy } from '../../../../common/group-by.ts';
import { labelsOnly } from '../../../../common/markdown-links.ts';
import type { ColumnDefinition } from '../../../../model/columns.ts';
import type { Row } from '../../../snapshot/catalog.ts';
import { clip } from '../../../text/price.ts';
import { iconOf } from '../icons.ts';
import { type Link, type Links, parseLink, renderMarkdown } from '../markdown.ts';
import { type CellView, isCut, presentFlag, textsOf } from './cell.ts';
import { labelOf, titleOf } from './title.ts';

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

export interface OfferInput {
  /** Columns of the category. */
  readonly columns: readonly ColumnDefinition[];
  /** Columns of the table. */
  readonly shown: readonly ColumnDefinition[];
  readonly links: Links;
  /** Whether a column names the provider. */
  readonly named: boolean;
  /** Whether a line above is about the same offer. */
  readonly again: boolean;
  /** What sets the offer apart from others of the provider with its title; null if the title does. */
  readonly distinguishing: string | null;
  /** HTML of a cell, by the column and its value in each row. */
  readonly renderCell: (column: ColumnDefinition, values: readonly Row[string][]) => string;
  /** HTML of a value in the details. */
  readonly renderFact: (column: ColumnDefinition, value: Row[string]) => string;
}

/** Columns that the line shows outside its cells. */
const namedColumns: readonly string[] = ['slug', 'provider', 'offer', 'planName', 'starred', 'actionButtons'];
/** Longer summaries do not fit into their line. */
const longSummary = 64;

export function presentOfferRow(rows: readonly Row[], input: OfferInput) {
  const { columns, shown, links } = input;
  const [first = {}] = rows;
  const description = columns.find((column) => column.cellType === 'description');
  const needsFact = (column: ColumnDefinition) =>
    column === description
      ? isLong(summary)
      : isFact(column) && (!shown.includes(column) || isCut(column, valuesIn(rows, column)));
  const summary = description ? (textsOf(first[description.key]).map(labelsOnly)[0] ?? null) : null;
  const facts = columns.filter((column) => needsFact(column) && textsOf(first[column.key]).length > 0);
  const named = titleOf(first);
  const title = input.named && named === first.provider ? '' : named;
  const chains = input.again ? chainsOf(rows) : null;
  const distinguishing = [input.distinguishing ?? '', chains ?? ''].filter((part) => part !== '').join(', ');
  return {
    id: String(first.slug),
    title,
    starred: first.starred === 1,
    again: chains === null ? null : ['same offer', chains].filter((part) => part !== '').join(' on '),
    summary: presentSummary(summary, input.distinguishing),
    cells: shown.map((column) => input.renderCell(column, valuesIn(rows, column))).join(''),
    buttons: presentButtons(rows, links),
    facts: facts.map((column) => input.renderFact(column, valueIn(rows, column))).join(''),
    offers: rows.map((row) => ({ slug: String(row.slug), chain: textsOf(row.chain)[0] ?? null })),
    width: shown.length + 2 + (input.named ? 1 : 0),
    pickLabel: `Compare ${String(first.provider)} ${labelOf(first, distinguishing)}`.trim(),
  };
}

/** What the offer is; first what sets it apart. */
function presentSummary(summary: string | null, distinguishing: string | null): string | null {
  const text = [distinguishing, summary].filter((part) => part !== null).join('. ');
  return text === '' ? null : clip(text, longSummary);
}

/** `testnet, devnet` */
function chainsOf(rows: readonly Row[]): string {
  return [...new Set(rows.flatMap((row) => textsOf(row.chain)))].join(', ');
}

/** Links of all rows, each address once. Links of the same text but different addresses name their chain. */
function presentButtons(rows: readonly Row[], links: Links): readonly Link[] {
  const byHref = new Map<string, Link & { readonly chain: string | null }>();
  for (const row of rows) {
    for (const text of textsOf(row.actionButtons)) {
      const link = parseLink(text, links);
      if (link && !byHref.has(link.href)) byHref.set(link.href, { ...link, chain: textsOf(row.chain)[0] ?? null });
    }
  }
  return [...groupBy(byHref.values(), ({ text }) => text).values()].flatMap((same) =>
    same.map(({ chain, ...link }) => (same.length > 1 && chain ? { ...link, text: `${link.text} (${chain})` } : link)),
  );
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

function isLong(text: string | null): boolean {
  return text !== null && text.length > longSummary;
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

export interface MergeInput {
  readonly rowOf: (id: number) => Row;
  /** Slug of the offer of a row. */
  readonly offerOf: (id: number) => string;
  readonly columns: readonly ColumnDefinition[];
  /** In display order. */
  readonly chains: readonly string[];
}

export function isChain(column: ColumnDefinition): boolean {
  return column.cellType === 'chain';
}

/**
 * Groups rows of one provider and category, in the order of the first row of each group. An offer whose facts
 * differ between chains has several lines. `before`: slugs of offers that have a line above.
 */
export function mergeRows(
  ids: readonly number[],
  { rowOf, offerOf, columns, chains }: MergeInput,
  before: ReadonlySet<string> = new Set(),
) {
  const own = ['slug', 'actionButtons', ...columns.filter(isChain).map(({ key }) => key)];
  const without = Object.fromEntries(own.map((key) => [key, null]));
  const items = ids.map((id) => ({ id, offer: offerOf(id), row: rowOf(id) }));
  const groups = groupBy(items, ({ offer, row }) => `${offer} ${JSON.stringify({ ...row, ...without })}`);
  const place = (row: Row) => {
    const index = chains.indexOf(String(row.chain));
    return index === -1 ? chains.length : index;
  };
  const seen = new Set(before);
  return [...groups.values()].map((group) => {
    const [{ offer } = { offer: '' }] = group;
    const again = seen.has(offer);
    seen.add(offer);
    const rows = group.map(({ row }) => row).toSorted((a, b) => place(a) - place(b));
    return { ids: group.map(({ id }) => id), rows, again };
  });
}
