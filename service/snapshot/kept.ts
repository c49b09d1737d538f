/**
 * The snapshots that a build folder keeps, for their permanent addresses. Their files are opened,
 * not loaded.
 */
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { describeFault, isFault, nullIfAbsent } from '../../common/faults.ts';
import { getOrInsert } from '../../common/get-or-insert.ts';
import { sha256, sha256OfHandle } from '../../common/hash.ts';
import { parseJson } from '../../common/json.ts';
import { readText, stampOf } from '../../common/read-bounded.ts';
import {
  type IdList,
  type ManifestFile,
  manifestSchema,
  maxIdListBytes,
  maxManifestBytes,
  snapshotIdPattern,
  snapshotPaths,
} from '../../model/manifest.ts';
import {
  indexName,
  maxIndexBytes,
  newestFirst,
  snapshotIndexSchema,
} from '../../model/snapshot-index.ts';
import { type OpenedFile, openRegular, readOwn } from './open/verify.ts';

/** The fields that all manifest formats share. */
const commonSchema = manifestSchema.pick({ id: true, generatedAt: true, files: true });

/** Manifests of the formats before 8 have all metrics. */
const withMetrics = commonSchema.extend({
  metrics: z.object({
    site: z.object({ entries: z.int(), providers: z.int() }),
    networks: z.record(z.string(), z.unknown()),
  }),
});

const keptSchema = z.union([
  commonSchema.extend(manifestSchema.pick({ counts: true }).shape),
  withMetrics.transform(({ metrics: { site, networks }, ...common }) => {
    return {
      ...common,
      counts: {
        rows: site.entries,
        providers: site.providers,
        networks: Object.keys(networks).length,
      },
    };
  }),
]);

export interface KeptSnapshot {
  readonly id: string;
  /** Real path. */
  readonly folder: string;
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
const maxHashes = 5000;
const removedIds: IdList = 'removed';

/** `why`: of the system; null for a file that is missing or has other bytes. */
type OnDamage = (snapshot: string, file: string, why: string | null) => void;

export class KeptSnapshots {
  readonly #buildDir: string;
  /** By id. A snapshot never changes. */
  readonly #known = new LRUCache<string, KeptSnapshot>({ max: maxKept });
  /** By id, path and stamp. */
  readonly #hashes = new LRUCache<string, Promise<string>>({ max: maxHashes });
  readonly #onDamage: OnDamage;
  /** By id and path. */
  readonly #damaged = new Set<string>();

  /**
   * `onDamage` is told once of each file that is missing, cannot be read or has other bytes than
   * its manifest states.
   */
  constructor(buildDir: string, onDamage: OnDamage = () => undefined) {
    this.#buildDir = buildDir;
    this.#onDamage = onDamage;
  }

