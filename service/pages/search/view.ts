/** Search results: networks, providers, and offers by category and network. */
import { formatCount } from '../../../common/format-count.ts';
import { groupBy } from '../../../common/group-by.ts';
import type { CategoryDefinition } from '../../../model/categories.ts';
import type { CountedCategory } from '../../api/coverage.ts';
import { chainNumber } from '../../query/names.ts';
import { maxPicked } from '../../query/parameters.ts';
import type { Place } from '../../query/place.ts';
import type { Everything } from '../../query/search/find.ts';
import type { Hit } from '../../query/search/search.ts';
import { noneYet, plural } from '../../text/counts.ts';
import { iconOf } from '../shared/icons.ts';
import type { LogoOf } from '../shared/logos.ts';
import type { presentAnswer } from './answer.ts';

interface SearchInput extends Omit<Everything, 'offers'> {
  readonly place: Place;
  /** As typed. */
  readonly search: string;
  readonly category: CategoryDefinition | null;
  /** With their rows there. */
  readonly categories: readonly CountedCategory[];
  /** Best first. */
  readonly offers: readonly OfferHit[];
  /** Phrases of the search that are text. */
  readonly asText: readonly string[];
  /** The list that the words mean, null if they name no category. */
  readonly answer: ReturnType<typeof presentAnswer> | null;
  /** Networks of a provider in words. */
  readonly presenceOf: (provider: string) => string;
  readonly logoOf: LogoOf;
  readonly networkLogoOf: LogoOf;
}

/** An offer that matches. */
export interface OfferHit {
  readonly provider: string;
  readonly title: string;
  /** Slug of the offer; on a network, of its listing. */
  readonly slug: string;
  readonly category: Pick<CategoryDefinition, 'key' | 'label'>;
  readonly planType: string | null;
  /** Networks in words. */
  readonly presence: string;
  readonly href: string;
}

const shownNetworks = 6;

export function presentSearch(input: SearchInput) {
  const { place, search, category } = input;
  const asked = search.trim() !== '' || category !== null;
  return {
    networkName: place.entry?.name ?? null,
    crumbs: [...place.crumbs, { label: 'Search', href: null }],
    action: place.href('/search'),
    search,
    corrected: input.corrected,
    leftOut: input.answer !== null || input.leftOut.length === 0 ? null : input.leftOut.join(', '),
    answer: input.answer,
    asText: presentAsText(input),
    heading: headingOf(input),
    category,
    ...presentResults(input, asked),
    suggestions: asked
      ? null
      : input.categories.map(({ key, label, count }) => ({
          label,
          href: count === 0 ? null : place.href('/search', { category: key }),
        })),
    noneYet,
  };
}

function presentResults(input: SearchInput, asked: boolean) {
  const { place, search, category, hits } = input;
  const isEmpty = input.categories.some(({ key, count }) => key === category?.key && count === 0);
  const providers = presentProviders(input);
  const named = input.answer === null ? input.named.flatMap((key) => presentNamed(key, input)) : [];
  // The answer to a whole category links its networks.
  const isCategoryOnly = search.trim() === '' && place.entry === null;
  // The table of the answer has all of the words.
  const isAnswered = input.answer !== null && input.answer.table !== null && input.answer.leftOut === null;
  const groups = asked && !isCategoryOnly && !isAnswered ? presentGroups(input) : [];
  return {
    named,
    offers: (isAnswered ? [] : input.offers).map((offer) => ({
      ...offer,
      ...input.logoOf(offer.provider),
      category: offer.category.label,
    })),
    comparisons: presentComparisons(input),
    providers,
    groups,
    rest: input.restOnly ? input.rest : null,
    nothing: asked && input.answer === null && hits.length === 0 && named.length === 0 && providers.length === 0,
    /** Name of the category if there is nothing to find in it. */
    emptyCategory: isEmpty ? category?.label : null,
  };
}

