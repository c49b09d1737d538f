/**
 * /v0.1/servers: the read part of the API of the MCP registry over the MCP servers of the
 * directory, so that clients which read a registry can read this one.
 */
import * as z from 'zod';
import { foldText } from '../../../common/fold.ts';
import { mcpCategory } from '../../../model/connect.ts';
import { HttpError } from '../../errors.ts';
import { findOfferTimes, findRemovedOffers } from '../../query/change-times.ts';
import { servedTest } from '../../questions/offers.ts';
import { inPath, registry } from '../../questions/parameters.ts';
import type { Place } from '../../questions/place.ts';
import { resource } from '../resource.ts';
import { type Entry, presentEntry, presentRemoved, type RemovedEntry } from './entry.ts';

const entryShape = z
  .object({
    server: z
      .looseObject({
        name: z.string().describe('Reversed name of this host, a slash and the slug.'),
        description: z.string(),
        version: z
          .string()
          .describe('Day of the last change of the entry; `1.0.0` if none is known.'),
      })
      .describe('`server.json` of the schema 2025-12-11.'),
    _meta: z
      .record(z.string(), z.unknown())
      .describe('Status and time for registry clients; verdict, needs and notes of the directory.'),
  })
  .meta({ id: 'RegistryServer' });

const listShape = z.object({
  servers: z.array(entryShape),
  metadata: z.object({
    nextCursor: z.string().optional().describe('Of the next page; missing on the last one.'),
    count: z.int().describe('Servers on this page.'),
  }),
});

const described = {
  category: mcpCategory,
  ignoresUnknown: true,
  content: { 'application/json': listShape },
} as const;

export const registryServers = resource({
  ...described,
  path: '/v0.1/servers',
  operationId: 'listRegistryServers',
  summary: 'MCP servers as the API of the MCP registry lists them.',
  parameters: registry,
  answer: async (parameters, place) => {
    const { updated_since: since, version, limit } = parameters;
    const [cursor, searchBefore] = readCursor(parameters.cursor);
    const search = parameters.search ?? searchBefore ?? '';
    const wanted = foldText(search);
    const { present, removed } = await entriesOf(place);
    // As the interface says: a copy that is kept up to date must learn of removals.
    const withRemoved = since !== undefined || parameters.include_deleted === 'true';
    const all = withRemoved ? byName([...present, ...removed]) : present;
    const matching = all.filter(
      ({ server, _meta: { [official]: state } }) =>
        foldText([server.name, 'title' in server ? server.title : ''].join(' ')).includes(wanted) &&
        (since === undefined || Date.parse(timeOf(state)) >= Date.parse(since)) &&
        (version === undefined || version === 'latest' || server.version === version) &&
        (cursor === undefined || server.name > cursor),
    );
    const servers = matching.slice(0, limit);
    const last = servers.at(-1);
    const next =
      matching.length > servers.length && last !== undefined
        ? writeCursor(last.server.name, search)
        : undefined;
    return JSON.stringify({
      servers,
      metadata: { ...(next === undefined ? {} : { nextCursor: next }), count: servers.length },
    });
  },
});

export const registryVersions = resource({
  ...described,
  path: '/v0.1/servers/{serverName}/versions',
  operationId: 'listRegistryVersions',
  summary: 'The version of an MCP server: its entry has one.',
  inPath: { serverName: inPath.serverName },
  parameters: { include_deleted: registry.include_deleted },
  answer: async (parameters, place, { ctx }) => {
    const entry = await entryNamed(place, partOf(ctx.path, 3), parameters);
    return JSON.stringify({ servers: [entry], metadata: { count: 1 } });
  },
});

export const registryServer = resource({
  ...described,
  path: '/v0.1/servers/{serverName}/versions/{version}',
  operationId: 'readRegistryServer',
  summary: 'An MCP server as the API of the MCP registry has it.',
  inPath: { serverName: inPath.serverName, version: inPath.serverVersion },
  parameters: { include_deleted: registry.include_deleted },
  content: { 'application/json': entryShape },
  answer: async (parameters, place, { ctx }) => {
    const entry = await entryNamed(place, partOf(ctx.path, 3), parameters);
    const version = partOf(ctx.path, 5);
    if (version !== 'latest' && version !== entry.server.version)
      throw new HttpError(404, 'not-found', `the server has the version ${entry.server.version}`);
    return JSON.stringify(entry);
  },
});

/** Of a name and the search, which the gallery of VS Code sends with the first page only. */
function writeCursor(name: string, search: string): string {
  return search === '' ? name : `${name}~${Buffer.from(search).toString('base64url')}`;
}

function readCursor(cursor: string | undefined): readonly (string | undefined)[] {
  const [name, search] = cursor?.split('~') ?? [];
  return [name, search && Buffer.from(search, 'base64url').toString()];
}

const official = 'io.modelcontextprotocol.registry/official';

function timeOf(state: unknown): string {
  return String((state as { readonly updatedAt?: string } | undefined)?.updatedAt ?? '');
}

function partOf(path: string, at: number): string {
  return decodeURIComponent(path.split('/')[at] ?? '');
}

/** By its name, or by the slug that ends it. */
async function entryNamed(
  place: Place,
  name: string,
  { include_deleted: withRemoved }: { readonly include_deleted: 'true' | 'false' },
): Promise<Entry | RemovedEntry> {
  const { present, removed } = await entriesOf(place);
  const entries = withRemoved === 'true' ? [...present, ...removed] : present;
  const named = entries.find(
    ({ server }) => server.name === name || server.name.split('/')[1] === name,
  );
  if (named !== undefined) return named;
  throw new HttpError(404, 'not-found', `no MCP server "${name.slice(0, 200)}" in this directory`);
}

/** By name. `removed`: offers that the directory had since it records changes. */
async function entriesOf(place: Place) {
  const { snapshot, urls } = place;
  const namespace = new URL(urls.site).hostname.split('.').toReversed().join('.');
  return snapshot.derived.of('registry entries', async () => {
    const times = await findOfferTimes(snapshot, mcpCategory);
    const isServed = servedTest(place);
    const deps = { snapshot, urls, namespace, changedMs: (slug: string) => times.get(slug) };
    const offers = snapshot.offers.inCategory(mcpCategory);
    const slugs = new Set(offers.map(({ offer }) => offer.slug));
    const gone = await findRemovedOffers(snapshot, mcpCategory);
    return {
      present: byName(
        offers.flatMap(({ offer, rows }) => {
          const served = rows.filter(isServed);
          return served.length === 0 ? [] : [presentEntry({ offer, rows: served }, deps)];
        }),
      ),
      removed: gone
        .filter(({ slug }) => !slugs.has(slug))
        .map((offer) => presentRemoved(offer, deps)),
    };
  });
}

function byName<T extends Entry | RemovedEntry>(entries: readonly T[]): readonly T[] {
  return entries.toSorted((a, b) => (a.server.name < b.server.name ? -1 : 1));
}
