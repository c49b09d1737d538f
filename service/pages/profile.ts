/** GET {network}/providers and {network}/providers/{slug}: the pages of a network's providers. */
import type { ColumnDefinition } from '../../model/columns.ts';
import { nameOf } from '../api/networks-view.ts';
import { signsOf } from '../files/logos.ts';
import { HttpError } from '../http/errors.ts';
import { type Context, type Handler, networkOf } from '../http/state.ts';
import { nearestName } from '../nearest-name.ts';
import { chainsOf } from '../query/chains.ts';
import { maxSearchLength } from '../query/params.ts';
import { findPresence } from '../query/presence.ts';
import { findProviders, type ProviderListings } from '../query/providers.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { parseRow, type RowObject } from '../snapshot/row-json.ts';
import { networkEntry } from './home.ts';
import { presentDirectory, presentProfilePage } from './providers.ts';
import type { RouteContext } from './shared/context.ts';
import { textsOf } from './shared/offer-table/cell.ts';
import { usualColumns } from './shared/offer-table/columns.ts';
import { renderLines } from './shared/offer-table/offer-lines.ts';
import { roomFor, widthOf } from './shared/offer-table/widths.ts';
import { sendPage } from './shared/send-page.ts';

export function providersPage(deps: RouteContext): Handler {
  return async (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const { catalog, manifest } = snapshot;
    const network = networkEntry(ctx);
    const given = new URLSearchParams(ctx.querystring);
    const search = (given.get('q') ?? '').slice(0, maxSearchLength);
    const page = /^[1-9]\d{0,5}$/.test(given.get('page') ?? '') ? Number(given.get('page')) : 1;
    const { categories, providers } = catalog;
    const listings = await findProviders(snapshot, key);
    const signOf = signsOf(snapshot, key, deps.urls);
    const view = presentDirectory({ network, categories, listings, providers, search, page, signOf, urls: deps.urls });
    const title = `Providers on ${nameOf(network)}`;
    const description = `${view.counts} of Web3 infrastructure on ${nameOf(network)}, each with its offers by category.`;
    const json = { path: '/api/infrastructure-providers/providers' };
    const parameters = { page: page === 1 ? null : page };
    const frame = { title, description, network: key, path: '/providers', parameters, json, manifest, ownSearch: true };
    sendPage(ctx, { template: 'providers', frame, view }, deps);
  };
}

export function profilePage(deps: RouteContext): Handler {
  return async (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const { catalog, manifest } = snapshot;
    const network = networkEntry(ctx);
    const listings = await findProviders(snapshot, key);
    const provider = findProvider(ctx, snapshot, listings);
    const presence = await findPresence(snapshot, [provider.name]);
    const chains = await chainsOf(snapshot, key);
    const view = presentProfilePage({
      network,
      provider,
      networks: catalog.networks,
      categories: catalog.categories,
      listings,
      presence: presence.get(provider.name) ?? [],
      tableOf: (category, ids) => renderTable({ snapshot, category, ids, chains }, deps),
      signOf: signsOf(snapshot, key, deps.urls),
      urls: deps.urls,
    });
    const title = `${provider.name} on ${nameOf(network)}`;
    const description = `${view.counts}. ${provider.description ?? ''}`;
    const json = { path: `/api/infrastructure-providers/providers/${provider.slug}` };
    const frame = { title, description, network: key, path: `/providers/${provider.slug}`, json, manifest };
    sendPage(ctx, { template: 'profile', frame, view }, deps);
  };
}

function findProvider(ctx: Context, { catalog }: Snapshot, { byProvider }: ProviderListings) {
  const slug = ctx.path.slice(ctx.path.lastIndexOf('/') + 1);
  const provider = catalog.providerBySlug.get(slug);
  if (provider && byProvider.has(provider.name)) return provider;
  const here = [...byProvider.keys()].flatMap((name) => catalog.providers.get(name)?.slug ?? []);
  const message = `no provider "${slug}" on this network`;
  throw new HttpError(404, 'unknown-provider', message, { detail: nearestName(slug, here) });
}

interface TableInput {
  readonly snapshot: Snapshot;
  readonly category: string;
  readonly ids: readonly number[];
  readonly chains: readonly string[];
}

/** With the columns in which the provider says something. */
function renderTable({ snapshot, category, ids, chains }: TableInput, deps: RouteContext) {
  const { catalog, contents } = snapshot;
  const columns = catalog.columnsOf(category).filter((column) => column.categories.includes(category));
  const rows = ids.map((id) => parseRow(contents.json[id]));
  const shown = usualColumns(
    columns.filter((column) => says(column, rows)),
    [],
  );
  const lines = renderLines({ contents, ids, columns, shown, chains, picked: null }, deps);
  const widths = shown.map((column) => widthOf(column, rows.flatMap((row) => textsOf(row[column.key])).map(counted)));
  return { heads: shown.map(({ label }) => label), widths, room: roomFor(widths), lines };
}

function counted(value: string) {
  return { value, count: 1 };
}

function says({ key }: ColumnDefinition, rows: readonly RowObject[]): boolean {
  return rows.some((row) => textsOf(row[key]).length > 0);
}
