/** Networks of an offer or a provider in words. Networks count if a listing names them. */
import type { Terms } from '../../../model/terms.ts';
import type { ProviderOffers } from '../../answers/directory.ts';
import { presenceOf, scopeOfRows } from '../../query/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { offeredForAll, placesCount } from '../../text/counts.ts';

/** `on 12 networks`, `offered for all networks`, `on 12 networks, and offered for all networks` */
export function describePresence(
  { scope, namedNetworks }: Pick<ProviderOffers, 'scope' | 'namedNetworks'>,
  terms: Terms,
): string {
  const everywhere = scope === 'all-networks' ? [offeredForAll(terms)] : [];
  const named =
    namedNetworks.length === 0 ? [] : [`${terms.on} ${placesCount(namedNetworks.length, terms)}`];
  return [...named, ...everywhere].join(', and ');
}

/** The same of rows. */
export function describeRows(snapshot: Snapshot, rows: readonly number[]): string {
  const named = rows.filter((id) => snapshot.scopeOf(id) === 'network');
  const presence = {
    scope: scopeOfRows(snapshot, rows),
    namedNetworks: presenceOf(snapshot, named, []).networks,
  };
  return describePresence(presence, snapshot.catalog.terms);
}
