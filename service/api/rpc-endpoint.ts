/** GET /api/rpc-endpoint and {network}/api/infrastructure-providers/rpc-endpoint: RPC endpoints of an offer, with calls to copy. */
import { z } from 'zod';
import { networkKeyOf, snapshotOf } from '../http/context.ts';
import { callNames, writeCalls } from '../query/endpoint-calls.ts';
import { findEndpoints } from '../query/find-endpoints.ts';
import { parseParameters } from '../query/params.ts';
import { limitNetworks } from './offers.ts';
import { networkApi, type Resource, sendJson } from './resource.ts';
import { apiVersion, openShape, resultShape } from './shapes.ts';

const endpointShape = z.object({
  url: z.string().describe('May have placeholders.'),
  transport: openShape(['http', 'websocket']),
  protocol: openShape(['evm', 'solana', 'filecoin']).nullable().describe('Null if the row does not say.'),
  network: z.string().nullable().describe('Network key; null if the row is on several networks.'),
  chain: z.string().nullable(),
  chainId: z.int().nullable().describe('EIP-155 chain id; null if the directory does not know it of this chain.'),
  placeholders: z.array(z.string()).describe('Stand as `<NAME>` in the texts; the user fills them in.'),
  calls: z.array(
    z.object({
      kind: openShape(callNames),
      label: z.string(),
      text: z.string().describe('An address, a command line of a POSIX shell, or a JavaScript module.'),
    }),
  ),
});

const answerShape = resultShape({
  network: z.string().nullable().describe('Network key; null for all networks.'),
  offer: z.string().describe('As requested.'),
  provider: z.string(),
  endpoints: z.array(endpointShape).describe('Each address once; none if the row has none.'),
  missing: z.array(z.string()).describe('Why there is no endpoint.'),
  notes: z.array(z.string()).describe('What the user must know before the first call.'),
});

/** Over all networks. */
export const rpcEndpoint: Resource = {
  path: '/api/rpc-endpoint',
  operationId: 'readRpcEndpoint',
  summary: 'RPC endpoints of an offer, with calls to copy and placeholders for credentials.',
  parameters: ['rpcOffer'],
  content: { 'application/json': answerShape },
  handler:
    ({ urls }) =>
    (ctx) => {
      const network = networkKeyOf(ctx);
      const snapshot = snapshotOf(ctx);
      const given = parseParameters(ctx.querystring, schema);
      const networks = limitNetworks(network === null ? [] : [network], snapshot, urls);
      const { slug: offer, provider, endpoints, missing, notes } = findEndpoints(snapshot, given.offer, networks);
      const answer: z.infer<typeof answerShape> = {
        result: {
          version: apiVersion,
          generatedAt: snapshot.manifest.generatedAt,
          network,
          offer,
          provider,
          endpoints: endpoints.map(({ placeholders, ...rest }) => ({
            ...rest,
            placeholders: [...placeholders],
            calls: writeCalls({ ...rest, placeholders }),
          })),
          missing: [...missing],
          notes: [...notes],
        },
      };
      sendJson(ctx, JSON.stringify(answer));
    },
};

/** On a network. */
export const networkRpcEndpoint: Resource = {
  ...rpcEndpoint,
  path: `${networkApi}/rpc-endpoint`,
  operationId: 'readRpcEndpointOnNetwork',
};

const schema = z.object({ offer: z.string().default('') });
