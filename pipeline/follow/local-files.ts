/** The snapshots that the build folder has, and which of their files can be reused, by hash. */
import path from 'node:path';
import { listSnapshots, snapshotFolder } from '../write/build-folder/publish.ts';
import { readSnapshotFiles } from '../write/build-folder/snapshot-files.ts';

interface LocalSnapshot {
  /** Hash of manifest.json. */
  readonly sha256: string;
  /** Path by hash. */
  readonly files: ReadonlyMap<string, string>;
}

export class LocalFiles {
  readonly #build: string;
  /** By id. A snapshot never changes, so that each manifest is read once. */
  #snapshots: ReadonlyMap<string, LocalSnapshot | null> = new Map();
  /** File by hash, with the folder. */
  #places: ReadonlyMap<string, string> = new Map();

  constructor(build: string) {
    this.#build = build;
  }

  /** Reads the snapshots that are new in the folder, and forgets those that are gone. */
  async refresh(): Promise<void> {
    const ids = await listSnapshots(this.#build);
    if (ids.length === this.#snapshots.size && ids.every((id) => this.#snapshots.has(id))) return;
    const snapshots = new Map<string, LocalSnapshot | null>();
    for (const id of ids) snapshots.set(id, this.#snapshots.get(id) ?? (await this.#read(id)));
    const places = new Map<string, string>();
    for (const [id, snapshot] of snapshots) {
      const folder = snapshotFolder(this.#build, id);
      for (const [hash, name] of snapshot?.files ?? []) places.set(hash, path.join(folder, name));
    }
    this.#snapshots = snapshots;
    this.#places = places;
  }

  get ids(): readonly string[] {
    return [...this.#snapshots.keys()];
  }

  /** Hash of the manifest of a snapshot; undefined if the folder has no such snapshot, null if its manifest cannot be read. */
  manifestHash(id: string): string | null | undefined {
    const snapshot = this.#snapshots.get(id);
    return snapshot === undefined ? undefined : (snapshot?.sha256 ?? null);
  }

  /** Path of a local file with this hash in its manifest; null if no manifest has it. The file may have changed since. */
  find(hash: string): string | null {
    return this.#places.get(hash) ?? null;
  }

  async #read(id: string): Promise<LocalSnapshot | null> {
    const found = await readSnapshotFiles(snapshotFolder(this.#build, id));
    if (found === null) return null;
    return { sha256: found.sha256, files: new Map(found.files.map((file) => [file.sha256, file.path])) };
  }
}
