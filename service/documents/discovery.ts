/**
 * Documents by which agents and registries find the MCP server and the skill. docs/mcp.md names
 * their specifications.
 */
import { sha256 } from '../../common/hash.ts';
import { identifierOf, ofSubject, type Site } from '../../model/site.ts';
import { findExamples } from '../api/examples.ts';
import type { Publication } from '../config.ts';
import { HttpError } from '../errors.ts';
import { type Context, snapshotOf } from '../http/context.ts';
import { toolsFor } from '../mcp/call-tool.ts';
import { protocolVersions, serverIdentity } from '../mcp/identity.ts';
import type { Templates } from '../pages/shared/templates.ts';
import { assertNoParameters } from '../questions/parse.ts';
import { publisherOf, siteOf, statesOf } from '../site.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Urls } from '../urls.ts';
import { type Document, document } from './document.ts';

interface Deps {
  readonly urls: Urls;
  readonly publication: Publication;
  readonly templates: Templates;
}

export const discoveryPaths = {
  aiCatalog: '/.well-known/ai-catalog.json',
  serverCard: '/mcp/server-card',
  /** Other addresses at which clients look for the card. */
  cardBelowMcp: '/.well-known/mcp/server-card.json',
  cardOfHost: '/.well-known/mcp.json',
  registry: '/mcp/server.json',
  skills: '/.well-known/agent-skills/index.json',
  skill: '/.well-known/agent-skills/{skill}/SKILL.md',
} as const;

const types = {
  aiCatalog: 'application/ai-catalog+json',
  serverCard: 'application/mcp-server-card+json',
  cardBelowMcp: 'application/json; charset=utf-8',
  cardOfHost: 'application/json; charset=utf-8',
  registry: 'application/json; charset=utf-8',
  skills: 'application/json; charset=utf-8',
  skill: 'text/markdown; charset=utf-8',
} as const;

/**
 * As SEP-2127 asks. The documents depend on the configuration, and on what the directory says of
 * itself.
 */
const anHour = 'public, max-age=3600';

function discovery(
  name: keyof typeof discoveryPaths,
  write: (ctx: Context, deps: Deps) => string,
  cacheControl: string | null = null,
): Document<Deps> {
  return document({
    path: discoveryPaths[name],
    on: 'site',
    kind: name === 'skill' ? 'text' : 'json',
    operations: { omitted: 'a specification of others describes it' },
    handler: (deps) => (ctx) => {
      assertNoParameters(ctx.state.parameters);
      ctx.body = Buffer.from(write(ctx, deps));
      ctx.set({
        'Access-Control-Allow-Methods': 'GET',
        'Access-Control-Allow-Headers': 'Content-Type',
      });
      if (cacheControl !== null) ctx.set('Cache-Control', cacheControl);
      ctx.set('Content-Type', types[name]);
    },
  });
}

export const discoveryDocuments = [
  discovery(
    'aiCatalog',
    (ctx, { urls, publication }) =>
      JSON.stringify(presentCatalog(snapshotOf(ctx), urls, publication)),
    anHour,
  ),
  ...(['serverCard', 'cardBelowMcp', 'cardOfHost'] as const).map((name) =>
    discovery(
      name,
      (ctx, { urls }) => JSON.stringify(presentServerCard(snapshotOf(ctx), urls)),
      anHour,
    ),
  ),
  discovery(
    'registry',
    (ctx, { urls }) => JSON.stringify(presentRegistryEntry(snapshotOf(ctx), urls)),
    anHour,
  ),
  // An index that is older than the skill would have a wrong digest.
  discovery('skills', (ctx, deps) => {
    const snapshot = snapshotOf(ctx);
    return JSON.stringify(presentSkills(writeSkill(snapshot, deps), snapshot, deps.urls));
  }),
  discovery('skill', (ctx, deps) => {
    const snapshot = snapshotOf(ctx);
    if (ctx.path !== skillPath(siteOf(snapshot)))
      throw new HttpError(404, 'not-found', 'no page at this address');
    return writeSkill(snapshot, deps);
  }),
];

/** The folder has the name of the skill. */
export function skillPath(site: Site): string {
  return discoveryPaths.skill.replace('{skill}', identifierOf(site));
}

/** Domain of the publisher in identifiers. */
function domainOf(urls: Urls): string {
  return new URL(urls.site).hostname.replace(/^\[|\]$/g, '').replaceAll(':', '-');
}

