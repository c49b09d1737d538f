/** GET /search and /search.md of the site and of a network: one search over all categories. */

import { groupBy } from '../../../common/group-by.ts';
import type { Everything } from '../../answers/search/find.ts';
import { answerSearch, type WordsAnswer } from '../../answers/words.ts';
import { requestedPlace } from '../../api/resource.ts';
import { describeAnswer, targetOf } from '../../api/search/interpretation.ts';
import { search as searchResource } from '../../api/search/search.ts';
import type { Context, Handler } from '../../http/context.ts';
import { type MarkdownTable, rowsPerPage } from '../../notations/markdown.ts';
import { titleOf } from '../../notations/offer-title.ts';
import { wordsNotes } from '../../notations/words.ts';
import type { Place } from '../../questions/place.ts';
import type { MatchedOffer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { placesCount, plural } from '../../text/counts.ts';
import { planOf } from '../../text/offer-names.ts';
import type { Urls } from '../../urls.ts';
import { namesOf, page } from '../shared/definition.ts';
import { type PageDeps, sendPage } from '../shared/page.ts';
import { sendMarkdown } from '../shared/send-markdown.ts';
import { presentAnswer, readRequest } from './answer.ts';
import { furtherPages, withFragment } from './further.ts';
import { presentSearch } from './view.ts';

/** The question of an address with its answer. */
async function readSearch(ctx: Context, urls: Urls) {
  const place = requestedPlace(ctx, urls);
  const request = readRequest(ctx, place.snapshot);
  const { search, category, asText, mix } = request;
  const scope = { network: place.network, category: category?.key ?? null, asText, mix };
  const parameters = { q: search, category: category?.key, text: asText, mix };
  return { place, request, parameters, ...(await answerSearch(place.snapshot, search, scope)) };
}

function searchPage(deps: PageDeps): Handler {
  return async (ctx) => {
    const { place, request, parameters, answer, everything } = await readSearch(ctx, deps.urls);
    const { search } = request;
    // A category that is chosen without words has no answer of its own.
    const isAnswered = answer !== null && (search.trim() !== '' || answer.offers.length > 0);
    const answered = isAnswered ? await presentAnswer(answer, request, place, deps) : null;
    const further = furtherPages({ place, search, answer, pages: deps.pages });
    const view = presentSearch({ ...request, place, everything, answer: answered, further });
    const frame = {
      title: search.trim() === '' || isAnswered ? view.heading : `Search for ${search.trim()}`,
      description: `Search results in the directory: ${view.heading}.`,
      network: place.network,
      path: '/search',
      shared: parameters,
      markdown: parameters,
      index: false,
      ownSearch: true,
      scripts: ['instant.js', 'answer.js'],
    };
    sendPage(ctx, { template: 'search', frame, view }, deps);
  };
}

/** Categories with a link to their matches. */
const linkedCategories = 3;

function searchMarkdown({ urls, pages }: Pick<PageDeps, 'urls' | 'pages'>): Handler {
  return async (ctx) => {
    const { place, request, parameters, answer, everything } = await readSearch(ctx, urls);
    const { snapshot } = place;
    const { search, category } = request;
    const text = search.trim();
    const subject = [
      text === '' ? 'Search' : `Search for ${text}`,
      category === null ? '' : ` in ${category.label}`,
    ];
    sendMarkdown(ctx, {
      title: `${subject.join('')}${place.on}`,
      facts: [
        ...answerFacts(answer, snapshot),
        ...factsOf(everything, snapshot, {
          isAsked: text !== '' || category !== null,
          isAnswered: answer !== null,
        }),
      ],
      tables: [
        listOffers(answer?.offers ?? everything.offers, place),
        listProviders(everything, snapshot.catalog),
        listCategories(everything, snapshot),
      ],
      html: place.to('/search', parameters),
      links: [
        ...furtherPages({ place, search, answer, pages }).map(
          ({ label, network, path, parameters: asked, fragment, hasMarkdown }) => ({
            label,
            href: withFragment(
              urls.to(network, hasMarkdown ? `${path}.md` : path, asked),
              fragment,
            ),
          }),
        ),
        ...answerLinks(answer, place),
        ...matchLinks(everything, { ...place, search: everything.corrected ?? text }),
        ...(place.entry === null
          ? [{ label: 'JSON', href: urls.to(null, '/api/search', parameters) }]
          : []),
      ],
    });
  };
}

function answerFacts(answer: WordsAnswer | null, snapshot: Snapshot): string[] {
  if (answer === null) return [];
  const { offers, providers } = answer;
  const counts = `${plural(offers.length, 'offer')} from ${plural(providers, 'provider')}`;
  return [
    `Understood as: ${describeAnswer(answer, snapshot)} (${counts}).`,
    ...wordsNotes(answer, snapshot.catalog),
  ];
}

/** The page of the list. A comparison of providers over all networks has no Markdown. */
function answerLinks(answer: WordsAnswer | null, { snapshot, urls }: Place) {
  const target = answer === null ? null : targetOf(answer);
  if (answer === null || target === null || !urls.serves(target.network)) return [];
  const href = urls.to(target.network, `${target.path}.md`, target.parameters);
  return [{ label: describeAnswer(answer, snapshot), href }];
}

function factsOf(
  everything: Everything,
  snapshot: Snapshot,
  { isAsked, isAnswered }: { readonly isAsked: boolean; readonly isAnswered: boolean },
) {
  const { providers, named, corrected, restOnly, rest } = everything;
  const hits = hitsOf(everything);
  const { catalog } = snapshot;
  const { terms } = catalog;
  if (!isAsked)
    return [
      `Name what to find in \`q\`: words, names of ${terms.networks} and providers, or "words in quotes".`,
    ];
  const listings = hits.reduce((sum, { offers }) => sum + offers, 0);
  const networks = new Set(hits.map(({ network }) => network)).size;
  const names = named.map((key) => catalog.networkName(key)).join(', ');
  const isEmpty = hits.length === 0 && providers.length === 0 && named.length === 0;
  const totals = `${plural(listings, 'listing')} ${terms.on} ${placesCount(networks, terms)}, ${plural(providers.length, 'provider')} by name.`;
  return [
    ...(corrected === null ? [] : [`Nothing matches as typed. Results are for: ${corrected}`]),
    ...(restOnly ? [`No listing matches the whole search. Results are for: ${rest}`] : []),
    ...(names === '' ? [] : [`The search names ${names}.`]),
    ...(isEmpty && !isAnswered ? ['Nothing matches: use fewer or other words.'] : []),
    ...(isEmpty || (isAnswered && hits.length + providers.length === 0) ? [] : [totals]),
  ];
}

/** On the networks that the search names, if it names any. */
function hitsOf({ hits, namedHits }: Everything) {
  return namedHits.length > 0 ? namedHits : hits;
}

function listOffers(
  offers: readonly MatchedOffer[],
  { snapshot, presenceOf, slugOf }: Place,
): MarkdownTable {
  const { roles } = snapshot.catalog;
  const rows = offers.slice(0, rowsPerPage).map((matchedOffer) => {
    const { offer, rows } = matchedOffer;
    const row = snapshot.row(rows[0] ?? 0);
    const { networks } = presenceOf(rows);
    const slug = slugOf(matchedOffer);
    const category = snapshot.catalog.categoryLabel(offer.category);
    return [
      slug,
      offer.provider,
      titleOf(row, roles),
      category,
      ...(roles.plan === null ? [] : [planOf(row, roles)]),
      String(networks.length),
    ];
  });
  return {
    heading: 'Best offers',
    columns: [
      'Slug',
      'Provider',
      'Offer',
      'Category',
      ...(roles.plan === null ? [] : ['Plan type']),
      snapshot.catalog.terms.Networks,
    ],
    rows,
  };
}

function listProviders(
  { providers, presence }: Everything,
  { terms }: Pick<Snapshot['catalog'], 'terms'>,
): MarkdownTable {
  const rows = providers.slice(0, rowsPerPage).map(({ slug, name }) => {
    const places = presence.get(name) ?? [];
    return [slug, name, String(places.length)];
  });
  return { heading: 'Providers', columns: ['Slug', 'Provider', terms.Networks], rows };
}

function listCategories(everything: Everything, { catalog }: Snapshot): MarkdownTable {
  const rows = [...groupBy(hitsOf(everything), ({ category }) => category)].map(
    ([category, hits]) => {
      const listings = hits.reduce((sum, { offers }) => sum + offers, 0);
      return [catalog.categoryLabel(category), String(listings), String(hits.length)];
    },
  );
  return {
    heading: 'Matches by category',
    columns: ['Category', 'Listings', catalog.terms.Networks],
    rows,
  };
}

/**
 * Directory pages with the matches of the first categories, on the network that the search names or
 * that has most of them.
 */
function matchLinks(
  everything: Everything,
  { snapshot, urls, search }: Place & { readonly search: string },
) {
  const { catalog } = snapshot;
  const isNamed = everything.namedHits.length > 0;
  const terms = everything.restOnly || isNamed ? everything.rest : (everything.required ?? search);
  const categories = [...groupBy(hitsOf(everything), ({ category }) => category)].slice(
    0,
    linkedCategories,
  );
  return categories.map(([category, [first]]) => {
    const label = `${catalog.categoryLabel(category)} ${catalog.terms.on} ${catalog.networkName(first.network)}`;
    return { label, href: urls.to(first.network, `/toolbox/${category}.md`, { search: terms }) };
  });
}

export const search = page({
  name: 'search',
  path: '/search',
  on: 'both',
  parameters: [...namesOf(searchResource.parameters), 'compare', 'open'],
  handler: searchPage,
  markdown: searchMarkdown,
  sitemap: { omitted: 'search engines index no results of a search' },
  navigation: { omitted: 'the header has its form' },
  operation: { omitted: 'its JSON is the operation of the search' },
  example: '/search?q=ethereum+archive',
});
