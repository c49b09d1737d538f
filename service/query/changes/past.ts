/** The past of offers: their changes, also those under names that they had before. */
import { groupBy } from '../../../common/group-by.ts';
import type { Offer } from '../../snapshot/offers.ts';
import { askChanges, type ChangesTable, type LoggedChange, limitTo, type StoredChange } from './changes.ts';

/** Changes on `networks`, on all if that is empty, newest first. */
export async function readPasts(
  table: ChangesTable,
  networks: readonly string[],
  offers: readonly Offer[],
): Promise<(offer: Offer) => LoggedChange[]> {
  const read = new Map<string, readonly StoredChange[]>();
  let slugs = [...new Set(offers.map(({ slug }) => slug))];
  while (slugs.length > 0) {
    const changes = await askChanges<StoredChange>(
      table,
      { slugs },
      (found) => `SELECT * ${found} ORDER BY number DESC`,
    );
    const bySlug = groupBy(changes, ({ slug }) => slug);
    for (const slug of slugs) read.set(slug, bySlug.get(slug) ?? []);
    const names = changes.flatMap(slugsBefore);
    slugs = [...new Set(names)].filter((slug) => !read.has(slug));
  }
  return (offer) => {
    const changes = pastOf(offer, read).map((change) => limitTo({ networks }, change));
    return changes.filter((change) => change.networks.length > 0);
  };
}

/** Newest first. */
function pastOf(offer: Offer, read: ReadonlyMap<string, readonly StoredChange[]>): StoredChange[] {
  const providers = new Set<string | null>([offer.provider]);
  const found = new Set<StoredChange>();
  const names = [{ slug: offer.slug, end: Number.POSITIVE_INFINITY }];
  for (const { slug, end } of names) {
    const earlier = (read.get(slug) ?? []).filter(
      ({ number, category }) => number < end && category === offer.category,
    );
    for (const change of earlier) {
      if (found.has(change) || !providers.has(change.provider)) continue;
      found.add(change);
      names.push(...slugsBefore(change).map((was) => ({ slug: was, end: change.number })));
      if (change.column === 'provider' && change.before !== null) providers.add(change.before);
    }
  }
  return [...found].sort((a, b) => b.number - a.number);
}

/** The slug that an offer had before a change, if the change gave it another one. */
function slugsBefore({ column, cause, before, after, slug }: StoredChange): string[] {
  // A slug of a listing is no name of its offer.
  const isRenamed = column === 'slug' || (column === 'offerSlug' && cause.kind === 'offer');
  return isRenamed && after === slug && before !== null ? [before] : [];
}
