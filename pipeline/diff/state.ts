/** State of the directory that a diff compares: rows, offers and definitions. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { sha256Once } from '../../common/hash.ts';
import type { Value, Values } from '../../model/rows.ts';
import { describeNetworks } from '../describe-networks.ts';
import { compareText } from '../problem.ts';
import type { Content, Place, ResolvedNetwork, Row, Sources } from '../sources.ts';

export const definitionKinds = ['network', 'category', 'column', 'provider'] as const;
export type DefinitionKind = (typeof definitionKinds)[number];

/** Definitions by key or slug. */
export type Definitions = Readonly<Record<DefinitionKind, ReadonlyMap<string, Values>>>;

export interface OfferState {
  readonly category: string;
  /** Null if it is blank. */
  readonly slug: string | null;
  /** By column key; a key that is absent is blank. */
  readonly values: Values;
}

/** Categories, offers and all-networks listings that have at least one row in a state. */
export interface Presence {
  readonly categories: ReadonlySet<string>;
  /** Offers with a row, by `placeKey`. */
  readonly offers: ReadonlySet<string>;
  /** Listings of all networks with a row, by `listingKey`. */
  readonly everywhere: ReadonlySet<string>;
}

/** Rows and offers of a state. Changes of rows are found by comparing two of them. */
export interface RowState {
  /** Sorted by key. */
  readonly networks: readonly ResolvedNetwork[];
  /** By `placeKey`. A snapshot has only the offers that listings refer to. */
  readonly offers: ReadonlyMap<string, OfferState>;
}

export interface State extends RowState {
  readonly definitions: Definitions;
  /** Hashes of the logos, by their paths below the images of a snapshot. */
  readonly logos: ReadonlyMap<string, string>;
  /** Whether `offers` has all offers of the sources, not only those that listings use. */
  readonly hasAllOffers: boolean;
}

export function stateOfSources(
  sources: Pick<Sources, 'meta' | 'providers' | 'offers' | 'images' | 'networkImages' | 'defaultImages' | 'logos'>,
  networks: readonly ResolvedNetwork[],
): State {
  const { meta, providers } = sources;
  return {
    ...rowStateOfSources(sources, networks),
    definitions: {
      network: describeNetworks(networks, sources),
      category: byKey(meta.categories, 'key'),
      column: byKey(meta.columns, 'key'),
      provider: byKey(
        providers.map(({ value }) => value),
        'slug',
      ),
    },
    logos: hashLogos(sources.logos),
    hasAllOffers: true,
  };
}

/** Leaves out logos that a snapshot does not publish. */
function hashLogos(logos: Sources['logos']): Map<string, string> {
  return new Map([...logos].flatMap(([name, logo]) => (logo.fault === null ? [[name, sha256Once(logo.bytes)]] : [])));
}

export function rowStateOfSources({ offers }: Pick<Sources, 'offers'>, networks: readonly ResolvedNetwork[]): RowState {
  return {
    networks,
    offers: new Map(
      offers.map(({ source, category, cells: { values } }) => {
        const slug = typeof values.slug === 'string' ? values.slug : null;
        return [placeKey(source), { category, slug, values }];
      }),
    ),
  };
}

/** The offers are those that the rows refer to. */
export function rowStateOfNetworks(networks: readonly ResolvedNetwork[]): RowState {
  return { networks, offers: offersOfRows(networks) };
}

export function stateOfSnapshot(
  networks: readonly ResolvedNetwork[],
  tables: Readonly<Record<'networks' | 'categories' | 'columns' | 'providers', readonly Values[]>>,
  logos: State['logos'],
): State {
  const built = tables.networks.map(({ network, ...rest }): [string, Values] => [String(network), rest]);
  return {
    ...rowStateOfNetworks(networks),
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

const presences = new WeakMap<RowState, Presence>();

/** Computed at the first call: the changes of most rows need no presence. */
export function presenceOf(state: RowState): Presence {
  const presence = presences.get(state) ?? findPresence(state);
  presences.set(state, presence);
  return presence;
}

/** Looks at each content once, because most rows share theirs. */
function findPresence({ networks }: RowState): Presence {
  const contents = new Set<Content>();
  const copied = new Set<Content>();
  const everywhere = new Set<string>();
  for (const { rows } of networks) {
    for (const row of rows) {
      contents.add(row.content);
      if (copied.has(row.content) || !isListedEverywhere(row)) continue;
      copied.add(row.content);
      everywhere.add(listingKey(row));
    }
  }
  const categories = new Set<string>();
  const offers = new Set<string>();
  for (const { category, offer } of contents) {
    categories.add(category);
    if (offer !== null) offers.add(placeKey(offer));
  }
  return { categories, offers, everywhere };
}

/** The cells of an offer are those that its rows inherit. A cell that every listing overrides is unknown. */
function offersOfRows(networks: readonly ResolvedNetwork[]): Map<string, OfferState> {
  const contents = new Set(networks.flatMap(({ rows }) => rows.map(({ content }) => content)));
  const offers = new Map<string, OfferState & { readonly values: Record<string, Value> }>();
  for (const { category, values, offer, offerSlug, overrides } of contents) {
    if (offer === null) continue;
    const { values: stated } = getOrInsert(offers, placeKey(offer), () => ({ category, slug: offerSlug, values: {} }));
    for (const [column, value] of Object.entries(values)) if (!overrides.includes(column)) stated[column] = value;
  }
  return offers;
}

function byKey<T extends Values>(records: readonly T[], key: keyof T): Map<string, Values> {
  return new Map(records.map((record) => [String(record[key]), record]));
}

export function placeKey({ file, line }: Place): string {
  return `${file}:${line}`;
}

/** Inverse of `placeKey`. */
export function placeOfKey(key: string): Place {
  const colon = key.lastIndexOf(':');
  return { file: key.slice(0, colon), line: Number(key.slice(colon + 1)) };
}

export function slugOf({ content }: Row): string {
  return String(content.values.slug ?? '');
}

export function isListedEverywhere({ content }: Row): boolean {
  return content.scope === 'all-networks';
}

/** Slug as written in the listing, without the chain that is appended to an all-networks listing. */
export function listingSlug(row: Row): string {
  return isListedEverywhere(row) ? withoutChain(slugOf(row), row.content.values.chain) : slugOf(row);
}

/** Slug of an all-networks listing, from the slug and the chain of a copy. */
function withoutChain(slug: string, chain: unknown): string {
  const ending = `-${chain}`;
  return slug.endsWith(ending) ? slug.slice(0, -ending.length) : slug;
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
