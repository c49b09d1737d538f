/**
 * Providers that a visitor could take instead: of the same category, with the same kinds of plans,
 * on the same networks, and of the same class of price. Each with its reasons.
 */
import { formatCount } from '../../../common/format-count.ts';
import { groupBy } from '../../../common/group-by.ts';
import { inNaturalOrder } from '../../../common/natural-order.ts';
import type { Terms } from '../../../model/terms.ts';
import { rankOf, ranks } from '../../answers/column-rank.ts';
import { knownFor, type ProviderOffers } from '../../answers/directory.ts';
import type { Place } from '../../questions/place.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { textsOf } from '../../text/cells.ts';
import { capitalize } from '../../text/clip.ts';
import { joinNames } from '../../text/counts.ts';
import { logosOf } from '../shared/logos.ts';
import { isFact } from '../shared/offer-table/offer-row.ts';
import { describePrices, pricesOfRows } from '../shared/price-range.ts';

const maxCategories = 2;
const maxAlternatives = 4;

export function presentAlternatives(profile: ProviderOffers, place: Place) {
  const { snapshot, href } = place;
  const { provider } = profile;
  return knownFor(profile, snapshot)
    .slice(0, maxCategories)
    .flatMap((category) => {
      const near = nearest(provider.name, category, snapshot).slice(0, maxAlternatives);
      if (near.length === 0) return [];
      const names = near.slice(0, 2).map(({ name }) => name);
      const versus = names.flatMap((name) => snapshot.catalog.providers.get(name)?.slug ?? []);
      return {
        label: snapshot.catalog.categoryLabel(category),
        all: href(`/toolbox/${category}`),
        compare: {
          href: href('/compare', { category, provider: [provider.slug, ...versus] }),
          text: `Compare with ${joinNames(names)}`,
        },
        tiles: near.map((other) => ({
          ...logosOf(place)(other.name),
          name: other.name,
          answer: describePrices(other.prices),
          reason: reasonOf(other, snapshot.catalog.terms),
          href: href(`/providers/${snapshot.catalog.providers.get(other.name)?.slug ?? ''}`),
        })),
      };
    });
}

/** What a provider sells in a category. */
type Profile = ReturnType<typeof readProfile>;

/** The other providers of a category, the most similar first; by name if they are equal. */
function nearest(provider: string, category: string, snapshot: Snapshot) {
  const profiles = profilesOf(category, snapshot);
  const mine = profiles.get(provider);
  if (mine === undefined) return [];
  const others = [...profiles.values()]
    .filter(({ name }) => name !== provider && snapshot.catalog.providers.has(name))
    .map((other) => ({ ...other, ...compare(mine, other) }));
  return inNaturalOrder(others, ({ name }) => name).toSorted((a, b) => b.score - a.score);
}

/**
 * Each fact counts from 0 for none to 1 for the same, and networks twice: one who is not there
 * cannot be taken.
 */
function compare(mine: Profile, other: Profile) {
  const networks = [...mine.networks].filter((network) => other.networks.has(network)).length;
  const plans = shared(mine.plans, other.plans);
  const kinds = shared(mine.kinds, other.kinds);
  const [a, b] = [mine.least, other.least];
  const factor = a === null || b === null ? null : Math.max(a, b) / Math.min(a, b);
  const price = factor === null ? Number(a === b) / 2 : 1 / factor;
  const of = mine.networks.size;
  return {
    score: (2 * networks) / of + plans.share + kinds.share + price,
    networks: networks === of ? allOf(of) : `${formatCount(networks)} of ${formatCount(of)}`,
    plans: plans.both,
    isSamePrice: factor !== null && factor <= samePriceFactor,
    isNear: networks > 0,
    isAlone: of === 1,
  };
}

function allOf(count: number): string {
  return count === 2 ? 'both' : `all ${formatCount(count)}`;
}

/** Lowest paid prices of a class differ at most by this factor. */
const samePriceFactor = 2;

/** What two sets have in common, and how much of both it is. */
function shared<T>(a: ReadonlySet<T>, b: ReadonlySet<T>) {
  const both = [...a].filter((item) => b.has(item));
  const all = a.size + b.size - both.length;
  return { both, share: all === 0 ? 0 : both.length / all };
}

/** `On 38 of 40 networks, free and tiered plans too, a similar price`; null without a reason. */
function reasonOf(comparison: ReturnType<typeof compare>, terms: Terms): string | null {
  const kinds = comparison.plans.map((kind) => kind.toLowerCase()).slice(0, maxKinds);
  const places = comparison.isAlone
    ? `${terms.On} the same ${terms.network}`
    : `${terms.On} ${comparison.networks} ${terms.networks}`;
  const reasons = [
    ...(comparison.isNear ? [places] : []),
    ...(kinds.length === 0 ? [] : [`${joinNames(kinds)} plans too`]),
    ...(comparison.isSamePrice ? ['a similar price'] : []),
  ];
  return reasons.length === 0 ? null : capitalize(reasons.join(', '));
}

/** Kinds of plans that a reason names. */
const maxKinds = 3;

/** By name. Kept with the snapshot: each profile compares its provider with all others. */
function profilesOf(category: string, snapshot: Snapshot): ReadonlyMap<string, Profile> {
  return snapshot.derived.of(`what the providers of ${category} sell`, () => {
    const rows = groupBy(snapshot.offers.rowsOfCategory(category), (id) => snapshot.providerOf(id));
    return new Map(
      Array.from(rows, ([name, ids]) => [name, readProfile(name, category, ids, snapshot)]),
    );
  });
}

function readProfile(name: string, category: string, ids: readonly number[], snapshot: Snapshot) {
  const { catalog } = snapshot;
  const columns = catalog.columnsOf(category);
  const valuesOf = (keys: readonly string[]) =>
    new Set(ids.flatMap((id) => keys.flatMap((key) => textsOf(snapshot.row(id)[key]))));
  const keysOf = (isWanted: (column: (typeof columns)[number]) => boolean) =>
    columns.filter(isWanted).map(({ key }) => key);
  // An offer for all networks says nothing of where a provider is at home.
  const named = ids.filter((id) => snapshot.scopeOf(id) === 'network');
  const prices = pricesOfRows(snapshot, null, category, ids);
  return {
    name,
    prices,
    least: prices === null || prices.paid === null ? null : prices.least,
    networks: new Set(
      (named.length === 0 ? ids : named)
        .flatMap((id) => snapshot.listingIdsOf(id))
        .map((listing) => catalog.networkOfListing(listing)),
    ),
    plans: valuesOf(keysOf(({ role }) => role === 'plan')),
    /** Words that describe the offer: API type, technology, archive. */
    kinds: valuesOf(keysOf((column) => isFact(column) && rankOf(column) === ranks.word)),
  };
}
