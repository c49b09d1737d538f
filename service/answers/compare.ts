/** Offers of a category side by side: on a network, or over all networks. */
import { groupBy } from '../../common/group-by.ts';
import type { CategoryDefinition } from '../../model/categories.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import { networkTest, presenceOf } from '../query/offers.ts';
import { rowsBySlug } from '../query/paging.ts';
import { type Condition, conditionsOf } from '../questions/conditions.ts';
import type { ListQuestion, NotApplied } from '../questions/list.ts';
import { maxPicked } from '../questions/parameters.ts';
import { anywhere, type Place } from '../questions/place.ts';
import { isEstimated, wantsArchive, withArchive } from '../questions/workload.ts';
import type { Row } from '../snapshot/catalog.ts';
import type { Offer } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { textsOf } from '../text/cells.ts';
import { plural } from '../text/counts.ts';
import { blankText, remarkText } from './amount-state.ts';
import { type Applied, applied } from './applied.ts';
import { benchmarkWords, measuredNote, placeOfRow } from './measured.ts';
import { meaningOf, type OfferCells, offerCells, type VaryingCell } from './offer-cells.ts';

export interface Fact {
  readonly column: ColumnDefinition;
  /** In the order of the offers. */
  readonly values: readonly Row[string][];
  /** Where the listings of an offer differ, in the order of the offers; null where they do not. */
  readonly varying: readonly (VaryingCell | null)[];
  /** What is known of each value beside it; null where a value says all. */
  readonly states: readonly (FactState | null)[];
  /** Whether there are several values and all mean the same, in each listing. */
  readonly same: boolean;
}

export interface FactState {
  /** In place of a blank cell: `not stated`. */
  readonly blank: string | null;
  /** Beside the text: `not read: 20K protected reqs/day`. */
  readonly unread: string | null;
  /** Beside a promise: `99.9% promised · 99.2% measured here, 212 readings in 30 days`. */
  readonly measured: string | null;
}

export type Comparison = ReturnType<typeof compareOffers>;
export type ComparedOffer = Comparison['offers'][number];

/** Where offers are compared: on a network, or on several, or on all for none. */
export type ComparedAt = Pick<Place, 'network' | 'networks'>;

/** Columns that name the offer. They head its column in a comparison and are not compared. */
const headKeys: ReadonlySet<string> = new Set(['slug', 'provider']);

interface NamedOffers {
  readonly category: CategoryDefinition;
  /** Of listings or of offers. */
  readonly slugs: readonly string[];
  /** The conditions of the address; null if it takes none. */
  readonly list?: ListQuestion | null;
}

/** `missing` are slugs that the category does not have there. */
export function compareOffers(
  snapshot: Snapshot,
  place: ComparedAt & Pick<Place, 'onEach'>,
  { category, slugs, list = null }: NamedOffers,
) {
  const compared = slugs.slice(0, maxPicked);
  const namedRows = findRows(snapshot, place, { category: category.key, slugs: compared });
  const known = new Set(namedRows.map(({ slug }) => slug));
  const missing = compared.filter((slug) => !known.has(slug));
  const conditions = placeConditions(snapshot, place, list);
  return {
    ...compareRows(snapshot, place, { category, namedRows }),
    missing,
    item: 'offer' as const,
    conditions,
    applied: applied(snapshot, conditions, null),
    notApplied: [
      ...notListed(missing),
      ...notShown('offer', slugs.length - compared.length),
      ...keptConditions(snapshot, category.key, list),
    ],
  };
}

/** What a comparison of named offers applies. */
export function comparedConditions(
  ...inputs: Parameters<typeof placeConditions>
): readonly Applied[] {
  return applied(inputs[0], placeConditions(...inputs), null);
}

