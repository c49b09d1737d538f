/** The place that a request, a list or a page is about: a network, or all of them. */

import { presenceOf } from '../query/offers.ts';
import type { MatchedOffer } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { joinNames } from '../text/counts.ts';
import { apiOf, networkApi, type Parameters, type Urls } from '../urls.ts';

/** Keys of the networks to which a network limits lists; none for all networks. */
export function limitsOf(network: string | null): readonly string[] {
  return network === null ? [] : [network];
}

export type Place = ReturnType<typeof placeOf>;

/** A snapshot, and the addresses at which a deployment serves it. */
export type Served = Pick<Place, 'snapshot' | 'urls'>;

/** Limits of a list: an offer is on one of the networks, or on each. No networks stand for all. */
export interface NetworkLimits {
  readonly networks: readonly string[];
  readonly onEach: boolean;
}

/** No limit to networks. */
export const anywhere: NetworkLimits = { networks: [], onEach: false };

/** More networks are counted instead of named. */
const maxNamed = 4;

/** `Base or Arbitrum One`; null for all networks. */
export function placeName(
  { catalog }: Pick<Snapshot, 'catalog'>,
  { networks, onEach }: NetworkLimits,
): string | null {
  if (networks.length === 0) return null;
  if (networks.length > maxNamed)
    return `${onEach ? 'all' : 'any'} of ${networks.length} ${catalog.terms.networks}`;
  const names = networks.map((key) => catalog.networkName(key));
  return joinNames(names, onEach ? 'conjunction' : 'disjunction');
}

/**
 * Key of the network, null for all networks. `href` links from a page of the place to another, or
 * from one of the network `from`; `to` is an absolute address. Throws if the snapshot has no such network.
 */
export function placeOf(
  snapshot: Snapshot,
  network: string | null,
  urls: Urls,
  {
    networks = limitsOf(network),
    onEach = false,
    from = network,
  }: Partial<NetworkLimits> & { readonly from?: string | null } = {},
) {
  const entry = network === null ? null : (snapshot.catalog.networks.get(network) ?? null);
  if (network !== null && entry === null)
    throw new Error(`the catalog has no network "${network}"`);
  const { terms } = snapshot.catalog;
  const href = (path: string, parameters?: Parameters) =>
    urls.href(from, network, path, parameters);
  return {
    snapshot,
    network,
    /** Network of the page that shows it, from which relative addresses lead; null for the site. */
    from,
    urls,
    /** Keys of the networks to which its lists are limited; none for all networks. */
    networks,
    entry,
    /** Whether offers of its lists are on each of the networks, instead of one. */
    onEach,
    name: placeName(snapshot, { networks, onEach }) ?? `all ${terms.networks}`,
    on: networks.length === 0 ? '' : ` ${terms.on} ${placeName(snapshot, { networks, onEach })}`,
    /** Where something is missing: `on this network`. */
    here: entry === null ? 'in this directory' : `${terms.on} this ${terms.network}`,
    api: apiOf(network),
    /** Path of the list as JSON: rows of a network, offers of several. */
    listApi: network === null ? '/api/offers' : `${networkApi}/rows`,
    href,
    to: (path: string, parameters?: Parameters) => urls.to(network, path, parameters),
    /** Breadcrumb of the network. */
    crumbs: entry === null ? [] : [{ label: entry.name, href: href('/') }],
    /** Slug of an offer there: of its first listing on a network. */
    slugOf: ({ offer, rows }: MatchedOffer) =>
      network === null ? snapshot.offers.keyOf(offer) : snapshot.slugOf(rows[0] ?? 0),
    presenceOf: (rows: readonly number[]) => presenceOf(snapshot, rows, networks),
  };
}
