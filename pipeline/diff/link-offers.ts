/** Which offer of the base is which offer of now. */
import type { Row } from '../sources.ts';
import type { MatchedRows } from './match-rows.ts';
import { type KnownOffer, listingSlug, placeKey, type Side } from './side.ts';

/** By `placeKey`, in both directions. */
export interface OfferLinks {
  readonly toAfter: ReadonlyMap<string, string>;
  readonly toBefore: ReadonlyMap<string, string>;
}

type KnownOffers = Side['offers'];

/** By category and slug where both sides know them, else by what their rows have become. */
export function linkOffers(before: Side, after: Side, matched: MatchedRows): OfferLinks {
  const toAfter =
    before.offers === null || after.offers === null
      ? new RowLinker(matched, after.offers).link()
      : linkBySlug(before.offers, after.offers);
  return { toAfter, toBefore: new Map([...toAfter].map(([old, now]) => [now, old])) };
}

function linkBySlug(before: NonNullable<KnownOffers>, after: NonNullable<KnownOffers>): Map<string, string> {
  const byName = placesByName(after);
  const links = new Map<string, string>();
  for (const [key, offer] of before) {
    const name = nameOf(offer.category, offer.slug);
    const partner = byName.get(name);
    if (partner === undefined) continue;
    links.set(key, partner);
    byName.delete(name); // an offer written twice is an error; the first counts
  }
  return links;
}

function placesByName(offers: ReadonlyMap<string, KnownOffer>): Map<string, string> {
  const byName = new Map<string, string>();
  for (const [key, { category, slug }] of offers) {
    const name = nameOf(category, slug);
    if (slug !== null && !byName.has(name)) byName.set(name, key);
  }
  return byName;
}

function nameOf(category: string, slug: string | null): string {
  return `${category}\u0000${slug}`;
}

/** Finds partners for offers of which only rows are known. No offer gets two. */
class RowLinker {
  readonly #matched: MatchedRows;
  readonly #byName: ReadonlyMap<string, string>;
  readonly #links = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(matched: MatchedRows, offersNow: KnownOffers) {
    this.#matched = matched;
    this.#byName = placesByName(offersNow ?? new Map());
  }

  link(): Map<string, string> {
    this.#linkByShare();
    this.#linkBySlugOfListing();
    this.#linkByContent();
    return this.#links;
  }

  /** Each has most of its rows in common with the other. */
  #linkByShare(): void {
    const toAfter = new Map<string, Map<string, number>>();
    const toBefore = new Map<string, Map<string, number>>();
    for (const { before, after } of this.#matched.pairs) {
      const [old, now] = [offerKey(before), offerKey(after)];
      if (old === null || now === null) continue;
      increase(toAfter, old, now);
      increase(toBefore, now, old);
    }
    for (const [old, partners] of toAfter) {
      const now = mostOf(partners);
      if (now !== null && mostOf(toBefore.get(now) ?? new Map()) === old) this.#set(old, now);
    }
  }

  /** A listing mostly has the slug of its offer. */
  #linkBySlugOfListing(): void {
    for (const { row } of this.#matched.removed) {
      const name = nameOf(row.content.category, listingSlug(row));
      this.#set(offerKey(row), this.#byName.get(name) ?? null);
    }
  }

  /** A row with another slug, and else the same, is a renamed one. */
  #linkByContent(): void {
    const waiting = new Map<string, string | null>();
    for (const { row } of this.#matched.removed) {
      const key = sameButName(row);
      if (!waiting.has(key)) waiting.set(key, offerKey(row));
    }
    for (const { row } of this.#matched.added) this.#set(waiting.get(sameButName(row)) ?? null, offerKey(row));
  }

  #set(old: string | null, now: string | null): void {
    if (old === null || now === null || this.#links.has(old) || this.#taken.has(now)) return;
    this.#links.set(old, now);
    this.#taken.add(now);
  }
}

function sameButName({ content }: Row): string {
  const { slug: _slug, chain: _chain, ...rest } = content.values;
  return `${content.category} ${JSON.stringify(rest)}`;
}

function offerKey({ content }: Row): string | null {
  return content.offer === null ? null : placeKey(content.offer);
}

function increase(counts: Map<string, Map<string, number>>, key: string, partner: string): void {
  let partners = counts.get(key);
  if (!partners) counts.set(key, (partners = new Map()));
  partners.set(partner, (partners.get(partner) ?? 0) + 1);
}

function mostOf(counts: ReadonlyMap<string, number>): string | null {
  let best: string | null = null;
  for (const [key, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = key;
  return best;
}
