/** The comparison page before anything is chosen: what it does, a field, and examples. */
import { countBy } from '../../../common/group-by.ts';
import type { Context } from '../../http/context.ts';
import { estimatedCategories } from '../../query/offers/estimates.ts';
import { maxPicked } from '../../query/parameters.ts';
import { listingTest, type Place } from '../../query/place.ts';
import { type PageDeps, sendPage } from '../shared/page.ts';

const maxExamples = 6;

export function sendExamples(ctx: Context, place: Place, deps: PageDeps): void {
  const { network, on } = place;
  const title = `Compare offers and providers${on}`;
  const view = {
    crumbs: [...place.crumbs, { label: 'Compare', href: null }],
    heading: title,
    most: maxPicked,
    search: place.href('/search'),
    examples: presentExamples(place),
  };
  const description = `Up to ${maxPicked} offers or providers side by side: prices, limits, and what they cost for your workload.`;
  sendPage(ctx, { template: 'versus', frame: { title, description, network, path: '/compare' }, view }, deps);
}

/** Pairs of providers of a category with estimates: those that the editors recommend first, then those with most listings. */
function presentExamples({ snapshot, network, href }: Place) {
  const { catalog } = snapshot;
  const [category = ''] = [...estimatedCategories(catalog), ...catalog.categoryKeys];
  const isHere = listingTest(snapshot, network);
  const rows = snapshot.offers.rowsOfCategory(category).filter((id) => snapshot.listingIdsOf(id).some(isHere));
  const counts = [...countBy(rows, (id) => snapshot.providerOf(id))].sort(([, a], [, b]) => b - a);
  const known = counts.flatMap(([name]) => catalog.providers.get(name) ?? []);
  const providers = known.toSorted((a, b) => Number(b.starred) - Number(a.starred)).slice(0, 2 * maxExamples);
  return providers.flatMap((one, at) => {
    const other = providers[at + 1];
    if (at % 2 === 1 || other === undefined) return [];
    const provider = [one.slug, other.slug];
    return [{ text: `${one.name} vs ${other.name}`, href: href('/compare', { category, provider }) }];
  });
}
