/** Providers of a page: name, logo and profile at the start of their lines. */
import type { ProviderGroup } from '../../query/pages.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Urls } from '../../urls.ts';
import { logosOf } from '../shared/logos.ts';
import type { ProviderHead } from '../shared/offer-table/render-offers.ts';

export function presentProviderHeads(
  groups: readonly ProviderGroup[],
  { network, snapshot, urls }: { readonly network: string; readonly snapshot: Snapshot; readonly urls: Urls },
): ReadonlyMap<ProviderGroup, ProviderHead> {
  const logoOf = logosOf(snapshot, network, urls);
  return new Map(
    groups.map((group) => {
      const { provider } = group;
      const slug = snapshot.catalog.providers.get(provider)?.slug ?? null;
      const profile = slug === null ? null : urls.href(network, network, `/providers/${slug}`);
      return [group, { name: provider, ...logoOf(provider), profile }];
    }),
  );
}
