/** GET /providers of the site and of a network: the providers with their offers by category. */
import { foldText } from '../../../common/fold.ts';
import { formatCount } from '../../../common/format-count.ts';
import type { ProviderDefinition } from '../../../model/providers.ts';
import { ofSubject } from '../../../model/site.ts';
import { requestedPlace } from '../../api/resource.ts';
import type { Context, Handler } from '../../http/context.ts';
import { findDirectory, type ProviderOffers } from '../../query/offers/directory.ts';
import { maxSearchLength } from '../../query/parameters.ts';
import type { Place } from '../../query/place.ts';
import { siteOf } from '../../site.ts';
import { offeredForAll, plural } from '../../text/counts.ts';
import { logosOf } from '../shared/logos.ts';
import { type PageDeps, sendPage } from '../shared/page.ts';
import { presentPager, readPage } from '../shared/pager.ts';
import { describePresence } from '../shared/presence.ts';

export function providersPage(deps: PageDeps): Handler {
  return (ctx) => {
    const place = requestedPlace(ctx, deps.urls);
    const listed = findDirectory(place.snapshot, place).map((found) => ({
      provider: found.provider,
      counts: new Map(Array.from(found.offers, ([category, list]) => [category, list.length])),
      presence: presenceIn(place, found),
      named: found.namedNetworks.length,
    }));
    sendDirectory(ctx, { ...place, listed }, deps);
  };
}

function presenceIn({ entry }: Place, found: ProviderOffers): string | null {
  if (entry === null) return describePresence(found);
  return found.namedNetworks.length > 0 ? null : offeredForAll;
}

interface Listed {
  readonly provider: ProviderDefinition;
  /** Offers by category key. */
  readonly counts: ReadonlyMap<string, number>;
  /** Networks in words; on the page of a network only for a provider that does not name it. */
  readonly presence: string | null;
  /** Networks of the page that its listings name. Providers with most of them come first. */
  readonly named: number;
}

interface Directory extends Place {
  readonly listed: readonly Listed[];
}

const providersPerPage = 60;

function sendDirectory(ctx: Context, directory: Directory, deps: PageDeps): void {
  const { network, listed, href, name: place } = directory;
  const given = new URLSearchParams(ctx.querystring);
  const search = (given.get('q') ?? '').slice(0, maxSearchLength);
  const page = readPage(given);
  const action = href('/providers');
  const wanted = foldText(search.trim());
  const found = listed.filter(({ provider: { name, description } }) =>
    foldText(`${name} ${description ?? ''}`).includes(wanted),
  );
  const sorted = found.toSorted(
    (a, b) => b.named - a.named || (foldText(a.provider.name) < foldText(b.provider.name) ? -1 : 1),
  );
  const shown = sorted.slice((page - 1) * providersPerPage, page * providersPerPage);
  const counts = plural(found.length, 'provider');
  const view = {
    place,
    crumbs: [...directory.crumbs, { label: 'Providers', href: null }],
    action,
    search,
    counts,
    ofTotal: found.length === listed.length ? null : formatCount(listed.length),
    providers: presentEntries(shown, directory),
    nothing: shown.length === 0,
    pages: presentPager({ page, totalPages: Math.ceil(found.length / providersPerPage) }, (number) =>
      href('/providers', { q: search, page: number === 1 ? null : number }),
    ),
  };
  const frame = {
    title: `Providers on ${place}`,
    description: `${counts}${ofSubject(siteOf(directory.snapshot))} on ${place}, each with its offers by category.`,
    network,
    path: '/providers',
    parameters: { page: page === 1 ? null : page },
    json: { path: `${directory.api}/providers` },
    scripts: ['instant.js'],
    ownSearch: true,
  };
  sendPage(ctx, { template: 'providers', frame, view }, deps);
}

function presentEntries(listed: readonly Listed[], { snapshot, network, urls, href }: Place) {
  const logoOf = logosOf(snapshot, network, urls);
  return listed.map(({ provider: { name, slug, description }, counts, presence }) => ({
    name,
    description,
    presence,
    ...logoOf(name),
    href: href(`/providers/${slug}`),
    offers: snapshot.catalog.categories.flatMap(({ key, label }) => {
      const count = counts.get(key) ?? 0;
      return count === 0 ? [] : [{ label, count: formatCount(count) }];
    }),
  }));
}
