/** GET /providers of the site and of a network: the providers with their offers by category. */
import { foldText } from '../../../common/fold.ts';
import { formatCount } from '../../../common/format-count.ts';
import { inNaturalOrder } from '../../../common/natural-order.ts';
import { ofSubject } from '../../../model/site.ts';
import { findDirectory } from '../../answers/directory.ts';
import { requestedPlace } from '../../api/resource.ts';
import type { Handler } from '../../http/context.ts';
import { providersConditions } from '../../questions/conditions.ts';
import { maxSearchLength } from '../../questions/parameter.ts';
import { limitsOf, type Place } from '../../questions/place.ts';
import { unknownName } from '../../questions/read-list.ts';
import { siteOf } from '../../site.ts';
import { offeredForAll, plural } from '../../text/counts.ts';
import { presentWholeChips } from '../shared/chips.ts';
import { page } from '../shared/definition.ts';
import { logosOf } from '../shared/logos.ts';
import { type PageDeps, sendPage } from '../shared/page.ts';
import { presentPager, readPage } from '../shared/pager.ts';
import { describePresence } from '../shared/presence.ts';

const providersPerPage = 60;

type Directory = ReturnType<typeof readDirectory>;
type Listed = Directory['listed'][number];

function providersPage(deps: PageDeps): Handler {
  return (ctx) => {
    const query = ctx.state.parameters;
    const directory = readDirectory(requestedPlace(ctx, deps.urls), query.get('network') ?? '');
    const { network, named, listed, href, snapshot } = directory;
    const place = named === null ? directory.name : snapshot.catalog.networkName(named);
    const search = (query.get('q') ?? '').slice(0, maxSearchLength);
    const { key: category = null, label } =
      snapshot.catalog.categories.find(({ key }) => key === query.get('category')) ?? {};
    const page = readPage(query);
    const wanted = foldText(search.trim());
    const matching = listed.filter(
      ({ provider: { name, description }, counts }) =>
        foldText(`${name} ${description ?? ''}`).includes(wanted) &&
        (category === null || counts.has(category)),
    );
    const sorted = inNaturalOrder(matching, ({ provider: { name } }) => foldText(name));
    const pageHref = (number: number) =>
      href('/providers', {
        q: search,
        network: named,
        category,
        page: number === 1 ? null : number,
      });
    const shown = sorted.slice((page - 1) * providersPerPage, page * providersPerPage);
    const counts = plural(matching.length, 'provider');
    const { on } = snapshot.catalog.terms;
    const of = label === undefined ? '' : ` of ${label}`;
    const view = {
      ...{ place, search, counts, category, of },
      crumbs: [...directory.crumbs, { label: 'Providers', href: null }],
      action: href('/providers'),
      categories: presentCategories(directory, search, category),
      networks: presentNetworks(directory),
      letters: presentLetters(sorted, page, pageHref),
      ofTotal: matching.length === listed.length ? null : formatCount(listed.length),
      providers: presentEntries(shown, directory),
      nothing: shown.length === 0,
      ...presentConditions(directory, { q: search, network: named, category }, query),
      pages: presentPager(
        { page, totalPages: Math.ceil(matching.length / providersPerPage) },
        pageHref,
      ),
    };
    const frame = {
      title: `Providers${of} ${on} ${place}`,
      description: `${counts}${ofSubject(siteOf(snapshot))} ${on} ${place}, each with its offers by category.`,
      network,
      path: '/providers',
      parameters: { network: named, category, page: page === 1 ? null : page },
      json: { path: `${directory.api}/providers` },
      scripts: ['instant.js'],
      ownSearch: true,
    };
    sendPage(ctx, { template: 'providers', frame, view }, deps);
  };
}

/**
 * Providers of a place. `text`: the network to which the list of the site is limited, ignored if
 * there is none of the name.
 */
