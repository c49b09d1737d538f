/** GET / of a network: its categories. */
import type { CategoryDefinition } from '../../model/categories.ts';
import type { NetworkMetrics } from '../../model/metrics.ts';
import { applicationOf } from '../api/application.ts';
import { activeCategories } from '../api/coverage.ts';
import { networkApi } from '../api/resource.ts';
import { metricsOf } from '../api/rows/categories.ts';
import type { Handler } from '../http/context.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { formatCount, offersInListings, plural, roundedCount } from '../text/counts.ts';
import type { Urls } from '../urls.ts';
import { presentRecent } from './shared/changes/recent.ts';
import { presentChart } from './shared/chart.ts';
import { iconOf } from './shared/icons.ts';
import { networkLogosOf } from './shared/logos.ts';
import { type PageDeps, requestedNetwork, sendPage } from './shared/page.ts';
import { describePrices, pricesOfRows } from './shared/price-range.ts';

/** The first of the chains that the page lists. */
const mainChain = 'mainnet';

export function networkPage(deps: PageDeps): Handler {
  return (ctx) => {
    const { key, network, snapshot } = requestedNetwork(ctx);
    const { catalog, manifest } = snapshot;
    const profileOf = (provider: string) => catalog.providers.get(provider)?.slug ?? null;
    const { categories } = catalog;
    const metrics = metricsOf(snapshot, key);
    const offers = snapshot.offersIn(key);
    const prices = pricesOn(key, snapshot);
    const pricesIn = (category: string) => prices.get(category) ?? null;
    const view = {
      ...presentNetwork({ network, categories, metrics, offers, pricesIn, profileOf, urls: deps.urls }),
      application: applicationOf(catalog, deps.urls, null),
      ...networkLogosOf(snapshot, key, deps.urls)(key),
      recent: presentRecent({ snapshot, network: key, urls: deps.urls }),
    };
    const title = `${network.name} infrastructure`;
    const description = `Compare ${view.total} on ${network.name}.`;
    const json = { path: `${networkApi}/categories` };
    const frame = { title, description, network: key, path: '/', json, feed: {}, manifest, ownSearch: true };
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

interface NetworkInput {
  readonly network: NetworkEntry;
  readonly categories: readonly CategoryDefinition[];
  readonly metrics: NetworkMetrics;
  readonly offers: number;
  /** Prices of a category in a few words; null if none is known. */
  readonly pricesIn: (category: string) => string | null;
  /** Slug of a provider's profile. */
  readonly profileOf: (provider: string) => string | null;
  readonly urls: Urls;
}

/** Providers in the chart of API listings; the page of providers has the figures of all. */
const chartedProviders = 12;

function presentNetwork({ network, categories, metrics, offers, pricesIn, profileOf, urls }: NetworkInput) {
  const name = network.name;
  const to = (path: string) => urls.href(network.network, network.network, path);
  const active = activeCategories(categories, metrics);
  const bars = (value: (category: (typeof active)[number]) => number) =>
    active.map((category) => ({ label: category.label, href: to(`/toolbox/${category.key}`), value: value(category) }));
  const apiEntries = Object.entries(metrics.apiEntriesByProvider).toSorted(([, a], [, b]) => b - a);
  const apiBars = apiEntries.slice(0, chartedProviders).map(([label, value]) => {
    const slug = profileOf(label);
    return { label, href: slug === null ? null : to(`/providers/${slug}`), value };
  });
  return {
    networkName: name,
    crumbs: [{ label: name, href: null }],
    docs: network.docs,
    chains: network.chains.toSorted((a, b) => Number(b === mainChain) - Number(a === mainChain)),
    total: `${offersInListings(offers, metrics.entries)} from ${plural(metrics.providers, 'provider')}`,
    allProviders: metrics.providers === 1 ? 'One provider' : `All ${formatCount(metrics.providers)} providers`,
    search: to('/search'),
    directory: to('/providers'),
    categories: active.map((category) => ({
      ...category,
      icon: iconOf(category.icon),
      counts: plural(category.providersCount, 'provider'),
      prices: pricesIn(category.key),
      href: to(`/toolbox/${category.key}`),
    })),
    charts: [
      presentChart(
        'Listings by category',
        'listings',
        bars(({ count }) => count),
      ),
      presentChart(
        'Providers by category',
        'providers',
        bars(({ providersCount }) => providersCount),
      ),
      ...(apiBars.length === 0 ? [] : [presentChart('API listings by provider', 'listings', apiBars)]),
    ],
    figures: [
      ['listings', metrics.entries],
      ['providers', metrics.providers],
      ['provider-category entries', metrics.providerCategoryEntries],
      ['active categories', metrics.activeCategories],
    ].map(([label, value]) => ({ label, value: roundedCount(Number(value)) })),
  };
}
