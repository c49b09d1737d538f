/** One published snapshot, open for queries. Owns everything that depends on the snapshot alone. */

import { foldText } from '../../common/fold.ts';
import { countBy, groupBy } from '../../common/group-by.ts';
import type { Connect } from '../../model/connect.ts';
import { type StoredManifest, snapshotPaths } from '../../model/manifest.ts';
import { knownCells } from '../../model/placeholders.ts';
import type { Scope } from '../../model/rows.ts';
import type { Catalog, Row } from './catalog.ts';
import type { Database, Statement } from './database/database.ts';
import { DerivedValues } from './derived-values.ts';
import type { Memberships } from './memberships.ts';
import type { Manifest } from './metrics.ts';
import { nameProviders, OfferIndex } from './offers.ts';
import type { DistinctRows } from './open/read-rows.ts';
import type { RowSources } from './open/row-sources.ts';
import type { ProbeLog } from './probes.ts';
import type { FacetIndex } from './texts/facet-index.ts';
import { mostFrequentFirst } from './texts/most-frequent.ts';
import { ColumnPrices, type ListedPrices, listPrices } from './texts/price-groups.ts';
import { type SearchIndex, searchedProviders } from './texts/search-index.ts';

export interface SnapshotParts {
  readonly manifest: Manifest;
  readonly folder: string;
  readonly catalog: Catalog;
  readonly rows: DistinctRows;
  readonly memberships: Memberships;
  readonly sources: RowSources | null;
  readonly probes: ProbeLog;
  readonly database: Database;
}

function slugOfProvider({ providers }: Catalog, name: string): string {
  return providers.get(name)?.slug ?? foldText(name);
}

export class Snapshot {
  readonly manifest: Manifest;
  /** Folder of its files. */
  readonly folder: string;
  readonly catalog: Catalog;
  readonly derived: DerivedValues;
  readonly offers: OfferIndex;
  readonly search: SearchIndex;
  readonly probes: ProbeLog;
  /** Source lines of rows; null if they were not read. */
  readonly sources: RowSources | null;
  readonly #parts: SnapshotParts;
  readonly #onQuery: (tookMs: number) => void;
  readonly #rows: DistinctRows;
  readonly #memberships: Memberships;
  readonly #database: Database;
  readonly #logoVersions: ReadonlyMap<string, string>;

  /** `base`: the snapshot of the same parts, whose values are shared. */
  constructor(
    parts: SnapshotParts,
    base?: Snapshot,
    onQuery: (tookMs: number) => void = () => undefined,
  ) {
    const { manifest, folder, catalog, rows, memberships, sources, probes, database } = parts;
    this.#parts = parts;
    this.#onQuery = onQuery;
    this.derived = base?.derived ?? new DerivedValues();
    this.manifest = manifest;
    this.folder = folder;
    this.catalog = catalog;
    this.#rows = rows;
    this.offers = base?.offers ?? new OfferIndex(rows, (name) => slugOfProvider(catalog, name));
    this.search = base?.search ?? { ...rows.search, providers: searchedProviders(catalog, rows) };
    this.#memberships = memberships;
    this.sources = sources;
    this.probes = probes;
    this.#database = database;
    this.#logoVersions = base === undefined ? imageVersions(manifest) : base.#logoVersions;
  }

