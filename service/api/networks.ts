/** GET /api/networks: the network marketplaces. */
import * as z from 'zod';
import { sendJson } from '../http/respond.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Urls } from '../urls.ts';
import { countHeader, setTotalCount } from './lists.ts';
import { resource } from './resource.ts';
import { uriShape } from './shapes.ts';

const networkShape = z
  .object({
    name: z.string().describe('Network name.'),
    url: uriShape.describe('Marketplace address of the network.'),
    icon: z.string().describe('Icon path or URL; a generated monogram if the network has no logo.'),
    docs: uriShape.describe("The network's official documentation."),
    key: z.string().describe('Network key, as in addresses and rows.'),
    caip2: z.string().nullable().describe('CAIP-2 identifier of the main chain: `eip155:8453`. Null if unknown.'),
    aliases: z.array(z.string()).describe('Other names. Addresses and parameters accept them.'),
    chains: z.array(z.string()).describe('Chains with offers, by name.'),
  })
  .meta({ id: 'Network' });

const networksShape = z.object({ result: z.object({ networks: z.array(networkShape) }) });

export const networks = resource({
  path: '/api/networks',
  operationId: 'listNetworks',
  summary: 'List the network marketplaces.',
  parameters: {},
  content: { 'application/json': networksShape },
  headers: countHeader,
  answer: (_, { ctx, snapshot, urls }) => {
    const answer = presentNetworks(snapshot, urls);
    setTotalCount(ctx, answer.result.networks.length);
    sendJson(ctx, JSON.stringify(answer));
    return undefined;
  },
});

/** The served networks, sorted by name. */
export function presentNetworks(snapshot: Snapshot, urls: Urls): z.infer<typeof networksShape> {
  const listed = [...snapshot.catalog.networks.values()].flatMap(
    ({ network: key, name, icon, docs, caip2, aliases, chains, logoPath }) => {
      if (!urls.serves(key)) return [];
      const hasLogo = logoPath !== null && snapshot.logoVersion(logoPath) !== null;
      const picture = icon ?? urls.to(null, hasLogo ? `/logos/${logoPath}` : `/icons/${key}.svg`);
      return [{ name, url: urls.network(key), icon: picture, docs, key, caip2, aliases, chains }];
    },
  );
  return { result: { networks: listed.toSorted(compareNames) } };
}

/** Order of names without regard to case. */
export function compareNames(a: { readonly name: string }, b: { readonly name: string }): number {
  const [first, second] = [a.name.toLowerCase(), b.name.toLowerCase()];
  return first < second ? -1 : first > second ? 1 : 0;
}
