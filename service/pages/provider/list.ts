/** GET /providers of the site and of a network: the providers with their offers by category. */
import { foldText } from '../../../common/fold.ts';
import { formatCount } from '../../../common/format-count.ts';
import type { ProviderDefinition } from '../../../model/providers.ts';
import { networkApi, type Place } from '../../api/resource.ts';
import { type Context, type Handler, snapshotOf } from '../../http/context.ts';
import { findDirectory } from '../../query/offers/directory.ts';
import { findProviders } from '../../query/offers/providers.ts';
import { maxSearchLength } from '../../query/parameters.ts';
import type { NetworkEntry } from '../../snapshot/catalog.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { offeredForAll, plural } from '../../text/counts.ts';
import { logosOf } from '../shared/logos.ts';
import { type PageDeps, requestedNetwork, sendPage } from '../shared/page.ts';
import { presentPager, readPage } from '../shared/pager.ts';
import { describePresence } from '../shared/presence.ts';

export function providersPage(deps: PageDeps): Handler {
  return (ctx) => {
    const { key, network, snapshot } = requestedNetwork(ctx);
    const { byProvider } = findProviders(snapshot, key);
    const listed = [...byProvider].flatMap(([name, byCategory]) => {
      const provider = snapshot.catalog.providers.get(name);
      const counts = new Map(Array.from(byCategory, ([category, rows]) => [category, snapshot.countOffers(rows)]));
      const named = [...byCategory.values()].flat().some((id) => snapshot.scopeOf(id) === 'network');
      const presence = named ? null : offeredForAll;
      return provider ? [{ provider, counts, presence, named: Number(named) }] : [];
    });
    sendDirectory(ctx, { snapshot, network, listed, jsonPath: `${networkApi}/providers` }, deps);
  };
}

/** Each offer counts once. */
export function allProvidersPage(deps: PageDeps): Handler {
  return (ctx) => {
    const snapshot = snapshotOf(ctx);
    const listed = findDirectory(snapshot, { networks: [] }).map((found) => ({
      provider: found.provider,
      counts: new Map(Array.from(found.offers, ([category, list]) => [category, list.length])),
      presence: describePresence(found),
      named: found.namedNetworks.length,
    }));
    sendDirectory(ctx, { snapshot, network: null, listed, jsonPath: '/api/providers' }, deps);
  };
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

interface Directory {
  readonly snapshot: Snapshot;
  /** Null for all networks. */
  readonly network: NetworkEntry | null;
  readonly listed: readonly Listed[];
  readonly jsonPath: string;
}

const providersPerPage = 60;

function sendDirectory(ctx: Context, { snapshot, network, listed, jsonPath }: Directory, deps: PageDeps): void {
  const { urls } = deps;
  const given = new URLSearchParams(ctx.querystring);
  const search = (given.get('q') ?? '').slice(0, maxSearchLength);
  const page = readPage(given);
  const key = network?.network ?? null;
  const place = network?.name ?? 'all networks';
  const action = urls.href(key, key, '/providers');
  const wanted = foldText(search.trim());
  const found = listed.filter(({ provider: { name, description } }) =>
    foldText(`${name} ${description ?? ''}`).includes(wanted),
  );
  const sorted = found.toSorted(
    (a, b) => b.named - a.named || (foldText(a.provider.name) < foldText(b.provider.name) ? -1 : 1),
  );
  const shown = sorted.slice((page - 1) * providersPerPage, page * providersPerPage);
  const here = network === null ? [] : [{ label: network.name, href: urls.href(key, key, '/') }];
  const counts = plural(found.length, 'provider');
  const view = {
    place,
    crumbs: [...here, { label: 'Providers', href: null }],
    action,
    search,
    counts,
    ofTotal: found.length === listed.length ? null : formatCount(listed.length),
    providers: presentEntries(shown, { snapshot, network: key, urls }),
    nothing: shown.length === 0,
    pages: presentPager({ page, totalPages: Math.ceil(found.length / providersPerPage) }, (number) =>
      urls.href(key, key, '/providers', { q: search, page: number === 1 ? null : number }),
    ),
  };
  const frame = {
    title: `Providers on ${place}`,
    description: `${counts} of Web3 infrastructure on ${place}, each with its offers by category.`,
    network: key,
    path: '/providers',
    parameters: { page: page === 1 ? null : page },
    json: { path: jsonPath },
    scripts: ['instant.js'],
    ownSearch: true,
  };
  sendPage(ctx, { template: 'providers', frame, view }, deps);
}

function presentEntries(listed: readonly Listed[], { snapshot, network, urls }: Place) {
  const logoOf = logosOf(snapshot, network, urls);
  return listed.map(({ provider: { name, slug, description }, counts, presence }) => ({
    name,
    description,
    presence,
    ...logoOf(name),
    href: urls.href(network, network, `/providers/${slug}`),
    offers: snapshot.catalog.categories.flatMap(({ key, label }) => {
      const count = counts.get(key) ?? 0;
      return count === 0 ? [] : [{ label, count: formatCount(count) }];
    }),
  }));
}
