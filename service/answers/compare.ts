/** Offers of a category side by side: on a network, or over all networks. */
import { foldText } from '../../common/fold.ts';
import type { CategoryDefinition } from '../../model/categories.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import { networkTest, presenceOf } from '../query/offers.ts';
import { findOffers } from '../query/paging.ts';
import type { Place } from '../questions/place.ts';
import type { Row } from '../snapshot/catalog.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { meaningOfPrice } from '../text/price.ts';
import { textsOf } from '../text/table.ts';

export interface Fact {
  readonly column: ColumnDefinition;
  /** In the order of the offers. */
  readonly values: readonly Row[string][];
  /** Whether there are several values and all mean the same. */
  readonly same: boolean;
}

export type Comparison = ReturnType<typeof compareOffers>;
export type ComparedOffer = Comparison['offers'][number];

/** Where offers are compared: on a network, or on several, or on all for none. */
export type ComparedAt = Pick<Place, 'network' | 'networks'>;

/** Columns that name the offer. They head its column in a comparison and are not compared. */
const headKeys: ReadonlySet<string> = new Set(['slug', 'provider']);

/**
 * Slugs are those of listings or of offers; `missing` are those
 * that the category does not have there.
 */
export function compareOffers(
  snapshot: Snapshot,
  place: ComparedAt,
  { category, slugs }: { readonly category: CategoryDefinition; readonly slugs: readonly string[] },
) {
  const found = findRows(snapshot, place, { category: category.key, slugs });
  const known = new Set(found.map(({ slug }) => slug));
  const missing = slugs.filter((slug) => !known.has(slug));
  return { ...compareRows(snapshot, place, { category, found }), missing };
}

/**
 * The same for rows that are known already. `slug` is the name that the comparison shows, `id` and
 * `row` are the first of `listings`.
 */
export function compareRows(
  snapshot: Snapshot,
  { network, networks }: ComparedAt,
  {
    category,
    found,
  }: { readonly category: CategoryDefinition; readonly found: readonly NamedRows[] },
) {
  const offers = found.map(({ slug, rows }) => ({
    slug,
    provider: snapshot.providerOf(rows[0] ?? 0),
    offer: snapshot.offers.of(rows[0] ?? 0),
    listings: rows,
    id: rows[0] ?? 0,
    row: snapshot.row(rows[0] ?? 0),
    presence: presenceOf(snapshot, rows, networks),
  }));
  const columns = snapshot.catalog
    .usedColumnsOf(category.key)
    .filter(({ key }) => !headKeys.has(key) && (network !== null || key !== 'chain'));
  const facts = factsOf(columns, offers.map(withChains));
  return { category, offers, facts };
}

/** The compared row, with the chains of all listings of the offer. */
function withChains({ row, listings, presence: { chains } }: ComparedOffer): Row {
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
  const offerOf = (slug: string) =>
    [...snapshot.offers.named(slug)].find((each) => each.category === category);
  const isOn = networkTest(snapshot, networks);
  if (network === null)
    return slugs.flatMap((slug) => {
      const rows = offerOf(slug)?.rows.filter(isOn) ?? [];
      return rows.length === 0 ? [] : [{ slug, rows }];
    });
  const listed = findOffers(snapshot, { network, category, slugs });
  const listing = snapshot.catalog.listingOf(network, category);
  return slugs.flatMap((slug) => {
    const id = listed.get(slug);
    if (id !== undefined) return [{ slug, rows: [id] }];
    const offer = offerOf(slug);
    // The slug of a listing elsewhere names nothing here.
    const rows =
      offer?.slug === slug
        ? offer.rows.filter((row) => snapshot.listingIdsOf(row).includes(listing))
        : [];
    return rows.length === 0 ? [] : [{ slug, rows }];
  });
}

/** Facts of the columns in which a row has a value. */
export function factsOf(columns: readonly ColumnDefinition[], rows: readonly Row[]): Fact[] {
  return columns.flatMap((column) => {
    const values = rows.map((row) => row[column.key] ?? null);
    if (values.every((value) => textsOf(value).length === 0)) return [];
    const meanings = new Set(values.map((value) => meaningOf(column, value)));
    return [{ column, values, same: values.length > 1 && meanings.size === 1 }];
  });
}

/**
 * Equal for values that mean the same: spelling, order of a list, and the form of a price do not
 * matter.
 */
function meaningOf({ cellType }: ColumnDefinition, value: Row[string]): string {
  const texts = textsOf(value);
  if (cellType === 'numericRange') return texts.map(meaningOfPrice).join();
  return JSON.stringify(texts.map((text) => foldText(text).replace(/\s+/g, ' ').trim()).toSorted());
}
