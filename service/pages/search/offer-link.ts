/** Address of an offer: the directory page of a network with the row of the offer unfolded. */
import { networkTest } from '../../query/offers.ts';
import type { Place } from '../../questions/place.ts';
import type { MatchedOffer } from '../../snapshot/offers.ts';
import type { Parameters } from '../../urls.ts';

/**
 * Null if the offer is not on the network. `parameters`: of the list in which the row is unfolded.
 * `from`: of the page with the link.
 */
export function linkToOffer(
  { offer, rows }: MatchedOffer,
  parameters: Parameters,
  {
    from: { snapshot, network: from, urls },
    network,
  }: { readonly from: Place; readonly network: string },
): string | null {
  const row = rows.find(networkTest(snapshot, [network]));
  if (row === undefined) return null;
  const open = snapshot.slugOf(row);
  return `${urls.href(from, network, `/toolbox/${offer.category}`, { ...parameters, open })}#open`;
}
