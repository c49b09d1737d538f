/** GET / of the site: search, answers, changed prices, networks, coverage, categories and sets. */
import { formatCount } from '../../../common/format-count.ts';
import { applicationOf } from '../../api/application.ts';
import { type CountedCategory, coverageOf, describeCoverage } from '../../api/coverage.ts';
import { type Handler, snapshotOf } from '../../http/context.ts';
import { type Place, placeOf } from '../../questions/place.ts';
import { siteOf } from '../../site.ts';
import type { NetworkEntry } from '../../snapshot/catalog.ts';
import { listingsAndProviders, plural } from '../../text/counts.ts';
import { iconOf } from '../../text/icons.ts';
import { linkToOffer } from '../search/offer-link.ts';
import { presentRecentPrices } from '../shared/changes/news.ts';
import { page } from '../shared/definition.ts';
import { networkLogosOf } from '../shared/logos.ts';
import { type PageDeps, sendPage } from '../shared/page.ts';
import { describeDirectory } from '../shared/structured-data.ts';
import { readLiveAnswers } from './answers.ts';
import { presentStart, readStarts } from './starts.ts';

/** Networks in the first list and in the picture of coverage. */
const largestCount = 12;
/** With fewer networks the page has one list by name only. */
const minNetworksForTwoLists = 19;

function homePage(deps: PageDeps): Handler {
  return async (ctx) => {
    const place = placeOf(snapshotOf(ctx), null, deps.urls);
    const { snapshot, urls, href } = place;
    const networkLogoOf = networkLogosOf(place);
    const coverage = coverageOf(snapshot, urls);
    const listed = coverage.networks.map((network) => ({
      ...presentNetwork(network, place),
      ...networkLogoOf(network.network),
    }));
    const largest = listed.toSorted((a, b) => b.offers - a.offers).slice(0, largestCount);
    const split = listed.length >= minNetworksForTwoLists;
    const filled = coverage.categories.filter(({ count }) => count > 0);
    const empty = coverage.categories.filter(({ count }) => count === 0);
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
      categories: filled.map(({ count, providersCount, ...category }) => ({
        ...category,
        icon: iconOf(category.icon),
        counts: listingsAndProviders(count, providersCount),
        href: href(`/toolbox/${category.key}`),
      })),
      empty: empty.map(({ label }) => label).join(', '),
      coverage: presentCoverage(largest, filled, place),
      search: href('/search'),
      providersHref: href('/providers'),
      answers: (await presentAnswers(largest, place)).map(({ network, ...answer }) => ({
        ...answer,
        logo: network === null ? null : networkLogoOf(network),
      })),
      starts: starts.map((start) => ({
        ...networkLogoOf(start.network),
        ...presentStart(start, place),
      })),
      application: applicationOf(snapshot.catalog, urls, null),
      recent: await presentRecentPrices(place),
    };
    const title = siteOf(snapshot).name;
    const description = `Compare ${total}.`;
    const json = { path: '/api/networks' };
    const frame = {
      title,
      description,
      figure: total,
      network: null,
      path: '/',
      json,
      feed: {},
      ownSearch: true,
    };
    const structured = describeDirectory(description, { ...deps, snapshot });
    sendPage(ctx, { template: 'home', frame: { ...frame, structured }, view }, deps);
  };
}

async function presentAnswers(networks: readonly ListedNetwork[], place: Place) {
  const answers = await readLiveAnswers(place.snapshot, networks);
  return answers.map(({ q, network, parameters, figure, names, offer }) => ({
    network,
    q: `${q.charAt(0).toUpperCase()}${q.slice(1)}`,
    all: place.href('/search', { q }),
    figure,
    names,
    href: offer && network ? linkToOffer(offer, parameters, { from: place, network }) : null,
  }));
}

type ListedNetwork = ReturnType<typeof presentNetwork>;

function presentNetwork({ network: key, name }: NetworkEntry, { snapshot, urls }: Place) {
  const { entries = 0, providers = 0 } = snapshot.manifest.metrics.networks[key] ?? {};
  return {
    key,
    name,
    href: urls.href(null, key, '/'),
    offers: entries,
    count: formatCount(entries),
    counts: listingsAndProviders(entries, providers),
  };
}

/** Shades besides none. */
const shades = 5;

/** Null for a single network, which has nothing to compare with. */
function presentCoverage(
  networks: readonly ListedNetwork[],
  categories: readonly CountedCategory[],
  { snapshot, urls }: Place,
) {
  if (networks.length < 2) return null;
  const metrics = snapshot.manifest.metrics.networks;
  const counted = networks.map((network) => {
    const counts = metrics[network.key]?.categories.map(
      ({ key, providersCount }) => [key, providersCount] as const,
    );
    return { network, counts: new Map(counts) };
  });
  const most = Math.max(...counted.flatMap(({ counts }) => [...counts.values()]));
  return {
    columns: categories,
    lines: counted.map(({ network, counts }) => ({
      ...network,
      cells: categories.map(({ key }) => {
        const count = counts.get(key) ?? 0;
        const href = count === 0 ? null : urls.href(null, network.key, `/toolbox/${key}`);
        // The root keeps the shades of small categories apart.
        return {
          count: formatCount(count),
          href,
          shade: Math.ceil(Math.sqrt(count / most) * shades),
        };
      }),
    })),
  };
}

export const home = page({
  name: 'home',
  path: '/',
  on: 'site',
  parameters: [],
  handler: homePage,
  sitemap: 'data',
  navigation: { label: 'Networks' },
  operation: { omitted: 'its JSON is the operation of networks' },
  example: '/',
});
