/** GET /api/mcp-config and {network}/api/infrastructure-providers/mcp-config: client configurations of an MCP server. */
import { z } from 'zod';
import type { Connection } from '../../../model/connect.ts';
import { clientNames, configure } from '../../connect/client-config.ts';
import { findConnection } from '../../connect/find-connection.ts';
import { openShape } from '../shapes.ts';
import { connectResources } from './connect-resources.ts';

const wayShape = z.object({
  kind: openShape(['hosted', 'self-hosted']),
  transport: openShape(['http', 'sse', 'stdio']),
  url: z.string().optional().describe('Of a hosted server. May have placeholders.'),
  headers: z.record(z.string(), z.string()).optional().describe('Of a hosted server.'),
  command: z.string().optional().describe('Of a self-hosted server: a launcher such as `npx`.'),
  args: z.array(z.string()).optional().describe('One argument for each item; never a shell line.'),
  env: z.record(z.string(), z.string()).optional().describe('Variables of a self-hosted server.'),
  packages: z
    .array(z.object({ registry: z.string(), name: z.string() }))
    .optional()
    .describe('What the command of a self-hosted server downloads and runs: `@acme/mcp@latest` from `npm`.'),
  configurations: z.array(
    z.object({
      client: openShape(clientNames),
      label: z.string(),
      text: z.string().describe('JSON, or a command line of a POSIX shell.'),
    }),
  ),
});

export const [mcpConfig, networkMcpConfig] = connectResources({
  name: 'mcp-config',
  operationId: 'readMcpConfig',
  summary: 'Configurations of MCP clients for an MCP server, with placeholders for credentials.',
  parameter: 'mcpServer',
  shape: {
    name: z.string().describe('Name of the server in the configurations.'),
    ways: z.array(wayShape).describe('Ways to connect; none if the cells of the row do not suffice.'),
    placeholders: z
      .array(z.object({ name: z.string(), description: z.string(), secret: z.boolean() }))
      .describe('Stand as `<NAME>` in the texts; the user fills them in.'),
    missing: z.array(z.string()).describe('Why cells of the row make no configuration.'),
    notes: z.array(z.string()).describe('What the user must find out or do.'),
  },
  find: (snapshot, offer, networks) => {
    const { provider, connection } = findConnection(snapshot, offer, networks);
    const { name, missing, notes, placeholders } = connection;
    const told = placeholders.map(({ isSecret, ...rest }) => ({ ...rest, secret: isSecret }));
    const ways = presentWays(connection);
    return { provider, facts: { name, ways, placeholders: told, missing: [...missing], notes: [...notes] } };
  },
});

function presentWays(connection: Connection): z.infer<typeof wayShape>[] {
  return connection.ways.map((way) => {
    const configurations = configure(way, connection);
    return way.kind === 'hosted'
      ? { ...way, configurations }
      : { ...way, transport: 'stdio', args: [...way.args], packages: [...way.packages], configurations };
  });
}
