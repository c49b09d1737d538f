/** GET /api/chains: the chains of networks, with what wallets and programs need to know of them. */
import * as z from 'zod';
import { countBy } from '../../common/group-by.ts';
import { eip155Of } from '../../model/chains.ts';
import { placeOn } from '../connect/find-endpoints.ts';
import { limitNetworks } from '../questions/offers.ts';
import { limits } from '../questions/parameters.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { countHeader, setTotalCount } from './lists.ts';
import { resource, writeResult } from './resource.ts';
import { resultShape } from './shapes.ts';

const text = z.string().nullable();

const chainShape = z
  .object({
    network: z.string().describe('{{Network}} key.'),
    chain: z.string().describe('Name of the chain, as rows have it.'),
    name: z.string().describe('Name for people: `Base Sepolia`.'),
    caip2: text.describe('CAIP-2 identifier: `eip155:84532`. Null if unknown.'),
    chainId: z.int().nullable().describe('Number of an EVM chain: `84532`.'),
    aliases: z.array(z.string()).describe('Other names. Parameters accept them.'),
    testnet: z.boolean().nullable().describe('Whether its currency has no value. Null if unknown.'),
    currency: z
      .object({ name: text, symbol: text, decimals: z.int().nullable() })
      .describe('Native currency.'),
    explorer: text.describe('Explorer with the paths of EIP-3091.'),
    status: text.describe('`deprecated` if it is not used any more. Null otherwise.'),
    rowCount: z.int().describe('Rows that name the chain.'),
  })
  .meta({ id: 'Chain' });

export const chains = resource({
  path: '/api/chains',
  about: 'chains',
  operationId: 'listChains',
  summary: 'Chains of the {{networks}}: identifiers, names, native currency and explorer.',
  parameters: { network: limits.network },
  content: { 'application/json': resultShape({ chains: z.array(chainShape) }) },
  headers: countHeader,
  answer: ({ network }, { snapshot, urls }, { ctx }) => {
    const askedNetworks = limitNetworks(network, { snapshot, urls });
    const keys = askedNetworks.length > 0 ? askedNetworks : snapshot.catalog.networkKeys;
    const presented = keys.flatMap((key) => presentChains(snapshot, key));
    setTotalCount(ctx, presented.length);
    return writeResult(snapshot, { chains: presented });
  },
});

/** Chains that the editors describe, then others of the rows. */
function presentChains(snapshot: Snapshot, key: string): z.infer<typeof chainShape>[] {
  const { catalog } = snapshot;
  const entry = catalog.networks.get(key);
  if (entry === undefined) return [];
  const counts = countBy(snapshot.rowsOfNetwork(key), (id) => snapshot.chainOf(id) ?? '');
  const described = catalog.chains.flatMap(({ network, chain }) => (network === key ? chain : []));
  const names = [...new Set([...described, ...entry.chains])];
  return names.map((chain) => presentChain(entry, chain, snapshot, counts.get(chain) ?? 0));
}

function presentChain(
  entry: NetworkEntry,
  chain: string,
  { catalog }: Snapshot,
  rowCount: number,
): z.infer<typeof chainShape> {
  const defined = catalog.chain(entry.network, chain);
  const { caip2, isMain } = placeOn(entry, chain, defined);
  const { currency: name = null, symbol = null, decimals = null } = defined ?? {};
  return {
    network: entry.network,
    chain,
    name: defined?.name ?? (isMain ? entry.name : `${entry.name} ${chain}`),
    caip2,
    chainId: eip155Of(caip2),
    aliases: [...(defined?.aliases ?? [])],
    testnet: defined?.testnet ?? null,
    currency: { name, symbol, decimals },
    explorer: defined?.explorer ?? null,
    status: defined?.status ?? null,
    rowCount,
  };
}
