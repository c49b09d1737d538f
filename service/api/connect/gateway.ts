/** GET /mcp-gateway.json and .md: how an agent finds, chooses, configures and runs MCP servers. */
import * as z from 'zod';
import { codeBlock } from '../../../common/markdown.ts';
import { mcpCategory } from '../../../model/connect.ts';
import { type Context, snapshotOf } from '../../http/context.ts';
import { joinBlocks, linkList, section } from '../../notations/markdown.ts';
import { inPath } from '../../questions/parameters.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { plural } from '../../text/counts.ts';
import type { Urls } from '../../urls.ts';
import { contentOf, formatOf, resource, writeResult } from '../resource.ts';
import {
  describeGateway,
  type Gateway,
  type GatewayExample,
  gatewayShape,
} from './gateway-steps.ts';

/** Machine-readable forms of the page, by extension. */
export const gatewayFormats = {
  json: { type: 'application/json; charset=utf-8', shape: gatewayShape, write: writeResult },
  md: { type: 'text/markdown; charset=utf-8', shape: z.string(), write: writeMarkdown },
} as const;

type GatewayFormat = keyof typeof gatewayFormats;

export const gateway = resource({
  path: '/mcp-gateway.{format}',
  category: mcpCategory,
  operationId: 'readMcpGateway',
  summary: 'How agents discover, choose, configure and run MCP servers, with examples that work.',
  inPath: { format: inPath.gatewayFormat },
  parameters: {},
  content: contentOf(gatewayFormats),
  answer: (_, { urls }, { ctx }) => sendGateway(ctx, formatOf(ctx.path, gatewayFormats), urls),
});

export function sendGateway(ctx: Context, format: GatewayFormat, urls: Urls): undefined {
  const snapshot = snapshotOf(ctx);
  const { type, write } = gatewayFormats[format];
  ctx.set('Content-Type', type);
  ctx.body = Buffer.from(write(snapshot, describeGateway(snapshot, urls)));
  return undefined;
}

/** Networks that the Markdown names; the JSON has all. */
const namedNetworks = 12;

function writeMarkdown(
  { catalog: { terms } }: Snapshot,
  { summary, steps, networks }: Gateway,
): string {
  const stepBlocks = steps.flatMap(({ title, text, links, examples }) =>
    section(title, [
      ...text,
      ...linkList(links.map(({ label, url, about }) => ({ label, href: url, about }))),
      ...examples.flatMap((example) => section(example.label, [blockOf(example)], 3)),
    ]),
  );
  const listed = networks.slice(0, namedNetworks).map(({ name, url, servers }) => {
    return { label: name, href: url, about: plural(servers, 'server') };
  });
  const more =
    networks.length > namedNetworks
      ? [`${networks.length} ${terms.networks} have MCP servers.`]
      : [];
  const tail = section(`${terms.Networks} with MCP servers`, [...linkList(listed), ...more]);
  return joinBlocks('MCP gateway', [`> ${summary}`, ...stepBlocks, ...tail]);
}

function blockOf({ kind, text }: GatewayExample): string {
  return codeBlock(text, kind === 'http' || !text.startsWith('{') ? 'sh' : 'json');
}
