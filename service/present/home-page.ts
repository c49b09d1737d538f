/** The two entrances: the site's, with all networks and categories, and a network's, with its categories. */
import type { CategoryDefinition } from '../../model/categories.ts';
import type { NetworkMetrics, SnapshotMetrics } from '../../model/metrics.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { Urls } from '../urls.ts';
import { activeCategories } from './categories.ts';
import { monogramOf } from './monogram.ts';
import { byName } from './networks.ts';
import { formatCount } from './rounded-count.ts';
import { nameOf } from './toolbox-page.ts';

export interface HomeInput {
  readonly networks: Iterable<NetworkEntry>;
  readonly categories: readonly CategoryDefinition[];
  readonly metrics: SnapshotMetrics;
  readonly urls: Urls;
}

export function presentHome({ networks, categories, metrics, urls }: HomeInput) {
  const listed = [...networks].map((network) => {
    const { entries = 0, activeCategories: active = 0 } = metrics.networks[network.network] ?? {};
    const name = nameOf(network);
    const href = urls.href(null, network.network, '/');
    return {
      key: network.network,
      name,
      href,
      toolbox: urls.href(null, network.network, '/toolbox/mcpservers'),
      entries: formatCount(entries),
      active,
      ...monogramOf(name),
      icon: network.icon,
    };
  });
  return {
    networks: listed.toSorted(byName),
    networkCount: formatCount(listed.length),
    entries: formatCount(metrics.site.entries),
    providers: formatCount(metrics.site.providers),
    categories: activeCategories(categories, metrics.site).map((category) => ({
      ...category,
      count: formatCount(category.count),
      providersCount: formatCount(category.providersCount),
    })),
  };
}

export function presentNetworkHome(
  network: NetworkEntry,
  categories: readonly CategoryDefinition[],
  metrics: NetworkMetrics,
  urls: Urls,
) {
  const name = nameOf(network);
  return {
    networkName: name,
    ...monogramOf(name),
    docs: network.docs,
    chains: network.chains,
    entries: formatCount(metrics.entries),
    providers: formatCount(metrics.providers),
    categories: activeCategories(categories, metrics).map((category) => ({
      ...category,
      count: formatCount(category.count),
      providersCount: formatCount(category.providersCount),
      href: urls.href(network.network, network.network, `/toolbox/${category.key}`),
    })),
  };
}
