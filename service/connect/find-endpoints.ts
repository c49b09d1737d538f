/** The RPC endpoints of an offer, by its slug. */
import { foldNetworkName, networkNames } from '../../common/network-names.ts';
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
  /** EIP-155 chain id; null if the definition of the network does not say it of this chain. */
  readonly chainId: number | null;
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
  const found = rows.flatMap((id) => {
    const stated = endpointsOf(snapshot, id);
    if (stated.length === 0) return [];
    const [key = '', ...others] = presenceOf(snapshot, [id], networks).networks;
    const network = others.length > 0 ? null : (snapshot.catalog.networks.get(key) ?? null);
    const place = placeOn(network, snapshot.chainOf(id));
    return stated.map((endpoint) => ({ ...endpoint, ...place }));
  });
  const each = [...new Map(found.map((endpoint) => [endpoint.url, endpoint])).values()];
  const isMain = ({ chain, chainId }: Endpoint) => chainId !== null || chain === 'mainnet';
  return each.toSorted((a, b) => Number(isMain(b)) - Number(isMain(a)));
}

/** Without the network and chain of the row. */
export function endpointsOf(snapshot: Snapshot, id: number): readonly StatedEndpoint[] {
  const connect = snapshot.connectOf(id);
  return connect !== null && 'endpoints' in connect ? connect.endpoints : [];
}

/** `network`: of the row, null if it is on several. */
export function placeOn(
  network: NetworkEntry | null,
  chain: string | null,
): Pick<Endpoint, 'network' | 'chain' | 'chainId'> {
  return {
    network: network?.network ?? null,
    chain,
    chainId: network === null ? null : chainIdOf(network, chain),
  };
}

/** The definition of a network has the id of its main chain. */
function chainIdOf(network: NetworkEntry, chain: string | null): number | null {
  const [, id] = /^eip155:(\d{1,15})$/.exec(network.caip2 ?? '') ?? [];
  return id !== undefined && chain !== null && isMainChain(network, chain) ? Number(id) : null;
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
