/** The offers of a snapshot, from what has become of their rows: it holds rows, not the cells that offers were written with. */
import type { Value } from '../../model/rows.ts';
import type { Content } from '../sources.ts';
import { isSameValue, type RowPair } from './match-rows.ts';
import { type KnownOffer, placeKey } from './side.ts';

/**
 * An offer's cell is taken to be what most of its rows said, of those whose cell now is the offer's: they inherit it.
 * A column that no row inherits is absent.
 */
export function inferOffers(
  pairs: readonly RowPair[],
  links: ReadonlyMap<string, string>,
  offersNow: ReadonlyMap<string, KnownOffer>,
): Map<string, KnownOffer> {
  const votes = new Map<string, Votes>();
  for (const [{ before, after }, rows] of countContents(pairs)) {
    if (before.offer === null || after.offer === null) continue;
    const [old, now] = [placeKey(before.offer), placeKey(after.offer)];
    const offer = links.get(old) === now ? offersNow.get(now) : undefined;
    if (!offer) continue;
    const ofOffer = votes.get(old) ?? new Votes(before.category);
    votes.set(old, ofOffer);
    ofOffer.countInherited({ before, after }, offer, rows);
  }
  return new Map([...votes].map(([key, ofOffer]) => [key, ofOffer.decide()]));
}

interface ContentPair {
  readonly before: Content;
  readonly after: Content;
}

/** How many rows went from one content to the other. */
function countContents(pairs: readonly RowPair[]): Map<ContentPair, number> {
  const known = new Map<Content, Map<Content, ContentPair>>();
  const counts = new Map<ContentPair, number>();
  for (const { before, after } of pairs) {
    const partners = known.get(before.content) ?? new Map<Content, ContentPair>();
    known.set(before.content, partners);
    const pair = partners.get(after.content) ?? { before: before.content, after: after.content };
    partners.set(after.content, pair);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

class Votes {
  readonly #category: string;
  readonly #columns = new Map<string, Map<string, { value: Value; rows: number }>>();

  constructor(category: string) {
    this.#category = category;
  }

  countInherited({ before, after }: ContentPair, offer: KnownOffer, rows: number): void {
    for (const [column, cell] of Object.entries(before.values)) {
      const inherited = isSameValue(after.values[column] ?? null, offer.values[column] ?? null);
      if (inherited) this.#count(column, cell, rows);
    }
  }

  #count(column: string, value: Value, rows: number): void {
    const values = this.#columns.get(column) ?? new Map<string, { value: Value; rows: number }>();
    this.#columns.set(column, values);
    const key = JSON.stringify(value);
    const known = values.get(key);
    if (known) known.rows += rows;
    else values.set(key, { value, rows });
  }

  decide(): KnownOffer {
    const values: Record<string, Value> = {};
    for (const [column, votes] of this.#columns) {
      const [first] = [...votes.values()].toSorted((a, b) => b.rows - a.rows);
      if (first) values[column] = first.value;
    }
    return { category: this.#category, slug: null, values };
  }
}