/** Links to comparisons of best matches, one for each category that has several. */
function presentComparisons({ offers, place }: SearchInput) {
  return [...groupBy(offers, ({ category }) => category.key)].flatMap(([category, found]) => {
    const compared = found.slice(0, maxPicked).map(({ slug }) => slug);
    if (compared.length < 2) return [];
    const href = place.href('/compare', { category, offer: compared });
    return [{ href, text: `Compare ${compared.length} ${found[0]?.category.label ?? category}` }];
  });
}

function headingOf({ search, category, answer, place: { on: where } }: SearchInput): string {
  if (search.trim() !== '' && answer !== null) return answer.title;
  if (search.trim() === '') return `${category?.label ?? 'Search'}${where}`;
  return `“${search.trim()}”${category ? ` in ${category.label}` : ''}${where}`;
}

/** Phrases that are text, each with the search that understands it again. */
function presentAsText({ asText, search, category, place }: SearchInput) {
  return asText.map((words) => {
    const text = asText.filter((other) => other !== words);
    return { words, href: place.href('/search', { q: search, category: category?.key, text }) };
  });
}

function presentProviders({ providers, presence, presenceOf, place: at, logoOf }: SearchInput) {
  return providers.flatMap(({ slug, name, description }) => {
    const places = presence.get(name) ?? [];
    const here = at.entry === null ? places[0] : places.find(({ network }) => network === at.network);
    if (!here) return [];
    const offers = places.reduce((sum, place) => sum + place.offers, 0);
    return [
      {
        name,
        description,
        ...logoOf(name),
        href: at.href(`/providers/${slug}`),
        count: at.entry === null ? `${plural(offers, 'listing')} ${presenceOf(name)}` : plural(here.offers, 'listing'),
      },
    ];
  });
}

/** Hits by category, the networks with the most offers first. */
function presentGroups(input: SearchInput) {
  const { hits, search, rest, restOnly, required, corrected, category, categories, place } = input;
  const asked = corrected ?? search.trim();
  const terms = restOnly ? rest : (required ?? asked);
  return Array.from(
    groupBy(hits, (hit) => hit.category),
    ([key, found]) => {
      const { label, icon } = categories.find((candidate) => candidate.key === key) ?? { label: key, icon: null };
      const present = (hit: Hit) => ({
        name: place.snapshot.catalog.networkName(hit.network),
        href: place.urls.href(place.network, hit.network, `/toolbox/${key}`, { search: terms }),
        count: formatCount(hit.offers),
      });
      const others = found.slice(shownNetworks);
      const href = category === null ? place.href('/search', { q: asked, category: key }) : null;
      const more = {
        count: plural(others.length, 'more network'),
        href,
        places: href === null ? others.map(present) : [],
      };
      const offers = found.reduce((sum, hit) => sum + hit.offers, 0);
      return {
        label,
        icon: iconOf(icon),
        count:
          found.length === 1
            ? plural(offers, 'listing')
            : `${plural(offers, 'listing')} on ${plural(found.length, 'network')}`,
        places: found.slice(0, shownNetworks).map(present),
        more: others.length === 0 ? null : more,
      };
    },
  );
}

/** A network that the search names, with the matches of the other terms on it. */
function presentNamed(key: string, input: SearchInput) {
  const { namedHits, categories, rest, networkLogoOf } = input;
  const { network, snapshot, urls } = input.place;
  const entry = snapshot.catalog.networks.get(key);
  if (!entry) return [];
  const found = namedHits.flatMap((hit) => {
    if (hit.network !== key) return [];
    const { category } = hit;
    const label = categories.find((candidate) => candidate.key === category)?.label ?? category;
    const href = urls.href(network, key, `/toolbox/${category}`, { search: rest });
    return [{ label, href, count: plural(hit.offers, 'listing') }];
  });
  return [
    {
      name: entry.name,
      href: urls.href(network, key, '/'),
      ...networkLogoOf(key),
      chainId: chainNumber(entry.caip2) ?? entry.caip2,
      rest: rest === '' ? null : rest,
      found,
    },
  ];
}
