/** Reports networks that share a name: a request for it could mean either. */
import { foldNetworkName, networkNames } from '../../../common/network-names.ts';
import type { NetworkDefinition } from '../../../model/networks.ts';
import type { AddProblem, ProblemPlace } from '../../problem.ts';
import { type Definition, sourcePaths } from '../../sources.ts';

export function checkNetworkNames(networks: readonly Definition<NetworkDefinition>[], add: AddProblem): void {
  const owners = new Map<string, Definition<NetworkDefinition>>();
  for (const network of networks) {
    const { value } = network;
    const names = networkNames(value);
    // One problem for each line: a shared CAIP-2 identifier also shares its number.
    const shared = names.find((name) => owners.has(name)) ?? '';
    const other = owners.get(shared);
    if (other !== undefined) {
      const places = [network, other].map((each) => placeOf(each, shared));
      const message = `"${shared}" stands for both networks "${other.value.key}" and "${value.key}"`;
      const suggestion = 'remove the name from one of the networks';
      add({ rule: 'duplicate-key', ...placeOf(network, shared), value: shared, message, suggestion, places });
    }
    for (const name of names) if (!owners.has(name)) owners.set(name, network);
  }
}

function placeOf({ value, line }: Definition<NetworkDefinition>, shared: string): ProblemPlace {
  return { file: sourcePaths.networks, line, column: columnOf(value, shared) };
}

/** Column whose text is the folded name. */
function columnOf({ key, name, caip2 }: NetworkDefinition, shared: string): string {
  if (foldNetworkName(key) === shared) return 'key';
  if (foldNetworkName(name) === shared) return 'name';
  return caip2 !== null && foldNetworkName(caip2).endsWith(shared) ? 'caip2' : 'aliases';
}
