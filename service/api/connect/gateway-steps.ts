/**
 * How an agent finds, chooses, configures and runs MCP servers: the one source of the page
 * /mcp-gateway, its JSON and Markdown, and of the gateway context in llms-full.txt. Texts are
 * Markdown without links.
 */
import * as z from 'zod';
import { toKebabCase } from '../../../common/kebab-case.ts';
import { mcpCategory } from '../../../model/connect.ts';
import { configure, quoteForShell } from '../../connect/client-config.ts';
import { connectionOf } from '../../connect/find-connection.ts';
import { servedTest } from '../../questions/offers.ts';
import { siteOf } from '../../site.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { plural } from '../../text/counts.ts';
import { networkApi, type Urls } from '../../urls.ts';
import { type Coverage, coverageOf } from '../coverage.ts';
import { type FactsOf, openShape, resultShape, uriShape } from '../shapes.ts';

export const gatewayShape = resultShape({
  summary: z.string(),
  mcp: uriShape.describe("Address of the directory's own MCP server (Streamable HTTP, POST)."),
  steps: z.array(
    z.object({
      key: openShape(['discover', 'choose', 'configure', 'run']),
      title: z.string(),
      text: z.array(z.string()).describe('Paragraphs in Markdown.'),
      links: z.array(z.object({ label: z.string(), url: uriShape, about: z.string() })),
      examples: z.array(
        z.object({
          kind: openShape(['http', 'tool', 'configuration']),
          label: z.string(),
          text: z
            .string()
            .describe(
              '`http`: a curl command. `tool`: `params` of `tools/call`. `configuration`: JSON or a command line of a client.',
            ),
        }),
      ),
    }),
  ),
  networks: z
    .array(
      z.object({
        network: z.string().describe('{{Network}} key.'),
        name: z.string(),
        servers: z.int().describe('Listings of MCP servers.'),
        url: uriShape.describe('Page with the servers of the {{network}}.'),
      }),
    )
    .describe('{{Networks}} with listings of MCP servers, those with most first.'),
});

export type Gateway = FactsOf<typeof gatewayShape>;
export type GatewayStep = Gateway['steps'][number];
export type GatewayExample = GatewayStep['examples'][number];

interface Input {
  readonly snapshot: Snapshot;
  readonly coverage: Coverage;
  readonly networks: Gateway['networks'];
  readonly urls: Urls;
}

export function describeGateway(snapshot: Snapshot, urls: Urls): Gateway {
  const coverage = coverageOf(snapshot, urls);
  const { metrics } = snapshot.manifest;
  const networks = coverage.networks
    .flatMap(({ network, name }) => {
      const categories = metrics.networks[network]?.categories ?? [];
      const servers = categories.find(({ key }) => key === mcpCategory)?.count ?? 0;
      const url = urls.to(network, `/toolbox/${mcpCategory}`);
      return servers === 0 ? [] : [{ network, name, servers, url }];
    })
    .toSorted((a, b) => b.servers - a.servers);
  const input = { snapshot, coverage, networks, urls };
  return {
    summary:
      'How agents discover services in this directory and run the MCP servers that it lists.',
    mcp: urls.to(null, '/mcp'),
    steps: [discover(input), choose(input), configureClient(input), run(input)],
    networks,
  };
}

/** The directory as a server in the configuration of a client. */
export function directoryServer(snapshot: Snapshot, urls: Urls) {
  const url = urls.to(null, '/mcp');
  const way = { kind: 'hosted', transport: 'http', url, headers: {} } as const;
  const name = toKebabCase(siteOf(snapshot).name) || 'directory';
  const connection = { name, ways: [way], placeholders: [], missing: [], notes: [] };
  return { way, connection };
}