/** The networks, and what costs are for. */
function placeConditions(
  snapshot: Snapshot,
  { network, networks, onEach }: ComparedAt & Pick<Place, 'onEach'>,
  list: ListQuestion | null = null,
): Condition[] {
  const estimated = list?.workload ?? null;
  const workload = estimated && withArchive(estimated, list?.query.filters ?? []);
  const limits = network === null ? { networks, onEach } : anywhere;
  return conditionsOf(snapshot, { ...limits, network, search: '', filters: [], workload });
}

/** Slugs that are not listed there. */
export function notListed(missing: readonly string[]): NotApplied[] {
  const reason = `Not listed here: ${missing.join(', ')}.`;
  return missing.length === 0 ? [] : [{ id: 'offer', reason }];
}

/** Names beyond those that a comparison shows. */
export function notShown(item: 'offer' | 'provider', count: number): NotApplied[] {
  if (count === 0) return [];
  const reason = `At most ${maxPicked} ${item}s can be compared; ${plural(count, item)} not shown.`;
  return [{ id: item, reason }];
}

/** Conditions that the address keeps for its lists, but that select no offer that is named. */
function keptConditions(
  snapshot: Snapshot,
  category: string,
  list: ListQuestion | null,
): NotApplied[] {
  if (list === null) return [];
  const { scope, confirmed, filters } = list.query;
  const selection = { scope, confirmed, filters, search: list.search, network: null };
  const isCost = ({ filter }: Condition) =>
    filter !== null && wantsArchive([filter]) && isEstimated(snapshot.catalog, category);
  return conditionsOf(snapshot, selection)
    .filter((condition) => !isCost(condition))
    .map(({ id, label }) => ({
      id,
      reason: `Offers are compared by their names: ${label} is not applied.`,
    }));
}

/**
 * The same for rows that are known already. `slug` is the name that the comparison shows, `id` and
 * `row` are the first of `listings`; `cells` are those of all of them.
 */
export function compareRows(
  snapshot: Snapshot,
  { network, networks }: ComparedAt,
  {
    category,
    namedRows,
  }: { readonly category: CategoryDefinition; readonly namedRows: readonly NamedRows[] },
) {
  const offers = namedRows.map(({ slug, rows }) => ({
    slug,
    provider: snapshot.providerOf(rows[0] ?? 0),
    offer: snapshot.offers.of(rows[0] ?? 0),
    listings: rows,
    id: rows[0] ?? 0,
    row: snapshot.row(rows[0] ?? 0),
    cells: offerCells(snapshot, rows, networks),
    presence: presenceOf(snapshot, rows, networks),
  }));
  const columns = snapshot.catalog
    .usedColumnsOf(category.key)
    .filter(({ key }) => !headKeys.has(key) && (network !== null || key !== 'chain'));
  const facts = factsOf(
    columns,
    offers.map((offer) => {
      const { id, cells } = offer;
      const measured = noteFinder(snapshot, offer.listings);
      return { row: withChains(offer), numbers: snapshot.numbers(id), cells, measured };
    }),
  );
  return { category, offers, facts, measuredBy: measuredBy(snapshot, network, offers) };
}

/** Of the listing that was read most often, a mainnet first, which is named if there are several. */
function noteFinder(snapshot: Snapshot, listings: readonly number[]) {
  const readingsOf = (id: number) => snapshot.probes.measured.get(id)?.measure.readings ?? 0;
  const isMain = (id: number) => Number(snapshot.chainOf(id) === 'mainnet');
  const [id = -1] = listings.toSorted(
    (a, b) => readingsOf(b) - readingsOf(a) || isMain(b) - isMain(a),
  );
  if (readingsOf(id) === 0) return () => null;
  const where = listings.length === 1 ? '' : ` (${placeOfRow(snapshot, id)})`;
  return (column: string) => {
    const note = measuredNote(snapshot, id, column);
    return note === null ? null : `${note}${where}`;
  };
}

