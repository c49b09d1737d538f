/**
 * A line of the table: title, cells and the way to the offer. Listings of an offer that differ only
 * in chain and links share a line.
 */
import { groupBy } from '../../../../common/group-by.ts';
import { labelsOnly } from '../../../../common/markdown-links.ts';
import type { ColumnDefinition, Roles } from '../../../../model/columns.ts';
import { periodColumns } from '../../../../model/periods.ts';
import { labelOf, titleOf } from '../../../notations/offer-title.ts';
import type { Row } from '../../../snapshot/catalog.ts';
import { textsOf } from '../../../text/cells.ts';
import { clip } from '../../../text/clip.ts';
import { type OutsideLink, outsideLink } from '../../../text/outside.ts';
import { type Link, type Links, parseLink } from '../markdown.ts';

export interface OfferInput {
  /** Columns of the category. */
  readonly columns: readonly ColumnDefinition[];
  readonly roles: Roles;
  /** Columns of the table. */
  readonly shown: readonly ColumnDefinition[];
  readonly links: Links;
  /** Whether a column names the provider. */
  readonly named: boolean;
  /** Whether a line above is about the same offer. */
  readonly again: boolean;
  /**
   * What sets the offer apart from others of the provider with its title; null if the title does.
   */
  readonly distinguishing: string | null;
  /** HTML of a cell, by the column and its value in each row. */
  readonly renderCell: (column: ColumnDefinition, values: readonly Row[string][]) => string;
  /** Address of the provider, for offers without links. */
  readonly website: string | null;
}

/** Columns that the line shows outside its cells. */
const namedColumns: readonly string[] = ['slug', 'provider', 'starred', 'actionButtons'];
/** Longer summaries do not fit into their line. */
export const longSummary = 64;

export function presentOfferRow(rows: readonly Row[], input: OfferInput) {
  const { columns, shown, links } = input;
  const [first = {}] = rows;
  const named = titleOf(first, input.roles);
  const title = input.named && named === first.provider ? '' : named;
  const chains = input.again ? chainsOf(rows) : null;
  const distinguishing = [input.distinguishing ?? '', chains ?? '']
    .filter((part) => part !== '')
    .join(', ');
  return {
    id: String(first.slug),
    title,
    starred: first.starred === 1,
    again:
      chains === null ? null : ['same offer', chains].filter((part) => part !== '').join(' on '),
    summary: presentSummary([
      ...textsOf(first[periodColumns.announced] ?? null),
      input.distinguishing,
      describe(first, columns),
    ]),
    cells: shown.map((column) => input.renderCell(column, valuesIn(rows, column))).join(''),
    visit: presentVisit(findVisit(rows, links) ?? input.website),
    subject: `${String(first.provider)} ${labelOf(first, distinguishing, input.roles)}`.trim(),
  };
}

function presentVisit(href: string | null): OutsideLink | null {
  return href === null ? null : outsideLink(href);
}

/** The first text of the column that describes offers; null if it is blank. */
export function describe(row: Row, columns: readonly ColumnDefinition[]): string | null {
  const description = columns.find((column) => column.cellType === 'description');
  return description ? (textsOf(row[description.key]).map(labelsOnly)[0] ?? null) : null;
}

/** What is announced of the offer, what sets it apart, and what it is. */
function presentSummary(parts: readonly (string | null)[]): string | null {
  const text = parts.filter((part) => part !== null).join('. ');
  return text === '' ? null : clip(text, longSummary);
}

/** `testnet, devnet` */
function chainsOf(rows: readonly Row[]): string {
  return [...new Set(rows.flatMap((row) => textsOf(row.chain)))].join(', ');
}

/** Whether a table or a list of facts can show the column. */
export function isFact(column: ColumnDefinition): boolean {
  const isNamed = column.role === 'name' || namedColumns.includes(column.key);
  return !isNamed && column.cellType !== 'description';
}

/** The chain of each row; any other column has the same value in every row. */
export function valuesIn(rows: readonly Row[], column: ColumnDefinition): readonly Row[string][] {
  return (isChain(column) ? rows : rows.slice(0, 1)).map((row) => row[column.key] ?? null);
}

interface MergeInput {
  readonly rowOf: (id: number) => Row;
  /** Slug of the offer of a row. */
  readonly offerOf: (id: number) => string;
  readonly columns: readonly ColumnDefinition[];
  /** In display order. */
  readonly chains: readonly string[];
  /** Whether an offer has one line for all of its rows. */
  readonly asOffers: boolean;
}

export function isChain(column: ColumnDefinition): boolean {
  return column.cellType === 'chain';
}

/**
 * Groups rows of one provider and category, in the order of the first row of each group. An offer
 * whose facts differ between chains has several lines. `before`: slugs of offers that have a line
 * above.
 */
export function mergeRows(
  ids: readonly number[],
  { rowOf, offerOf, columns, chains, asOffers }: MergeInput,
  before: ReadonlySet<string> = new Set(),
) {
  const ownKeys = ['slug', 'actionButtons', ...columns.filter(isChain).map(({ key }) => key)];
  const without = Object.fromEntries(ownKeys.map((key) => [key, null]));
  const items = ids.map((id) => ({ id, offer: offerOf(id), row: rowOf(id) }));
  const groups = groupBy(items, ({ offer, row }) =>
    asOffers ? offer : `${offer} ${JSON.stringify({ ...row, ...without })}`,
  );
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

/**
 * Links of all rows, each address once. Links of the same text but different addresses name their
 * chain.
 */
export function presentButtons(rows: readonly Row[], links: Links): readonly Link[] {
  const byHref = new Map<string, Link & { readonly chain: string | null }>();
  for (const row of rows) {
    for (const text of textsOf(row.actionButtons)) {
      const link = parseLink(text, links);
      if (link && !byHref.has(link.href))
        byHref.set(link.href, { ...link, chain: textsOf(row.chain)[0] ?? null });
    }
  }
  return [...groupBy(byHref.values(), ({ text }) => text).values()].flatMap((same) =>
    same.map(({ chain, ...link }) =>
      same.length > 1 && chain ? { ...link, text: `${link.text} (${chain})` } : link,
    ),
  );
}

/**
 * Labels of links by how well they lead to the offer; those of no kind lead to the service itself,
 * such as `Faucet`.
 */
const kindsOfLinks = [
  /^website$/i,
  null,
  /^(buy|pricing|dashboard)$/i,
  /^(docs|documentation)$/i,
  /^contact/i,
] as const;
const otherKind = kindsOfLinks.indexOf(null);

/**
 * Address of the link that leads to the offer: its website, else the service, its price, its
 * documentation. Null if it has no link.
 */
export function findVisit(rows: readonly Row[], links: Links): string | null {
  let best: { readonly href: string; readonly rank: number } | null = null;
  for (const text of rows.flatMap((row) => textsOf(row.actionButtons))) {
    const link = parseLink(text, links);
    if (link === null) continue;
    const kind = kindsOfLinks.findIndex((words) => words?.test(link.text));
    const rank = kind === -1 ? otherKind : kind;
    if (best === null || rank < best.rank) best = { href: link.href, rank };
  }
  return best?.href ?? null;
}
