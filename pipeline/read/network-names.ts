/** Reports networks that share a name: a request for it could mean either. */
import { foldNetworkName, networkNames } from '../../common/network-names.ts';
import type { NetworkDefinition } from '../../model/networks.ts';
import type { AddProblem } from '../problem.ts';
import { type Definition, sourcePaths } from '../sources.ts';

export function checkNetworkNames(networks: readonly Definition<NetworkDefinition>[], add: AddProblem): void {
  const owners = new Map<string, string>();
  for (const { value, line } of networks) {
    const names = networkNames(value);
    // One problem for each line: a shared CAIP-2 identifier also shares its number.
    const shared = names.find((name) => owners.has(name));
    if (shared !== undefined) {
      const place = { file: sourcePaths.networks, line, column: columnOf(value, shared), value: shared };
      const message = `"${shared}" already stands for the network "${owners.get(shared)}"`;
      add({ rule: 'duplicate-key', ...place, message, suggestion: 'remove the name from one of the networks' });
    }
    for (const name of names) if (!owners.has(name)) owners.set(name, value.key);
  }
}

/** Column whose text is the folded name. */
function columnOf({ key, name, caip2 }: NetworkDefinition, shared: string): string {
  if (foldNetworkName(key) === shared) return 'key';
  if (foldNetworkName(name) === shared) return 'name';
  return caip2 !== null && foldNetworkName(caip2).endsWith(shared) ? 'caip2' : 'aliases';
}
