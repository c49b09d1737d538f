/** GET /api/rpc-endpoint and {network}/api/infrastructure-providers/rpc-endpoint: RPC endpoints of an offer, with calls to copy. */
import { z } from 'zod';
import { callNames, writeCalls } from '../../connect/endpoint-calls.ts';
import { findEndpoints } from '../../connect/find-endpoints.ts';
import { openShape } from '../shapes.ts';
import { connectResources } from './connect-resources.ts';

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

export const [rpcEndpoint, networkRpcEndpoint] = connectResources({
  name: 'rpc-endpoint',
  operationId: 'readRpcEndpoint',
  summary: 'RPC endpoints of an offer, with calls to copy and placeholders for credentials.',
  parameter: 'rpcOffer',
  shape: {
    endpoints: z.array(endpointShape).describe('Each address once; none if the row has none.'),
    missing: z.array(z.string()).describe('Why there is no endpoint.'),
    notes: z.array(z.string()).describe('What the user must know before the first call.'),
  },
  find: (snapshot, offer, networks) => {
    const { provider, endpoints, missing, notes } = findEndpoints(snapshot, offer, networks);
    const told = endpoints.map(({ placeholders, ...rest }) => ({
      ...rest,
      placeholders: [...placeholders],
      calls: writeCalls({ ...rest, placeholders }),
    }));
    return { provider, facts: { endpoints: told, missing: [...missing], notes: [...notes] } };
  },
});
