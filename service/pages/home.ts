/** GET / of the site: all networks and categories. */
import type { Manifest } from '../../model/manifest.ts';
import type { SnapshotMetrics } from '../../model/metrics.ts';
import { applicationOf } from '../api/application.ts';
import { type CountedCategory, type Coverage, coverageOf, describeCoverage } from '../api/coverage.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import { formatCount, listingsAndProviders } from '../text/counts.ts';
import type { Urls } from '../urls.ts';
import { presentRecent } from './shared/changes/recent.ts';
import { presentChart } from './shared/chart.ts';
import { iconOf } from './shared/icons.ts';
import { type LogoOf, networkLogosOf } from './shared/logos.ts';
import { type PageDeps, sendPage } from './shared/page.ts';
import { describeDirectory } from './shared/structured-data.ts';

export function homePage(deps: PageDeps): Handler {
  return (ctx) => {
    const snapshot = snapshotOf(ctx);
    const { manifest } = snapshot;
    const { urls } = deps;
    const home = presentHome({
      coverage: coverageOf(snapshot, urls),
      metrics: manifest.metrics,
      networkLogoOf: networkLogosOf(snapshot, null, urls),
      urls,
    });
    const application = applicationOf(snapshot.catalog, urls, null);
    const view = { ...home, application, recent: presentRecent({ snapshot, network: null, urls }) };
    const title = 'Web3 infrastructure directory';
    const description = `Compare ${view.total}.`;
    const json = { path: '/api/networks' };
    const frame = { title, description, network: null, path: '/', json, feed: {}, manifest, ownSearch: true };
    const structured = describeHome(title, description, { ...deps, manifest });
    sendPage(ctx, { template: 'home', frame: { ...frame, structured }, view }, deps);
  };
}

function describeHome(
  name: string,
  description: string,
  { urls, publication, manifest }: Pick<PageDeps, 'urls' | 'publication'> & { readonly manifest: Manifest },
) {
  return describeDirectory({
    name,
    description,
    home: urls.to(null, '/'),
    search: urls.to(null, '/search'),
    data: urls.to(null, '/data'),
    manifest: urls.to(null, '/data/manifest.json'),
    modified: manifest.generatedAt,
    publisher: publication.publisher,
  });
}

interface HomeInput {
  readonly coverage: Coverage;
  readonly metrics: SnapshotMetrics;
  readonly networkLogoOf: LogoOf;
  readonly urls: Urls;
}

/** Networks in the first list and in the chart. */
const largestCount = 12;
/** Direct links to directory pages. */
const quickCount = 4;
/** With fewer networks the page has one list by name only. */
const minNetworksForTwoLists = 19;

function presentHome({ coverage, metrics, networkLogoOf, urls }: HomeInput) {
  const listed = coverage.networks.map((network) => ({
    ...presentNetwork(network, metrics, urls),
    ...networkLogoOf(network.network),
  }));
  const largest = listed.toSorted((a, b) => b.offers - a.offers).slice(0, largestCount);
  const split = listed.length >= minNetworksForTwoLists;
  const categories = coverage.categories.map((category) => presentCategory(category, urls));
  const filled = categories.filter(({ offers }) => offers > 0);
  const bars = filled.map(({ label, href, offers }) => ({ label, href, value: offers }));
  return {
    tiles: split ? largest : listed,
    split,
    byName: split ? listed : [],
    total: describeCoverage(coverage),
    networkCount: formatCount(listed.length),
    offers: formatCount(coverage.offers),
    entries: formatCount(coverage.entries),
    providers: formatCount(coverage.providers),
    categoryCount: formatCount(categories.length),
    categories,
    search: urls.href(null, null, '/search'),
    providersHref: urls.href(null, null, '/providers'),
    quick: presentQuickLinks(categories, largest, { metrics, urls }),
    charts: [
      presentChart('Listings by category', 'listings', bars),
      presentChart('Providers by network', 'providers', providerBars(listed)),
    ],
  };
}

/** A category without offers has no link, because its search finds nothing. */
function presentCategory({ count, providersCount, ...category }: CountedCategory, urls: Urls) {
  return {
    ...category,
    icon: iconOf(category.icon),
    offers: count,
    counts: listingsAndProviders(count, providersCount),
    href: count === 0 ? null : urls.href(null, null, '/search', { category: category.key }),
  };
}

type ListedNetwork = ReturnType<typeof presentNetwork>;

/** The largest categories, each on one of the largest networks. */
function presentQuickLinks(
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

function providerBars(networks: readonly ListedNetwork[]) {
  const most = networks.toSorted((a, b) => b.providers - a.providers).slice(0, largestCount);
  return most.map(({ name, href, providers }) => ({ label: name, href, value: providers }));
}

function presentNetwork(network: NetworkEntry, metrics: SnapshotMetrics, urls: Urls) {
  const { entries = 0, providers = 0 } = metrics.networks[network.network] ?? {};
  const name = network.name;
  return {
    key: network.network,
    name,
    href: urls.href(null, network.network, '/'),
    offers: entries,
    count: formatCount(entries),
    counts: listingsAndProviders(entries, providers),
    providers,
  };
}
