/** Configurations of MCP clients for an MCP server, on all networks and on one. */
import * as z from 'zod';
import { type Connection, mcpCategory } from '../../../model/connect.ts';
import { clientNames, configure } from '../../connect/client-config.ts';
import { findConnection } from '../../connect/find-connection.ts';
import { limitNetworks } from '../../questions/offers.ts';
import { mcpServer } from '../../questions/parameters.ts';
import type { Place } from '../../questions/place.ts';
import { networkResource, resource } from '../resource.ts';
import { openShape, resultShape } from '../shapes.ts';

const wayShape = z.object({
  kind: openShape(['hosted', 'self-hosted']).describe(
    'Whether the provider runs the server or the user does.',
  ),
  transport: openShape(['http', 'sse', 'stdio']),
  url: z.string().optional().describe('Of a hosted server. May have placeholders.'),
  headers: z.record(z.string(), z.string()).optional().describe('Of a hosted server.'),
  command: z.string().optional().describe('Of a self-hosted server: a launcher such as `npx`.'),
  args: z.array(z.string()).optional().describe('One argument for each item; never a shell line.'),
  env: z.record(z.string(), z.string()).optional().describe('Variables of a self-hosted server.'),
  packages: z
    .array(z.object({ registry: z.string(), name: z.string().describe('May have a version.') }))
    .optional()
    .describe(
      'What the command of a self-hosted server downloads and runs: `@acme/mcp@latest` from `npm`.',
    ),
  configurations: z.array(
    z.object({
      client: openShape(clientNames),
      label: z.string().describe('Name of the client for people.'),
      text: z.string().describe('JSON, or a command line of a POSIX shell.'),
    }),
  ),
});

const mcpConfigShape = resultShape({
  network: z.string().nullable().describe('{{Network}} key; null for all {{networks}}.'),
  offer: z.string().describe('As requested.'),
  provider: z.string(),
  name: z.string().describe('Name of the server in the configurations.'),
  ways: z.array(wayShape).describe('Ways to connect; none if the cells of the row do not suffice.'),
  placeholders: z
    .array(
      z.object({
        name: z.string(),
        description: z.string().describe('What to fill in.'),
        secret: z.boolean().describe('Whether the value must be kept from others.'),
      }),
    )
    .describe('Stand as `<NAME>` in the texts; the user fills them in.'),
  reasons: z.array(z.string()).describe('Why cells of the row make no configuration.'),
  notes: z.array(z.string()).describe('What the user must find out or do.'),
});

const definition = {
  path: '/mcp-config',
  category: mcpCategory,
  summary: 'Configurations of MCP clients for an MCP server, with placeholders for credentials.',
  parameters: { offer: mcpServer },
  namesOne: true,
  content: { 'application/json': mcpConfigShape },
  answer: ({ offer }: { readonly offer: string }, place: Place) => {
    const networks = limitNetworks(place.networks, place);
    const { provider, connection } = findConnection(place.snapshot, offer, networks);
    const { name, missing, notes, placeholders } = connection;
    const secrets = placeholders.map(({ isSecret, ...rest }) => ({ ...rest, secret: isSecret }));
    const facts = { name, ways: presentWays(connection), placeholders: secrets };
    return {
      network: place.network,
      offer,
      provider,
      ...facts,
      reasons: [...missing],
      notes: [...notes],
    };
  },
};

export const mcpConfig = resource({
  ...definition,
  path: '/api/mcp-config',
  operationId: 'readMcpConfig',
});

export const networkMcpConfig = networkResource({
  ...definition,
  operationId: 'readMcpConfigOnNetwork',
});

function presentWays(connection: Connection): z.infer<typeof wayShape>[] {
  return connection.ways.map((way) => {
    const configurations = configure(way, connection);
    return way.kind === 'hosted'
      ? { ...way, configurations }
      : {
          ...way,
          transport: 'stdio',
          args: [...way.args],
          packages: [...way.packages],
          configurations,
        };
  });
}
