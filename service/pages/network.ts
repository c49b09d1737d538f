/** GET / of a network: its categories. */
import { formatCount } from '../../common/format-count.ts';
import { getOrInsert } from '../../common/get-or-insert.ts';
import { networkTitleOf } from '../../model/site.ts';
import { applicationOf } from '../api/application.ts';
import { activeCategories } from '../api/coverage.ts';
import { requestedPlace } from '../api/resource.ts';
import { metricsOf } from '../api/rows/categories.ts';
import type { Handler } from '../http/context.ts';
import type { Place } from '../questions/place.ts';
import { siteOf } from '../site.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { offersInListings, plural } from '../text/counts.ts';
import { iconOf } from '../text/icons.ts';
import { publicEndpoints } from './rpc-endpoints.ts';
import { presentRecent } from './shared/changes/news.ts';
import { page } from './shared/definition.ts';
import { presentFeeds } from './shared/frame.ts';
import { networkLogosOf } from './shared/logos.ts';
import { type PageDeps, sendPage } from './shared/page.ts';
import { describePrices, pricesOfRows } from './shared/price-range.ts';
import { describeList } from './shared/structured-data.ts';

/** The first of the chains that the page lists. */
const mainChain = 'mainnet';

function networkPage(deps: PageDeps): Handler {
  return async (ctx) => {
    const { urls } = deps;
    const place = requestedPlace(ctx, urls);
    const { snapshot, network: key, entry, name, href } = place;
    if (entry === null || key === null) throw new Error('the page is of a network');
    const { catalog } = snapshot;
    const metrics = metricsOf(snapshot, key);
    const active = activeCategories(catalog.categories, metrics);
    const own = ownProviders(key, snapshot);
    const mostUsed = active.toSorted(
      (a, b) => own(b.key) - own(a.key) || b.providersCount - a.providersCount || b.count - a.count,
    );
    const prices = pricesOn(key, snapshot);
    const sold = offersInListings(snapshot.offersIn(key), metrics.entries);
    const total = `${sold} from ${plural(metrics.providers, 'provider')}`;
    const view = {
      networkName: name,
      crumbs: [{ label: name, href: null }],
      docs: entry.docs,
      chains: entry.chains.toSorted((a, b) => Number(b === mainChain) - Number(a === mainChain)),
      total,
      allProviders:
        metrics.providers === 1
          ? 'One provider'
          : `All ${formatCount(metrics.providers)} providers`,
      search: href('/search'),
      directory: href('/providers'),
      facts: factsOf(entry, key, place),
      categories: mostUsed.map(({ key: category, label, icon, providersCount }) => ({
        label,
        icon: iconOf(icon),
        counts: plural(providersCount, 'provider'),
        prices: prices.get(category) ?? null,
        href: href(`/toolbox/${category}`),
      })),
      application: applicationOf(catalog, urls, null),
      ...networkLogosOf(place)(key),
      recent: await presentRecent(place),
      changes: href('/changes'),
      feedLinks: presentFeeds(key, {}, urls),
    };
    const title = networkTitleOf(siteOf(snapshot), name);
    const frame = {
      title,
      description: `Compare ${total} ${catalog.terms.on} ${name}.`,
      figure: total,
      network: key,
      path: '/',
      json: { path: `${place.api}/categories` },
      feed: {},
      ownSearch: true,
      structured: describeList(
        title,
        view.categories.map(({ label, href }) => ({ name: label, url: urls.absolute(key, href) })),
        1,
      ),
    };
    sendPage(ctx, { template: 'network', frame, view }, deps);
  };
}

/** How many providers list offers of a category for the network itself, not only for all. */
function ownProviders(network: string, snapshot: Snapshot): (category: string) => number {
  const counts = snapshot.derived.of(
    `own providers of ${network}`,
    () => new Map<string, number>(),
  );
  const count = (category: string) => {
    const ids = snapshot.rowsOfListing(network, category);
    const own = ids.filter((id) => snapshot.scopeOf(id) === 'network');
    return new Set(own.map((id) => snapshot.providerOf(id))).size;
  };
  return (category) => getOrInsert(counts, category, () => count(category));
}

/** What users of a chain look up: its number, other names, public endpoints and explorers. */
function factsOf({ caip2, aliases }: NetworkEntry, key: string, { snapshot, href: to }: Place) {
  const idsOf = (category: string) => snapshot.rowsOfListing(key, category);
  const endpoints = publicEndpoints(snapshot, key).length;
  const explorers = new Set(idsOf('explorers').map((id) => snapshot.providerOf(id))).size;
  const fact = (label: string, text: string | null, link: string | null = null) =>
    text === null ? [] : [{ label, text, href: link }];
  return [
    ...fact('Chain id', caip2?.replace(/^eip155:/, '') ?? null),
    ...fact('CAIP-2', caip2),
    ...fact('Also known as', aliases.length === 0 ? null : aliases.join(', ')),
    ...fact(
      'Public endpoints',
      endpoints === 0 ? null : plural(endpoints, 'address', 'addresses'),
      to('/rpc-endpoints'),
    ),
    ...fact(
      'Explorers',
      explorers === 0 ? null : plural(explorers, 'provider'),
      to('/toolbox/explorers'),
    ),
  ];
}

/** Prices of each category in a few words. Kept with the snapshot. */
function pricesOn(network: string, snapshot: Snapshot): ReadonlyMap<string, string | null> {
  const pricesIn = (category: string) =>
    describePrices(
      pricesOfRows(snapshot, network, category, snapshot.rowsOfListing(network, category)),
    );
  return snapshot.derived.of(
    `prices of categories ${network}`,
    () => new Map(snapshot.catalog.categoryKeys.map((category) => [category, pricesIn(category)])),
  );
}

export const network = page({
  name: 'network',
  path: '/',
  on: 'network',
  parameters: [],
  handler: networkPage,
  sitemap: 'data',
  navigation: { omitted: 'the page of networks links it' },
  operation: { omitted: 'its JSON is the operation of categories' },
  example: '/',
});