/** `com.example/web3-infrastructure-directory` */
function reverseName(site: Site, urls: Urls): string {
  const domain = domainOf(urls);
  const isNumber = /^[\d.]+$/.test(domain);
  return `${isNumber ? domain : domain.split('.').toReversed().join('.')}/${identifierOf(site)}`;
}

/** AI Catalog 1.0, level 2. */
function presentCatalog(snapshot: Snapshot, urls: Urls, publication: Publication) {
  const site = siteOf(snapshot);
  const entry = (kind: string, type: string, path: string) => ({
    identifier: `urn:air:${domainOf(urls)}:${kind}:${identifierOf(site)}`,
    type,
    url: urls.to(null, path),
  });
  return {
    specVersion: '1.0',
    host: {
      displayName: publisherOf(snapshot, publication)?.name ?? site.name,
      identifier: domainOf(urls),
      documentationUrl: urls.to(null, '/about'),
    },
    entries: [
      // The card has its own title and description.
      entry('mcp', types.serverCard, discoveryPaths.serverCard),
      { ...entry('skill', 'application/agent-skills+md', skillPath(site)), displayName: site.name },
      {
        ...entry('api', 'application/vnd.oai.openapi+json;version=3.1', '/openapi.json'),
        displayName: `${site.name}: HTTP API`,
        description: `Read-only HTTP API without key: ${snapshot.catalog.terms.networks}, offers, providers, comparisons and changes.`,
      },
    ],
  };
}

/** What card and registry entry have in common. */
function presentIdentity(snapshot: Snapshot, urls: Urls) {
  const site = siteOf(snapshot);
  const { title, version, description } = serverIdentity(site);
  return {
    name: reverseName(site, urls),
    title,
    description,
    version,
    websiteUrl: urls.to(null, snapshot.catalog.hasGateway ? '/mcp-gateway' : '/about'),
  };
}

const remoteType = 'streamable-http';

/** MCP Server Card (SEP-2127), which lists no tools: those are what `tools/list` says. */
function presentServerCard(snapshot: Snapshot, urls: Urls) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...presentIdentity(snapshot, urls),
    remotes: [
      { type: remoteType, url: urls.to(null, '/mcp'), supportedProtocolVersions: protocolVersions },
    ],
  };
}

/** `server.json` of the MCP registry. */
function presentRegistryEntry(snapshot: Snapshot, urls: Urls) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...presentIdentity(snapshot, urls),
    remotes: [{ type: remoteType, url: urls.to(null, '/mcp') }],
  };
}

function describeSkill(snapshot: Snapshot): string {
  const site = siteOf(snapshot);
  const { terms, has } = snapshot.catalog;
  const { description } = site;
  const limits = has.has('limits') ? ' or limits' : '';
  const about = description === null ? '' : ` ${description}`;
  return `Finds and compares providers${ofSubject(site)} and their offers.${about} Use it to choose a provider for a ${terms.network}, or to compare prices${limits}.`;
}

/** Agent Skills Discovery 0.2.0. */
function presentSkills(text: string, snapshot: Snapshot, urls: Urls) {
  const site = siteOf(snapshot);
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: identifierOf(site),
        type: 'skill-md',
        description: describeSkill(snapshot),
        url: urls.to(null, skillPath(site)),
        digest: `sha256:${sha256(text)}`,
      },
    ],
  };
}

/** A text of the front matter, in which a reader of Markdown finds no markup. */
function quoteYaml(text: string): string {
  return JSON.stringify(text).replace(
    /[<[\]`*_!~]/g,
    (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`,
  );
}

/** Depends on the categories and the configuration, so that its digest changes rarely. */
function writeSkill(snapshot: Snapshot, { urls, templates }: Deps): string {
  const site = siteOf(snapshot);
  const { catalog } = snapshot;
  const { categories } = catalog;
  const names = {
    name: identifierOf(site),
    title: site.name,
    of: ofSubject(site),
    terms: catalog.terms,
    states: statesOf(snapshot),
    license: site.license,
  };
  const head = {
    description: quoteYaml(describeSkill(snapshot)),
    dataLicense: site.license && quoteYaml(`${site.license} (data)`),
  };
  const { category, network } = findExamples(snapshot, null);
  const example = {
    hasArchive: category === 'apis' && catalog.networks.has('base'),
    category,
    call: JSON.stringify({ category, network }),
  };
  const tools = toolsFor(catalog);
  const view = {
    ...names,
    ...head,
    site: urls.site,
    tools,
    categories,
    example,
    hasGateway: snapshot.catalog.hasGateway,
  };
  return templates.renderMarkdown('skill', view);
}
