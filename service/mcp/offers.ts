/** What the tools that list offers share: the request, the columns and the cells. */
import * as z from 'zod';
import { foldText } from '../../common/fold.ts';
import { groupBy } from '../../common/group-by.ts';
import {
  type ColumnDefinition,
  quotaColumnsOf,
  quotaUnitOf,
  sourceOf,
  stateKeys,
} from '../../model/columns.ts';
import { companionsOf } from '../../model/companions.ts';
import { scopes } from '../../model/rows.ts';
import { blankText, remarkText } from '../answers/amount-state.ts';
import { rankOf, ranks } from '../answers/column-rank.ts';
import { handshakeOf, hasHandshakes } from '../answers/handshake.ts';
import type { BenchmarkWords } from '../answers/measured.ts';
import { offerCells, varyingText } from '../answers/offer-cells.ts';
import { type OffersRequest, parseOffersRequest } from '../api/offers/offers.ts';
import { badParameter, nearestName } from '../errors.ts';
import type { Quotation } from '../notations/tool-result.ts';
import type { Cell } from '../notations/tool-text.ts';
import { withFigures } from '../query/filters/index.ts';
import { presenceOf, scopeOfRows } from '../query/offers.ts';
import { lastConfirmed } from '../query/probes.ts';
import { whichOffers } from '../questions/parameters.ts';
import type { Row } from '../snapshot/catalog.ts';
import type { MatchedOffer } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { shownTexts, textsOfCell } from '../text/cells.ts';
import { placesCount, plural } from '../text/counts.ts';
import { bare, inAnyCase, namesSchema, splitNames, type ToolContext } from './tool.ts';

const filterSchema = z.object({ id: z.string(), value: z.array(z.string()) });

/** Arguments that select offers of a category. */
export const selectionSchema = {
  category: z.string(),
  network: namesSchema.optional(),
  networkMatch: bare(whichOffers.networkMatch.unwrap().optional()),
  search: z.string().optional(),
  scope: z.enum(scopes).optional(),
  filters: z.array(filterSchema).optional(),
};

export const sortingSchema = z
  .array(z.object({ id: z.string(), desc: z.boolean().optional() }))
  .optional();

type SelectionInput = z.infer<
  z.ZodObject<typeof selectionSchema & { sorting: typeof sortingSchema }>
> & {
  readonly confirmed?: boolean | undefined;
  readonly requests?: number | undefined;
  readonly peak?: number | undefined;
  readonly mix?: string | undefined;
};

/** The request that the API would read from these arguments. Throws 400. */
export function readSelection(
  { category: name, network, confirmed, filters, sorting, ...texts }: SelectionInput,
  context: ToolContext,
): OffersRequest {
  const { snapshot } = context;
  const category = readCategory(name, snapshot);
  const columns = withFigures(snapshot.catalog.columnsOf(category));
  const keys = columns.map(({ key }) => key);
  const withKeys = <T extends { readonly id: string }>(list: readonly T[] = []) =>
    list.map((item) => ({ ...item, id: inAnyCase(item.id, keys) }));
  const split = ({ id, value }: z.infer<typeof filterSchema>) => {
    const column = columns.find(({ key }) => key === id);
    const isValue = column === undefined ? null : valueTest(column, { category, snapshot });
    return { id, value: isValue === null ? value : splitNames(value, isValue) };
  };
  const parameters = {
    ...texts,
    category,
    network: network ?? [],
    confirmed: confirmed === true ? '1' : null,
    filters: filters && JSON.stringify(withKeys(filters).map(split)),
    sorting: sorting && JSON.stringify(withKeys(sorting)),
  };
  return parseOffersRequest(parameters, context);
}

/** Whether a text is a value of a filter alone, with `!` or without. */
function valueTest(
  { key, filter, valueKind }: ColumnDefinition,
  { category, snapshot }: { readonly category: string; readonly snapshot: Snapshot },
): (text: string) => boolean {
  if (filter === 'range') return (text) => /^\d{0,15}(\.\d{1,9})?$/.test(text);
  if (valueKind === 'boolean') return (text) => /^!?(true|false|yes|no)$/i.test(text);
  const index = snapshot.facetIndex(category).columns.find(({ column }) => column.key === key);
  const values = index?.kind === 'values' ? index.values.map(foldText) : [];
  return (text) => values.includes(foldText(text.replace(/^!/, '')));
}

/** Key of a category from its key or its label, in any case; the name itself if there is none. */
export function readCategory(name: string, { catalog }: Snapshot): string {
  const key = inAnyCase(name, catalog.categoryKeys);
  const label = inAnyCase(
    name,
    catalog.categories.map((category) => category.label),
  );
  return (
    catalog.categories.find((category) => category.key === key || category.label === label)?.key ??
    name
  );
}

