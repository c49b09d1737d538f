/** Address of an offer: the directory page of a network with the row of the offer unfolded. */
import type { Place } from '../../api/resource.ts';
import type { FoundOffer } from '../../snapshot/offers.ts';
import type { Parameters } from '../../urls.ts';

interface LinkPlace extends Place {
  /** Key of the network with the row. */
  readonly network: string;
  /** Key of the network of the page with the link, null on the site. */
  readonly from: string | null;
}

/** Null if the offer is not on the network. `parameters`: of the list in which the row is unfolded. */
export function linkToOffer(
  { offer, rows }: FoundOffer,
  parameters: Parameters,
  { snapshot, from, network, urls }: LinkPlace,
): string | null {
  const { catalog } = snapshot;
  const number = catalog.numberOf(network);
  const isHere = (id: number) =>
    snapshot.listingIdsOf(id).some((listing) => catalog.networkOfListing(listing) === number);
  const row = rows.find(isHere);
  if (row === undefined) return null;
  const open = snapshot.slugOf(row);
  return `${urls.href(from, network, `/toolbox/${offer.category}`, { ...parameters, open })}#open`;
}
