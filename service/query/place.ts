/** The place that a request, a list or a page is about: a network, or all of them. */
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { FoundOffer } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Parameters, Urls } from '../urls.ts';
import { type Presence, presenceOf } from './offers/offers.ts';

/** Base path of the resources of a network. */
export const networkApi = '/api/infrastructure-providers';

/** Base path of the API of a place. */
export function apiOf(network: string | null): string {
  return network === null ? '/api' : networkApi;
}

/** Keys of the networks to which a network limits lists; none for all networks. */
export function limitsOf(network: string | null): readonly string[] {
  return network === null ? [] : [network];
}

export interface Place {
  readonly snapshot: Snapshot;
  /** Key; null for all networks. */
  readonly network: string | null;
  readonly urls: Urls;
  /** Keys of the networks to which its lists are limited; none for all networks. */
  readonly networks: readonly string[];
  /** Null for all networks. */
  readonly entry: NetworkEntry | null;
  /** `Base`, `all networks` */
  readonly name: string;
  /** ` on Base`; blank for all networks. */
  readonly on: string;
  /** Base path of its API. */
  readonly api: string;
  /** Link from one page of the place to another. */
  readonly href: (path: string, parameters?: Parameters) => string;
  /** Absolute address. */
  readonly to: (path: string, parameters?: Parameters) => string;
  /** Breadcrumb of the network. */
  readonly crumbs: readonly { readonly label: string; readonly href: string | null }[];
  /** Slug of an offer there: of its first listing on a network. */
  readonly slugOf: (found: FoundOffer) => string;
  readonly presenceOf: (rows: readonly number[]) => Presence;
}

/** Throws if the snapshot has no such network. */
export function placeOf(snapshot: Snapshot, network: string | null, urls: Urls): Place {
  const networks = limitsOf(network);
  const entry = network === null ? null : (snapshot.catalog.networks.get(network) ?? null);
  if (network !== null && entry === null) throw new Error(`the catalog has no network "${network}"`);
  const href: Place['href'] = (path, parameters) => urls.href(network, network, path, parameters);
  return {
    snapshot,
    network,
    urls,
    networks,
    entry,
    name: entry?.name ?? 'all networks',
    on: entry === null ? '' : ` on ${entry.name}`,
    api: apiOf(network),
    href,
    to: (path, parameters) => urls.to(network, path, parameters),
    crumbs: entry === null ? [] : [{ label: entry.name, href: href('/') }],
    slugOf: ({ offer, rows }) => (network === null ? offer.slug : snapshot.slugOf(rows[0] ?? 0)),
    presenceOf: (rows) => presenceOf(snapshot, rows, networks),
  };
}
