/** GET / of a network: its categories. */
import { formatCount } from '../../common/format-count.ts';
import type { NetworkMetrics } from '../../model/metrics.ts';
import { applicationOf } from '../api/application.ts';
import { activeCategories, type CountedCategory } from '../api/coverage.ts';
import { metricsOf } from '../api/rows/categories.ts';
import type { Handler } from '../http/context.ts';
import { networkApi, placeOf } from '../query/place.ts';
import type { Catalog } from '../snapshot/catalog.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { offersInListings, plural, roundedCount } from '../text/counts.ts';
import { presentRecent } from './shared/changes/recent.ts';
import { presentChart } from './shared/chart.ts';
import { iconOf } from './shared/icons.ts';
import { networkLogosOf } from './shared/logos.ts';
import { type PageDeps, requestedNetwork, sendPage } from './shared/page.ts';
import { describePrices, pricesOfRows } from './shared/price-range.ts';

/** The first of the chains that the page lists. */
const mainChain = 'mainnet';

/** Providers in the chart of API listings; the page of providers has the figures of all. */
const chartedProviders = 12;

export function networkPage(deps: PageDeps): Handler {
  return async (ctx) => {
    const { key, network, snapshot } = requestedNetwork(ctx);
    const { urls } = deps;
    const { catalog } = snapshot;
    const metrics = metricsOf(snapshot, key);
    const to = (path: string) => urls.href(key, key, path);
    const { name } = network;
    const active = activeCategories(catalog.categories, metrics);
    const prices = pricesOn(key, snapshot);
    const sold = offersInListings(snapshot.offersIn(key), metrics.entries);
    const total = `${sold} from ${plural(metrics.providers, 'provider')}`;
    const view = {
      networkName: name,
      crumbs: [{ label: name, href: null }],
      docs: network.docs,
      chains: network.chains.toSorted((a, b) => Number(b === mainChain) - Number(a === mainChain)),
      total,
      allProviders: metrics.providers === 1 ? 'One provider' : `All ${formatCount(metrics.providers)} providers`,
      search: to('/search'),
      directory: to('/providers'),
      categories: active.map(({ key: category, label, icon, providersCount }) => ({
        label,
        icon: iconOf(icon),
        counts: plural(providersCount, 'provider'),
        prices: prices.get(category) ?? null,
        href: to(`/toolbox/${category}`),
      })),
      charts: presentCharts(active, metrics, { catalog, to }),
      figures: [
        ['listings', metrics.entries],
        ['providers', metrics.providers],
        ['provider-category entries', metrics.providerCategoryEntries],
        ['active categories', metrics.activeCategories],
      ].map(([label, value]) => ({ label, value: roundedCount(Number(value)) })),
      application: applicationOf(catalog, urls, null),
      ...networkLogosOf(snapshot, key, urls)(key),
      recent: await presentRecent(placeOf(snapshot, key, urls)),
    };
    const frame = {
      title: `${name} infrastructure`,
      description: `Compare ${total} on ${name}.`,
      network: key,
      path: '/',
      json: { path: `${networkApi}/categories` },
      feed: {},
      ownSearch: true,
    };
    sendPage(ctx, { template: 'network', frame, view }, deps);
  };
}

/** Prices of each category in a few words. Kept with the snapshot. */
function pricesOn(network: string, snapshot: Snapshot): ReadonlyMap<string, string | null> {
  const pricesIn = (category: string) =>
    describePrices(pricesOfRows(snapshot, network, category, snapshot.rowsOfListing(network, category)));
  return snapshot.derived.of(
    `prices of categories ${network}`,
    () => new Map(snapshot.catalog.categoryKeys.map((category) => [category, pricesIn(category)])),
  );
}

function presentCharts(
  active: readonly CountedCategory[],
  { apiEntriesByProvider }: NetworkMetrics,
  { catalog, to }: { readonly catalog: Catalog; readonly to: (path: string) => string },
) {
  const bars = (value: (category: CountedCategory) => number) =>
    active.map((category) => ({ label: category.label, href: to(`/toolbox/${category.key}`), value: value(category) }));
  const byProvider = Object.entries(apiEntriesByProvider).toSorted(([, a], [, b]) => b - a);
  const apiBars = byProvider.slice(0, chartedProviders).map(([label, value]) => {
    const slug = catalog.providers.get(label)?.slug;
    return { label, href: slug === undefined ? null : to(`/providers/${slug}`), value };
  });
  const listings = bars(({ count }) => count);
  const providers = bars(({ providersCount }) => providersCount);
  return [
    presentChart('Listings by category', 'listings', listings),
    presentChart('Providers by category', 'providers', providers),
    ...(apiBars.length === 0 ? [] : [presentChart('API listings by provider', 'listings', apiBars)]),
  ];
}
