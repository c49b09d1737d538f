/** The list of network marketplaces. */
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { Urls } from '../urls.ts';

/** Networks whose name and docs are known, by name; the icon is a drawn monogram where there is no logo. */
export function presentNetworks(networks: Iterable<NetworkEntry>, urls: Urls) {
  const listed = [...networks].flatMap(({ network, name, icon, docs }) => {
    if (name === null || docs === null || !urls.serves(network)) return [];
    return [{ name, url: urls.network(network), icon: icon ?? urls.to(null, `/icons/${network}.svg`), docs }];
  });
  return { result: { networks: listed.toSorted(byName) } };
}

export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  const [first, second] = [a.name.toLowerCase(), b.name.toLowerCase()];
  return first < second ? -1 : first > second ? 1 : 0;
}

export function nameOf(network: NetworkEntry): string {
  return network.name ?? network.network;
}
