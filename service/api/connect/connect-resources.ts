/**
 * Resources about what an offer connects to, on all networks and on one: client configurations,
 * calls of RPC endpoints.
 */
import * as z from 'zod';
import { type Connection, mcpCategory, rpcCategory } from '../../../model/connect.ts';
import { clientNames, configure } from '../../connect/client-config.ts';
import { callNames, writeCalls } from '../../connect/endpoint-calls.ts';
import { findConnection } from '../../connect/find-connection.ts';
import { findEndpoints } from '../../connect/find-endpoints.ts';
import { limitNetworks } from '../../questions/offers.ts';
import { mcpServer, rpcOffer } from '../../questions/parameters.ts';
import type { Place } from '../../questions/place.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { networkResource, type Resource, resource } from '../resource.ts';
import { openShape, resultShape } from '../shapes.ts';

interface Described<Shape extends z.ZodRawShape> {
  /** Last part of the path. */
  readonly name: string;
  /** Category of its offers. */
  readonly category: string;
  readonly operationId: string;
  readonly summary: string;
  readonly parameter: typeof mcpServer;
  /** What the answer has besides the offer and its provider. */
  readonly shape: Shape;
  /** `networks`: keys, empty for all. Throws 400 for an offer that is not there. */
  readonly find: (snapshot: Snapshot, offer: string, networks: readonly string[]) => Found<Shape>;
}

interface Found<Shape extends z.ZodRawShape> {
  readonly provider: string;
  readonly facts: z.infer<z.ZodObject<Shape>>;
}

const offerShape = {
  network: z.string().nullable().describe('Network key; null for all networks.'),
  offer: z.string().describe('As requested.'),
  provider: z.string(),
};

/** The resource over all networks, and the one on a network. */
function connectResources<Shape extends z.ZodRawShape>(
  described: Described<Shape>,
): readonly [everywhere: Resource, onNetwork: Resource] {
  const { name, category, operationId, summary, parameter, shape, find } = described;
  const definition = {
    path: `/${name}`,
    category,
    summary,
    parameters: { offer: parameter },
    namesOne: true,
    content: { 'application/json': resultShape({ ...offerShape, ...shape }) },
    answer: ({ offer }: { readonly offer: string }, place: Place) => {
      const { provider, facts } = find(place.snapshot, offer, limitNetworks(place.networks, place));
      return { network: place.network, offer, provider, ...facts };
    },
  };
  return [
    resource({ ...definition, path: `/api/${name}`, operationId }),
    networkResource({ ...definition, operationId: `${operationId}OnNetwork` }),
  ];
}

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

export const [mcpConfig, networkMcpConfig] = connectResources({
  name: 'mcp-config',
  category: mcpCategory,
  operationId: 'readMcpConfig',
  summary: 'Configurations of MCP clients for an MCP server, with placeholders for credentials.',
  parameter: mcpServer,
  shape: {
    name: z.string().describe('Name of the server in the configurations.'),
    ways: z
      .array(wayShape)
      .describe('Ways to connect; none if the cells of the row do not suffice.'),
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
  },
  find: (snapshot, offer, networks) => {
    const { provider, connection } = findConnection(snapshot, offer, networks);
    const { name, missing, notes, placeholders } = connection;
    const told = placeholders.map(({ isSecret, ...rest }) => ({ ...rest, secret: isSecret }));
    const ways = presentWays(connection);
    return {
      provider,
      facts: { name, ways, placeholders: told, reasons: [...missing], notes: [...notes] },
    };
  },
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

const endpointShape = z.object({
  url: z.string().describe('May have placeholders.'),
  transport: openShape(['http', 'websocket']),
  protocol: openShape(['evm', 'solana', 'filecoin'])
    .nullable()
    .describe('Null if the row does not say.'),
  network: z.string().nullable().describe('Network key; null if the row is on several networks.'),
  chain: z.string().nullable().describe('Chain of the row; null if it names none.'),
  chainId: z
    .int()
    .nullable()
    .describe('EIP-155 chain id; null if the directory does not know it of this chain.'),
  placeholders: z
    .array(z.string())
    .describe('Stand as `<NAME>` in the texts; the user fills them in.'),
  calls: z.array(
    z.object({
      kind: openShape(callNames),
      label: z.string().describe('Name of the kind for people.'),
      text: z
        .string()
        .describe('An address, a command line of a POSIX shell, or a JavaScript module.'),
    }),
  ),
});

export const [rpcEndpoint, networkRpcEndpoint] = connectResources({
  name: 'rpc-endpoint',
  category: rpcCategory,
  operationId: 'readRpcEndpoint',
  summary: 'RPC endpoints of an offer, with calls to copy and placeholders for credentials.',
  parameter: rpcOffer,
  shape: {
    endpoints: z.array(endpointShape).describe('Each address once; none if the row has none.'),
    reasons: z.array(z.string()).describe('Why there is no endpoint.'),
    notes: z.array(z.string()).describe('What the user must know before the first call.'),
  },
  find: (snapshot, offer, networks) => {
    const { provider, endpoints, missing, notes } = findEndpoints(snapshot, offer, networks);
    const told = endpoints.map(({ placeholders, ...rest }) => ({
      ...rest,
      placeholders: [...placeholders],
      calls: writeCalls({ ...rest, placeholders }),
    }));
    return { provider, facts: { endpoints: told, reasons: [...missing], notes: [...notes] } };
  },
});
