/** chains.csv: chains of the networks, each with an identifier of its own. */
import { NameFinder } from '../../../common/nearest-name.ts';
import type { ChainDefinition } from '../../../model/chains.ts';
import type { NetworkDefinition } from '../../../model/networks.ts';
import { type AddProblem, bothPlaces, didYouMean, type NewProblem, oneOf } from '../../problem.ts';
import { type Definition, sourcePaths } from '../../sources.ts';
import { identifierFault } from './caip2.ts';

type Chain = Definition<ChainDefinition>;
type Fault = Pick<NewProblem, 'column' | 'message'> &
  Partial<Pick<NewProblem, 'suggestion' | 'value'>>;

/** Without the lines whose network or chain is unknown. Reports one problem for each line. */
export function readChains(
  chains: readonly Chain[],
  networks: readonly NetworkDefinition[],
  add: AddProblem,
): readonly ChainDefinition[] {
  const byKey = new Map(networks.map((network) => [network.key, network]));
  const finder = new NameFinder(networks.map(({ key }) => key));
  const known = chains.filter(({ value, line }) => {
    const network = byKey.get(value.network);
    const fault =
      network === undefined ? unknownNetwork(value, finder) : unknownChain(value, network);
    if (fault !== null) add({ rule: 'bad-definition', file: sourcePaths.chains, line, ...fault });
    return fault === null;
  });
  const owners = new Map<string, Chain>();
  return known.map((each) => {
    const { value, line } = each;
    const { caip2 } = value;
    if (caip2 === null) return value;
    const fault = faultOf(value, byKey.get(value.network)?.caip2 ?? null);
    const other = owners.get(caip2);
    if (fault !== null) add({ rule: 'bad-definition', file: sourcePaths.chains, line, ...fault });
    else if (other !== undefined) reportShared(each, other, add);
    if (fault !== null || other !== undefined) return { ...value, caip2: null };
    owners.set(caip2, each);
    return value;
  });
}

function unknownNetwork({ network }: ChainDefinition, finder: NameFinder): Fault {
  const suggestion = didYouMean(
    finder.find(network),
    `add the network to ${sourcePaths.networks}, or remove the line`,
  );
  const message = `no network "${network}" in ${sourcePaths.networks}`;
  return { column: 'network', value: network, message, suggestion };
}

function unknownChain(
  { chain, status }: ChainDefinition,
  { key, chains }: NetworkDefinition,
): Fault | null {
  // Listings must not name a deprecated chain, so that networks.csv need not have it.
  if (status !== null || chains === null || chains.includes(chain)) return null;
  const suggestion = didYouMean(new NameFinder(chains).find(chain), oneOf(chains));
  const message = `the network "${key}" has no chain "${chain}" in ${sourcePaths.networks}`;
  return { column: 'chain', value: chain, message, suggestion };
}

/** `main`: identifier of the main chain of the network. */
function faultOf({ chain, caip2 }: ChainDefinition, main: string | null): Fault | null {
  if (caip2 === null) return null;
  const place = { column: 'caip2', value: caip2 };
  const fault = identifierFault(caip2);
  if (fault !== null) return { ...place, ...fault };
  if (chain !== 'mainnet' || main === null || main === caip2) return null;
  const message = `${sourcePaths.networks} has another identifier of the main chain: "${main}"`;
  return { ...place, message, suggestion: 'correct one of them' };
}

function reportShared(each: Chain, other: Chain, add: AddProblem): void {
  const place = { file: sourcePaths.chains, line: each.line };
  const names = [other, each].map(({ value }) => `${value.network} ${value.chain}`);
  add({
    rule: 'duplicate-key',
    ...place,
    column: 'caip2',
    value: each.value.caip2 ?? '',
    message: `"${each.value.caip2}" stands for both chains "${names[0]}" and "${names[1]}"`,
    suggestion: 'correct one of them',
    places: bothPlaces(place, { ...place, line: other.line }, 'caip2'),
  });
}
