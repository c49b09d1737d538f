/** Keeps results and tables of the open snapshots for the next one. Most files of the next one are the same. */
import { type DatabaseOptions, QueryDatabase, type SnapshotTables } from './query-database.ts';

/** Results that were computed from the files of the last snapshot, and the database of the open ones. */
export class OpenMemory {
  #database: QueryDatabase | null = null;
  #last: ReadonlyMap<string, unknown> = new Map();
  #next = new Map<string, unknown>();

  /**
   * Returns the result of `make`. A result of the last snapshot with the same `version` is returned without calling it. `version` names the
   * result, and contains all that it depends on, such as the hash of a file.
   */
  async once<T>(version: string, make: () => Promise<T>): Promise<T> {
    const known = this.#next.has(version) ? this.#next : this.#last;
    const made = known.has(version) ? (known.get(version) as T) : await make();
    this.#next.set(version, made);
    return made;
  }

  /** Tables of a new snapshot, in the database that the open snapshots have. */
  async addTables(options: DatabaseOptions): Promise<SnapshotTables> {
    if (this.#database === null || this.#database.isClosed) this.#database = await QueryDatabase.open(options);
    return this.#database.addSnapshot();
  }

  /** Forgets what a snapshot that was not opened left. */
  begin(): void {
    this.#next = new Map();
  }

  /** Forgets what the snapshot that was opened does not use. */
  finish(): void {
    this.#last = this.#next;
    this.#next = new Map();
  }
}
