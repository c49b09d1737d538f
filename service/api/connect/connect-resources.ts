/** Resources about what an offer connects to, on all networks and on one: client configurations, calls of RPC endpoints. */
import { z } from 'zod';
import { networkKeyOf, snapshotOf } from '../../http/context.ts';
import { sendJson } from '../../http/respond.ts';
import { parseParameters } from '../../query/params.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { limitNetworks } from '../offers/offers.ts';
import type { ParameterName } from '../parameters/index.ts';
import { networkApi, type Resource } from '../resource.ts';
import { apiVersion, resultShape } from '../shapes.ts';

interface Described<Shape extends z.ZodRawShape> {
  /** Last part of the path. */
  readonly name: string;
  readonly operationId: string;
  readonly summary: string;
  readonly parameter: ParameterName;
  /** What the answer has besides the offer and its provider. */
  readonly shape: Shape;
  /** `networks`: keys, empty for all. Throws 400 for an offer that is not there. */
  readonly find: (snapshot: Snapshot, offer: string, networks: readonly string[]) => Found<Shape>;
}

interface Found<Shape extends z.ZodRawShape> {
  readonly provider: string;
  readonly facts: z.infer<z.ZodObject<Shape>>;
}

const schema = z.object({ offer: z.string().default('') });
const offerShape = {
  network: z.string().nullable().describe('Network key; null for all networks.'),
  offer: z.string().describe('As requested.'),
  provider: z.string(),
};

/** The resource over all networks, and the one on a network. */
export function connectResources<Shape extends z.ZodRawShape>(
  described: Described<Shape>,
): readonly [everywhere: Resource, onNetwork: Resource] {
  const { name, operationId, summary, parameter, shape, find } = described;
  const resource: Resource = {
    path: `/api/${name}`,
    operationId,
    summary,
    parameters: [parameter],
    content: { 'application/json': resultShape({ ...offerShape, ...shape }) },
    handler:
      ({ urls }) =>
      (ctx) => {
        const network = networkKeyOf(ctx);
        const snapshot = snapshotOf(ctx);
        const { offer } = parseParameters(ctx.querystring, schema);
        const networks = limitNetworks(network === null ? [] : [network], snapshot, urls);
        const { provider, facts } = find(snapshot, offer, networks);
        const { generatedAt } = snapshot.manifest;
        const result = { version: apiVersion, generatedAt, network, offer, provider, ...facts };
        sendJson(ctx, JSON.stringify({ result }));
      },
  };
  return [resource, { ...resource, path: `${networkApi}/${name}`, operationId: `${operationId}OnNetwork` }];
}
