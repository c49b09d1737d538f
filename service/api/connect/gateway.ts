/** GET /mcp-gateway.json and .md: how an agent finds, chooses, configures and runs MCP servers. */
import * as z from 'zod';
import { type Context, snapshotOf } from '../../http/context.ts';
import { assertNoParameters } from '../../query/params.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { plural } from '../../text/counts.ts';
import type { Urls } from '../../urls.ts';
import { escapeMarkdown } from '../offers/compare-markdown.ts';
import { contentOf, formatOf, type Resource, writeResult } from '../resource.ts';
import { type FactsOf, openShape, resultShape, uriShape } from '../shapes.ts';
import { describeGateway, type Gateway, type GatewayExample } from './gateway-steps.ts';

const gatewayShape = resultShape({
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
        network: z.string().describe('Network key.'),
        name: z.string(),
        servers: z.int().describe('Listings of MCP servers.'),
        url: uriShape.describe('Page with the servers of the network.'),
      }),
    )
    .describe('Networks with listings of MCP servers, those with most first.'),
});

/** Machine-readable forms of the page, by extension. */
export const gatewayFormats = {
  json: { type: 'application/json; charset=utf-8', shape: gatewayShape, write: writeJson },
  md: { type: 'text/markdown; charset=utf-8', shape: z.string(), write: writeMarkdown },
} as const;

type GatewayFormat = keyof typeof gatewayFormats;

export const gateway: Resource = {
  path: '/mcp-gateway.{format}',
  operationId: 'readMcpGateway',
  summary: 'How agents discover, choose, configure and run MCP servers, with examples that work.',
  parameters: ['gatewayFormat'],
  content: contentOf(gatewayFormats),
  handler:
    ({ urls }) =>
    (ctx) => {
      assertNoParameters(ctx.querystring);
      sendGateway(ctx, formatOf(ctx.path, gatewayFormats), urls);
    },
};

export function sendGateway(ctx: Context, format: GatewayFormat, urls: Urls): void {
  const snapshot = snapshotOf(ctx);
  const { type, write } = gatewayFormats[format];
  ctx.set('Content-Type', type);
  ctx.body = Buffer.from(write({ gateway: describeGateway(snapshot, urls), snapshot, urls }));
}

interface Written {
  readonly gateway: Gateway;
  readonly snapshot: Pick<Snapshot, 'manifest'>;
  readonly urls: Urls;
}

function toolboxOf({ network }: Gateway['networks'][number], urls: Urls): string {
  return urls.to(network, '/toolbox/mcpservers');
}

function writeJson({ gateway: { summary, mcp, steps, networks }, snapshot, urls }: Written): string {
  const facts: FactsOf<typeof gatewayShape> = {
    summary,
    mcp,
    steps: steps.map(({ text, links, examples, ...rest }) => ({
      ...rest,
      text: [...text],
      links: [...links],
      examples: [...examples],
    })),
    networks: networks.map((network) => ({ ...network, url: toolboxOf(network, urls) })),
  };
  return writeResult(snapshot, facts);
}

/** Networks that the Markdown names; the JSON has all. */
const namedNetworks = 12;

function writeMarkdown({ gateway: { summary, steps, networks }, urls }: Written): string {
  const parts = steps.flatMap(({ title, text, links, examples }) => [
    `## ${title}`,
    ...text,
    ...(links.length === 0 ? [] : [links.map(({ label, url, about }) => `- [${label}](${url}): ${about}`).join('\n')]),
    ...examples.flatMap((example) => [`### ${escapeMarkdown(example.label)}`, blockOf(example)]),
  ]);
  const listed = networks
    .slice(0, namedNetworks)
    .map((each) => `- [${escapeMarkdown(each.name)}](${toolboxOf(each, urls)}): ${plural(each.servers, 'server')}`);
  const more = networks.length > namedNetworks ? [`${networks.length} networks have MCP servers.`] : [];
  const tail = listed.length === 0 ? [] : ['## Networks with MCP servers', listed.join('\n'), ...more];
  return `${['# MCP gateway', `> ${summary}`, ...parts, ...tail].join('\n\n')}\n`;
}

function blockOf({ kind, text }: GatewayExample): string {
  const fence = text.includes('```') ? '````' : '```';
  const language = kind === 'http' || !text.startsWith('{') ? 'sh' : 'json';
  return `${fence}${language}\n${text}\n${fence}`;
}
