/**
 * Texts that tell offers of one provider and title apart. They depend on the whole listing, so that search and filters never change
 * them. Cached for the snapshot.
 */
import { groupBy } from '../../../common/group-by.ts';
import type { Fragment } from '../../snapshot/fragment-cache.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { apartIn } from '../shared/offer-table/render-offers.ts';
import type { ListingPlace } from './listing.ts';

/** Texts by content of a provider. Contents with a title of their own have none. */
export type ApartOf = (provider: string) => ReadonlyMap<number, string>;

interface Apart extends Fragment {
  readonly texts: ReadonlyMap<number, string>;
}

/** The rows of a provider are read at the first call for it. */
export function apartOfListing(snapshot: Snapshot, { network, category }: ListingPlace): ApartOf {
  const { fragments } = snapshot;
  let contents: ReadonlyMap<string, readonly number[]> | null = null;
  return (provider) => {
    const key = `apart ${network} ${category} ${provider}`;
    const cached = fragments.get<Apart>(key);
    if (cached) return cached.texts;
    contents ??= groupBy(snapshot.contentsOfListing(network, category), (id) => snapshot.providerOf(id));
    return fragments.set(key, { html: '', texts: apartIn(snapshot, contents.get(provider) ?? []) }).texts;
  };
}
