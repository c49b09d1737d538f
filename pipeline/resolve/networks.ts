/**
 * Resolves listings to rows by network: the network's own, then all-networks listings, copied to
 * each of its chains.
 */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { groupBy } from '../../common/group-by.ts';
import {
  type ColumnDefinition,
  chainedCategories,
  columnsOfCategory,
} from '../../model/columns.ts';
import type { Reading } from '../../model/readings.ts';
import type { Scope, Value, Values } from '../../model/rows.ts';
import type { UnitLine } from '../../model/unit-costs.ts';
import { limits } from '../limits.ts';
import { compareText } from '../problem.ts';
import type {
  Content,
  EntryCells,
  ListingEntry,
  OfferBook,
  OfferEntry,
  Resolved,
  Row,
  Sources,
} from '../sources.ts';
import { readNumbers } from './numbers.ts';

interface ResolveInput extends Pick<Sources, 'networks' | 'offers' | 'listings'> {
  readonly columns: readonly ColumnDefinition[];
  /** Lines of readings.csv. */
  readonly readings?: readonly Reading[];
  /** Lines of units.csv. */
  readonly units?: readonly UnitLine[];
}

export function resolveNetworks(input: ResolveInput): Resolved {
  const numbers = readNumbers(input.columns, [...input.offers, ...input.listings], input);
  return { ...resolveRows(input, new ContentMemory()), numbers };
}

/** With the memory of earlier states, contents that did not change are the same objects. */
export function resolveRows(input: ResolveInput, memory: ContentMemory): Omit<Resolved, 'numbers'> {
  const offers = buildOfferBook(input.offers);
  const resolver = new ListingResolver({ columns: input.columns, offers, memory });
  const own = groupBy(input.listings, ({ network }) => network);
  const chained = chainedCategories(input.columns);
  const everywhere = own.get(null) ?? [];
  const perChain = everywhere.filter((listing) => chained.has(listing.category));
  const perNetwork = everywhere.filter((listing) => !chained.has(listing.category));
  // Networks share the rows of all-networks listings, which are most rows of a directory.
  const shared = new Map<string | null, readonly Row[]>();
  const everywhereOn = (chain: string | null) =>
    getOrInsert(shared, chain, () =>
      toRows(chain === null ? perNetwork : perChain, chain, resolver),
    );
  const found = input.networks.map((key) => {
    const rows = toRows(own.get(key) ?? [], null, resolver);
    return { key, rows, chains: chainsOf(rows) };
  });
  const copies = (chains: readonly string[]) => chains.length * perChain.length + perNetwork.length;
  const rowCount = found.reduce((sum, { rows, chains }) => sum + rows.length + copies(chains), 0);
  const networks = found.map(({ key, chains, rows }) => {
    // Listings of all networks are not copied then: the sources are refused.
    const tooMany = rowCount > limits.rows || chains.length > limits.chainsPerNetwork;
    const everywhere = tooMany ? [] : [...chains, null].map(everywhereOn);
    return { key, chains, rows: rows.concat(...everywhere) };
  });
  memory.contents = resolver.byPlace;
  memory.offers = offers;
  return { contents: resolver.contents, networks, offers, rowCount };
}

/**
 * Contents by scope and chain, and by the cells of their listing; null if the offer of a listing
 * does not exist.
 */
type ContentsByCells = Map<string, Map<EntryCells, Content | null>>;

/** What was resolved last. Only for states that were read with the same definitions. */
export class ContentMemory {
  contents: ContentsByCells = new Map();
  offers: OfferBook = new Map();
}

export function buildOfferBook(offers: readonly OfferEntry[]): OfferBook {
  const book = new Map<string, Map<string, OfferEntry>>();
  for (const offer of offers) {
    const slug = offer.cells.values.slug;
    if (typeof slug !== 'string') continue;
    const category = getOrInsert(book, offer.category, () => new Map<string, OfferEntry>());
    if (!category.has(slug)) category.set(slug, offer);
  }
  return book;
}

/**
 * Sorts by category, then by the default order of rows, so that content ids sort the rows of a
 * network. Only writing needs it.
 */
export function inDefaultOrder(contents: readonly Content[]): Content[] {
  const byCategory = groupBy(contents, ({ category }) => category);
  return [...byCategory.keys()].toSorted(compareText).flatMap((category) => {
    const byProvider = groupBy(byCategory.get(category) ?? [], ({ values }) =>
      String(values.provider),
    );
    return [...byProvider.keys()].toSorted(compareProviders).flatMap((provider) => {
      return (byProvider.get(provider) ?? []).toSorted((a, b) => compareText(slugOf(a), slugOf(b)));
    });
  });
}

/** Without case, then with it. */
function compareProviders(a: string, b: string): number {
  return compareText(a.toLowerCase(), b.toLowerCase()) || compareText(a, b);
}

function slugOf({ values }: Content): string {
  return String(values.slug);
}

