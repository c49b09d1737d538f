/** GET /api/mcp-config and {network}/api/infrastructure-providers/mcp-config: client configurations of an MCP server. */
import { z } from 'zod';
import { networkKeyOf, snapshotOf } from '../http/context.ts';
import { clientNames, configure } from '../query/client-config.ts';
import type { Connection } from '../query/connection.ts';
import { type FoundConnection, findConnection } from '../query/find-connection.ts';
import { parseParameters } from '../query/params.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { limitNetworks } from './offers.ts';
import { networkApi, type Resource, sendJson } from './resource.ts';
import { apiVersion, openShape, resultShape } from './shapes.ts';

const wayShape = z.object({
  kind: openShape(['hosted', 'self-hosted']),
  transport: openShape(['http', 'sse', 'stdio']),
  url: z.string().optional().describe('Of a hosted server. May have placeholders.'),
  headers: z.record(z.string(), z.string()).optional().describe('Of a hosted server.'),
  command: z.string().optional().describe('Of a self-hosted server: a launcher such as `npx`.'),
  args: z.array(z.string()).optional().describe('One argument for each item; never a shell line.'),
  env: z.record(z.string(), z.string()).optional().describe('Variables of a self-hosted server.'),
  configurations: z.array(
    z.object({
      client: openShape(clientNames),
      label: z.string(),
      text: z.string().describe('JSON, or a command line of a POSIX shell.'),
    }),
  ),
});

const configShape = resultShape({
  network: z.string().nullable().describe('Network key; null for all networks.'),
  offer: z.string().describe('As requested.'),
  provider: z.string(),
  name: z.string().describe('Name of the server in the configurations.'),
  ways: z.array(wayShape).describe('Ways to connect; none if the cells of the row do not suffice.'),
  placeholders: z
    .array(z.object({ name: z.string(), description: z.string(), secret: z.boolean() }))
    .describe('Stand as `<NAME>` in the texts; the user fills them in.'),
  missing: z.array(z.string()).describe('Why cells of the row make no configuration.'),
  notes: z.array(z.string()).describe('What the user must find out or do.'),
});

/** Over all networks. */
export const mcpConfig: Resource = {
  path: '/api/mcp-config',
  operationId: 'readMcpConfig',
  summary: 'Configurations of MCP clients for an MCP server, with placeholders for credentials.',
  parameters: ['mcpServer'],
  content: { 'application/json': configShape },
  handler:
    ({ urls }) =>
    (ctx) => {
      const network = networkKeyOf(ctx);
      const snapshot = snapshotOf(ctx);
      const { offer } = parseParameters(ctx.querystring, schema);
      const networks = limitNetworks(network === null ? [] : [network], snapshot, urls);
      const found = findConnection(snapshot, offer, networks);
      sendJson(ctx, JSON.stringify(present(found, snapshot, network)));
    },
};

/** On a network. */
export const networkMcpConfig: Resource = {
  ...mcpConfig,
  path: `${networkApi}/mcp-config`,
  operationId: 'readMcpConfigOnNetwork',
};

const schema = z.object({ offer: z.string().default('') });

function present(
  { slug: offer, provider, connection }: FoundConnection,
  snapshot: Snapshot,
  network: string | null,
): z.infer<typeof configShape> {
  const { name, missing, notes, placeholders } = connection;
  return {
    result: {
      version: apiVersion,
      generatedAt: snapshot.manifest.generatedAt,
      network,
      offer,
      provider,
      name,
      ways: presentWays(connection),
      placeholders: placeholders.map(({ isSecret, ...rest }) => ({ ...rest, secret: isSecret })),
      missing: [...missing],
      notes: [...notes],
    },
  };
}

function presentWays(connection: Connection): z.infer<typeof wayShape>[] {
  return connection.ways.map((way) => {
    const configurations = configure(way, connection);
    return way.kind === 'hosted'
      ? { ...way, configurations }
      : { ...way, transport: 'stdio', args: [...way.args], configurations };
  });
}
