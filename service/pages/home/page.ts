/** GET / of the site: search, networks, coverage, ready sets, changed prices and categories. */
import { formatCount } from '../../../common/format-count.ts';
import { applicationOf } from '../../api/application.ts';
import { type CountedCategory, coverageOf, describeCoverage } from '../../api/coverage.ts';
import { type Handler, snapshotOf } from '../../http/context.ts';
import { placeOf } from '../../query/place.ts';
import { siteOf } from '../../site.ts';
import type { NetworkEntry } from '../../snapshot/catalog.ts';
import type { SnapshotMetrics } from '../../snapshot/metrics.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { listingsAndProviders, plural } from '../../text/counts.ts';
import type { Urls } from '../../urls.ts';
import { linkToOffer } from '../search/offer-link.ts';
import { presentRecentPrices } from '../shared/changes/news.ts';
import { iconOf, networkLogosOf } from '../shared/logos.ts';
import { type PageDeps, sendPage } from '../shared/page.ts';
import { describeDirectory } from '../shared/structured-data.ts';
import { presentStart, readExamples, readLiveAnswer, readStarts } from './starts.ts';

/** Networks in the first list and in the picture of coverage. */
const largestCount = 12;
/** With fewer networks the page has one list by name only. */
const minNetworksForTwoLists = 19;

export function homePage(deps: PageDeps): Handler {
  return async (ctx) => {
    const snapshot = snapshotOf(ctx);
    const { catalog, manifest } = snapshot;
    const { metrics } = manifest;
    const { urls } = deps;
    const networkLogoOf = networkLogosOf(snapshot, null, urls);
    const coverage = coverageOf(snapshot, urls);
    const listed = coverage.networks.map((network) => ({
      ...presentNetwork(network, metrics, urls),
      ...networkLogoOf(network.network),
    }));
    const largest = listed.toSorted((a, b) => b.offers - a.offers).slice(0, largestCount);
    const split = listed.length >= minNetworksForTwoLists;
    const filled = coverage.categories.filter(({ count }) => count > 0);
    const empty = coverage.categories.filter(({ count }) => count === 0);
    const examples = await readExamples(snapshot, largest);
    const starts = await readStarts(snapshot, largest);
    const total = describeCoverage(coverage);
    const view = {
      tiles: split ? largest : listed,
      split,
      byName: split ? listed : [],
      total,
      networkCount: formatCount(listed.length),
      categoryCount: formatCount(coverage.categories.length),
      allProviders: `All ${plural(coverage.providers, 'provider')}`,
      categories: filled.map((category) => presentCategory(category, urls)),
      empty: empty.map(({ label }) => label).join(', '),
      coverage: presentCoverage({ networks: largest, categories: filled, metrics, urls }),
      search: urls.href(null, null, '/search'),
      providersHref: urls.href(null, null, '/providers'),
      examples: examples.map((q) => ({ q, href: urls.href(null, null, '/search', { q }) })),
      live: await presentLive(snapshot, largest, urls),
      starts: starts.map((start) => ({ ...networkLogoOf(start.network), ...presentStart(start, snapshot, urls) })),
      application: applicationOf(catalog, urls, null),
      recent: await presentRecentPrices(placeOf(snapshot, null, urls)),
    };
    const title = siteOf(snapshot).name;
    const description = `Compare ${total}.`;
    const json = { path: '/api/networks' };
    const frame = { title, description, figure: total, network: null, path: '/', json, feed: {}, ownSearch: true };
    const structured = describeDirectory(description, { ...deps, snapshot });
    sendPage(ctx, { template: 'home', frame: { ...frame, structured }, view }, deps);
  };
}

async function presentLive(snapshot: Snapshot, networks: readonly { key: string; name: string }[], urls: Urls) {
  const live = await readLiveAnswer(snapshot, networks);
  if (live === null) return null;
  const { q, text, found, network } = live;
  return {
    q: `${q.charAt(0).toUpperCase()}${q.slice(1)}`,
    all: urls.href(null, null, '/search', { q }),
    text,
    href: linkToOffer(found, {}, { from: placeOf(snapshot, null, urls), network }),
  };
}

function presentCategory({ count, providersCount, ...category }: CountedCategory, urls: Urls) {
  return {
    ...category,
    icon: iconOf(category.icon),
    counts: listingsAndProviders(count, providersCount),
    href: urls.href(null, null, '/search', { category: category.key }),
  };
}

function presentNetwork(network: NetworkEntry, metrics: SnapshotMetrics, urls: Urls) {
  const { entries = 0, providers = 0 } = metrics.networks[network.network] ?? {};
  return {
    key: network.network,
    name: network.name,
    href: urls.href(null, network.network, '/'),
    offers: entries,
    count: formatCount(entries),
    counts: listingsAndProviders(entries, providers),
  };
}

interface ListedNetwork {
  readonly key: string;
  readonly name: string;
}

interface CoverageInput<N extends ListedNetwork> {
  readonly networks: readonly N[];
  readonly categories: readonly { readonly key: string; readonly label: string }[];
  readonly metrics: SnapshotMetrics;
  readonly urls: Urls;
}

/** Shades besides none. */
const shades = 5;

/** Null for a single network, which has nothing to compare with. */
function presentCoverage<N extends ListedNetwork>({ networks, categories, metrics, urls }: CoverageInput<N>) {
  if (networks.length < 2) return null;
  const counted = networks.map((network) => ({ network, counts: countsOf(network.key, metrics) }));
  const most = Math.max(...counted.flatMap(({ counts }) => [...counts.values()]));
  return {
    columns: categories.map(({ label }) => ({ label })),
    lines: counted.map(({ network, counts }) => ({
      ...network,
      cells: categories.map(({ key }) => {
        const count = counts.get(key) ?? 0;
        const href = count === 0 ? null : urls.href(null, network.key, `/toolbox/${key}`);
        // The root keeps the shades of small categories apart.
        return { count: formatCount(count), href, shade: Math.ceil(Math.sqrt(count / most) * shades) };
      }),
    })),
  };
}

function countsOf(network: string, metrics: SnapshotMetrics): ReadonlyMap<string, number> {
  const { categories = [] } = metrics.networks[network] ?? {};
  return new Map(categories.map(({ key, providersCount }) => [key, providersCount]));
}
