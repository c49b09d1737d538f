/** Names in requests -> keys of the snapshot. Throws 400 with the nearest name. */
import { foldText } from '../../common/fold.ts';
import { foldNetworkName } from '../../common/network-names.ts';
import { badParameter, nearestName } from '../errors.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** Keys of networks, from any of their names. `served`: keys of the networks that may be named. */
export function readNetworks(
  names: readonly string[],
  served: readonly string[],
  { catalog }: Snapshot,
): readonly string[] {
  const keys = names.map((name) => {
    const key = catalog.networkNamed(name);
    if (key !== null && served.includes(key)) return key;
    const message = `no ${catalog.terms.network} "${name}" in this directory`;
    throw badParameter('network', message, catalog.nearestNetwork(name));
  });
  return [...new Set(keys)];
}

/**
 * Names of an EVM chain by its number. A number beside other words may count anything, so each has
 * the word for it.
 */
export function chainPhrases(caip2: string | null): string[] {
  const number = chainNumber(caip2);
  return number === null ? [] : [chainPhrase(number), `chain id ${number}`, `chainid ${number}`];
}

export const chainPhrase = (number: string) => `chain ${number}`;

/** `8453` of `eip155:8453`; null for other chains. */
export function chainNumber(caip2: string | null): string | null {
  return /^eip155:(\d+)$/.exec(caip2 ?? '')?.[1] ?? null;
}

/** A chain by its identifier, or by a name, which chains of several networks may have. */
export type ChainName =
  | { readonly caip2: string }
  | {
      readonly caip2: null;
      /** `network`: key; null for any. */
      readonly names: readonly { readonly network: string | null; readonly chain: string }[];
    };

/**
 * Chain of the networks by its name (`sepolia`), another name (`fuji`, `Base Sepolia`), its EIP-155
 * id or its CAIP-2 identifier. Throws 400 for one that none of them has.
 */
export function readChain(
  text: string,
  networks: readonly string[],
  { catalog }: Snapshot,
): ChainName {
  const within = new Set(networks.length === 0 ? catalog.networkKeys : networks);
  const entries = [...within].flatMap((key) => catalog.networks.get(key) ?? []);
  const defined = catalog.chains.filter(({ network }) => within.has(network));
  const wanted = foldNetworkName(text);
  const identifiers = [...entries, ...defined].flatMap(({ caip2 }) => caip2 ?? []);
  const caip2 = identifiers.find((identifier) =>
    [identifier, chainNumber(identifier) ?? identifier].some(
      (form) => foldNetworkName(form) === wanted,
    ),
  );
  if (caip2 !== undefined) return { caip2 };
  const chains = [...new Set(entries.flatMap((entry) => entry.chains))].toSorted();
  const named = [
    ...chains
      .filter((chain) => foldNetworkName(chain) === wanted)
      .map((chain) => ({ network: null, chain })),
    ...defined.filter(({ chain, name, aliases }) =>
      [chain, name, ...aliases].some((form) => foldNetworkName(form) === wanted),
    ),
  ];
  if (named.length > 0) return { caip2: null, names: named };
  const allowed = [...chains, ...defined.flatMap(({ aliases }) => aliases)];
  const message = `no chain "${text}" in ${networks.length === 0 ? 'this directory' : `these ${catalog.terms.networks}`}`;
  throw badParameter('chain', message, { allowed, ...nearestName(text, allowed) });
}

/** Provider names as rows have them, from names in any case or slugs. */
export function readProviders(names: readonly string[], snapshot: Snapshot): readonly string[] {
  const known = snapshot.providerNames();
  const matches = names.flatMap((name) => {
    const providers = known.get(foldText(name));
    if (providers !== undefined) return providers;
    throw badParameter(
      'provider',
      `no provider "${name}" in this directory`,
      nearestName(name, [...known.keys()]),
    );
  });
  return [...new Set(matches)];
}
