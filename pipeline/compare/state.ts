/** State of the directory that a diff compares: rows, offers and definitions. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { sha256Once } from '../../common/hash.ts';
import type { Value, Values } from '../../model/rows.ts';
import { describeNetworks } from '../describe-networks.ts';
import { compareText } from '../problem.ts';
import type { Content, OfferBook, OfferEntry, Resolved, Row, Sources } from '../sources.ts';

export const definitionKinds = ['network', 'category', 'column', 'provider'] as const;

/** Definitions by key or slug. */
export type Definitions = Readonly<
  Record<(typeof definitionKinds)[number], ReadonlyMap<string, Values>>
>;

/**
 * Chains by network, and categories, offers and all-networks listings that have at least one row in
 * a state.
 */
export interface Presence {
  readonly chains: ReadonlyMap<string, ReadonlySet<string>>;
  readonly categories: ReadonlySet<string>;
  /** Offers with a row, by category and slug as `presenceKey`. */
  readonly offers: ReadonlySet<string>;
  /** Listings of all networks with a row, by `listingKey`. */
  readonly everywhere: ReadonlySet<string>;
}

/**
 * Changes of rows are found by comparing two of these. A snapshot has only the offers that listings
 * refer to.
 */
export type RowState = Pick<Resolved, 'networks' | 'offers'>;

export interface State extends RowState {
  readonly definitions: Definitions;
  /** Hashes of the logos, by their paths below the images of a snapshot. */
  readonly logos: ReadonlyMap<string, string>;
  /** Whether `offers` has all offers of the sources, not only those that listings use. */
  readonly hasAllOffers: boolean;
}

export function stateOfSources({
  sources,
  resolved: { networks, offers },
}: {
  readonly sources: Pick<
    Sources,
    'meta' | 'providers' | 'images' | 'networkImages' | 'defaultImages' | 'logos'
  >;
  readonly resolved: RowState;
}): State {
  const { meta, providers, logos } = sources;
  const values = providers.map(({ value }) => value);
  // A snapshot does not publish the other logos.
  const shown = [...logos].flatMap(([name, logo]) =>
    logo.fault === null ? [[name, sha256Once(logo.bytes)] as const] : [],
  );
  return {
    networks,
    offers,
    definitions: {
      network: describeNetworks(networks, sources),
      category: byKey(meta.categories, 'key'),
      // The period of prices stands in the site of a snapshot, not in its columns.
      column: byKey(
        meta.columns.map(({ period: _, ...column }) => column),
        'key',
      ),
      provider: byKey(values, 'slug'),
    },
    logos: new Map(shown),
    hasAllOffers: true,
  };
}

export function stateOfSnapshot(
  networks: RowState['networks'],
  tables: Readonly<Record<'networks' | 'categories' | 'columns' | 'providers', readonly Values[]>>,
  logos: State['logos'],
): State {
  const built = tables.networks.map(({ network, ...rest }): [string, Values] => [
    String(network),
    // A directory without chains has no columns of them.
    { chains: [], caip2: null, ...rest },
  ]);
  return {
    networks,
    offers: offersOfRows(networks),
    definitions: {
      network: new Map(built),
      category: byKey(tables.categories, 'key'),
      column: byKey(tables.columns, 'key'),
      provider: byKey(tables.providers, 'slug'),
    },
    logos,
    hasAllOffers: false,
  };
}

/**
 * The offers that rows refer to. Their cells are those that rows inherit; a cell that every listing
 * overrides is unknown.
 */
export function offersOfRows(networks: RowState['networks']): OfferBook {
  const contents = new Set(networks.flatMap(({ rows }) => rows.map(({ content }) => content)));
  const offers = new Map<string, Map<string, OfferEntry>>();
  for (const { category, values, offer: source, offerSlug, overrides } of contents) {
    if (source === null || offerSlug === null) continue;
    const book = getOrInsert(offers, category, () => new Map<string, OfferEntry>());
    const { cells } = getOrInsert(book, offerSlug, (): OfferEntry => {
      return { category, source, cells: { values: {}, reference: { kind: 'none' }, faults: [] } };
    });
    const stated = cells.values as Record<string, Value>;
    for (const [column, value] of Object.entries(values))
      if (!overrides.includes(column)) stated[column] = value;
  }
  return offers;
}

const presences = new WeakMap<RowState, Presence>();

/** Computed at the first call: the changes of most rows need no presence. */
export function presenceOf(state: RowState): Presence {
  return getOrInsert(presences, state, () => findPresence(state));
}

/** Looks at each content once, because most rows share theirs. */
function findPresence({ networks }: RowState): Presence {
  const contents = new Map<Content, Row>();
  for (const { rows } of networks)
    for (const row of rows) if (!contents.has(row.content)) contents.set(row.content, row);
  const distinct = [...contents.values()];
  const offers = distinct.flatMap(({ content: { category, offerSlug } }) =>
    offerSlug === null ? [] : [presenceKey(category, offerSlug)],
  );
  return {
    chains: new Map(networks.map(({ key, chains }) => [key, new Set(chains)])),
    categories: new Set(distinct.map(({ content }) => content.category)),
    offers: new Set(offers),
    everywhere: new Set(distinct.filter(isListedEverywhere).map(listingKey)),
  };
}

function byKey<T extends Values>(records: readonly T[], key: keyof T): Map<string, Values> {
  return new Map(records.map((record) => [String(record[key]), record]));
}

export function slugOf({ content }: Row): string {
  return String(content.values.slug ?? '');
}

export function isListedEverywhere({ content }: Row): boolean {
  return content.scope === 'all-networks';
}

/**
 * Slug as written in the listing, without the chain that is appended to an all-networks listing.
 */
export function listingSlug(row: Row): string {
  const [slug, ending] = [slugOf(row), `-${row.content.values.chain}`];
  return isListedEverywhere(row) && slug.endsWith(ending) ? slug.slice(0, -ending.length) : slug;
}

/** Slug of the offer of a row; of the listing if it refers to none. */
export function offerName(row: Row): string {
  return row.content.offerSlug ?? listingSlug(row);
}

export function listingKey(row: Row): string {
  return presenceKey(row.content.category, listingSlug(row));
}

export function presenceKey(category: string, slug: string): string {
  return `${category} ${slug}`;
}

export function sorted(names: Iterable<string>): string[] {
  return [...names].toSorted(compareText);
}