  /**
   * The snapshot for one request: `onQuery` receives the time of each of its queries. An object of
   * 46 ns carries it, because AsyncLocalStorage costs more, and a timer beside the snapshot would
   * be a parameter of each function between a route and its query.
   */
  timed(onQuery: (tookMs: number) => void): Snapshot {
    return new Snapshot(this.#parts, this, onQuery);
  }

  /**
   * Columns of the answer to a question about the table `rows`. Throws 503 if too many queries wait
   * or the query takes too long.
   */
  query(statement: Statement): Promise<number[][]> {
    return this.#time(this.#database.query(statement));
  }

  /** Lines of the answer to a question about the table `changes`. Throws as `query` does. */
  read<T>(statement: Statement): Promise<T[]> {
    return this.#time(this.#database.read(statement) as Promise<T[]>);
  }

  /** Aborts running and waiting queries with 503. */
  interrupt(): void {
    this.#database.interrupt();
  }

  /** Only call this when no request uses the snapshot any more. */
  close(): void {
    this.#database.close();
  }

  /** Number of distinct rows. Ids are below it. */
  get rowCount(): number {
    return this.#rows.slug.length;
  }

  /** Provider name of a row. */
  providerOf(id: number): string {
    return this.#rows.provider[id] ?? '';
  }

  /** Slug of a row: of the listing, not of its offer. */
  slugOf(id: number): string {
    return this.#rows.slug[id] ?? '';
  }

  /** Category key of a row. */
  categoryOf(id: number): string {
    return this.#rows.category[id] ?? '';
  }

  /** Chain of a row; null in categories without chains. */
  chainOf(id: number): string | null {
    return this.#rows.chain[id] ?? null;
  }

  scopeOf(id: number): Scope {
    return this.#rows.scope[id] ?? 'network';
  }

  /** Endpoints or MCP server of a row; null if it has neither. */
  connectOf(id: number): Connect | null {
    return this.#rows.connect[id] ?? null;
  }

  /** Listings that have a row, as numbers of `catalog.listingOf`, ascending. */
  listingIdsOf(id: number): readonly number[] {
    return this.#memberships.listingIdsOf(id);
  }

  /** Cells as pages and texts show them: a placeholder such as TBD is null. */
  row(id: number): Row {
    return knownCells(this.statedCells(id));
  }

  /** Cells as the sources state them. */
  statedCells(id: number): Row {
    return JSON.parse(`{${this.#cellsJson(id)}}`) as Row;
  }

  /** The numbers that the texts of a row state, by column. */
  numbers(id: number): Row {
    return JSON.parse(`{${this.#rows.parts.numbersJson(id)}}`) as Row;
  }

  /** Public JSON of a row: its network, then its cells. */
  rowJson(network: string, id: number): string {
    return `{"network":${JSON.stringify(network)},${this.#cellsJson(id)}}`;
  }

  /** Public JSON of a row, with the numbers that its texts state after its cells. */
  rowJsonWithNumbers(network: string, id: number): string {
    const numbers = this.#rows.parts.numbersJson(id);
    if (numbers === '') return this.rowJson(network, id);
    return `{"network":${JSON.stringify(network)},${this.#cellsJson(id)},${numbers}}`;
  }

  facetIndex(category: string): FacetIndex {
    return this.#rows.facets.get(category) ?? { columns: [], filled: new Map(), prices: new Map() };
  }

  /**
   * Ids of the rows of a category on a network, on any network if it is null; in default order.
   * None for an unknown category.
   */
  rowsOfListing(network: string | null, category: string): readonly number[] {
    if (network === null || !this.catalog.categoryKeys.includes(category))
      return this.offers.rowsOfCategory(category);
    return this.#memberships.rowsOf(this.catalog.listingOf(network, category));
  }

  /** Ids of all rows of a network, by category, in default order. */
  rowsOfNetwork(network: string): readonly number[] {
    return this.catalog.categoryKeys.flatMap((category) => this.rowsOfListing(network, category));
  }

  /** Number of offers that rows belong to. */
  countOffers(rows: Iterable<number>): number {
    const { offer: offerOf } = this.offers.owners;
    const offers = new Set<number | undefined>();
    for (const id of rows) offers.add(offerOf[id]);
    return offers.size;
  }

  /** Number of offers of a network, of all networks if null. */
  offersIn(network: string | null): number {
    const make = () =>
      this.countOffers(network === null ? this.#rows.slug.keys() : this.rowsOfNetwork(network));
    return this.derived.of(`offers ${network ?? ''}`, make);
  }

  /** Names of providers with offers, by their folded names and by their slugs. */
  providerNames(): ReadonlyMap<string, readonly string[]> {
    const make = () => nameProviders(new Set(this.#rows.provider), this.catalog.providers);
    return this.derived.of('names of providers', make);
  }

  /** Ids of a provider's rows on all networks. */
  rowsOfProvider(name: string): readonly number[] {
    const { provider } = this.#rows;
    const make = () => groupBy(provider.keys(), (id) => provider[id] ?? '');
    return this.derived.of('rows by provider', make).get(name) ?? [];
  }

  /** Chains of a network, those with most offers first: usually the main chain. */
  chainsOf(network: string | null): readonly string[] {
    if (network === null) return [];
    const make = () => mostFrequentFirst(countBy(this.#chainsIn(network), (chain) => chain));
    return this.derived.of(`chains ${network}`, make);
  }

  /**
   * Price groups of a listing by money column. They depend on no search and filter, so that pages
   * keep their order.
   */
  pricesOf(network: string | null, category: string): ReadonlyMap<string, ListedPrices> {
    return this.derived.of(`prices ${network ?? ''} ${category}`, () =>
      this.#countPrices(network, category),
    );
  }

  /** Price groups of the rows of a category; none of a column without money. */
  columnPrices(category: string, key: string): ColumnPrices {
    return this.facetIndex(category).prices.get(key) ?? ColumnPrices.none;
  }

  /** Changes with the bytes of a logo; null if the snapshot has no logo of that file name. */
  logoVersion(file: string): string | null {
    return this.#logoVersions.get(file) ?? null;
  }

  async #time<T>(answer: Promise<T>): Promise<T> {
    const startedMs = performance.now();
    try {
      return await answer;
    } finally {
      this.#onQuery(performance.now() - startedMs);
    }
  }

  #chainsIn(network: string): readonly string[] {
    return this.rowsOfNetwork(network).flatMap((id) => this.chainOf(id) ?? []);
  }

  #countPrices(network: string | null, category: string): ReadonlyMap<string, ListedPrices> {
    const index = this.facetIndex(category);
    const rows = this.rowsOfListing(network, category);
    return new Map([...index.prices].map(([key, prices]) => [key, listPrices(prices, rows)]));
  }

  /** Cells of a row: a JSON object without its braces. */
  #cellsJson(id: number): string {
    const json = this.#rows.parts.cellsJson(id);
    if (json === null) throw new Error(`no row ${id} in ${this.manifest.id}`);
    return json;
  }
}

/** First digits of the hash of each image of a snapshot, by the name of its file. */
function imageVersions({ files }: Pick<StoredManifest, 'files'>): ReadonlyMap<string, string> {
  const folder = snapshotPaths.image('');
  const images = files.filter((file) => file.path.startsWith(folder));
  return new Map(images.map((file) => [file.path.slice(folder.length), file.sha256.slice(0, 8)]));
}
