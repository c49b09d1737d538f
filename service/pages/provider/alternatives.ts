/** Other providers of the categories in which a provider has most listings, with their prices. */
import { groupBy } from '../../../common/group-by.ts';
import type { ProviderOffers } from '../../answers/directory.ts';
import type { Place } from '../../questions/place.ts';
import type { MatchedOffer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { joinNames, plural } from '../../text/counts.ts';
import { logosOf } from '../shared/logos.ts';
import { withPrices } from '../shared/price-range.ts';

const maxCategories = 2;
const maxAlternatives = 4;

export function presentAlternatives({ provider, offers }: ProviderOffers, place: Place) {
  const { snapshot, href } = place;
  const countOf = (list: readonly MatchedOffer[]) => list.flatMap(({ rows }) => rows).length;
  const most = [...offers]
    .toSorted(([, a], [, b]) => countOf(b) - countOf(a))
    .slice(0, maxCategories);
  return most.flatMap(([category]) => {
    const near = nearest(provider.name, category, snapshot);
    const tiles = near.slice(0, maxAlternatives).map((name) => presentTile(name, category, place));
    const all = href(`/toolbox/${category}`);
    const versus = near
      .slice(0, 2)
      .flatMap((name) => snapshot.catalog.providers.get(name)?.slug ?? []);
    const compare = {
      href: href('/compare', { category, provider: [provider.slug, ...versus] }),
      text: `Compare with ${joinNames(near.slice(0, 2))}`,
    };
    return tiles.length === 0
      ? []
      : [{ label: snapshot.catalog.categoryLabel(category), all, compare, tiles }];
  });
}

/**
 * Names of the other providers of a category, those on most of the same networks first, and of
 * those the ones with most listings.
 */
function nearest(provider: string, category: string, snapshot: Snapshot): readonly string[] {
  const providers = listedIn(category, snapshot);
  const listings = providers.get(provider)?.listings ?? new Set();
  const others = Array.from(providers, ([name, listed]) => {
    const shared = Array.from(listed.listings).filter((listing) => listings.has(listing)).length;
    return { name, shared, rows: listed.rows };
  }).filter(({ name }) => name !== provider && snapshot.catalog.providers.has(name));
  return others.toSorted((a, b) => b.shared - a.shared || b.rows - a.rows).map(({ name }) => name);
}

/**
 * Listings, a network and a category each, by provider. Kept with the snapshot: each profile
 * compares its provider with all others of a category.
 */
function listedIn(category: string, snapshot: Snapshot) {
  return snapshot.derived.of(`listings of the providers of ${category}`, () => {
    const byProvider = groupBy(snapshot.offers.rowsOfCategory(category), (id) =>
      snapshot.providerOf(id),
    );
    const listingsOf = (ids: readonly number[]) =>
      new Set(ids.flatMap((id) => snapshot.listingIdsOf(id)));
    return new Map(
      Array.from(byProvider, ([name, ids]) => [
        name,
        { rows: ids.length, listings: listingsOf(ids) },
      ]),
    );
  });
}

function presentTile(name: string, category: string, place: Place) {
  const { snapshot, href } = place;
  const rows = snapshot.rowsOfProvider(name).filter((id) => snapshot.categoryOf(id) === category);
  const counts = plural(snapshot.countOffers(rows), 'offer');
  return {
    ...logosOf(place)(name),
    name,
    answer: withPrices(counts, snapshot, null, category, rows),
    href: href(`/providers/${snapshot.catalog.providers.get(name)?.slug ?? ''}`),
  };
}