/** Slug of an offer or a listing in any case; the name itself if there is none. */
export function readSlug(name: string, { offers }: Snapshot): string {
  return offers.named(name).size > 0 ? name : inAnyCase(name, offers.slugs());
}

/** That offers of several providers have the slug, with the names that tell them apart. */
export function describeShared(name: string, { offers }: Snapshot, category?: string): string[] {
  const matchingOffers = [...offers.named(name)].filter(
    (offer) => category === undefined || offer.category === category,
  );
  const keys = [...new Set(matchingOffers.map((offer) => offers.keyOf(offer)))];
  const isShared = new Set(matchingOffers.map(({ provider }) => provider)).size > 1;
  return isShared
    ? [`The slug ${name} names offers of several providers: ${keys.join(', ')}.`]
    : [];
}

/**
 * Columns of a category by key, each once. Throws 400 for a key that the category does not have.
 */
export function readColumns(
  keys: readonly string[],
  name: string,
  { category, snapshot }: { readonly category: string; readonly snapshot: Snapshot },
): ColumnDefinition[] {
  const columns = withFigures(snapshot.catalog.columnsOf(category), snapshot.catalog.terms);
  const allowed = columns.map((column) => column.key);
  return [...new Set(keys.map((key) => inAnyCase(key, allowed)))].map((key) => {
    const known = columns.find((column) => column.key === key);
    if (known) return known;
    throw badParameter(name, `${name}: no column "${key}" in ${category}`, {
      allowed,
      ...nearestName(key, allowed),
    });
  });
}

/**
 * Columns that answers show in another form (slug, provider, chain), and the mark of the editors.
 */
const ownColumns: ReadonlySet<string> = new Set(['slug', 'provider', 'chain', 'starred']);

/** Columns that help to decide, the most useful first. Lists come last, because they are long. */
export function decidingColumns(columns: readonly ColumnDefinition[]): ColumnDefinition[] {
  const ranked = columns.filter(
    (column) => weightOf(column) < ranks.never && !ownColumns.has(column.key),
  );
  return ranked.toSorted((a, b) => weightOf(a) - weightOf(b));
}

/** Pages show names in a place of their own, and tools in columns. */
function weightOf(column: ColumnDefinition): number {
  const rank = rankOf(column);
  if (column.role === 'name') return Math.min(rank, ranks.word);
  return column.valueKind === 'array' ? Math.max(rank, ranks.list) : rank;
}

/**
 * A cell as answers show it: flags as words, quotas as amounts with their unit, and what is not read
 * or contradicts.
 */
export function cellOf(row: Row, column: ColumnDefinition): Cell {
  if (quotaUnitOf(column) !== null)
    return typeof row[column.key] === 'string' ? (row[column.key] ?? null) : quotaText(row, column);
  const cell = row[column.key] ?? null;
  const blank = isBlank(cell) ? blankText(column, row) : null;
  if (blank !== null) return blank;
  const remark = remarkText(column, row);
  if (Array.isArray(cell)) return [...cell, ...[remark ?? []].flat()];
  return remark === null ? plainCell(cell, column) : `${plainCell(cell, column)} (${remark})`;
}

function plainCell(cell: Row[string], column: ColumnDefinition): Cell {
  if (typeof cell === 'string') return shownTexts(cell, column)[0] ?? cell;
  return column.valueKind === 'boolean' ? (textsOfCell(cell, column)[0] ?? null) : cell;
}

/** `3,000,000 requests/month`, `unlimited requests`; null if no quota was read. */
function quotaText(row: Row, column: ColumnDefinition): string | null {
  const { key } = column;
  const [min, max, unit, bound] = ['Min', 'Max', 'Unit', 'Bound'].map(
    (part) => row[`${key}${part}`] ?? null,
  );
  if (bound === 'unread') {
    const [, unreadKey] = stateKeys(sourceOf(column)?.column ?? key);
    return `not read: ${row[unreadKey] ?? ''}`;
  }
  const per = key.endsWith('Rate') ? ' per second' : '';
  if (bound === 'unlimited') return `unlimited ${unit ?? ''}${per}`.trim();
  if (min === null) return null;
  const amounts = [...new Set([min, max])].map((amount) => Number(amount).toLocaleString('en-US'));
  const text = [bound === 'upTo' ? 'up to' : '', amounts.join(' to '), unit ?? '']
    .filter((part) => part !== '')
    .join(' ');
  return `${text}${per}`;
}

