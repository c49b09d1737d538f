/** Documents by which agents and registries find the MCP server and the skill. docs/mcp.md names their specifications. */
import { sha256 } from '../../common/hash.ts';
import type { Publication } from '../config.ts';
import { type Context, type Handler, snapshotOf } from '../http/context.ts';
import { tools } from '../mcp/call-tool.ts';
import { identity, protocolVersions } from '../mcp/identity.ts';
import type { Templates } from '../pages/shared/templates.ts';
import { assertNoParameters } from '../query/params.ts';
import type { Catalog } from '../snapshot/catalog.ts';
import type { Urls } from '../urls.ts';

interface Deps {
  readonly urls: Urls;
  readonly publication: Publication;
  readonly templates: Templates;
}

const skill = {
  /** Also the name of the folder. */
  name: identity.name,
  description:
    'Finds and compares Web3 infrastructure: RPC and data APIs, wallets, bridges, oracles, explorers, MCP servers and other offers of providers, by network, plan and price. ' +
    'Use it to choose a provider for a blockchain network, to compare prices or limits, or to configure an MCP server or an RPC endpoint.',
} as const;

export const discoveryPaths = {
  aiCatalog: '/.well-known/ai-catalog.json',
  serverCard: '/mcp/server-card',
  registry: '/mcp/server.json',
  skills: '/.well-known/agent-skills/index.json',
  skill: `/.well-known/agent-skills/${skill.name}/SKILL.md`,
} as const;

const types = {
  aiCatalog: 'application/ai-catalog+json',
  serverCard: 'application/mcp-server-card+json',
  registry: 'application/json; charset=utf-8',
  skills: 'application/json; charset=utf-8',
  skill: 'text/markdown; charset=utf-8',
} as const;

/** As SEP-2127 asks. The documents depend on the configuration only. */
const anHour = 'public, max-age=3600';

export function discoveryDocuments(deps: Deps) {
  const { urls, publication } = deps;
  const route = (name: keyof typeof discoveryPaths, write: (ctx: Context) => string, cacheControl: string | null) => {
    const handler: Handler = (ctx) => {
      assertNoParameters(ctx.querystring);
      ctx.body = Buffer.from(write(ctx));
      ctx.set({ 'Access-Control-Allow-Methods': 'GET', 'Access-Control-Allow-Headers': 'Content-Type' });
      if (cacheControl !== null) ctx.set('Cache-Control', cacheControl);
      ctx.set('Content-Type', types[name]);
    };
    return { path: discoveryPaths[name], kind: name === 'skill' ? ('text' as const) : ('json' as const), handler };
  };
  const skillOf = (ctx: Context) => writeSkill(snapshotOf(ctx).catalog, deps);
  return [
    route('aiCatalog', () => JSON.stringify(presentCatalog(urls, publication)), anHour),
    route('serverCard', () => JSON.stringify(presentServerCard(urls)), anHour),
    route('registry', () => JSON.stringify(presentRegistryEntry(urls)), anHour),
    // An index that is older than the skill would have a wrong digest.
    route('skills', (ctx) => JSON.stringify(presentSkills(skillOf(ctx), urls)), null),
    route('skill', skillOf, null),
  ];
}

/** Domain of the publisher in identifiers. */
function domainOf(urls: Urls): string {
  return new URL(urls.site).hostname.replace(/^\[|\]$/g, '').replaceAll(':', '-');
}

/** `com.example/web3-infrastructure-directory` */
function reverseName(urls: Urls): string {
  const domain = domainOf(urls);
  const isNumber = /^[\d.]+$/.test(domain);
  return `${isNumber ? domain : domain.split('.').toReversed().join('.')}/${identity.name}`;
}

/** AI Catalog 1.0, level 2. */
function presentCatalog(urls: Urls, { publisher }: Publication) {
  const entry = (kind: string, type: string, path: string) => ({
    identifier: `urn:air:${domainOf(urls)}:${kind}:${identity.name}`,
    type,
    url: urls.to(null, path),
  });
  return {
    specVersion: '1.0',
    host: {
      displayName: publisher?.name ?? identity.title,
      identifier: domainOf(urls),
      documentationUrl: urls.to(null, '/about'),
    },
    entries: [
      // The card has its own title and description.
      entry('mcp', types.serverCard, discoveryPaths.serverCard),
      { ...entry('skill', 'application/agent-skills+md', discoveryPaths.skill), displayName: identity.title },
      {
        ...entry('api', 'application/vnd.oai.openapi+json;version=3.1', '/openapi.json'),
        displayName: `${identity.title}: HTTP API`,
        description: 'Read-only HTTP API without key: networks, offers, providers, comparisons and changes.',
      },
    ],
  };
}

/** What card and registry entry have in common. */
function presentIdentity(urls: Urls) {
  const { title, version, description } = identity;
  return {
    name: reverseName(urls),
    title,
    description,
    version,
    websiteUrl: urls.to(null, '/mcp-gateway'),
  };
}

const remoteType = 'streamable-http';

/** MCP Server Card (SEP-2127), which lists no tools: those are what `tools/list` says. */
function presentServerCard(urls: Urls) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...presentIdentity(urls),
    remotes: [{ type: remoteType, url: urls.to(null, '/mcp'), supportedProtocolVersions: protocolVersions }],
  };
}

/** `server.json` of the MCP registry. */
function presentRegistryEntry(urls: Urls) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...presentIdentity(urls),
    remotes: [{ type: remoteType, url: urls.to(null, '/mcp') }],
  };
}

/** Agent Skills Discovery 0.2.0. */
function presentSkills(text: string, urls: Urls) {
  const { name, description } = skill;
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name,
        type: 'skill-md',
        description,
        url: urls.to(null, discoveryPaths.skill),
        digest: `sha256:${sha256(text)}`,
      },
    ],
  };
}

/** Depends on the categories and the configuration, so that its digest changes rarely. */
function writeSkill({ categories }: Pick<Catalog, 'categories'>, { urls, templates }: Deps): string {
  const description = JSON.stringify(skill.description);
  const view = { name: skill.name, description, title: identity.title, site: urls.site, tools, categories };
  return templates.renderMarkdown('skill', view);
}