  /** Newest first. Folders without a readable manifest are left out. */
  async list(): Promise<readonly KeptSnapshot[]> {
    const names = (await readdir(path.join(this.#buildDir, 'snapshots')).catch(nullIfAbsent)) ?? [];
    const ids = names.filter((name) => snapshotIdPattern.test(name));
    const keptSnapshots: KeptSnapshot[] = [];
    for (const id of newestFirst(ids, await this.#order())) {
      const kept = await this.find(id);
      if (kept !== null) keptSnapshots.push(kept);
    }
    return keptSnapshots;
  }

  /** Ids in the order of index.json, which the next build repairs if it cannot be read. */
  async #order(): Promise<readonly string[]> {
    const text = await readText(path.join(this.#buildDir, indexName), maxIndexBytes);
    const { data } = snapshotIndexSchema.safeParse(parseJson(text));
    return data?.snapshots.map(({ id }) => id) ?? [];
  }

  /** Null if the folder has no such snapshot. */
  async find(id: string): Promise<KeptSnapshot | null> {
    if (!snapshotIdPattern.test(id)) return null;
    const folder = await realpath(path.join(this.#buildDir, 'snapshots', id)).catch(nullIfAbsent);
    if (folder === null) return null;
    const known = this.#known.get(id);
    const kept = known?.folder === folder ? known : await this.#readOrTell(folder, id);
    if (kept !== null) this.#known.set(id, kept);
    return kept;
  }

  /** Null for a manifest of another form, and for one that cannot be read, which is told. */
  async #readOrTell(folder: string, id: string): Promise<KeptSnapshot | null> {
    return this.#read(folder, id).catch((error: unknown) => {
      if (isFault(error)) this.#tell(id, snapshotPaths.manifest, describeFault(error));
      return null;
    });
  }

  #tell(id: string, file: string, why: string | null): void {
    const key = `${id} ${file}`;
    if (this.#damaged.has(key)) return;
    this.#damaged.add(key);
    this.#onDamage(id, file, why);
  }

  /** Whether a snapshot of the id was kept once. */
  async wasRemoved(id: string): Promise<boolean> {
    const text = await readText(path.join(this.#buildDir, removedIds), maxIdListBytes);
    return text.split('\n').includes(id);
  }

  /** The number of files of a snapshot that are missing or damaged. */
  async countDamaged(id: string): Promise<number> {
    const snapshot = await this.find(id);
    let damaged = 0;
    for (const file of snapshot?.files.keys() ?? []) {
      const opened = snapshot && (await this.openFile(snapshot, file));
      if (opened) await opened.handle.close();
      else damaged++;
    }
    return damaged;
  }

  /** Opens a listed file of a kept snapshot; null if it is missing or damaged. */
  async openFile(snapshot: KeptSnapshot, file: string): Promise<OpenedFile | null> {
    let why: string | null = null;
    const opened = await this.#openWhole(snapshot, file).catch((error: unknown) => {
      if (isFault(error)) why = describeFault(error);
      return null;
    });
    if (opened === null) this.#tell(snapshot.id, file, why);
    else this.#damaged.delete(`${snapshot.id} ${file}`);
    return opened;
  }

  async #openWhole({ id, folder, files }: KeptSnapshot, file: string): Promise<OpenedFile | null> {
    const listed = files.get(file);
    if (!listed) return null;
    const opened = await openRegular(folder, file);
    const { handle, stat } = opened;
    let isWhole = false;
    try {
      isWhole =
        stat.size === listed.bytes &&
        (await this.#hashOf(`${id} ${file}`, opened)) === listed.sha256;
    } finally {
      if (!isWhole) await handle.close();
    }
    return isWhole ? { handle, sizeBytes: stat.size } : null;
  }

  /** Hash of a file, computed once for all readers as long as its stamp stays the same. */
  async #hashOf(
    name: string,
    { handle, stat }: Awaited<ReturnType<typeof openRegular>>,
  ): Promise<string> {
    const key = `${name} ${stampOf(stat)}`;
    return getOrInsert<string, Promise<string>>(this.#hashes, key, () =>
      sha256OfHandle(handle, stat.size),
    ).catch((error: unknown) => {
      this.#hashes.delete(key);
      throw error;
    });
  }

  async #read(folder: string, id: string): Promise<KeptSnapshot | null> {
    const bytes = await readOwn(folder, snapshotPaths.manifest, maxManifestBytes);
    const manifest = keptSchema.parse(parseJson(bytes));
    if (manifest.id !== id) return null;
    const manifestFile = {
      path: snapshotPaths.manifest,
      bytes: bytes.length,
      sha256: sha256(bytes),
    };
    const files = [...manifest.files, manifestFile];
    return {
      id,
      folder,
      generatedAt: manifest.generatedAt,
      rows: manifest.counts.rows,
      providers: manifest.counts.providers,
      networks: manifest.counts.networks,
      bytes: files.reduce((sum, file) => sum + file.bytes, 0),
      files: new Map(files.map((file) => [file.path, { bytes: file.bytes, sha256: file.sha256 }])),
    };
  }
}