export function isBlank(cell: Cell): boolean {
  return cell === null || cell === '' || (Array.isArray(cell) && cell.length === 0);
}

export type ListedOffer = ReturnType<typeof readOffer>;

/**
 * The cells of the first matching listing, the place of the offer, and the day on which a probe
 * last confirmed something of it.
 */
export function readOffer(
  snapshot: Snapshot,
  { offer, rows }: MatchedOffer,
  networks: readonly string[],
) {
  const { provider } = offer;
  const confirmed = lastConfirmed(snapshot, rows, networks);
  const handshake = hasHandshakes(snapshot, offer.category) ? handshakeOf(snapshot, rows) : null;
  const measured = snapshot.probes.measured.get(rows[0] ?? -1) ?? null;
  const place = { ...presenceOf(snapshot, rows, networks), scope: scopeOfRows(snapshot, rows) };
  return {
    slug: snapshot.offers.keyOf(offer),
    provider,
    row: rowOf(snapshot, rows, networks),
    confirmed,
    handshake,
    measured,
    ...place,
  };
}

/** What others measured of an offer: their words, with the page that has them. */
export function quoteBenchmark({ text, href }: BenchmarkWords, slug: string): Quotation {
  return { source: `measured by others, of ${slug}`, text: `${text} ${href}` };
}

/** Cells, with the numbers of those that are the same in all listings. */
function rowOf(snapshot: Snapshot, rows: readonly number[], networks: readonly string[]): Row {
  const { row, varying } = offerCells(snapshot, rows, networks);
  const numbers = { ...snapshot.numbers(rows[0] ?? 0) };
  for (const { column } of varying.values())
    for (const { key } of companionsOf(column)) numbers[key] = null;
  const quotas = [...varying.values()].flatMap((cell) =>
    quotaColumnsOf(cell.column).map(({ key }) => [key, varyingText(cell)] as const),
  );
  return { ...row, ...numbers, ...Object.fromEntries(quotas) };
}

/**
 * Offers and networks of each category, if there are several: an offer for all networks of one
 * category makes the networks of the others seem more.
 */
export function describeCategories(offers: readonly MatchedOffer[], snapshot: Snapshot): string[] {
  const byCategory = groupBy(offers, ({ offer }) => offer.category);
  if (byCategory.size < 2) return [];
  const { terms } = snapshot.catalog;
  const counts = Array.from(byCategory, ([category, list]) => {
    const rows = list.flatMap((matchedOffer) => matchedOffer.rows);
    const places = placesCount(presenceOf(snapshot, rows, []).networks.length, terms);
    const all =
      scopeOfRows(snapshot, rows) === 'all-networks' ? `, some for all ${terms.networks}` : '';
    return `${snapshot.catalog.categoryLabel(category)} ${plural(list.length, 'offer')} ${terms.on} ${places}${all}`;
  });
  return [`By category: ${counts.join('; ')}.`];
}

/** What offers are sorted by that is no column. */
const ownSorts = ['networks', 'scope'] as const;
type OwnSort = (typeof ownSorts)[number];

interface PlaceSort {
  readonly by: OwnSort;
  readonly desc: boolean;
}

/**
 * The first sort key, if it is the number of networks or the scope. Throws 400 if one of them is a
 * later key.
 */
export function readPlaceSort(sorting: NonNullable<SelectionInput['sorting']>): PlaceSort | null {
  const keys = sorting.map(({ id }) => inAnyCase(id, ownSorts));
  const at = Math.max(...ownSorts.map((key) => keys.lastIndexOf(key)));
  if (at > 0) throw badParameter('sorting', `sorting: ${keys[at]} can only be the first sort key`);
  const by = ownSorts.find((key) => key === keys[0]);
  return by === undefined ? null : { by, desc: sorting[0]?.desc ?? false };
}

/** Keeps the order of offers that are equal. Offers of single networks come before those of all. */
export function sortByPlace(
  offers: readonly MatchedOffer[],
  {
    by,
    desc,
    request,
    snapshot,
  }: PlaceSort & { readonly request: OffersRequest; readonly snapshot: Snapshot },
): MatchedOffer[] {
  const rankOf = ({ rows }: MatchedOffer) =>
    by === 'networks'
      ? presenceOf(snapshot, rows, request.networks).networks.length
      : scopes.indexOf(scopeOfRows(snapshot, rows));
  const ranked = offers.map((offer) => ({ offer, rank: rankOf(offer) }));
  const sign = desc ? -1 : 1;
  return ranked.toSorted((a, b) => sign * (a.rank - b.rank)).map(({ offer }) => offer);
}
