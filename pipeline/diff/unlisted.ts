/** Differences that change no row: logos, and offers that no listing uses. */
import { groupBy } from '../../common/group-by.ts';
import { compareText } from '../problem.ts';
import { type CellChange, compareValues, linkOffers } from './match-rows.ts';
import type { LogoChange, UnlistedOffer } from './schema.ts';
import { type OfferState, placeOfKey, presenceOf, type State, sorted } from './state.ts';

/** Only logos that a provider or a network of the two states has. Sorted by file. */
export function compareLogos(before: State, after: State): LogoChange[] {
  const owners = [ownersOf(before), ownersOf(after)];
  const files = sorted(new Set(owners.flatMap((each) => [...each.keys()].map(String))));
  return files.flatMap((file): LogoChange[] => {
    const [old, now] = [before.logos.get(file), after.logos.get(file)];
    if (old === now) return [];
    const change = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
    const owned = owners.flatMap((each) => each.get(file) ?? []);
    const keysOf = (kind: Owner['kind']) =>
      sorted(new Set(owned.flatMap((owner) => (owner.kind === kind ? [owner.key] : []))));
    return [{ file, change, providers: keysOf('provider'), networks: keysOf('network') }];
  });
}

interface Owner {
  readonly kind: 'provider' | 'network';
  readonly key: string;
}

/** By logo. */
function ownersOf({ definitions }: State): Map<unknown, Owner[]> {
  const owners = (['provider', 'network'] as const).flatMap((kind) =>
    Array.from(definitions[kind], ([key, { logoPath }]) => ({ kind, key, logoPath })),
  );
  return groupBy(
    owners.filter(({ logoPath }) => typeof logoPath === 'string'),
    ({ logoPath }) => logoPath,
  );
}

/** Null if a state has only the offers that listings use. Sorted by category and slug. */
export function compareUnlisted(before: State, after: State): UnlistedOffer[] | null {
  if (!before.hasAllOffers || !after.hasAllOffers) return null;
  const { toAfter, toBefore } = linkOffers(before, after);
  const [listedBefore, listedAfter] = [presenceOf(before).offers, presenceOf(after).offers];
  const old = [...before.offers].filter(([key]) => !listedBefore.has(key) && !listedAfter.has(toAfter.get(key) ?? ''));
  const added = [...after.offers].filter(([key]) => !listedAfter.has(key) && !toBefore.has(key));
  const changes = [
    ...old.flatMap(([key, offer]) => compareOffer(key, offer, toAfter.get(key), after)),
    ...added.map(([key, offer]) => describe(key, offer, 'added')),
  ];
  return changes.toSorted((a, b) => compareText(a.category, b.category) || compareText(a.slug, b.slug));
}

function compareOffer(key: string, offer: OfferState, partner: string | undefined, after: State): UnlistedOffer[] {
  const now = partner === undefined ? undefined : after.offers.get(partner);
  if (partner === undefined || now === undefined) return [describe(key, offer, 'removed')];
  const cells = compareValues(offer.values, now.values);
  return cells.length === 0 ? [] : [{ ...describe(partner, now, 'changed'), cells: cells.map(toCell) }];
}

function describe(key: string, { category, slug }: OfferState, change: UnlistedOffer['change']): UnlistedOffer {
  return { category, slug: slug ?? '', change, place: placeOfKey(key), cells: [] };
}

function toCell({ column, before, after }: CellChange): UnlistedOffer['cells'][number] {
  return { column, before, after };
}
