/** What this service serves, in figures: the whole snapshot, or one network with ONLY_NETWORK. */
import { inNaturalOrder } from '../../common/natural-order.ts';
import type { CategoryDefinition } from '../../model/categories.ts';
import type { SurfaceMetrics } from '../snapshot/metrics.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { noneYet, placesCount, plural } from '../text/counts.ts';
import type { Urls } from '../urls.ts';

export type Coverage = ReturnType<typeof coverageOf>;
export type CountedCategory = ReturnType<typeof countCategories>[number];

/** Networks by name. An offer counts once, entries are its listings on networks and chains. */
export function coverageOf(
  snapshot: Pick<Snapshot, 'catalog' | 'manifest' | 'offersIn'>,
  urls: Pick<Urls, 'serves' | 'onlyNetwork'>,
) {
  const { catalog, manifest } = snapshot;
  const { site, networks } = manifest.metrics;
  const metrics = urls.onlyNetwork === null ? site : (networks[urls.onlyNetwork] ?? site);
  return {
    terms: catalog.terms,
    networks: inNaturalOrder(
      [...catalog.networks.values()].filter(({ network }) => urls.serves(network)),
      ({ name }) => name,
    ),
    offers: snapshot.offersIn(urls.onlyNetwork),
    entries: metrics.entries,
    providers: metrics.providers,
    categories: countCategories(catalog.categories, metrics),
  };
}

/**
 * Rows and distinct providers of each category, in the order of categories.csv; a category without
 * rows has 0.
 */
export function countCategories(
  definitions: readonly CategoryDefinition[],
  metrics: Pick<SurfaceMetrics, 'categories'>,
) {
  const counts = new Map(metrics.categories.map((entry) => [entry.key, entry]));
  return definitions.map((category) => {
    const { count = 0, providersCount = 0 } = counts.get(category.key) ?? {};
    return { ...category, count, providersCount };
  });
}

/** Categories with at least one row. */
export function activeCategories(...inputs: Parameters<typeof countCategories>): CountedCategory[] {
  return countCategories(...inputs).filter(({ count }) => count > 0);
}

/** `15 categories (none yet: Agents)` */
export function describeCategories(categories: readonly CountedCategory[]): string {
  const empty = categories.filter(({ count }) => count === 0).map(({ label }) => label);
  const all = plural(categories.length, 'category', 'categories');
  return empty.length === 0 ? all : `${all} (${noneYet}: ${empty.join(', ')})`;
}

/** `120 offers from 12 providers, in 1,595 listings on 3 networks` */
export function describeCoverage({
  offers,
  entries,
  providers,
  networks,
  terms,
}: Coverage): string {
  const sold = `${plural(offers, 'offer')} from ${plural(providers, 'provider')}`;
  return `${sold}, in ${plural(entries, 'listing')} ${terms.on} ${placesCount(networks.length, terms)}`;
}
