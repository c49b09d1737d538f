/** The snapshots that a build folder keeps, for their permanent addresses. Their files are opened, not loaded. */
import { readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { sha256, sha256OfHandle } from '../../common/hash.ts';
import { parseJson } from '../../common/json.ts';
import { idLists, type ManifestFile, manifestSchema, snapshotIdPattern, snapshotPaths } from '../../model/manifest.ts';
import { maxManifestBytes, type OpenedFile, openRegular, stampOf } from './verify.ts';

/** What older formats have, too. */
const keptSchema = manifestSchema.pick({ id: true, generatedAt: true, files: true }).extend({
  metrics: z.object({
    site: z.object({ entries: z.int(), providers: z.int() }),
    networks: z.record(z.string(), z.unknown()),
  }),
});

export interface KeptSnapshot {
  readonly id: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly generatedAt: string;
  readonly rows: number;
  readonly providers: number;
  readonly networks: number;
  readonly bytes: number;
  /** By path, the manifest itself included. */
  readonly files: ReadonlyMap<string, Pick<ManifestFile, 'bytes' | 'sha256'>>;
}

/** About 5 MB. */
const maxKept = 200;
const maxVerified = 5000;

export class KeptSnapshots {
  readonly #buildDir: string;
  /** By id. A snapshot never changes. */
  readonly #known = new LRUCache<string, KeptSnapshot>({ max: maxKept });
  /** Stamps of files whose hash was found right, by id and path. */
  readonly #verified = new LRUCache<string, string>({ max: maxVerified });

  constructor(buildDir: string) {
    this.#buildDir = buildDir;
  }

  /** Newest first. Folders without a readable manifest are left out. */
  async list(): Promise<readonly KeptSnapshot[]> {
    const names = await readdir(path.join(this.#buildDir, 'snapshots')).catch(() => []);
    const ids = names.filter((name) => snapshotIdPattern.test(name)).toSorted();
    const found: KeptSnapshot[] = [];
    for (const id of ids.toReversed()) {
      const kept = await this.find(id);
      if (kept !== null) found.push(kept);
    }
    return found;
  }

  /** Null if the folder has no such snapshot. */
  async find(id: string): Promise<KeptSnapshot | null> {
    if (!snapshotIdPattern.test(id)) return null;
    const known = this.#known.get(id);
    if (known && (await this.#folderOf(id)) !== null) return known;
    const kept = await this.#read(id).catch(() => null);
    if (kept !== null) this.#known.set(id, kept);
    return kept;
  }

  /** Whether a snapshot of the id was kept once. */
  async wasRemoved(id: string): Promise<boolean> {
    const text = await readFile(path.join(this.#buildDir, idLists.removed), 'utf8').catch(() => '');
    return text.split('\n').includes(id);
  }

  /** Opens a file of a kept snapshot; null if it is not listed, or is not what the manifest says. */
  async openFile({ id, files }: KeptSnapshot, file: string): Promise<OpenedFile | null> {
    const listed = files.get(file);
    const folder = await this.#folderOf(id);
    if (!listed || folder === null) return null;
    const opened = await openRegular(folder, file).catch(() => null);
    if (opened === null) return null;
    const { handle, stat } = opened;
    const key = `${id} ${file}`;
    const isRight =
      stat.size === listed.bytes &&
      (this.#verified.get(key) === stampOf(stat) || (await sha256OfHandle(handle, stat.size)) === listed.sha256);
    if (isRight) {
      this.#verified.set(key, stampOf(stat));
      return { handle, sizeBytes: stat.size };
    }
    await handle.close();
    return null;
  }

  async #folderOf(id: string): Promise<string | null> {
    return realpath(path.join(this.#buildDir, 'snapshots', id)).catch(() => null);
  }

  async #read(id: string): Promise<KeptSnapshot | null> {
    const folder = await this.#folderOf(id);
    if (folder === null) return null;
    const { handle, stat } = await openRegular(folder, snapshotPaths.manifest);
    try {
      if (stat.size > maxManifestBytes) return null;
      const bytes = await handle.readFile();
      const manifest = keptSchema.parse(parseJson(bytes.toString('utf8')));
      if (manifest.id !== id) return null;
      const own = { path: snapshotPaths.manifest, bytes: bytes.length, sha256: sha256(bytes) };
      const files = [...manifest.files, own];
      const { site, networks } = manifest.metrics;
      return {
        id,
        generatedAt: manifest.generatedAt,
        rows: site.entries,
        providers: site.providers,
        networks: Object.keys(networks).length,
        bytes: files.reduce((sum, file) => sum + file.bytes, 0),
        files: new Map(files.map((file) => [file.path, { bytes: file.bytes, sha256: file.sha256 }])),
      };
    } finally {
      await handle.close();
    }
  }
}