function discover({ snapshot, urls }: Input): GatewayStep {
  const { terms } = snapshot.catalog;
  const mcp = urls.to(null, '/mcp');
  const networks = urls.to(null, '/api/networks');
  const catalog = urls.to(null, '/.well-known/ai-catalog.json');
  const skill = urls.to(null, '/.well-known/agent-skills/index.json');
  const llms = urls.to(null, '/llms-full.txt');
  const { way, connection } = directoryServer(snapshot, urls);
  const [config] = configure(way, connection);
  return {
    key: 'discover',
    title: '1. Discover',
    text: [
      'The directory is public and needs no API key. It is an MCP server itself: connect an agent to it, and the agent finds, compares and configures other servers with its tools.',
      `An agent that knows only the domain reads \`/.well-known/ai-catalog.json\`, which names the server card, the skill and the OpenAPI document. Without MCP, \`/api/networks\` lists the ${terms.networks}, and each ${terms.network} has an OpenAPI document at \`/openapi.json\` below its address.`,
    ],
    links: [
      { label: 'AI catalog', url: catalog, about: 'what an agent can use here' },
      {
        label: 'Agent skill',
        url: skill,
        about: 'how to use the directory, as a skill to install',
      },
      {
        label: `${terms.Network} list`,
        url: networks,
        about: 'base addresses at which an agent looks for services',
      },
      { label: 'Full context', url: llms, about: 'the same facts as text' },
    ],
    examples: [
      {
        kind: 'configuration',
        label: 'Connect a client to this directory',
        text: config?.text ?? '',
      },
      {
        kind: 'http',
        label: 'List the tools',
        text: curlOf(mcp, { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      },
      { kind: 'http', label: 'Read the AI catalog', text: curlOf(catalog) },
      { kind: 'http', label: `List the ${terms.networks}`, text: curlOf(networks) },
    ],
  };
}

const readOnly = [{ id: 'onChainWrite', value: ['false'] }];
/** Servers that an example compares. */
const compared = 2;

function choose({ snapshot, coverage, networks: [largest], urls }: Input): GatewayStep {
  const { count = 0, providersCount = 0 } =
    coverage.categories.find(({ key }) => key === mcpCategory) ?? {};
  const listed =
    count === 0
      ? 'The directory has no MCP servers yet.'
      : `The directory has ${plural(count, 'listing')} of MCP servers from ${plural(providersCount, 'provider')}.`;
  const offers = serversIn(snapshot, urls).slice(0, compared);
  const named = offers.length === 0 ? {} : { offers: offers.map(({ slug }) => slug) };
  const category = mcpCategory;
  const filters = JSON.stringify(readOnly);
  const examples =
    largest === undefined
      ? []
      : [
          toolCall('Find read-only servers', 'find_offers', {
            category,
            filters: readOnly,
            limit: 5,
          }),
          toolCall('Compare servers', 'compare_offers', { category, ...named }),
          {
            kind: 'http',
            label: `Read-only servers of ${largest.name}, without MCP`,
            text: curlOf(urls.to(largest.network, `${networkApi}/rows`, { category, filters })),
          },
        ];
  return {
    key: 'choose',
    title: '2. Choose a server',
    text: [
      `${listed} A row describes hosting and access (\`hostingType\`, \`transportType\`, \`mcpEndpoint\`, \`authType\`) and whether the server can write on chain (\`onChainWrite\`).`,
      '`find_offers` finds servers, `list_values` lists what a filter can take, and `compare_offers` shows up to six side by side, differences first. The examples of tools are the `params` of `tools/call`, which an MCP client sends.',
    ],
    links: [],
    examples,
  };
}

function configureClient({ snapshot, urls }: Input): GatewayStep {
  const servers = serversIn(snapshot, urls);
  const steps = (['hosted', 'self-hosted'] as const).flatMap((kind) => {
    const server = servers.find(({ way }) => way.kind === kind);
    if (server === undefined) return [];
    const [first] = configure(server.way, server.connection);
    const label = `${kind === 'hosted' ? 'A hosted server' : 'A self-hosted server'} of ${server.provider}`;
    return [{ slug: server.slug, kind: 'configuration', label, text: first?.text ?? '' }];
  });
  const [example] = steps;
  const calls =
    example === undefined
      ? []
      : [
          toolCall('Configuration of one server', 'get_connection', {
            offer: example.slug,
            client: 'vscode',
          }),
          {
            kind: 'http',
            label: 'All configurations of one server, without MCP',
            text: curlOf(urls.to(null, '/api/mcp-config', { offer: example.slug })),
          },
        ];
  return {
    key: 'configure',
    title: '3. Configure a client',
    text: [
      'Each server that its row describes well enough has ready configurations: `mcpServers` JSON, VS Code and the command line of Claude Code. `get_connection` gives one to an agent, `/api/mcp-config?offer=<slug>` gives all, and “Connect” in the details of a server shows them.',
      'Credentials are placeholders such as `<API_KEY>`: the user enters the key in the client or gateway only. The directory never asks for credentials.',
    ],
    links: [],
    examples: [...calls, ...steps.map(({ slug: _, ...rest }) => rest)],
  };
}

function run({ snapshot, urls }: Input): GatewayStep {
  const [server] = serversIn(snapshot, urls);
  const configurations = server === undefined ? [] : configure(server.way, server.connection);
  const command = configurations.find(({ client }) => client === 'claude-code');
  return {
    key: 'run',
    title: '4. Run servers behind a gateway',
    text: [
      'An MCP gateway is a program that connects to several MCP servers, called downstream servers, and offers their tools to agents at one endpoint. An agent then needs one connection and one place for credentials, and the operator decides which servers and tools it may use. The directory lists servers; it does not run a gateway or the servers.',
      'Add each chosen server to the configuration of your gateway, or of an MCP client. A client starts a self-hosted server with its command, and connects to a hosted server at its URL.',
      'Before you trust a server, check its provider, the permissions of its tools, and whether it needs a key that can spend funds.',
    ],
    links: [],
    examples:
      command === undefined
        ? []
        : [{ kind: 'configuration', label: 'Add a server to Claude Code', text: command.text }],
  };
}

function curlOf(url: string, body?: object): string {
  if (body === undefined) return `curl ${quoteForShell(url)}`;
  const headers = ['Content-Type: application/json', 'Accept: application/json, text/event-stream'];
  const options = headers.map((header) => `-H ${quoteForShell(header)}`);
  return [
    `curl ${quoteForShell(url)}`,
    ...options,
    `-d ${quoteForShell(JSON.stringify(body))}`,
  ].join(' ');
}

function toolCall(label: string, name: string, input: object): GatewayExample {
  return { kind: 'tool', label, text: JSON.stringify({ name, arguments: input }) };
}

/** MCP servers with their first way to connect, those first that ask least of the user. */
function serversIn(snapshot: Snapshot, urls: Urls) {
  const isServed = servedTest({ snapshot, urls });
  return snapshot.offers
    .inCategory(mcpCategory)
    .flatMap(({ offer: { slug, provider }, rows }) => {
      const id = rows.find(isServed);
      const connection = id === undefined ? null : connectionOf(snapshot, id);
      const [way] = connection?.ways ?? [];
      return connection === null || way === undefined ? [] : [{ slug, provider, connection, way }];
    })
    .toSorted((a, b) => a.connection.placeholders.length - b.connection.placeholders.length);
}
