/** Search results: networks, providers, and offers by category and network. */
import { foldText } from '../../../common/fold.ts';
import { formatCount } from '../../../common/format-count.ts';
import { groupBy } from '../../../common/group-by.ts';
import { offerCells } from '../../answers/offer-cells.ts';
import type { Everything } from '../../answers/search/find.ts';
import type { Hit } from '../../answers/search/search.ts';
import { countCategories, coverageOf } from '../../api/coverage.ts';
import { metricsOf } from '../../api/rows/categories.ts';
import { distinguishTitles, titleOf } from '../../notations/offer-title.ts';
import { chainNumber } from '../../query/names.ts';
import { maxPicked } from '../../questions/parameters.ts';
import type { Place } from '../../questions/place.ts';
import { wordsOf } from '../../snapshot/texts/vocabulary.ts';
import { noneYet, placesCount, plural } from '../../text/counts.ts';
import { iconOf } from '../../text/icons.ts';
import { planOf } from '../../text/offer-names.ts';
import { logosOf, networkLogosOf } from '../shared/logos.ts';
import { describeRows } from '../shared/presence.ts';
import type { presentAnswer, SearchRequest } from './answer.ts';
import { type FurtherPage, withFragment } from './further.ts';
import { linkToOffer } from './offer-link.ts';

interface SearchInput extends SearchRequest {
  readonly place: Place;
  readonly everything: Everything;
  /** The list that the words mean, null if they name no category. */
  readonly answer: Awaited<ReturnType<typeof presentAnswer>> | null;
  readonly further: readonly FurtherPage[];
}

const shownNetworks = 6;

export function presentSearch(input: SearchInput) {
  const { place, search, category, asText, answer, everything } = input;
  const isAsked = search.trim() !== '' || category !== null;
  const categories =
    place.network === null
      ? coverageOf(place.snapshot, place.urls).categories
      : countCategories(
          place.snapshot.catalog.categories,
          metricsOf(place.snapshot, place.network),
        );
  const empty = categories.find(({ key, count }) => key === category?.key && count === 0);
  return {
    networkName: place.entry?.name ?? null,
    crumbs: [...place.crumbs, { label: 'Search', href: null }],
    action: place.href('/search'),
    search,
    corrected: everything.corrected,
    leftOut:
      answer !== null || everything.leftOut.length === 0 || isForPages(input)
        ? null
        : everything.leftOut.join(', '),
    answer,
    further: input.further.map(({ label, network, path, parameters, fragment }) => ({
      label,
      href: withFragment(place.urls.href(place.network, network, path, parameters), fragment),
    })),
    /** Phrases that are text, each with the search that understands it again. */
    asText: asText.map((words) => {
      const text = asText.filter((other) => other !== words);
      return { words, href: place.href('/search', { q: search, category: category?.key, text }) };
    }),
    heading: headingOf(input),
    category,
    ...presentResults(input, isAsked),
    rest: everything.restOnly ? everything.rest : null,
    /** Name of the category if there is nothing to find in it. */
    emptyCategory: empty?.label,
    suggestions: (isAsked ? [] : categories).map(({ key, label, count }) => ({
      label,
      href: count === 0 ? null : place.href(`/toolbox/${key}`),
    })),
    noneYet,
  };
}

function presentResults(input: SearchInput, isAsked: boolean) {
  const { place, search, answer, everything } = input;
  // The list of the answer has all of the words.
  const isListed = answer !== null && answer.list !== null && answer.isWhole;
  // Neither are offers with some of the words what a search for a page of the site wants.
  const isAnswered = isListed || isForPages(input);
  // The answer to a whole category links its networks.
  const isCategoryOnly = search.trim() === '' && place.entry === null;
  const named = answer === null ? everything.named.flatMap((key) => presentNamed(key, input)) : [];
  const providers = isForPages(input) ? [] : presentProviders(input);
  return {
    named,
    ...(isAnswered ? { offers: [], comparisons: [], isNamed: false } : presentOffers(input)),
    providers,
    groups: isAsked && !isCategoryOnly && !isAnswered ? presentGroups(input) : [],
    nothing:
      isAsked &&
      answer === null &&
      everything.hits.length + named.length + providers.length + input.further.length === 0,
  };
}

/** Whether pages of the site match the words, and nothing else matches all of them. */
function isForPages({ answer, everything, further }: SearchInput): boolean {
  return answer === null && further.length > 0 && everything.leftOut.length > 0;
}

function headingOf({ search, category, answer, place: { on: where } }: SearchInput): string {
  if (search.trim() !== '' && answer !== null) return answer.title;
  if (search.trim() === '') return `${category?.label ?? 'Search'}${where}`;
  return `“${search.trim()}”${category ? ` in ${category.label}` : ''}${where}`;
}

