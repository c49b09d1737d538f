/** What this service serves, in figures: the whole snapshot, or one network with ONLY_NETWORK. */
import type { CategoryDefinition } from '../../model/categories.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { Manifest, SurfaceMetrics } from '../snapshot/metrics.ts';
import { noneYet, plural } from '../text/counts.ts';
import type { Urls } from '../urls.ts';
import { compareNames } from './networks.ts';

export interface CountedCategory extends CategoryDefinition {
  /** Rows. */
  readonly count: number;
  /** Distinct providers of these rows. */
  readonly providersCount: number;
}

export interface Coverage {
  /** Sorted by name. */
  readonly networks: readonly NetworkEntry[];
  /** Number of offers. An offer counts once, on however many networks it is listed. */
  readonly offers: number;
  /** Listings: offers on a network and chain. */
  readonly entries: number;
  readonly providers: number;
  /** Every category of the directory, in the order of categories.csv; a category without rows has 0. */
  readonly categories: readonly CountedCategory[];
}

/** The parts of a snapshot that coverage depends on. */
interface Covered {
  readonly catalog: {
    readonly networks: ReadonlyMap<string, NetworkEntry>;
    readonly categories: readonly CategoryDefinition[];
  };
  readonly manifest: Pick<Manifest, 'metrics'>;
  /** Of a network, or of all for null. */
  offersIn(network: string | null): number;
}

export function coverageOf(snapshot: Covered, urls: Pick<Urls, 'serves' | 'onlyNetwork'>): Coverage {
  const { catalog, manifest } = snapshot;
  const { site, networks } = manifest.metrics;
  const metrics = urls.onlyNetwork === null ? site : (networks[urls.onlyNetwork] ?? site);
  return {
    networks: [...catalog.networks.values()].filter(({ network }) => urls.serves(network)).toSorted(compareNames),
    offers: snapshot.offersIn(urls.onlyNetwork),
    entries: metrics.entries,
    providers: metrics.providers,
    categories: countCategories(catalog.categories, metrics),
  };
}

export function countCategories(
  definitions: readonly CategoryDefinition[],
  metrics: Pick<SurfaceMetrics, 'categories'>,
): CountedCategory[] {
  const counts = new Map(metrics.categories.map((entry) => [entry.key, entry]));
  return definitions.map((category) => {
    const { count = 0, providersCount = 0 } = counts.get(category.key) ?? {};
    return { ...category, count, providersCount };
  });
}

/** Categories with at least one row. */
export function activeCategories(...given: Parameters<typeof countCategories>): CountedCategory[] {
  return countCategories(...given).filter(({ count }) => count > 0);
}

/** `15 categories (none yet: Agents)` */
export function describeCategories(categories: readonly CountedCategory[]): string {
  const empty = categories.filter(({ count }) => count === 0).map(({ label }) => label);
  const all = plural(categories.length, 'category', 'categories');
  return empty.length === 0 ? all : `${all} (${noneYet}: ${empty.join(', ')})`;
}

/** `120 offers from 12 providers, in 1,595 listings on 3 networks` */
export function describeCoverage({ offers, entries, providers, networks }: Coverage): string {
  const sold = `${plural(offers, 'offer')} from ${plural(providers, 'provider')}`;
  return `${sold}, in ${plural(entries, 'listing')} on ${plural(networks.length, 'network')}`;
}
