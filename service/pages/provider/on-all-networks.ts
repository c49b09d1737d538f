/** GET /providers/{slug} of the site: the profile of a provider with its offers on all networks, each once. */
import { createPause } from '../../common/pauses.ts';
import { applicationOf } from '../api/application.ts';
import { readProvider } from '../api/directory.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import { countOffers, type ProviderOffers } from '../query/offers/directory.ts';
import { presenceOf } from '../query/offers/offers.ts';
import { findPresence } from '../query/offers/providers.ts';
import { maxPicked } from '../query/view.ts';
import type { FoundOffer } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { formatCount, offeredForAll, plural } from '../text/counts.ts';
import type { Urls } from '../urls.ts';
import { presentAlternatives } from './shared/alternatives.ts';
import { pastPresenter } from './shared/changes/past.ts';
import { presentRecent } from './shared/changes/recent.ts';
import { iconOf } from './shared/icons.ts';
import { logosOf, networkLogosOf } from './shared/logos.ts';
import { titleOf } from './shared/offer-table/title.ts';
import { type PageDeps, sendPage } from './shared/page.ts';
import { describePresence } from './shared/presence.ts';
import { mainOf, maxListed, presentProvider, renderTable } from './shared/profile-parts.ts';
import { describeOrganization } from './shared/structured-data.ts';

export function providerPage(deps: PageDeps): Handler {
  return async (ctx) => {
    const snapshot = snapshotOf(ctx);
    const found = readProvider(ctx, snapshot, []);
    const { provider } = found;
    const { catalog } = snapshot;
    const view = {
      ...presentProvider(provider, deps.urls.href(null, null, '/about')),
      ...logosOf(snapshot, null, deps.urls)(provider.name),
      ...(await presentProfile(found, snapshot, deps)),
      application: applicationOf(catalog, deps.urls, [...found.offers.keys()]),
      source: deps.urls.source(catalog.providerSources.get(provider.slug)),
    };
    const { slug, name } = provider;
    const plans = view.main === null ? '' : `, ${view.main.label} ${view.main.plans}`;
    const description = `Plans and prices of ${name}: ${view.counts}${plans}. ${provider.description ?? ''}`;
    const json = { path: `/api/providers/${slug}` };
    const structured = describeOrganization({
      provider,
      logo: view.logo === null ? null : deps.urls.absolute(null, view.logo),
      categories: view.sections.map(({ label, offers }) => ({ label, offers })),
    });
    const frame = {
      title: `${name}: plans and prices`,
      description,
      network: null,
      path: `/providers/${slug}`,
      json,
      markdown: {},
      feed: { provider: slug },
      manifest: snapshot.manifest,
      structured,
    };
    sendPage(ctx, { template: 'provider', frame, view }, deps);
  };
}

/** Networks listed before the rest is collapsed. */
const maxNetworks = 24;

async function presentProfile(found: ProviderOffers, snapshot: Snapshot, deps: PageDeps) {
  const { provider, offers } = found;
  const sections = await presentSections(offers, snapshot, deps);
  const networks = presentNetworks(found, snapshot, deps);
  const presence = describePresence(found);
  const inCategories = offers.size === 1 ? '1 category' : `${offers.size} categories`;
  return {
    crumbs: [
      { label: 'Providers', href: deps.urls.href(null, null, '/providers') },
      { label: provider.name, href: null },
    ],
    counts: `${plural(countOffers(found), 'offer')} in ${inCategories} ${presence}`,
    sections,
    main: mainOf(sections),
    recent: presentRecent({ snapshot, network: null, urls: deps.urls }, { providers: [provider.name] }),
    alternatives: presentAlternatives(found, snapshot, deps.urls),
    presence: `${presence[0]?.toUpperCase()}${presence.slice(1)}`,
    networks: networks.slice(0, maxNetworks),
    more: networks.slice(maxNetworks),
  };
}

async function presentSections(offers: ProviderOffers['offers'], snapshot: Snapshot, deps: PageDeps) {
  const pastOf = pastPresenter({ snapshot, network: null, urls: deps.urls });
  const sections = [];
  const pause = createPause();
  for (const { key, label, icon } of snapshot.catalog.categories) {
    const list = offers.get(key);
    if (!list) continue;
    const shown = list.slice(0, maxListed);
    const ids = shown.map(({ rows }) => rows[0] ?? 0);
    const table = await renderTable({ snapshot, network: null, category: key, ids, chains: [], pastOf, pause }, deps);
    const all = deps.urls.href(null, null, '/search', { q: nameOf(list), category: key });
    const rest = shown.length < list.length ? { href: all, text: `All ${list.length} offers` } : null;
    const listings = list.flatMap(({ rows }) => rows).length;
    const counts = { offers: list.length, listings, count: plural(list.length, 'offer'), rest };
    const compare = presentCompareLink(key, list, deps.urls);
    sections.push({ key, label, icon: iconOf(icon), ...counts, compare, ...table, ...presentPlaces(shown, snapshot) });
  }
  return sections;
}

function nameOf([first]: readonly FoundOffer[]): string {
  return first?.offer.provider ?? '';
}

/** Link to the comparison of the offers; null if there is only one. */
function presentCompareLink(category: string, offers: readonly FoundOffer[], urls: Urls) {
  if (offers.length < 2) return null;
  const compared = offers.slice(0, maxPicked).map(({ offer }) => offer.slug);
  return {
    href: urls.href(null, null, '/compare', { category, offer: compared }),
    text: `Compare the ${compared.length < offers.length ? 'first ' : ''}${compared.length} side by side`,
  };
}

/** Networks that its listings name first. */
function presentNetworks({ provider, namedNetworks }: ProviderOffers, snapshot: Snapshot, { urls }: PageDeps) {
  const presence = findPresence(snapshot, [provider.name]).get(provider.name) ?? [];
  const networkLogoOf = networkLogosOf(snapshot, null, urls);
  const named = new Set(namedNetworks);
  const inOrder = presence.toSorted((a, b) => Number(named.has(b.network)) - Number(named.has(a.network)));
  return inOrder.flatMap(({ network, offers }) => {
    const entry = snapshot.catalog.networks.get(network);
    if (!entry) return [];
    const href = urls.href(null, network, `/providers/${provider.slug}`);
    return [{ name: entry.name, href, count: formatCount(offers), ...networkLogoOf(network) }];
  });
}

/** One sentence if all offers are on the same networks, else the networks of each offer. */
function presentPlaces(offers: readonly FoundOffer[], snapshot: Snapshot) {
  const places = offers.map(({ offer, rows }) => {
    const named = rows.filter((id) => snapshot.scopeOf(id) === 'network');
    const names = presenceOf(snapshot, named, []).networks.map((key) => snapshot.catalog.networkName(key));
    const everywhere = named.length === rows.length ? [] : [offeredForAll];
    return {
      title: `${titleOf(snapshot.row(rows[0] ?? 0))} (${offer.slug})`,
      networks: [...everywhere, ...names].join(', '),
    };
  });
  const [first] = places;
  const isSame = places.every((place) => place.networks === first?.networks);
  if (!isSame || !first) return { together: null, places };
  return { together: `${offers.length === 1 ? 'Networks' : 'Networks of each offer'}: ${first.networks}`, places: [] };
}