/** Best matches, and links to comparisons of them, one for each category that has several. */
function presentOffers({ place, everything, search }: SearchInput) {
  const { snapshot, network, urls } = place;
  const { catalog } = snapshot;
  const logoOf = logosOf(place);
  const [only = network, another] = everything.named;
  const opening = another === undefined && only !== null && urls.serves(only) ? only : null;
  const byCategory = groupBy(everything.offers, ({ offer }) => offer.category);
  const searchedWords = new Set(wordsOf(foldText(search)));
  const offers = everything.offers.map((ranked) => {
    const { row } = offerCells(snapshot, ranked.rows);
    const title = titleOf(row, catalog.roles);
    const name = new Set(wordsOf(foldText(`${ranked.offer.provider} ${title}`)));
    return {
      ranked,
      row,
      isNamed:
        name.size === searchedWords.size && [...searchedWords].every((word) => name.has(word)),
    };
  });
  const distinguishing = distinguishTitles(
    offers.map(({ row }) => row),
    (at) => String(offers[at]?.row.slug),
    catalog.roles,
  );
  return {
    /** Whether the words are the name of the first offer: then it stands before providers. */
    isNamed: offers.some(({ isNamed }) => isNamed),
    offers: offers
      .map((offer, at) => ({ ...offer, apart: distinguishing[at] ?? null }))
      .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed))
      .map(({ ranked, row, apart }) => {
        const { provider, category } = ranked.offer;
        const slug = catalog.providers.get(provider)?.slug;
        const opened =
          opening === null ? null : linkToOffer(ranked, {}, { from: place, network: opening });
        const page = slug === undefined ? '/providers' : `/providers/${slug}`;
        return {
          ...logoOf(provider),
          provider,
          title: [titleOf(row, catalog.roles), apart].filter(Boolean).join(' · '),
          category: catalog.categoryLabel(category),
          plan: planOf(row, catalog.roles) || null,
          presence: describeRows(snapshot, ranked.rows),
          href: opened ?? `${place.href(page)}#${category}`,
        };
      }),
    comparisons: [...byCategory].flatMap(([category, all]) => {
      const compared = all.slice(0, maxPicked).map(place.slugOf);
      if (compared.length < 2) return [];
      const href = place.href('/compare', { category, offer: compared });
      return [{ href, text: `Compare ${compared.length} ${catalog.categoryLabel(category)}` }];
    }),
  };
}

function presentProviders({ everything: { providers, presence }, place: at }: SearchInput) {
  const { snapshot, network } = at;
  const logoOf = logosOf(at);
  return providers.flatMap(({ slug, name, description }) => {
    const places = presence.get(name) ?? [];
    const here =
      at.entry === null ? places[0] : places.find((candidate) => candidate.network === network);
    if (!here) return [];
    const offers = places.reduce((sum, place) => sum + place.offers, 0);
    const everywhere = describeRows(snapshot, snapshot.rowsOfProvider(name));
    const count =
      at.entry === null
        ? `${plural(offers, 'listing')} ${everywhere}`
        : plural(here.offers, 'listing');
    return [{ name, description, ...logoOf(name), href: at.href(`/providers/${slug}`), count }];
  });
}

/** Hits by category, the networks with the most offers first. */
function presentGroups({ everything, search, category, place }: SearchInput) {
  const { catalog } = place.snapshot;
  const text = everything.corrected ?? search.trim();
  const terms = everything.restOnly ? everything.rest : (everything.required ?? text);
  const words = catalog.terms;
  return Array.from(
    groupBy(everything.hits, (hit) => hit.category),
    ([key, hits]) => {
      const present = (hit: Hit) => ({
        name: catalog.networkName(hit.network),
        href: place.urls.href(place.network, hit.network, `/toolbox/${key}`, { search: terms }),
        count: formatCount(hit.offers),
      });
      const others = hits.slice(shownNetworks);
      const href = category === null ? place.href('/search', { q: text, category: key }) : null;
      const count = plural(others.length, `more ${words.network}`, `more ${words.networks}`);
      const more = { count, href, places: href === null ? others.map(present) : [] };
      const total = plural(
        hits.reduce((sum, hit) => sum + hit.offers, 0),
        'listing',
      );
      return {
        label: catalog.categoryLabel(key),
        icon: iconOf(catalog.categories.find((candidate) => candidate.key === key)?.icon ?? null),
        count:
          hits.length === 1 ? total : `${total} ${words.on} ${placesCount(hits.length, words)}`,
        places: hits.slice(0, shownNetworks).map(present),
        more: others.length === 0 ? null : more,
      };
    },
  );
}

/** A network that the search names, with the matches of the other terms on it. */
function presentNamed(key: string, { everything: { namedHits, rest }, place }: SearchInput) {
  const { network, snapshot, urls } = place;
  const { catalog } = snapshot;
  const entry = catalog.networks.get(key);
  if (!entry) return [];
  const categoryLinks = namedHits.flatMap(({ network: hitNetwork, category, offers }) => {
    if (hitNetwork !== key) return [];
    const href = urls.href(network, key, `/toolbox/${category}`, { search: rest });
    return [{ label: catalog.categoryLabel(category), href, count: plural(offers, 'listing') }];
  });
  const logo = networkLogosOf(place)(key);
  const chainId = chainNumber(entry.caip2) ?? entry.caip2;
  const href = urls.href(network, key, '/');
  return [
    { name: entry.name, href, ...logo, chainId, rest: rest === '' ? null : rest, categoryLinks },
  ];
}