/** What others measured of each offer. */
function measuredBy(
  snapshot: Snapshot,
  network: string | null,
  offers: readonly { readonly listings: readonly number[] }[],
) {
  return offers.map(({ listings }) => benchmarkWords(snapshot, network, listings));
}

/** The compared row, with the chains of all listings of the offer. */
function withChains({
  row,
  listings,
  presence: { chains },
}: Pick<ComparedOffer, 'row' | 'listings' | 'presence'>): Row {
  return listings.length > 1 ? { ...row, chain: chains.toSorted().join(', ') } : row;
}

export interface NamedRows {
  readonly slug: string;
  /** Ids of an offer's rows; the first one is compared. */
  readonly rows: readonly number[];
}

interface Wanted {
  readonly category: string;
  readonly slugs: readonly string[];
}

/** Rows of each offer, in the order of the slugs. */
export function findRows(
  snapshot: Snapshot,
  { network, networks }: ComparedAt,
  { category, slugs }: Wanted,
): NamedRows[] {
  const offersOf = (slug: string) =>
    [...snapshot.offers.named(slug)].filter((candidate) => candidate.category === category);
  const isOn = networkTest(snapshot, networks);
  if (network === null)
    return slugs.flatMap((slug) =>
      firstOfEach(offersOf(slug)).flatMap((offer) => {
        const rows = offer.rows.filter(isOn);
        return rows.length === 0 ? [] : [{ slug, rows }];
      }),
    );
  const listed = rowsBySlug(snapshot, { network, category, slugs });
  const listing = snapshot.catalog.listingOf(network, category);
  return slugs.flatMap((slug) => {
    const id = listed.get(slug);
    if (id !== undefined) return [{ slug, rows: [id] }];
    return firstOfEach(offersOf(slug)).flatMap((offer) => {
      // The slug of a listing elsewhere names nothing here.
      const isNamed = [offer.slug, snapshot.offers.keyOf(offer)].includes(slug);
      const isHere = (row: number) => snapshot.listingIdsOf(row).includes(listing);
      const rows = isNamed ? offer.rows.filter(isHere) : [];
      return rows.length === 0 ? [] : [{ slug, rows }];
    });
  });
}

/** The first offer of each provider: a slug that several providers have names one of each. */
function firstOfEach(offers: readonly Offer[]): Offer[] {
  return [...groupBy(offers, ({ provider }) => provider).values()].flatMap(
    ([first]) => first ?? [],
  );
}

interface StatedOffer {
  readonly row: Row;
  readonly numbers: Row;
  readonly cells: Pick<OfferCells, 'varying'>;
  /** Of a column; null without readings. */
  readonly measured?: (column: string) => string | null;
}

/** Facts of the columns in which a listing has a value. */
export function factsOf(
  columns: readonly ColumnDefinition[],
  offers: readonly StatedOffer[],
): Fact[] {
  return columns.flatMap((column) => {
    const values = offers.map(({ row }) => row[column.key] ?? null);
    const varying = offers.map(({ cells }) => cells.varying.get(column.key) ?? null);
    const isUniform = varying.every((cell) => cell === null);
    if (isUniform && values.every((value) => textsOf(value).length === 0)) return [];
    const meanings = new Set(
      offers.map(({ row, numbers }) => meaningOf(column, row[column.key] ?? null, numbers)),
    );
    const same = isUniform && values.length > 1 && meanings.size === 1;
    const states = offers.map((offer, at) => stateOf(column, offer, varying[at] !== null));
    return [{ column, values, varying, states, same }];
  });
}

/** `varies`: what the listings state differs, and stands in the cell. */
function stateOf(
  column: ColumnDefinition,
  { numbers, measured }: StatedOffer,
  varies: boolean,
): FactState | null {
  const state = {
    blank: varies ? null : blankText(column, numbers),
    unread: varies ? null : remarkText(column, numbers),
    measured: measured?.(column.key) ?? null,
  };
  return Object.values(state).every((text) => text === null) ? null : state;
}
