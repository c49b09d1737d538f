/** The RPC endpoints of an offer, by its slug. */
import { foldNetworkName, networkNames } from '../../common/network-names.ts';
import { type ChainDefinition, eip155Of } from '../../model/chains.ts';
import { rpcCategory, type StatedEndpoint } from '../../model/connect.ts';
import { presenceOf } from '../query/offers.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { namedRows } from './find-connection.ts';

/** A stated endpoint, and where it is. */
export interface Endpoint extends StatedEndpoint {
  /** Network key; null if the row is on several networks. */
  readonly network: string | null;
  readonly chain: string | null;
  /** EIP-155 chain id; null if the sources do not say it of this chain. */
  readonly chainId: number | null;
  /** Null if the sources do not say it. */
  readonly caip2: string | null;
  readonly testnet: boolean | null;
  /** Whether it is the main chain of its network. */
  readonly isMain: boolean;
}

/**
 * `slug`: of an offer or a listing; `networks`: keys, empty for all. An offer of another category
 * has no endpoint and says so. Throws 404 for a slug that is not there, with the nearest offer of
 * APIs.
 */
export function findEndpoints(snapshot: Snapshot, slug: string, networks: readonly string[]) {
  const rows = namedRows(snapshot, {
    slug,
    networks,
    category: rpcCategory,
    what: 'an offer of APIs',
  });
  const [first = 0] = rows;
  const category = snapshot.categoryOf(first);
  const endpoints = category === rpcCategory ? endpointsIn(snapshot, rows, networks) : [];
  const missing =
    category === rpcCategory
      ? 'The row has no RPC endpoint: the provider gives it to its users, or its documentation lists it.'
      : `The offer is in the category "${category}": it has no RPC endpoint.`;
  return {
    slug,
    provider: snapshot.providerOf(first),
    endpoints,
    missing: endpoints.length === 0 ? [missing] : [],
    notes: describeEndpoints(endpoints),
  };
}

/** Endpoints of rows on the networks, each address once; those of main chains first. */
export function endpointsIn(
  snapshot: Snapshot,
  rows: readonly number[],
  networks: readonly string[],
): Endpoint[] {
  const endpoints = rows.flatMap((id) => {
    const stated = endpointsOf(snapshot, id);
    if (stated.length === 0) return [];
    const [key = '', ...others] = presenceOf(snapshot, [id], networks).networks;
    const network = others.length > 0 ? null : (snapshot.catalog.networks.get(key) ?? null);
    const chain = snapshot.chainOf(id);
    const place = placeOn(network, chain, snapshot.catalog.chain(key, chain));
    return stated.map((endpoint) => ({ ...endpoint, ...place }));
  });
  const distinct = [...new Map(endpoints.map((endpoint) => [endpoint.url, endpoint])).values()];
  return distinct.toSorted((a, b) => Number(b.isMain) - Number(a.isMain));
}

/** Without the network and chain of the row. */
export function endpointsOf(snapshot: Snapshot, id: number): readonly StatedEndpoint[] {
  const connect = snapshot.connectOf(id);
  return connect !== null && 'endpoints' in connect ? connect.endpoints : [];
}

/**
 * `network`: of the row, null if it is on several. `defined`: what the editors say of the chain,
 * null for nothing; the definition of a network has the identifier of its main chain.
 */
export function placeOn(
  network: NetworkEntry | null,
  chain: string | null,
  defined: ChainDefinition | null,
): Omit<Endpoint, keyof StatedEndpoint> {
  const isMain = network !== null && chain !== null && isMainChain(network, chain);
  const known = network === null ? null : (defined?.caip2 ?? null);
  const caip2 = known ?? (isMain ? network.caip2 : null);
  return {
    network: network?.network ?? null,
    chain,
    chainId: eip155Of(caip2),
    caip2,
    testnet: network === null ? null : (defined?.testnet ?? null),
    isMain: isMain || (network === null && chain === 'mainnet'),
  };
}

/**
 * `mainnet`; in a network without it, the chain that a name of the network names: `astar` of Astar,
 * `one` of the network whose name or alias is Arbitrum One.
 */
function isMainChain({ network, ...entry }: NetworkEntry, chain: string): boolean {
  if (chain === 'mainnet' || entry.chains.includes('mainnet')) return chain === 'mainnet';
  const names = networkNames({ key: network, ...entry });
  return [chain, `${entry.name} ${chain}`].some((name) => names.includes(foldNetworkName(name)));
}

/** What the user must know before the first call. */
export function describeEndpoints(endpoints: readonly Endpoint[]): string[] {
  const notes: string[] = [];
  if (endpoints.some(({ placeholders }) => placeholders.length > 0))
    notes.push(
      'Replace each `<NAME>` with your own key, and keep it out of code that others can read.',
    );
  if (endpoints.some(({ url }) => /^(http|ws):/i.test(url)))
    notes.push(
      'The address has no encryption (`http` or `ws`): do not send keys or signed transactions to it.',
    );
  if (endpoints.some(({ protocol }) => protocol !== null && protocol !== 'evm'))
    notes.push('ethers and viem call EVM JSON-RPC only: other endpoints have no such call.');
  if (endpoints.some(({ protocol }) => protocol === null))
    notes.push(
      'The row does not name a protocol that the directory knows, so there is only the URL.',
    );
  return notes;
}
