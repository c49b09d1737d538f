/** Checks the rows of a snapshot in memory: references, keys, and the figures of the manifest and of `metrics.parquet`. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { type Manifest, type StoredManifest, snapshotPaths } from '../../../model/manifest.ts';
import { collectMetrics, type MetricsRow, type SnapshotMetrics } from '../../../model/metrics.ts';
import type { Catalog } from '../catalog.ts';
import { parquet } from '../database/parquet.ts';
import type { Memberships } from '../memberships.ts';
import { checkMetrics } from './check-manifest.ts';
import { fail, SnapshotError } from './verify.ts';

export interface Counted {
  readonly manifest: Manifest;
  readonly catalog: Catalog;
  /** By row id. */
  readonly rows: { readonly [key in 'slug' | 'provider' | 'category']: readonly string[] };
  readonly memberships: Memberships;
}

/** Throws `inconsistent` with the first contradiction. */
export function checkFigures(counted: Counted): void {
  const count = new Count(counted);
  const { networkKeys } = counted.catalog;
  for (const network of networkKeys) count.checkNetwork(network);
  count.checkSite();
}

/** Counts rows and their distinct providers, in each listing and in all that it belongs to. */
class Count {
  readonly #counted: Counted;
  readonly #slugs: Numbers;
  readonly #providers: Numbers;
  readonly #takenSlugs: Tally;
  readonly #ofListing: Tally;
  readonly #ofNetwork: Tally;
  readonly #ofSite: Tally;
  /** In the order of categories. */
  readonly #ofCategory: readonly Tally[];

  constructor(counted: Counted) {
    this.#counted = counted;
    this.#slugs = new Numbers(counted.rows.slug);
    this.#providers = new Numbers(counted.rows.provider);
    this.#takenSlugs = new Tally(this.#slugs.size);
    const { size } = this.#providers;
    this.#ofListing = new Tally(size);
    this.#ofNetwork = new Tally(size);
    this.#ofSite = new Tally(size);
    this.#ofCategory = counted.catalog.categoryKeys.map(() => new Tally(size));
  }

  checkNetwork(network: string): void {
    const { manifest, catalog } = this.#counted;
    const stated = manifest.metrics.networks[network];
    const { entries = 0, providers = 0, categories = [] } = stated ?? {};
    for (const [at, category] of catalog.categoryKeys.entries()) {
      const ids = this.#counted.memberships.rowsIn(catalog.listingOf(network, category).id);
      this.#addListing(ids, at, network);
      const { count = 0, providersCount = 0 } = categories[at] ?? {};
      this.#ofListing.compare(manifest, `"${network}" in "${category}"`, [count, providersCount]);
      this.#ofListing.clear();
      if (category === 'apis') this.#checkEntries(ids, stated?.apiEntriesByProvider ?? {});
    }
    this.#ofNetwork.compare(manifest, `"${network}"`, [entries, providers]);
    this.#ofNetwork.clear();
  }

  checkSite(): void {
    const { manifest } = this.#counted;
    const { entries, providers, categories } = manifest.metrics.site;
    for (const [at, { key, count, providersCount }] of categories.entries())
      this.#ofCategory[at]?.compare(manifest, `"${key}"`, [count, providersCount]);
    this.#ofSite.compare(manifest, 'all networks', [entries, providers]);
  }

  #addListing(ids: Int32Array, at: number, network: string): void {
    const { manifest, catalog, rows } = this.#counted;
    const category = catalog.categoryKeys[at] ?? '';
    for (const id of ids) {
      if (rows.category[id] !== category) fail(manifest, `row ${id} is no row of "${category}"`);
      if (!this.#takenSlugs.add(this.#slugs.of(id))) fail(manifest, `the slug of row ${id} is twice on "${network}"`);
      const provider = this.#providers.of(id);
      this.#ofListing.add(provider);
      this.#ofNetwork.add(provider);
      this.#ofCategory[at]?.add(provider);
      this.#ofSite.add(provider);
    }
    this.#takenSlugs.clear();
  }

  #checkEntries(ids: Int32Array, stated: Readonly<Record<string, number>>): void {
    const { manifest, rows } = this.#counted;
    const found = new Map<string, number>();
    for (const id of ids) {
      const provider = rows.provider[id] ?? '';
      found.set(provider, (found.get(provider) ?? 0) + 1);
    }
    for (const [provider, count] of found) {
      if (!Object.hasOwn(stated, provider) || stated[provider] !== count)
        fail(manifest, `apiEntriesByProvider of "${provider}" is not ${count}`);
    }
  }
}

/** Equal texts as equal numbers, below `size`. */
class Numbers {
  readonly #numbers: Int32Array;
  readonly size: number;

  constructor(texts: readonly string[]) {
    const known = new Map<string, number>();
    this.#numbers = Int32Array.from(texts, (text) => {
      const number = known.get(text) ?? known.size;
      known.set(text, number);
      return number;
    });
    this.size = known.size;
  }

  of(id: number): number {
    return this.#numbers[id] ?? 0;
  }
}

/** Counts rows and their distinct keys. Clearing takes no time, because each count has a number of its own. */
class Tally {
  readonly #last: Int32Array;
  #turn = 1;
  #rows = 0;
  #distinct = 0;

  constructor(keys: number) {
    this.#last = new Int32Array(keys);
  }

  /** Returns whether the key is new. */
  add(key: number): boolean {
    this.#rows++;
    if (this.#last[key] === this.#turn) return false;
    this.#last[key] = this.#turn;
    this.#distinct++;
    return true;
  }

  clear(): void {
    this.#turn++;
    this.#rows = 0;
    this.#distinct = 0;
  }

  /** Throws if the manifest states other figures. Providers of no rows do not count. */
  compare(manifest: Manifest, where: string, [rows, providers]: readonly [rows: number, providers: number]): void {
    if (this.#rows === rows && (rows === 0 || this.#distinct === providers)) return;
    fail(manifest, `${this.#rows} rows of ${this.#distinct} providers in ${where}, not ${rows} of ${providers}`);
  }
}

const figures = ['rows', 'providers', 'activeCategories', 'providerCategoryEntries']
  .map((name) => `${name}::DOUBLE AS ${name}`)
  .join(', ');

/** Throws `inconsistent` if the file is not that of the snapshot. */
export async function readMetrics(
  connection: DuckDBConnection,
  folder: string,
  manifest: StoredManifest,
): Promise<SnapshotMetrics> {
  const sql = `SELECT network, category, provider, ${figures} FROM ${parquet(folder, snapshotPaths.metrics)}`;
  const rows = (await connection.runAndReadAll(sql)).getRowObjectsJS() as unknown as MetricsRow[];
  const metrics = parse(rows, manifest);
  checkMetrics(manifest, metrics);
  return metrics;
}

function parse(rows: readonly MetricsRow[], { id }: StoredManifest): SnapshotMetrics {
  try {
    return collectMetrics(rows);
  } catch (cause) {
    throw new SnapshotError('inconsistent', `metrics of ${id}: the figures are not valid`, { cause });
  }
}
