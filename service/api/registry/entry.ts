/** An MCP server of the directory as the registry of MCP servers describes one (schema 2025-12-11). */
import { foldText } from '../../../common/fold.ts';
import type { Connection, Placeholder, SelfHostedWay, Way } from '../../../model/connect.ts';
import { imageTypeOf } from '../../../model/images.ts';
import { handshakeOf } from '../../answers/handshake.ts';
import { connectionOf } from '../../connect/find-connection.ts';
import { titleOf } from '../../notations/offer-title.ts';
import type { Catalog, Row } from '../../snapshot/catalog.ts';
import type { MatchedOffer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { clip } from '../../text/clip.ts';
import type { Urls } from '../../urls.ts';

const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
/** Of the schema. */
const maxText = 100;
/** Of an entry that never changed since the directory records changes. */
const firstVersion = '1.0.0';

export interface EntryDeps {
  readonly snapshot: Snapshot;
  readonly urls: Urls;
  /** Reversed name of the host: `com.example`. */
  readonly namespace: string;
  /** Milliseconds of the last change of an offer, undefined if none is known. */
  readonly changedMs: (slug: string) => number | undefined;
}

export function serverName(key: string, { namespace }: Pick<EntryDeps, 'namespace'>): string {
  return `${namespace}/${key.replace(/[^a-zA-Z0-9._-]+/g, '.')}`;
}

export function presentEntry({ offer, rows: [id = 0] }: MatchedOffer, deps: EntryDeps) {
  const { snapshot, urls } = deps;
  const row = snapshot.row(id);
  const connection = connectionOf(snapshot, id);
  const key = snapshot.offers.keyOf(offer);
  const changedMs = deps.changedMs(offer.slug);
  const updatedAt = changedMs === undefined ? snapshot.manifest.generatedAt : isoOf(changedMs);
  const { slug, logoPath = null } = snapshot.catalog.providers.get(offer.provider) ?? {};
  const described = typeof row.description === 'string' ? row.description : '';
  return {
    server: {
      $schema: schema,
      name: serverName(key, deps),
      description: clip(described || `MCP server of ${offer.provider}`, maxText),
      title: clip(nameOf(row, offer.provider, snapshot.catalog), maxText),
      version: changedMs === undefined ? firstVersion : versionOf(changedMs),
      ...(slug === undefined ? {} : { websiteUrl: urls.to(null, `/providers/${slug}`) }),
      ...(logoPath === null ? {} : iconsOf(logoPath, deps)),
      ...(connection === null ? {} : placesOf(connection)),
    },
    _meta: {
      'io.modelcontextprotocol.registry/official': {
        status: 'active' as const,
        updatedAt,
        isLatest: true,
      },
      [`${deps.namespace}/directory`]: {
        provider: offer.provider,
        offer: key,
        handshake: handshakeOf(snapshot, [id]),
        needs: (connection?.placeholders ?? []).map(({ name, description }) => {
          return { name, description };
        }),
        reasons: [...(connection?.missing ?? [])],
        notes: [...(connection?.notes ?? [])],
        configuration: urls.to(null, '/api/mcp-config', { offer: key }),
      },
    },
  };
}

export type Entry = ReturnType<typeof presentEntry>;

/** An offer that the directory had, for clients that keep a copy of the registry. */
export function presentRemoved(
  {
    slug,
    provider,
    atMs,
  }: { readonly slug: string; readonly provider: string; readonly atMs: number },
  deps: Pick<EntryDeps, 'namespace'>,
) {
  const day = isoOf(atMs).slice(0, 10);
  return {
    server: {
      $schema: schema,
      name: serverName(slug, deps),
      description: clip(`MCP server of ${provider}, removed on ${day}`, maxText),
      version: versionOf(atMs),
    },
    _meta: {
      'io.modelcontextprotocol.registry/official': {
        status: 'deleted' as const,
        statusMessage: `The directory has no such offer since ${day}.`,
        statusChangedAt: isoOf(atMs),
        updatedAt: isoOf(atMs),
        isLatest: true,
      },
    },
  };
}

export type RemovedEntry = ReturnType<typeof presentRemoved>;

/** With the provider: clients list titles, and one of them names the server by it. */
function nameOf(row: Row, provider: string, { roles }: Catalog): string {
  const title = titleOf(row, roles);
  const isNamed = foldText(title).includes(foldText(provider));
  return isNamed ? title : `${provider} ${title}`;
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** `2026.11.28`: the day of the last change, as the directory knows no versions of servers. */
function versionOf(ms: number): string {
  const day = new Date(ms);
  return [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()].join('.');
}

/** The schema has addresses of at most 255 characters. */
function iconsOf(logo: string, { snapshot, urls }: Pick<EntryDeps, 'snapshot' | 'urls'>) {
  const src = urls.to(null, `/logos/${logo}`);
  const mimeType = imageTypeOf(logo);
  const isSent = snapshot.logoVersion(logo) !== null && mimeType !== null && src.length <= 255;
  return isSent ? { icons: [{ src, mimeType }] } : {};
}

function placesOf({ ways, placeholders }: Connection) {
  const remotes = ways.flatMap((way) => (way.kind === 'hosted' ? remoteOf(way, placeholders) : []));
  const packages = ways.flatMap((way) =>
    way.kind === 'self-hosted' ? packageOf(way, placeholders) : [],
  );
  return {
    ...(remotes.length === 0 ? {} : { remotes }),
    ...(packages.length === 0 ? {} : { packages }),
  };
}

function remoteOf(
  { transport, url, headers }: Extract<Way, { kind: 'hosted' }>,
  placeholders: readonly Placeholder[],
) {
  const named = Object.entries(headers).map(([name, value]) => ({
    name,
    isSecret: true,
    ...inputOf(value, placeholders),
  }));
  const { value, variables } = inputOf(url, placeholders);
  return {
    type: transport === 'sse' ? 'sse' : 'streamable-http',
    url: value,
    ...(named.length === 0 ? {} : { headers: named }),
    ...(variables === undefined ? {} : { variables }),
  };
}

/** Names of the schema by the names for people; the others are no registry of it. */
const registryTypes: Readonly<Record<string, { readonly type: string; readonly hint: string }>> = {
  npm: { type: 'npm', hint: 'npx' },
  PyPI: { type: 'pypi', hint: 'uvx' },
  'Docker Hub': { type: 'oci', hint: 'docker' },
};

/** None if the command runs no package of such a registry. */
function packageOf({ args, env, packages }: SelfHostedWay, placeholders: readonly Placeholder[]) {
  const [first] = packages;
  const registry = first === undefined ? undefined : registryTypes[first.registry];
  if (first === undefined || registry === undefined) return [];
  const [identifier, version] = splitVersion(first.name);
  const at = args.indexOf(first.name);
  const toArguments = (texts: readonly string[]) =>
    texts.map((text) => ({ type: 'positional', ...inputOf(text, placeholders) }));
  const packageArguments = at === -1 ? [] : toArguments(args.slice(at + 1));
  const before = at === -1 ? [] : toArguments(args.slice(0, at));
  const variables = Object.keys(env).map((name) => {
    const [known] = inputsNamed(env[name] ?? '', placeholders);
    return {
      name,
      isRequired: true,
      isSecret: known?.isSecret ?? true,
      ...(known === undefined ? {} : { description: known.description }),
    };
  });
  return [
    {
      registryType: registry.type,
      identifier,
      ...(version === null ? {} : { version }),
      runtimeHint: registry.hint,
      transport: { type: 'stdio' },
      ...(before.length === 0 ? {} : { runtimeArguments: before }),
      ...(packageArguments.length === 0 ? {} : { packageArguments }),
      ...(variables.length === 0 ? {} : { environmentVariables: variables }),
    },
  ];
}

/** The schema has exact versions only: a tag such as `latest` is left out. */
function splitVersion(name: string): readonly [identifier: string, version: string | null] {
  const at = name.lastIndexOf('@');
  if (at < 1) return [name, null];
  const version = name.slice(at + 1);
  return [name.slice(0, at), /^\d+\.\d+\.\d+(?:[-+.][\w.-]+)?$/.test(version) ? version : null];
}

const placeholderForm = /<([A-Z][A-Z0-9_]*)>/g;

function inputsNamed(text: string, placeholders: readonly Placeholder[]): readonly Placeholder[] {
  const names = new Set(Array.from(text.matchAll(placeholderForm), ([, name]) => name));
  return placeholders.filter(({ name }) => names.has(name));
}

/** `Bearer {API_KEY}` with a description of the variable. */
function inputOf(text: string, placeholders: readonly Placeholder[]) {
  const value = text.replace(placeholderForm, '{$1}');
  const named = inputsNamed(text, placeholders);
  if (named.length === 0) return { value };
  const variables = Object.fromEntries(
    named.map(({ name, description, isSecret }) => [
      name,
      { description, isRequired: true, isSecret },
    ]),
  );
  return { value, variables };
}