function toRows(
  listings: readonly ListingEntry[],
  chain: string | null,
  resolver: ListingResolver,
): Row[] {
  const rows: Row[] = [];
  for (const listing of listings) {
    const content = resolver.resolve(listing, chain);
    if (content !== null) rows.push({ content, source: listing.source });
  }
  return rows;
}

/** Chains of rows, lowercase, sorted. */
function chainsOf(rows: readonly Row[]): string[] {
  const chains = new Set<string>();
  for (const { content } of rows) {
    const { chain } = content.values;
    if (typeof chain === 'string') chains.add(chain.toLowerCase());
  }
  return [...chains].toSorted(compareText);
}

/** Fills each cell of a listing from the listing or else from its offer. */
class ListingResolver {
  /** In the order of their first use. */
  readonly contents: Content[] = [];
  readonly byPlace: ContentsByCells = new Map();
  readonly #blankRows = new Map<string, Readonly<Record<string, Value>>>();
  readonly #allColumns: readonly ColumnDefinition[];
  readonly #offers: OfferBook;
  readonly #memory: ContentMemory;

  constructor(from: {
    readonly columns: readonly ColumnDefinition[];
    readonly offers: OfferBook;
    readonly memory: ContentMemory;
  }) {
    this.#allColumns = from.columns;
    this.#offers = from.offers;
    this.#memory = from.memory;
  }

  /**
   * The content of a listing; with a chain, the copy of an all-networks listing for that chain.
   * Null if the referenced offer does not exist; a check reports it.
   */
  resolve(listing: ListingEntry, chain: string | null): Content | null {
    const place = placeOf(listing, chain);
    let byCells = this.byPlace.get(place);
    if (!byCells) this.byPlace.set(place, (byCells = new Map()));
    let content = byCells.get(listing.cells);
    if (content === undefined) {
      content = this.#build(listing, chain);
      byCells.set(listing.cells, content);
      if (content) this.contents.push(content);
    }
    return content;
  }

  #build(listing: ListingEntry, chain: string | null): Content | null {
    const { reference } = listing.cells;
    if (reference.kind === 'malformed') return null;
    const offer =
      reference.kind === 'offer' ? this.#offers.get(listing.category)?.get(reference.slug) : null;
    if (offer === undefined) return null;
    const previous = this.#recall(listing, offer, chain);
    // The same object, because checks compare places of offers by identity.
    if (previous !== null && previous.offer === (offer?.source ?? null)) return previous;
    return this.#fillContent(listing, { offer, chain, previous });
  }

  /** The content of the last state if listing and offer had the same cells. */
  #recall(listing: ListingEntry, offer: OfferEntry | null, chain: string | null): Content | null {
    const { category, cells } = listing;
    const previous = this.#memory.contents.get(placeOf(listing, chain))?.get(cells) ?? null;
    const { reference } = cells;
    if (previous === null || reference.kind !== 'offer') return previous;
    return this.#memory.offers.get(category)?.get(reference.slug)?.cells === offer?.cells
      ? previous
      : null;
  }

  /** `previous`: the content when the offer was on another line. */
  #fillContent(
    listing: ListingEntry,
    from: {
      readonly offer: OfferEntry | null;
      readonly chain: string | null;
      readonly previous: Content | null;
    },
  ): Content {
    const { offer, chain, previous } = from;
    const { values: own, reference } = listing.cells;
    return {
      category: listing.category,
      values: previous?.values ?? this.#fill(listing, offer, chain),
      offer: offer?.source ?? null,
      offerSlug: reference.kind === 'offer' ? reference.slug : null,
      listingSlug: String((Object.hasOwn(own, 'slug') ? own : offer?.cells.values)?.slug ?? null),
      scope: scopeOf(listing),
      overrides: offer ? overridesOf(own, chain) : [],
    };
  }

  #fill(
    listing: ListingEntry,
    offer: OfferEntry | null | undefined,
    chain: string | null,
  ): Content['values'] {
    const values = {
      ...this.#blankRow(listing.category),
      ...offer?.cells.values,
      ...listing.cells.values,
    };
    // The reference is replaced with the name of the offer.
    if (offer) values.offer = offer.cells.values.offer ?? null;
    if (chain !== null) {
      values.slug = `${values.slug}-${chain}`;
      values.chain = chain;
    }
    return values;
  }

  #blankRow(category: string): Readonly<Record<string, Value>> {
    return getOrInsert(this.#blankRows, category, () => {
      const columns = columnsOfCategory(this.#allColumns, category);
      return Object.fromEntries(columns.map((column) => [column.key, null]));
    });
  }
}

function scopeOf({ network }: ListingEntry): Scope {
  return network === null ? 'all-networks' : 'network';
}

/** Scope and chain: equal cells in two of these are two contents. */
function placeOf(listing: ListingEntry, chain: string | null): string {
  return `${scopeOf(listing)} ${chain ?? ''}`;
}

function overridesOf(own: Values, chain: string | null): string[] {
  const keys = Object.keys(own).filter((key) => key !== 'offer');
  return chain === null ? keys : [...new Set([...keys, 'slug', 'chain'])];
}
