/**
 * GET /providers/{slug} of the site and of a network: the profile of a provider with its offers
 * there.
 */
import { formatCount } from '../../../common/format-count.ts';
import type { ProviderDefinition } from '../../../model/providers.ts';
import {
  countOffers,
  findPresence,
  hasOwnProfile,
  knownFor,
  type ProviderOffers,
  rowsByCategory,
} from '../../answers/directory.ts';
import { orderPlans } from '../../answers/ladder.ts';
import { applicationOf } from '../../api/application.ts';
import { ownCells, readProvider } from '../../api/providers/on-network.ts';
import { requestedPlace } from '../../api/resource.ts';
import type { Handler } from '../../http/context.ts';
import { titleOf } from '../../notations/offer-title.ts';
import { createPause } from '../../pauses.ts';
import { presenceOf } from '../../query/offers.ts';
import { maxPicked } from '../../questions/parameters.ts';
import type { Place } from '../../questions/place.ts';
import type { MatchedOffer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { capitalize } from '../../text/clip.ts';
import { joinNames, offeredForAll, offersInListings, plural } from '../../text/counts.ts';
import { iconOf } from '../../text/icons.ts';
import { outsideLink } from '../../text/outside.ts';
import { profileLinks } from '../../text/profile-links.ts';
import { presentRecent } from '../shared/changes/news.ts';
import { pastPresenter } from '../shared/changes/past.ts';
import { logosOf, networkLogosOf } from '../shared/logos.ts';
import { presentFact } from '../shared/offer-table/details.ts';
import { type PageDeps, sendPage } from '../shared/page.ts';
import { describePresence } from '../shared/presence.ts';
import { describeOrganization } from '../shared/structured-data.ts';
import { presentAlternatives } from './alternatives.ts';
import { renderTable } from './table.ts';

export function providerPage(deps: PageDeps): Handler {
  return async (ctx) => {
    const { urls } = deps;
    const place = requestedPlace(ctx, urls);
    const { snapshot, network, on } = place;
    const profile = readProvider(ctx, place);
    const { provider } = profile;
    const { slug, name, description: about } = provider;
    const mark = logosOf(place)(name);
    const sections = await presentSections(profile, place, deps);
    const keys = sections.map(({ key }) => key);
    const main = mainOf(sections);
    const presence =
      network === null ? await presentOnSite(profile, place) : presentOnNetwork(profile, place);
    const view = {
      ...presentProvider(provider, urls.href(network, null, '/about')),
      ...mark,
      crumbs: [
        ...place.crumbs,
        { label: 'Providers', href: place.href('/providers') },
        { label: name, href: null },
      ],
      ...presence,
      sections,
      main,
      application: applicationOf(snapshot.catalog, urls, keys),
      source: urls.source(snapshot.catalog.providerSources.get(slug)),
      facts: presentFacts(provider, place),
    };
    const figure = `${presence.counts}${main === null ? '' : `, ${main.label} ${main.plans}`}`;
    const { facts } = snapshot.catalog;
    const stated = facts.filter((fact) => fact === 'plans' || fact === 'prices');
    const told = joinNames(stated) || 'offers';
    const logo = mark.logo === null ? null : urls.absolute(network, mark.logo);
    const frame = {
      title: `${name}${on}: ${told}`,
      description: `${capitalize(told)} of ${name}: ${figure}. ${about ?? ''}`,
      figure,
      network,
      path: `/providers/${slug}`,
      canonical:
        network === null || hasOwnProfile(profile, urls)
          ? null
          : urls.to(null, `/providers/${slug}`),
      json: { path: `${place.api}/providers/${slug}` },
      markdown: {},
      feed: { provider: slug },
      structured: describeOrganization({ provider, logo, categories: sections }),
    };
    sendPage(ctx, { template: 'profile', frame, view }, deps);
  };
}

/** What the profile says over all networks. */
async function presentOnSite(profile: ProviderOffers, place: Place) {
  const { provider, offers, namedNetworks } = profile;
  const { terms } = place.snapshot.catalog;
  const presence = describePresence(profile, terms);
  return {
    counts: `${plural(countOffers(profile), 'offer')} in ${plural(offers.size, 'category', 'categories')} ${presence}`,
    recent: await presentRecent(place, { providers: [provider.name] }),
    alternatives: presentAlternatives(profile, place),
    presence: {
      id: 'networks',
      title: capitalize(presence),
      ...presentNetworks(provider, place, namedNetworks),
    },
  };
}

function presentOnNetwork(profile: ProviderOffers, place: Place) {
  const { network, name, urls, snapshot } = place;
  const { terms } = snapshot.catalog;
  const { provider, offers } = profile;
  const listings = [...offers.values()].flat().flatMap(({ rows }) => rows).length;
  const { count, ...networks } = presentNetworks(provider, place);
  const elsewhere = {
    id: 'elsewhere',
    title: `Also ${terms.on} ${plural(count, `other ${terms.network}`, `other ${terms.networks}`)}`,
    ...networks,
  };
  return {
    networkName: name,
    everywhere:
      urls.onlyNetwork === null ? urls.href(network, null, `/providers/${provider.slug}`) : null,
    counts: `${offersInListings(countOffers(profile), listings)}, in ${plural(offers.size, 'category', 'categories')} ${terms.on} ${name}`,
    presence: count === 0 ? null : elsewhere,
  };
}

/**
 * Listings of a category that a profile shows, more than any provider of the corpus has: a page
 * would grow with them without end.
 */
const maxListed = 50;

/** Offers by category: on a network its listings, over all networks each offer once. */
async function presentSections(profile: ProviderOffers, place: Place, deps: PageDeps) {
  const offers = [...profile.offers.values()].flat().map(({ offer }) => offer);
  const pastOf = await pastPresenter(place, offers);
  const pause = createPause();
  const rowsOf = rowsByCategory(profile);
  const sections = [];
  const { categories } = place.snapshot.catalog;
  for (const known of knownFor(profile, place.snapshot)) {
    const category = categories.find(({ key }) => key === known);
    const list = profile.offers.get(known);
    const rows = rowsOf.get(known);
    if (!category || !list || !rows) continue;
    const { key, label, icon } = category;
    const { ids, ...section } =
      place.network === null
        ? presentOffers(key, list, place)
        : presentListings(key, rows, profile.provider.name, place);
    const byRow = new Map(list.map(({ rows: rowsOfLine }) => [rowsOfLine[0] ?? -1, rowsOfLine]));
    const listingsOf = (id: number) => byRow.get(id) ?? [id];
    const input = { category: key, ids, listingsOf, pastOf, pause };
    const table = await renderTable(place, input, deps);
    sections.push({
      key,
      label,
      icon: iconOf(icon),
      offers: list.length,
      listings: rows.length,
      ...section,
      ...table,
    });
  }
  return sections;
}

function presentListings(
  category: string,
  rows: readonly number[],
  provider: string,
  { snapshot, href }: Place,
) {
  const filter = href(`/toolbox/${category}`, { 'f.provider': [provider] });
  return {
    ids: orderPlans(snapshot, rows).slice(0, maxListed),
    count: offersInListings(snapshot.countOffers(rows), rows.length),
    filter,
    rest: rows.length > maxListed ? { href: filter, text: `All ${rows.length} listings` } : null,
  };
}

function presentOffers(category: string, list: readonly MatchedOffer[], { snapshot, href }: Place) {
  const byRow = new Map(list.map((matchedOffer) => [matchedOffer.rows[0] ?? 0, matchedOffer]));
  const ordered = orderPlans(snapshot, [...byRow.keys()], (id) => byRow.get(id)?.rows ?? [id]);
  const shown = ordered.slice(0, maxListed);
  const offersOf = (ids: readonly number[]) => ids.flatMap((id) => byRow.get(id) ?? []);
  const all = href('/search', { q: list[0]?.offer.provider ?? '', category });
  const compared = offersOf(ordered.slice(0, maxPicked)).map(({ offer }) =>
    snapshot.offers.keyOf(offer),
  );
  const first = compared.length < list.length ? 'first ' : '';
  const link = href('/compare', { category, offer: compared });
  return {
    ids: shown,
    count: plural(list.length, 'offer'),
    rest: shown.length < list.length ? { href: all, text: `All ${list.length} offers` } : null,
    compare:
      list.length < 2
        ? null
        : { href: link, text: `Compare the ${first}${compared.length} side by side` },
    ...presentPlaces(offersOf(shown), snapshot),
  };
}

/** One sentence if all offers are on the same networks, else the networks of each offer. */
function presentPlaces(offers: readonly MatchedOffer[], snapshot: Snapshot) {
  const { terms } = snapshot.catalog;
  const places = offers.map(({ offer, rows }) => {
    const named = rows.filter((id) => snapshot.scopeOf(id) === 'network');
    const names = presenceOf(snapshot, named, []).networks.map((key) =>
      snapshot.catalog.networkName(key),
    );
    const everywhere = named.length === rows.length ? [] : [offeredForAll(terms)];
    return {
      title: `${titleOf(snapshot.row(rows[0] ?? 0), snapshot.catalog.roles)} (${offer.slug})`,
      networks: [...everywhere, ...names].join(', '),
    };
  });
  const [first] = places;
  const isSame = places.every((place) => place.networks === first?.networks);
  if (!isSame || !first) return { together: null, places };
  return {
    together: `${terms.Networks}${offers.length === 1 ? '' : ' of each offer'}: ${first.networks}`,
    places: [],
  };
}

const linkLabels: ReadonlyMap<string, string> = new Map([
  ['docs', 'Documentation'],
  ['x', 'X'],
  ['github', 'GitHub'],
  ['discord', 'Discord'],
  ['telegram', 'Telegram'],
  ['linkedin', 'LinkedIn'],
  ['support', 'Support'],
]);

/** An address of a provider with another scheme is no link. */
export function siteLinks(provider: ProviderDefinition) {
  return Object.entries(profileLinks(provider)).filter(([, href]) =>
    /^(https?|mailto):/.test(href),
  );
}

/** Who the provider is. `about`: address of the About page. */
function presentProvider(provider: ProviderDefinition, about: string) {
  const links = siteLinks(provider);
  return {
    name: provider.name,
    about: provider.description,
    website: links.flatMap(([key, href]) => (key === 'website' ? [outsideLink(href)] : []))[0],
    starred: provider.starred === true,
    starHref: `${about}#star`,
    tags: provider.tag ?? [],
    sites: links
      .filter(([key]) => key !== 'website')
      .map(([key, href]) => ({ text: linkLabels.get(key) ?? key, ...outsideLink(href) })),
  };
}

/** Values of the provider in columns of the directory. */
function presentFacts(provider: ProviderDefinition, { snapshot, urls }: Place) {
  return ownCells(provider, snapshot.catalog.providerColumns)
    .filter(({ value }) => value !== null)
    .map(({ column, value }) => presentFact(column, value, urls));
}

/** The first category with prices: it answers what the provider costs. */
function mainOf(sections: Awaited<ReturnType<typeof presentSections>>) {
  const priced = sections.filter(({ plans }) => plans !== null);
  const [{ label, plans } = { label: '', plans: null }] = priced;
  return plans === null ? null : { label, plans };
}

/** Networks listed before the rest is collapsed. */
const maxNetworks = 24;

/**
 * Links to the profile on the other networks, on those that are `named` first: the first networks,
 * and the rest.
 */
function presentNetworks(
  { name, slug }: ProviderDefinition,
  place: Place,
  named: readonly string[] = [],
) {
  const { snapshot, network: from, urls } = place;
  const presence = findPresence(snapshot, [name]).get(name) ?? [];
  const networkLogoOf = networkLogosOf(place);
  const first = new Set(named);
  const networks = presence
    .filter(({ network }) => network !== from && urls.serves(network))
    .toSorted((a, b) => Number(first.has(b.network)) - Number(first.has(a.network)))
    .map(({ network, offers }) => ({
      name: snapshot.catalog.networkName(network),
      href: urls.href(from, network, `/providers/${slug}`),
      count: formatCount(offers),
      ...networkLogoOf(network),
    }));
  return {
    count: networks.length,
    networks: networks.slice(0, maxNetworks),
    more: networks.slice(maxNetworks),
  };
}
