/** Which scopes list which contents, in both directions. A scope is a category of a network, as `Catalog.scopeOf` numbers it. */
import { setImmediate } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

/** Lists of integers in one array: those of `key` are `values[offsets[key]]` to `values[offsets[key + 1] - 1]`. */
export class IntegerLists {
  readonly #offsets: Int32Array;
  readonly #values: Int32Array;

  /** `keys` are below `count`. The values of a key keep their order. */
  constructor(count: number, keys: Int32Array, values: Int32Array) {
    const offsets = new Int32Array(count + 1);
    for (const key of keys) offsets[key + 1] = (offsets[key + 1] ?? 0) + 1;
    for (let key = 1; key <= count; key++) offsets[key] = (offsets[key] ?? 0) + (offsets[key - 1] ?? 0);
    const next = offsets.slice();
    const sorted = new Int32Array(values.length);
    for (const [at, key] of keys.entries()) {
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
  readonly scopes: number;
}

export class Places {
  readonly #byContent: IntegerLists;
  readonly #byScope: IntegerLists;

  /** Pairs of a scope and a content, in the order of scopes, then of contents. */
  constructor(pairs: { readonly scopes: Int32Array; readonly contents: Int32Array }, counts: Counts) {
    this.#byContent = new IntegerLists(counts.contents, pairs.contents, pairs.scopes);
    this.#byScope = new IntegerLists(counts.scopes, pairs.scopes, pairs.contents);
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

/** Needs the table `memberships`. */
export async function readPlaces(connection: DuckDBConnection, counts: Counts): Promise<Places> {
  const scopes: number[] = [];
  const contents: number[] = [];
  const result = await connection.stream('SELECT scope, content FROM memberships ORDER BY scope, content');
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const [ofScopes = [], ofContents = []] = chunk.getColumns();
    for (const [row, scope] of ofScopes.entries()) {
      scopes.push(Number(scope));
      contents.push(Number(ofContents[row]));
    }
    await setImmediate();
  }
  return new Places({ scopes: Int32Array.from(scopes), contents: Int32Array.from(contents) }, counts);
}