function readDirectory(place: Place, text: string) {
  const { snapshot, network } = place;
  const named = snapshot.catalog.networks.has(text) && network === null ? text : null;
  const networks = named === null ? place.networks : [named];
  const listed = findDirectory(snapshot, { ...place, networks }).map((entry) => ({
    provider: entry.provider,
    /** Offers by category key. */
    counts: new Map(Array.from(entry.offers, ([category, list]) => [category, list.length])),
    /** Networks in words; on the page of a network only for a provider that does not name it. */
    presence:
      network === null
        ? describePresence(entry, snapshot.catalog.terms)
        : entry.namedNetworks.length > 0
          ? null
          : offeredForAll(snapshot.catalog.terms),
  }));
  return { ...place, listed, named };
}

/** The conditions as chips, and the names of the address that stand for nothing. */
function presentConditions(
  { network, snapshot, href }: Directory,
  { q, network: named, category }: Readonly<Record<'q' | 'network' | 'category', string | null>>,
  query: URLSearchParams,
) {
  const selection = { network, networks: limitsOf(named), category, search: q ?? '', filters: [] };
  const conditions = providersConditions(snapshot, selection);
  const names = [
    ...(network === null && named === null ? ['network'] : []),
    ...(category === null ? ['category'] : []),
  ];
  const unknown = names.filter((name) => (query.get(name) ?? '') !== '');
  return {
    chips: presentWholeChips(conditions, (id) =>
      href('/providers', { q, network: named, category, [id === 'search' ? 'q' : id]: null }),
    ),
    notices: unknown.map((name) => unknownName(name, query.get(name) ?? '').reason),
  };
}

/** First letter of a name, `#` for anything else. */
function letterOf({ provider: { name } }: Listed): string {
  const [letter = ''] = foldText(name);
  return /[a-z]/.test(letter) ? letter.toUpperCase() : '#';
}

/** Categories with providers; the current one leads back to all. */
function presentCategories(
  { listed, named: network, snapshot, href }: Directory,
  q: string,
  category: string | null,
) {
  return snapshot.catalog.categories.flatMap(({ key, label }) => {
    const providers = listed.filter(({ counts }) => counts.has(key)).length;
    const current = key === category;
    const target = href('/providers', { q, network, category: current ? null : key });
    return providers === 0 ? [] : [{ label, count: formatCount(providers), current, href: target }];
  });
}

/** Choices of the site; none on the page of a network. */
function presentNetworks({ network, named, snapshot: { catalog } }: Directory) {
  const all = network === null ? [...catalog.networks.values()] : [];
  const choices = all.map(({ network: key, name }) => ({
    key,
    name: name ?? key,
    selected: key === named,
  }));
  return inNaturalOrder(choices, ({ name }) => foldText(name));
}

/** Each first letter with the page on which it begins; none for a list of one page. */
function presentLetters(
  sorted: readonly Listed[],
  page: number,
  pageHref: (page: number) => string,
) {
  if (sorted.length <= providersPerPage) return [];
  const first = new Map<string, number>();
  for (const [at, entry] of sorted.entries())
    if (!first.has(letterOf(entry))) first.set(letterOf(entry), at);
  return Array.from(first, ([letter, at]) => {
    const pageNumber = Math.floor(at / providersPerPage) + 1;
    const slug = sorted[at]?.provider.slug ?? '';
    return { letter, href: pageNumber === page ? `#${slug}` : `${pageHref(pageNumber)}#${slug}` };
  });
}

function presentEntries(listed: readonly Listed[], place: Place) {
  const { snapshot, href } = place;
  const logoOf = logosOf(place);
  return listed.map(({ provider: { name, slug, description }, counts, presence }) => ({
    ...{ name, slug, description, presence },
    ...logoOf(name),
    href: href(`/providers/${slug}`),
    offers: snapshot.catalog.categories.flatMap(({ key, label }) => {
      const count = counts.get(key) ?? 0;
      return count === 0 ? [] : [{ label, count: formatCount(count) }];
    }),
  }));
}

const parameters = ['q', 'category', 'page'];

export const providers = page({
  name: 'providers',
  path: '/providers',
  on: 'both',
  parameters: { site: [...parameters, 'network'], network: parameters },
  handler: providersPage,
  sitemap: 'data',
  navigation: { label: 'Providers' },
  operation: { omitted: 'its JSON is the operation of providers' },
  example: '/providers',
});
