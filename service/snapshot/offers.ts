/**
 * Offers: what a provider sells. Contents that differ in their identifier and chain only are one offer, which the table
 * shows in one line. A listing is an offer on a network and chain.
 */
import type { Catalog } from './catalog.ts';

export interface OfferContents {
  /** JSON object of each content. */
  readonly json: readonly string[];
  readonly category: readonly string[];
}

export class OfferIndex {
  readonly #contents: OfferContents;
  readonly #catalog: Pick<Catalog, 'columnsOf'>;
  /** Number of the offer of each content, by category. */
  readonly #offers = new Map<string, ReadonlyMap<number, number>>();

  constructor(contents: OfferContents, catalog: Pick<Catalog, 'columnsOf'>) {
    this.#contents = contents;
    this.#catalog = catalog;
  }

  /** Number of different offers among contents of any categories. */
  count(contents: Iterable<number>): number {
    const offers = new Set<string>();
    for (const id of contents) {
      const category = this.#contents.category[id] ?? '';
      offers.add(`${category} ${this.#offersOf(category).get(id)}`);
    }
    return offers.size;
  }

  /** Compares the rows of a category on first use: tens of milliseconds for a category of thousands. */
  #offersOf(category: string): ReadonlyMap<number, number> {
    const known = this.#offers.get(category) ?? this.#compare(category);
    this.#offers.set(category, known);
    return known;
  }

  #compare(category: string): ReadonlyMap<number, number> {
    const chains = this.#catalog.columnsOf(category).filter(({ cellType }) => cellType === 'chain');
    const own = Object.fromEntries(['slug', ...chains.map(({ key }) => key)].map((key) => [key, null]));
    const numbers = new Map<string, number>();
    const offers = new Map<number, number>();
    for (const [id, key] of this.#contents.category.entries()) {
      if (key !== category) continue;
      const content = JSON.stringify({ ...JSON.parse(this.#contents.json[id] ?? '{}'), ...own });
      const number = numbers.get(content) ?? numbers.size;
      numbers.set(content, number);
      offers.set(id, number);
    }
    return offers;
  }
}
