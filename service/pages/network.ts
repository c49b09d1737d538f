/** GET / of a network: its categories. */
import type { CategoryDefinition } from '../../model/categories.ts';
import type { NetworkMetrics } from '../../model/metrics.ts';
import { activeCategories, metricsOf } from '../api/categories.ts';
import { networkApi } from '../api/resource.ts';
import { formatCount, offersAndProviders, offersFromProviders } from '../counts.ts';
import type { Handler } from '../http/context.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { Urls } from '../urls.ts';
import { presentChart } from './shared/chart.ts';
import { iconOf, ownPicture } from './shared/icons.ts';
import { monogramOf } from './shared/monogram.ts';
import { type PageDeps, requestedNetwork, sendPage } from './shared/page.ts';

/** The first of the chains that the page lists. */
const mainChain = 'mainnet';

export function networkPage(deps: PageDeps): Handler {
  return (ctx) => {
    const { key, network, snapshot } = requestedNetwork(ctx);
    const { catalog, manifest } = snapshot;
    const view = presentNetwork(network, catalog.categories, metricsOf(snapshot, key), deps.urls);
    const title = `${network.name} infrastructure`;
    const description = `Compare ${view.total} on ${network.name}.`;
    const json = { path: `${networkApi}/categories` };
    const frame = { title, description, network: key, path: '/', json, manifest, ownSearch: true };
    sendPage(ctx, { template: 'network', frame, view }, deps);
  };
}

function presentNetwork(
  network: NetworkEntry,
  categories: readonly CategoryDefinition[],
  metrics: NetworkMetrics,
  urls: Urls,
) {
  const name = network.name;
  const to = (path: string) => urls.href(network.network, network.network, path);
  const active = activeCategories(categories, metrics);
  const bars = (value: (category: (typeof active)[number]) => number) =>
    active.map((category) => ({ label: category.label, href: to(`/toolbox/${category.key}`), value: value(category) }));
  return {
    networkName: name,
    crumbs: [{ label: name, href: null }],
    ...monogramOf(name),
    icon: ownPicture(network.icon),
    docs: network.docs,
    chains: network.chains.toSorted((a, b) => Number(b === mainChain) - Number(a === mainChain)),
    total: offersFromProviders(metrics),
    allProviders: metrics.providers === 1 ? 'One provider' : `All ${formatCount(metrics.providers)} providers`,
    search: to('/search'),
    directory: to('/providers'),
    categories: active.map((category) => ({
      ...category,
      icon: iconOf(category.icon),
      counts: offersAndProviders(category.count, category.providersCount),
      href: to(`/toolbox/${category.key}`),
    })),
    charts: [
      presentChart(
        'Offers by category',
        'offers',
        bars(({ count }) => count),
      ),
      presentChart(
        'Providers by category',
        'providers',
        bars(({ providersCount }) => providersCount),
      ),
    ],
  };
}
