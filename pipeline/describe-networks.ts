/** Networks as a snapshot publishes them: their definitions, with the chains of their listings. */
import type { NetworkDefinition } from '../model/networks.ts';
import type { Values } from '../model/rows.ts';
import type { ResolvedNetwork } from './sources.ts';

/** By key. A network without a definition has blank cells. */
export function describeNetworks(
  networks: readonly Pick<ResolvedNetwork, 'key' | 'chains'>[],
  definitions: readonly NetworkDefinition[],
): Map<string, Values> {
  const described = new Map(definitions.map((definition) => [definition.key, definition]));
  return new Map(
    networks.map(({ key, chains }) => {
      const { name = null, icon = null, docs = null, caip2 = null, aliases = [] } = described.get(key) ?? {};
      return [key, { name, icon, docs, chains, caip2, aliases }];
    }),
  );
}
