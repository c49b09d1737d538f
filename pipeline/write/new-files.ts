/** Files of a snapshot that is being written. A file that would be the same as in the snapshot before is a hard link to it. */
import { mkdirSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256OfFile, sha256Once } from '../../common/hash.ts';
import { linkOrCopy } from '../../common/link-or-copy.ts';
import type { ManifestFile, StoredManifest } from '../../model/manifest.ts';
import { compareText } from '../problem.ts';
import { findDamage } from './build-folder/snapshot-files.ts';

/** A published snapshot. */
export interface Published {
  readonly folder: string;
  readonly manifest: StoredManifest;
}

export class NewFiles {
  readonly folder: string;
  /** The snapshot before; null without one. */
  readonly previous: Published | null;
  /** Names of the files that are on the disk already. */
  readonly linked = new Set<string>();
  readonly #before: ReadonlyMap<string, ManifestFile>;
  readonly #files = new Map<string, ManifestFile>();
  readonly #parents = new Set<string>();

  constructor(folder: string, previous: Published | null) {
    this.folder = folder;
    this.previous = previous;
    this.#before = new Map(previous?.manifest.files.map((file) => [file.path, file]));
  }

  /**
   * Links the file of the snapshot before if the hash is that of its bytes, or of what its rows are made of. False if it is
   * another one, or if the file was damaged: then the caller writes it.
   */
  link(name: string, of: 'sha256' | 'inputs', hash: string): boolean {
    const file = this.#before.get(name);
    if (file?.[of] !== hash || this.previous === null) return false;
    if (findDamage(this.previous.folder, [file]) !== null) return false;
    if (linkOrCopy(path.join(this.previous.folder, name), this.pathOf(name)) === 'linked') this.linked.add(name);
    this.#files.set(name, file);
    return true;
  }

  /** Path of a file, whose folder exists. */
  pathOf(name: string): string {
    const file = path.join(this.folder, name);
    const parent = path.dirname(file);
    if (!this.#parents.has(parent)) mkdirSync(parent, { recursive: true });
    this.#parents.add(parent);
    return file;
  }

  /** Describes a table that was written. */
  async add(name: string, rows: number, inputs: string): Promise<void> {
    const file = path.join(this.folder, name);
    const { size } = await stat(file);
    this.#files.set(name, { path: name, rows, bytes: size, sha256: sha256OfFile(file), inputs });
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await writeFile(this.pathOf(name), bytes);
    this.#files.set(name, { path: name, rows: null, bytes: bytes.length, sha256: sha256Once(bytes) });
  }

  list(): ManifestFile[] {
    return [...this.#files.values()].toSorted((a, b) => compareText(a.path, b.path));
  }
}
