/** Fetches a snapshot into a folder of its own: files that the build folder has are linked, the others downloaded. */
import { mkdir, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256, sha256OfFile } from '../../common/hash.ts';
import { linkOrCopy } from '../../common/link-or-copy.ts';
import { isRegularFile } from '../../common/read-bounded.ts';
import { inParallel } from '../../common/settle.ts';
import { type ManifestFile, maxManifestBytes, snapshotPaths } from '../../model/manifest.ts';
import type { IndexedSnapshot } from '../../model/snapshot-index.ts';
import { PipelineError } from '../errors.ts';
import { download } from './download.ts';
import { untrusted } from './follow-error.ts';
import { parseListing } from './listing.ts';
import type { LocalFiles } from './local-files.ts';
import type { Origin } from './origin.ts';

export interface FetchInput {
  readonly origin: Origin;
  readonly local: LocalFiles;
  /** Holds what an interrupted run left. */
  readonly folder: string;
  readonly onProgress: (progress: Progress) => void;
}

export interface Progress {
  readonly files: number;
  readonly doneFiles: number;
  readonly bytes: number;
  readonly doneBytes: number;
}

/** Files that are worked on at once. */
const parallel = 8;

export class SnapshotFetcher {
  readonly #snapshot: IndexedSnapshot;
  readonly #input: FetchInput;
  /** Finished files. */
  readonly #folder: string;
  /** Unfinished files. */
  readonly #partial: string;
  #progress: Progress = { files: 0, doneFiles: 0, bytes: 0, doneBytes: 0 };

  constructor(snapshot: IndexedSnapshot, input: FetchInput) {
    this.#snapshot = snapshot;
    this.#input = input;
    this.#folder = path.join(input.folder, 'snapshot');
    this.#partial = path.join(input.folder, 'partial');
  }

  /** Returns the folder with exactly the files of the manifest, each of which has its hash. Throws FollowError. */
  async run(): Promise<string> {
    const manifest = await this.#readManifest();
    const { files } = parseListing(manifest, this.#snapshot.id);
    await this.#prepare(files);
    const missing = await this.#reuse(files);
    await this.#assertRoom(missing);
    this.#advance({ files: missing.length, bytes: missing.reduce((sum, { bytes }) => sum + bytes, 0) });
    await inParallel(parallel, missing, (file) => this.#obtain(file));
    await writeFile(path.join(this.#folder, snapshotPaths.manifest), manifest);
    await rm(this.#partial, { recursive: true, force: true });
    return this.#folder;
  }

  async #readManifest(): Promise<Buffer> {
    const { id, manifest } = this.#snapshot;
    if (manifest.bytes > maxManifestBytes)
      throw untrusted(`the manifest of ${id} has ${manifest.bytes} bytes, more than ${maxManifestBytes}`);
    const bytes = await this.#input.origin.read(manifest.path, manifest.bytes);
    if (bytes.length === manifest.bytes && sha256(bytes) === manifest.sha256) return bytes;
    throw untrusted(`${manifest.path} of ${this.#input.origin.address} does not match its hash in the index`);
  }

  /** Makes the folders, and removes files that an earlier manifest listed. */
  async #prepare(files: readonly ManifestFile[]): Promise<void> {
    const names = new Set(files.map((file) => file.path));
    await mkdir(this.#folder, { recursive: true });
    await mkdir(this.#partial, { recursive: true });
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(this.#folder, file).split(path.sep).join('/');
      if (!entry.isDirectory() && !names.has(name)) await rm(file, { force: true });
      if (entry.isDirectory() && names.has(name)) await rm(file, { recursive: true, force: true });
    }
    const folders = new Set(files.map((file) => path.posix.dirname(file.path)));
    for (const folder of folders) await mkdir(path.join(this.#folder, folder), { recursive: true });
  }

  /** Links or copies the files that are on the disk already; returns the others. */
  async #reuse(files: readonly ManifestFile[]): Promise<ManifestFile[]> {
    const missing: ManifestFile[] = [];
    await inParallel(parallel, files, async (file) => {
      const target = path.join(this.#folder, file.path);
      if (isWhole(target, file)) return;
      const found = this.#input.local.find(file.sha256);
      await rm(target, { force: true });
      if (found !== null && reuseFile(found, target) && isWhole(target, file)) return;
      await rm(target, { force: true });
      missing.push(file);
    });
    return missing;
  }

  async #assertRoom(missing: readonly ManifestFile[]): Promise<void> {
    const needed = missing.reduce((sum, { bytes }) => sum + bytes, 0);
    const { bavail, bsize } = await statfs(this.#folder);
    const free = bavail * bsize;
    if (needed <= free) return;
    const sizes = `${megabytes(needed)} MB, but ${megabytes(free)} MB are free`;
    throw new PipelineError(
      'disk',
      `no space for the snapshot ${this.#snapshot.id}: it needs ${sizes} in ${this.#input.folder}`,
    );
  }

  /** A partial file of an earlier run may be wrong: then once more. */
  async #obtain(file: ManifestFile): Promise<void> {
    const { origin } = this.#input;
    const partial = path.join(this.#partial, sha256(`${file.path} ${file.sha256}`));
    const name = `${path.posix.dirname(this.#snapshot.manifest.path)}/${file.path}`;
    for (const isLast of [false, true]) {
      if (!isWhole(partial, file)) await download(origin, { path: name, bytes: file.bytes }, partial);
      if (isWhole(partial, file)) return this.#finish(file, partial);
      await rm(partial, { force: true });
      if (isLast) throw untrusted(`${name} of ${origin.address} does not match its hash in the manifest`);
    }
  }

  async #finish(file: ManifestFile, from: string): Promise<void> {
    await rename(from, path.join(this.#folder, file.path));
    const { doneFiles, doneBytes } = this.#progress;
    this.#advance({ doneFiles: doneFiles + 1, doneBytes: doneBytes + file.bytes });
  }

  #advance(progress: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...progress };
    this.#input.onProgress(this.#progress);
  }
}

function isWhole(file: string, { bytes, sha256: hash }: ManifestFile): boolean {
  return isRegularFile(path.dirname(file), path.basename(file), bytes) && sha256OfFile(file) === hash;
}

/** False if the file is gone. */
function reuseFile(from: string, to: string): boolean {
  try {
    linkOrCopy(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
