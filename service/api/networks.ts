/** GET /api/networks: the network marketplaces. */
import { z } from 'zod';
import { snapshotOf } from '../http/context.ts';
import { readParameters } from '../query/params.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { Urls } from '../urls.ts';
import { type Resource, sendJson } from './resource.ts';
import { uriShape } from './shapes.ts';

const networkShape = z
  .object({
    name: z.string().describe('Network name.'),
    url: uriShape.describe('Marketplace address of the network.'),
    icon: z.string().describe('Icon path or URL; a generated monogram if the network has no logo.'),
    docs: uriShape.describe("The network's official documentation."),
  })
  .meta({ id: 'Network' });

const networksShape = z.object({ result: z.object({ networks: z.array(networkShape) }) });

export const networks: Resource = {
  path: '/api/networks',
  operationId: 'listNetworks',
  summary: 'List the network marketplaces.',
  parameters: [],
  content: { 'application/json': networksShape },
  handler:
    ({ urls }) =>
    (ctx) => {
      readParameters(ctx.querystring, []);
      sendJson(ctx, JSON.stringify(presentNetworks(snapshotOf(ctx).catalog.networks.values(), urls)));
    },
};

/** The served networks, sorted by name. */
export function presentNetworks(entries: Iterable<NetworkEntry>, urls: Urls): z.infer<typeof networksShape> {
  const listed = [...entries].flatMap(({ network, name, icon, docs }) => {
    if (!urls.serves(network)) return [];
    return [{ name, url: urls.network(network), icon: icon ?? urls.to(null, `/icons/${network}.svg`), docs }];
  });
  return { result: { networks: listed.toSorted(compareNames) } };
}

/** Order of names without regard to case. */
export function compareNames(a: { readonly name: string }, b: { readonly name: string }): number {
  const [first, second] = [a.name.toLowerCase(), b.name.toLowerCase()];
  return first < second ? -1 : first > second ? 1 : 0;
}
