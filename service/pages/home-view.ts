/** The two entrances: the site's, with all networks and categories, and a network's, with its categories. */
import type { CategoryDefinition } from '../../model/categories.ts';
import type { NetworkMetrics, SnapshotMetrics } from '../../model/metrics.ts';
import { activeCategories } from '../api/categories-view.ts';
import { byName, nameOf } from '../api/networks-view.ts';
import { formatCount, plural } from '../counts.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { Urls } from '../urls.ts';
import { presentChart } from './shared/chart.ts';
import { iconOf } from './shared/icons.ts';
import { monogramOf } from './shared/monogram.ts';

export interface HomeInput {
  readonly networks: Iterable<NetworkEntry>;
  readonly categories: readonly CategoryDefinition[];
  readonly metrics: SnapshotMetrics;
  readonly urls: Urls;
}

/** Networks that stand first, and in the chart. */
const largestCount = 12;
/** Directory pages that are one click away. */
const quickCount = 4;
/** The chain that readers look for first. */
const mainChain = 'mainnet';
/** Below this the list by name is all there is: two lists of the same few networks would be one too many. */
const twoLists = 18;

export function presentHome({ networks, categories, metrics, urls }: HomeInput) {
  const listed = [...networks].map((network) => presentNetwork(network, metrics, urls)).toSorted(byName);
  const largest = listed.toSorted((a, b) => b.offers - a.offers).slice(0, largestCount);
  const split = listed.length > twoLists;
  const active = activeCategories(categories, metrics.site).map((category) => ({
    ...category,
    icon: iconOf(category.icon),
    offers: category.count,
    counts: countsOf(category),
    href: urls.href(null, null, '/search', { category: category.key }),
  }));
  const bars = active.map(({ label, href, offers }) => ({ label, href, value: offers }));
  return {
    networks: listed,
    tiles: split ? largest : listed,
    split,
    byName: split ? listed : [],
    whole: `${wholeOf(metrics.site)} on ${plural(listed.length, 'network')}`,
    networkCount: formatCount(listed.length),
    entries: formatCount(metrics.site.entries),
    providers: formatCount(metrics.site.providers),
    categoryCount: formatCount(active.length),
    categories: active,
    search: urls.href(null, null, '/search'),
    quick: presentQuick(active, largest, { metrics, urls }),
    charts: [
      presentChart('Offers by category', 'offers', bars),
      presentChart('Providers by network', 'providers', byProviders(listed)),
    ],
  };
}

type ListedNetwork = ReturnType<typeof presentNetwork>;

/** The largest categories, each on one of the largest networks. */
function presentQuick(
  categories: readonly { readonly key: string; readonly label: string; readonly offers: number }[],
  largest: readonly ListedNetwork[],
  { metrics, urls }: Pick<HomeInput, 'metrics' | 'urls'>,
) {
  const first = categories.toSorted((a, b) => b.offers - a.offers).slice(0, largest.length);
  return first.slice(0, quickCount).flatMap(({ key, label }, index) => {
    const network = largest[index];
    const listed = metrics.networks[network?.key ?? '']?.categories.some(
      (known) => known.key === key && known.count > 0,
    );
    return network && listed
      ? [{ label: `${label} on ${network.name}`, href: urls.href(null, network.key, `/toolbox/${key}`) }]
      : [];
  });
}

function byProviders(networks: readonly ListedNetwork[]) {
  const most = networks.toSorted((a, b) => b.providers - a.providers).slice(0, largestCount);
  return most.map(({ name, href, providers }) => ({ label: name, href, value: providers }));
}

function presentNetwork(network: NetworkEntry, metrics: SnapshotMetrics, urls: Urls) {
  const { entries = 0, providers = 0 } = metrics.networks[network.network] ?? {};
  const name = nameOf(network);
  return {
    key: network.network,
    name,
    href: urls.href(null, network.network, '/'),
    offers: entries,
    count: formatCount(entries),
    counts: countsOf({ count: entries, providersCount: providers }),
    providers,
    ...monogramOf(name),
    icon: ownPicture(network.icon),
  };
}

function countsOf({ count, providersCount }: { readonly count: number; readonly providersCount: number }): string {
  return `${plural(count, 'offer')} · ${plural(providersCount, 'provider')}`;
}

function wholeOf({ entries, providers }: { readonly entries: number; readonly providers: number }): string {
  return `${plural(entries, 'offer')} of ${plural(providers, 'provider')}`;
}

/** A picture on another site would tell that site who reads here. */
export function ownPicture(icon: string | null): string | null {
  return icon !== null && /^\/(?![/\\])/.test(icon) ? icon : null;
}

export function presentNetworkHome(
  network: NetworkEntry,
  categories: readonly CategoryDefinition[],
  metrics: NetworkMetrics,
  urls: Urls,
) {
  const name = nameOf(network);
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
    whole: wholeOf(metrics),
    allProviders: metrics.providers === 1 ? 'Its provider' : `All ${formatCount(metrics.providers)} providers`,
    search: to('/search'),
    directory: to('/providers'),
    categories: active.map((category) => ({
      ...category,
      icon: iconOf(category.icon),
      counts: countsOf(category),
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
