/** Listings -> contents: fills each cell from the listing or else from its offer. */
import { type ColumnDefinition, columnsOfCategory } from '../../model/columns.ts';
import type { NumberRange, Value, Values } from '../../model/rows.ts';
import { type OfferBook, parseReference } from '../references.ts';
import type { Content, EntryCells, ListingEntry, StatedNumbers } from '../sources.ts';

export class ListingResolver {
  /** In the order in which they were first met. */
  readonly contents: Content[] = [];
  readonly #blankRows = new Map<string, Readonly<Record<string, Value>>>();
  readonly #known = new Map<EntryCells, Map<string | null, Content | null>>();
  readonly #allColumns: readonly ColumnDefinition[];
  readonly #offers: OfferBook;
  readonly #numbers: StatedNumbers;

  constructor(columns: readonly ColumnDefinition[], offers: OfferBook, numbers: StatedNumbers) {
    this.#allColumns = columns;
    this.#offers = offers;
    this.#numbers = numbers;
  }

  /**
   * The content of a listing; with a chain, the copy of an all-networks listing for that chain.
   * Null if the referenced offer does not exist; a check reports it.
   */
  resolve(listing: ListingEntry, chain: string | null): Content | null {
    let byChain = this.#known.get(listing.cells);
    if (!byChain) this.#known.set(listing.cells, (byChain = new Map()));
    let content = byChain.get(chain);
    if (content === undefined) {
      content = this.#build(listing, chain);
      byChain.set(chain, content);
      if (content) this.contents.push(content);
    }
    return content;
  }

  #build(listing: ListingEntry, chain: string | null): Content | null {
    const own = listing.cells.values;
    const reference = parseReference(own.offer);
    if (reference.kind === 'malformed') return null;
    const offer = reference.kind === 'offer' ? this.#offers.get(listing.category)?.get(reference.slug) : null;
    if (offer === undefined) return null;
    const values = { ...this.#blankRow(listing.category), ...offer?.cells.values, ...own };
    // The reference is replaced with the name of the offer.
    if (offer) values.offer = offer.cells.values.offer ?? null;
    if (chain !== null) {
      values.slug = `${values.slug}-${chain}`;
      values.chain = chain;
    }
    return {
      category: listing.category,
      values,
      numbers: this.#numbersOf(values),
      offer: offer?.source ?? null,
      offerSlug: reference.kind === 'offer' ? reference.slug : null,
      overrides: offer ? overridesOf(own, chain) : [],
    };
  }

  #numbersOf(values: Content['values']): Content['numbers'] {
    const numbers: Record<string, NumberRange | null> = {};
    for (const [key, byText] of this.#numbers) {
      const text = values[key];
      if (typeof text === 'string') numbers[key] = byText.get(text) ?? null;
    }
    return numbers;
  }

  #blankRow(category: string): Readonly<Record<string, Value>> {
    let blank = this.#blankRows.get(category);
    if (!blank) {
      const columns = columnsOfCategory(this.#allColumns, category);
      this.#blankRows.set(category, (blank = Object.fromEntries(columns.map((column) => [column.key, null]))));
    }
    return blank;
  }
}

function overridesOf(own: Values, chain: string | null): string[] {
  const keys = Object.keys(own).filter((key) => key !== 'offer');
  return chain === null ? keys : [...new Set([...keys, 'slug', 'chain'])];
}
