/** GET /search.md of the site and of a network: the best offers, providers and categories of a search. */
import { groupBy } from '../../../common/group-by.ts';
import { type Handler, networkKeyOf, snapshotOf } from '../../http/context.ts';
import { presenceOf } from '../../query/offers/offers.ts';
import { findEverything } from '../../query/search/find.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { plural } from '../../text/counts.ts';
import type { Urls } from '../../urls.ts';
import { readRequest } from '../search/page.ts';
import { titleOf } from '../shared/offer-table/title.ts';
import { type MarkdownTable, rowsPerPage, sendMarkdown } from './document.ts';

interface Place {
  readonly snapshot: Snapshot;
  readonly network: string | null;
  readonly urls: Urls;
}

type Found = Awaited<ReturnType<typeof findEverything>>;

/** Categories with a link to their matches. */
const linkedCategories = 3;

export function searchMarkdown({ urls }: { readonly urls: Urls }): Handler {
  return async (ctx) => {
    const network = networkKeyOf(ctx);
    const snapshot = snapshotOf(ctx);
    const { search, terms, category } = readRequest(ctx, snapshot);
    const found = await findEverything(snapshot, network, { terms, category: category?.key ?? null });
    const place = { snapshot, network, urls };
    const asked = search.trim();
    const subject = [asked === '' ? 'Search' : `Search for ${asked}`, category === null ? '' : ` in ${category.label}`];
    const on = network === null ? '' : ` on ${snapshot.catalog.networkName(network)}`;
    const parameters = { q: search, category: category?.key };
    sendMarkdown(ctx, {
      title: `${subject.join('')}${on}`,
      facts: factsOf(found, snapshot, asked !== '' || category !== null),
      tables: [listOffers(found, place), listProviders(found), listCategories(found, snapshot)],
      html: urls.to(network, '/search', parameters),
      links: [
        ...matchLinks(found, { ...place, search: found.corrected ?? asked }),
        ...(network === null ? [{ label: 'JSON', href: urls.to(null, '/api/search', parameters) }] : []),
      ],
    });
  };
}

function factsOf({ hits, providers, named, corrected, restOnly, rest }: Found, snapshot: Snapshot, isAsked: boolean) {
  const { catalog } = snapshot;
  if (!isAsked) return ['Name what to find in `q`: words, names of networks and providers, or "words in quotes".'];
  const listings = hits.reduce((sum, { offers }) => sum + offers, 0);
  const networks = new Set(hits.map(({ network }) => network)).size;
  const names = named.map((key) => catalog.networkName(key)).join(', ');
  const isEmpty = hits.length === 0 && providers.length === 0 && named.length === 0;
  return [
    ...(corrected === null ? [] : [`Nothing matches as typed. Results are for: ${corrected}`]),
    ...(restOnly ? [`No listing matches the whole search. Results are for: ${rest}`] : []),
    ...(names === '' ? [] : [`The search names ${names}.`]),
    isEmpty
      ? 'Nothing matches: use fewer or other words.'
      : `${plural(listings, 'listing')} on ${plural(networks, 'network')}, ${plural(providers.length, 'provider')} by name.`,
  ];
}

function listOffers({ offers }: Found, { snapshot, network }: Place): MarkdownTable {
  const rows = offers.slice(0, rowsPerPage).map(({ offer, rows }) => {
    const row = snapshot.row(rows[0] ?? 0);
    const { networks } = presenceOf(snapshot, rows, network === null ? [] : [network]);
    const slug = network === null ? offer.slug : String(row.slug);
    const category = snapshot.catalog.categoryLabel(offer.category);
    return [slug, offer.provider, titleOf(row), category, String(row.planType ?? ''), String(networks.length)];
  });
  return { heading: 'Best offers', columns: ['Slug', 'Provider', 'Offer', 'Category', 'Plan type', 'Networks'], rows };
}

function listProviders({ providers, presence }: Found): MarkdownTable {
  const rows = providers.slice(0, rowsPerPage).map(({ slug, name }) => {
    const places = presence.get(name) ?? [];
    return [slug, name, String(places.length)];
  });
  return { heading: 'Providers', columns: ['Slug', 'Provider', 'Networks'], rows };
}

function listCategories({ hits }: Found, { catalog }: Snapshot): MarkdownTable {
  const rows = [...groupBy(hits, ({ category }) => category)].map(([category, found]) => {
    const listings = found.reduce((sum, { offers }) => sum + offers, 0);
    return [catalog.categoryLabel(category), String(listings), String(found.length)];
  });
  return { heading: 'Matches by category', columns: ['Category', 'Listings', 'Networks'], rows };
}

/** Directory pages with the matches of the first categories, on the network that the search names or that has most of them. */
function matchLinks(found: Found, { snapshot, urls, search }: Place & { readonly search: string }) {
  const { catalog } = snapshot;
  const isNamed = found.namedHits.length > 0;
  const terms = found.restOnly || isNamed ? found.rest : (found.required ?? search);
  const hits = isNamed ? found.namedHits : found.hits;
  const categories = [...groupBy(hits, ({ category }) => category)].slice(0, linkedCategories);
  return categories.flatMap(([category, [first]]) => {
    if (first === undefined) return [];
    const label = `${catalog.categoryLabel(category)} on ${catalog.networkName(first.network)}`;
    return [{ label, href: urls.to(first.network, `/toolbox/${category}.md`, { search: terms }) }];
  });
}
