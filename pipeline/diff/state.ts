/** State of the directory that a diff compares: rows, offers and definitions. */
import type { Value, Values } from '../../model/rows.ts';
import { describeNetworks } from '../describe-networks.ts';
import { compareText } from '../problem.ts';
import { type Place, type ResolvedNetwork, type Row, type Sources, sourcePaths } from '../sources.ts';

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

export interface State {
  /** Sorted by key. */
  readonly networks: readonly ResolvedNetwork[];
  /** By `placeKey`. A snapshot has only the offers that listings refer to. */
  readonly offers: ReadonlyMap<string, OfferState>;
  readonly definitions: Definitions;
}

export function stateOfSources(sources: Sources, networks: readonly ResolvedNetwork[]): State {
  const { meta, providers, offers } = sources;
  return {
    networks,
    offers: new Map(
      offers.map(({ source, category, cells: { values } }) => {
        const slug = typeof values.slug === 'string' ? values.slug : null;
        return [placeKey(source), { category, slug, values }];
      }),
    ),
    definitions: {
      network: describeNetworks(networks, sources),
      category: byKey(meta.categories, 'key'),
      column: byKey(meta.columns, 'key'),
      provider: byKey(
        providers.map(({ value }) => value),
        'slug',
      ),
    },
  };
}

export function stateOfSnapshot(
  networks: readonly ResolvedNetwork[],
  tables: Readonly<Record<'networks' | 'categories' | 'columns' | 'providers', readonly Values[]>>,
): State {
  const built = tables.networks.map(({ network, ...rest }): [string, Values] => [String(network), rest]);
  return {
    networks,
    offers: offersOfRows(networks),
    definitions: {
      network: new Map(built),
      category: byKey(tables.categories, 'key'),
      column: byKey(tables.columns, 'key'),
      provider: byKey(tables.providers, 'slug'),
    },
  };
}

/** The cells of an offer are those that its rows inherit. A cell that every listing overrides is unknown. */
function offersOfRows(networks: readonly ResolvedNetwork[]): Map<string, OfferState> {
  const contents = new Set(networks.flatMap(({ rows }) => rows.map(({ content }) => content)));
  const offers = new Map<string, OfferState & { readonly values: Record<string, Value> }>();
  for (const { category, values, offer, offerSlug, overrides } of contents) {
    if (offer === null) continue;
    const key = placeKey(offer);
    const state = offers.get(key) ?? { category, slug: offerSlug, values: {} };
    offers.set(key, state);
    for (const [column, value] of Object.entries(values)) if (!overrides.includes(column)) state.values[column] = value;
  }
  return offers;
}

function byKey<T extends Values>(records: readonly T[], key: keyof T): Map<string, Values> {
  return new Map(records.map((record) => [String(record[key]), record]));
}

export function placeKey({ file, line }: Place): string {
  return `${file}:${line}`;
}

export function slugOf({ content }: Row): string {
  return String(content.values.slug ?? '');
}

export function isListedEverywhere({ content, source }: Row): boolean {
  return source.file === sourcePaths.allNetworks(content.category);
}

/** Slug as written in the listing, without the chain that is appended to an all-networks listing. */
export function listingSlug(row: Row): string {
  const slug = slugOf(row);
  const ending = `-${row.content.values.chain}`;
  return isListedEverywhere(row) && slug.endsWith(ending) ? slug.slice(0, -ending.length) : slug;
}

export function sorted(names: Iterable<string>): string[] {
  return [...names].toSorted(compareText);
}
