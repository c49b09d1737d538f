/**
 * Offers of a snapshot. Rows are one offer if they have the same category and provider, and either
 * come from the same offer of the sources or, without a reference to an offer, have listings with
 * the same slug.
 */

import { foldText } from '../../common/fold.ts';
import { getOrInsert } from '../../common/get-or-insert.ts';
import { groupBy } from '../../common/group-by.ts';
import type { ProviderDefinition } from '../../model/providers.ts';

export interface Offer {
  readonly category: string;
  /** Provider name. */
  readonly provider: string;
  /** Slug of the offer in the sources; without a reference, of its listings. */
  readonly slug: string;
  /** Ids of its rows, ascending. */
  readonly rows: readonly number[];
}

/** An offer with those of its rows that a query selects, in its order. Never empty. */
export interface MatchedOffer {
  readonly offer: Offer;
  readonly rows: readonly number[];
}

/** By row id. */
interface OfferFacts {
  readonly slug: readonly string[];
  readonly provider: readonly string[];
  readonly category: readonly string[];
  readonly offer: readonly string[];
}

/** By row id. */
export interface RowOwners {
  readonly offer: Int32Array;
  readonly provider: Int32Array;
}

export class OfferIndex {
  readonly #ofRow: readonly Offer[];
  /**
   * Numbers of what rows belong to, by row id, for tallies. Offers and providers are numbered in
   * the order of their first rows.
   */
  readonly owners: RowOwners;
  readonly #facts: OfferFacts;
  readonly #providerSlugOf: (name: string) => string;
  readonly #byCategory: ReadonlyMap<string, readonly number[]>;
  readonly #wholeByCategory: ReadonlyMap<string, readonly MatchedOffer[]>;
  #bySlug: ReadonlyMap<string, ReadonlySet<Offer>> | null = null;

  /** `providerSlugOf`: of a provider name. */
  constructor(facts: OfferFacts, providerSlugOf: (name: string) => string) {
    this.#facts = facts;
    this.#providerSlugOf = providerSlugOf;
    const growing = new Map<string, Offer & { readonly rows: number[] }>();
    this.#ofRow = facts.offer.map((slug, id) => {
      const [category = '', provider = ''] = [facts.category[id], facts.provider[id]];
      const key = `${category}\n${provider}\n${slug}`;
      const offer = getOrInsert(growing, key, () => ({ category, provider, slug, rows: [] }));
      offer.rows.push(id);
      return offer;
    });
    this.owners = {
      offer: numberOwners(this.#ofRow),
      provider: numberOwners(facts.provider),
    };
    this.#byCategory = groupBy(facts.category.keys(), (id) => facts.category[id] ?? '');
    const whole = Array.from(growing.values(), (offer) => ({ offer, rows: offer.rows }));
    this.#wholeByCategory = groupBy(whole, ({ offer }) => offer.category);
  }

  /** Offer of a row. */
  of(id: number): Offer {
    const offer = this.#ofRow[id];
    if (offer) return offer;
    throw new Error(`no row ${id} in this snapshot`);
  }

  /** Ids of all rows of a category, in default order. */
  rowsOfCategory(category: string): readonly number[] {
    return this.#byCategory.get(category) ?? [];
  }

  /** All offers of a category with all of their rows, in the order of the first ones. */
  inCategory(category: string): readonly MatchedOffer[] {
    return this.#wholeByCategory.get(category) ?? [];
  }

  /**
   * Offers with the slug, or with a listing of the slug; with the slug of a provider before it,
   * `palmera:safe-gnosis`, those of the provider.
   */
  named(name: string): ReadonlySet<Offer> {
    const [slug = '', owner] = name.split(':').toReversed();
    const rows = this.#slugs().get(slug) ?? new Set();
    if (owner === undefined) return rows;
    return new Set([...rows].filter(({ provider }) => this.#providerSlugOf(provider) === owner));
  }

  /**
   * Name of an offer in addresses: its slug; with that of its provider if another provider's offer
   * of the category has the slug as well.
   */
  keyOf({ category, provider, slug }: Offer): string {
    const isShared = [...this.named(slug)].some(
      (other) => other.category === category && other.provider !== provider,
    );
    return isShared ? `${this.#providerSlugOf(provider)}:${slug}` : slug;
  }

  /** Slugs of all offers and listings. */
  slugs(): Iterable<string> {
    return this.#slugs().keys();
  }

  #slugs(): ReadonlyMap<string, ReadonlySet<Offer>> {
    this.#bySlug ??= groupBySlug(this.#ofRow, this.#facts.slug);
    return this.#bySlug;
  }
}

/** By position; equal owners have equal numbers. */
function numberOwners(owners: Iterable<unknown>): Int32Array {
  const numbers = new Map<unknown, number>();
  return Int32Array.from(owners, (owner) => getOrInsert(numbers, owner, () => numbers.size));
}

function groupBySlug(
  offers: readonly Offer[],
  slugs: readonly string[],
): ReadonlyMap<string, ReadonlySet<Offer>> {
  const bySlug = new Map<string, Set<Offer>>();
  const add = (slug: string, offer: Offer) => getOrInsert(bySlug, slug, () => new Set()).add(offer);
  for (const [id, offer] of offers.entries()) {
    add(offer.slug, offer);
    add(slugs[id] ?? '', offer);
  }
  return bySlug;
}

/** Provider names by their folded names and by their slugs. `providers`: by name. */
export function nameProviders(
  names: ReadonlySet<string>,
  providers: ReadonlyMap<string, ProviderDefinition>,
): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, string[]>();
  for (const name of names) {
    for (const form of new Set([foldText(name), providers.get(name)?.slug ?? foldText(name)])) {
      known.set(form, [...(known.get(form) ?? []), name]);
    }
  }
  return known;
}
