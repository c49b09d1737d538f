/**
 * Networks as a snapshot publishes them: their definitions, with the chains of their listings and
 * their logos.
 */
import type { Values } from '../model/rows.ts';
import { networkLogos, pathOfNetworkLogo } from './network-logos.ts';
import type { ResolvedNetwork, Sources } from './sources.ts';

interface LogoSources
  extends Pick<Sources, 'networkImages' | 'defaultImages' | 'providers' | 'images'> {
  readonly meta: Pick<Sources['meta'], 'networks'>;
}

/** By key. A network without a definition has blank cells. */
export function describeNetworks(
  networks: readonly Pick<ResolvedNetwork, 'key' | 'chains'>[],
  { meta, ...sources }: LogoSources,
): Map<string, Values> {
  const described = new Map(meta.networks.map((definition) => [definition.key, definition]));
  const logos = logoFinder(sources);
  return new Map(
    networks.map(({ key, chains }) => {
      const {
        name = null,
        icon = null,
        docs = null,
        caip2 = null,
        aliases = [],
        color = null,
        logoProvider = null,
      } = described.get(key) ?? {};
      const names = logoProvider === null ? [name ?? key, ...aliases] : [logoProvider];
      return [
        key,
        { name, icon, docs, chains, caip2, aliases, color, logoPath: logos(key, names) },
      ];
    }),
  );
}

/**
 * The image named after a network, else the logo of the provider with one of the names, else the
 * project's image. The case of names counts: RedStone is an oracle, Redstone a network.
 */
function logoFinder({
  networkImages,
  defaultImages,
  providers,
  images,
}: Omit<LogoSources, 'meta'>) {
  const [own, ours] = [networkImages, defaultImages].map(networkLogos);
  const ofProviders = new Map(providers.map(({ value }) => [value.name, value.logoPath]));
  return (key: string, names: readonly string[]): string | null => {
    const provider = () =>
      names.map((name) => ofProviders.get(name) ?? '').find((path) => images.has(path));
    const image = own?.get(key);
    if (image !== undefined) return pathOfNetworkLogo(image);
    const fallback = ours?.get(key);
    return provider() ?? (fallback === undefined ? null : pathOfNetworkLogo(fallback));
  };
}
