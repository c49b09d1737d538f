/** Networks as a snapshot publishes them: their definitions, with the chains of their listings and their logos. */
import type { Values } from '../model/rows.ts';
import { networkLogos, pathOfNetworkLogo } from './network-logos.ts';
import type { ResolvedNetwork, Sources } from './sources.ts';

/** By key. A network without a definition has blank cells. */
export function describeNetworks(
  networks: readonly Pick<ResolvedNetwork, 'key' | 'chains'>[],
  { meta, networkImages }: Pick<Sources, 'meta' | 'networkImages'>,
): Map<string, Values> {
  const described = new Map(meta.networks.map((definition) => [definition.key, definition]));
  const logos = networkLogos(networkImages);
  return new Map(
    networks.map(({ key, chains }) => {
      const {
        name = null,
        icon = null,
        docs = null,
        caip2 = null,
        aliases = [],
        color = null,
      } = described.get(key) ?? {};
      const logo = logos.get(key);
      const logoPath = logo === undefined ? null : pathOfNetworkLogo(logo);
      return [key, { name, icon, docs, chains, caip2, aliases, color, logoPath }];
    }),
  );
}
