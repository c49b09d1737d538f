/** Which scopes list which contents, in both directions. A scope is a category of a network, as `Catalog.scopeOf` numbers it. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { createPause } from '../pauses.ts';
import { SnapshotError } from './verify.ts';

/** Lists of integers in one array: those of `key` are `values[offsets[key]]` to `values[offsets[key + 1] - 1]`. */
export class IntegerLists {
  readonly #offsets: Int32Array;
  readonly #values: Int32Array;

  /** `keys` are below `count`. The values of a key keep their order. */
  constructor(count: number, keys: Int32Array, values: Int32Array) {
    const offsets = new Int32Array(count + 1);
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? 0;
      offsets[key + 1] = (offsets[key + 1] ?? 0) + 1;
    }
    for (let key = 1; key <= count; key++) offsets[key] = (offsets[key] ?? 0) + (offsets[key - 1] ?? 0);
    const next = offsets.slice();
    const sorted = new Int32Array(values.length);
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? 0;
      const place = next[key] ?? 0;
      sorted[place] = values[at] ?? 0;
      next[key] = place + 1;
    }
    this.#offsets = offsets;
    this.#values = sorted;
  }

  /** Values of the keys `from` to `to`, key by key. */
  of(from: number, to = from): Int32Array {
    return this.#values.subarray(this.#offsets[from], this.#offsets[to + 1]);
  }
}

export interface Counts {
  readonly contents: number;
  readonly networks: number;
  readonly categories: number;
}

export class Places {
  readonly #byContent: IntegerLists;
  readonly #byScope: IntegerLists;

  /** Pairs of a scope and a content, in the order of networks, then of contents. */
  constructor(pairs: { readonly scopes: Int32Array; readonly contents: Int32Array }, counts: Counts) {
    this.#byContent = new IntegerLists(counts.contents, pairs.contents, pairs.scopes);
    this.#byScope = new IntegerLists(counts.networks * counts.categories, pairs.scopes, pairs.contents);
  }

  /** Scopes that list a content, ascending. */
  scopesOf(content: number): Int32Array {
    return this.#byContent.of(content);
  }

  /** Contents of the scopes `from` to `to`, scope by scope, each in default order. */
  contentsIn(from: number, to = from): Int32Array {
    return this.#byScope.of(from, to);
  }
}

/** Needs the table `memberships`. Throws `inconsistent` unless networks, categories and contents are known, and networks and the contents of each rise. */
export async function readPlaces(connection: DuckDBConnection, counts: Counts): Promise<Places> {
  const [[rows] = []] = (await connection.runAndReadAll('SELECT count(*) FROM memberships')).getRows();
  const [scopes, contents] = [new Int32Array(Number(rows)), new Int32Array(Number(rows))];
  const pause = createPause();
  const networkOf = (scope: number) => Math.floor(scope / counts.categories);
  let [at, lastNetwork, lastContent] = [0, -1, -1];
  const result = await connection.stream('SELECT scope, content FROM memberships');
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const [ofScopes, ofContents] = [chunk.getColumnVector(0), chunk.getColumnVector(1)];
    for (let row = 0; row < chunk.rowCount; row++, at++) {
      const [scope, content] = [ofScopes.getItem(row), ofContents.getItem(row)];
      if (typeof scope !== 'number' || typeof content !== 'number' || content < 0 || content >= counts.contents)
        throw new SnapshotError(
          'inconsistent',
          `row ${at} of the memberships has an unknown network, category or content`,
        );
      const network = networkOf(scope);
      if (network < lastNetwork || (network === lastNetwork && content <= lastContent))
        throw new SnapshotError('inconsistent', `row ${at} of the memberships is twice or not in order`);
      [lastNetwork, lastContent] = [network, content];
      scopes[at] = scope;
      contents[at] = content;
    }
    await pause();
  }
  return new Places({ scopes, contents }, counts);
}
