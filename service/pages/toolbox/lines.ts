/** Lines of the providers on a directory page: their heads, and the HTML of their offers. */
import { createPause } from '../../../common/pauses.ts';
import type { ProviderGroup } from '../../query/pages.ts';
import type { Offer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Urls } from '../../urls.ts';
import { logosOf } from '../shared/logos.ts';
import { type OffersInput, type ProviderHead, renderOffers } from '../shared/offer-table/render-offers.ts';
import type { PageDeps } from '../shared/page.ts';
import type { DistinguishingTexts } from './listing.ts';

/** Name, logo and profile of each provider. */
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

/** Listings on a page, so that it stays below 25 kB and 50 ms. Providers after it have a link to their offers. */
const maxOffers = 300;

/** The first provider is always shown with all of its offers, so that each offer is on some page. */
export function shownWhole(groups: readonly ProviderGroup[]): readonly ProviderGroup[] {
  let offers = 0;
  return groups.filter(({ rows }, index) => {
    offers += rows.length;
    return index === 0 || offers <= maxOffers;
  });
}

/** Input of `renderOffers` that is the same for all providers of the page. */
interface Lines extends Omit<OffersInput, 'ids' | 'by' | 'distinguishing' | 'before'> {
  readonly heads: ReadonlyMap<ProviderGroup, ProviderHead>;
  readonly distinguish: DistinguishingTexts;
}

/** A page of 100 providers with all columns takes long to render, and must not hold the event loop. */
export async function renderInSteps(
  groups: readonly ProviderGroup[],
  { heads, distinguish, ...lines }: Lines,
  deps: PageDeps,
): Promise<ReadonlyMap<ProviderGroup, string>> {
  const rendered = new Map<ProviderGroup, string>();
  const before = new Set<Offer>();
  const pause = createPause();
  for (const group of groups) {
    const own = { ids: group.rows, by: heads.get(group) ?? null, distinguishing: distinguish(group.provider) };
    rendered.set(group, renderOffers({ ...lines, ...own, before }, deps));
    for (const id of group.rows) before.add(lines.snapshot.offers.of(id));
    await pause();
  }
  return rendered;
}
