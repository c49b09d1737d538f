/** What sets the offers of a provider apart in a listing, before search and filters, so that a filter never renames an offer. Cached for the snapshot. */
import { groupBy } from '../../../common/group-by.ts';
import type { Fragment } from '../../snapshot/fragment-cache.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { apartIn } from '../shared/offer-table/render-offers.ts';

/** By content of the provider. */
export type ApartOf = (provider: string) => ReadonlyMap<number, string>;

interface Apart extends Fragment {
  readonly texts: ReadonlyMap<number, string>;
}

/** Reads only the rows of the providers that it is asked for. */
export function apartOfListing(snapshot: Snapshot, network: string, category: string): ApartOf {
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
