/** Keeps a build folder equal to an origin: its snapshots, and which one is current. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type IndexedSnapshot, indexName, maxIndexBytes, type SnapshotIndex } from '../../model/snapshot-index.ts';
import { plural } from '../report/counts.ts';
import { withLock } from '../write/build-folder/lock.ts';
import {
  addSnapshot,
  currentId,
  makeCurrent,
  refreshIndex,
  removeLeftovers,
  removeSnapshots,
  servedIds,
  snapshotFolder,
} from '../write/build-folder/publish.ts';
import { temporaryPrefix } from '../write/build-folder/replace-file.ts';
import { type Progress, SnapshotFetcher } from './fetch-snapshot.ts';
import { FollowError, unreachable, untrusted } from './follow-error.ts';
import { parseIndex } from './listing.ts';
import { LocalFiles } from './local-files.ts';
import { assertFound, collect, type Origin } from './origin.ts';

export interface FollowerInput {
  readonly origin: Origin;
  readonly build: string;
  /** Time to wait for another command that uses the build folder. */
  readonly lockWaitMs: number;
  readonly tell: (message: string) => void;
  readonly onProgress?: (id: string, progress: Progress) => void;
}

/** Time for which snapshots that are not current are fetched before the origin is asked for a newer index. */
const maxCopyMs = 10_000;

interface KnownIndex {
  readonly index: SnapshotIndex;
  readonly etag: string | null;
}

export class Follower {
  readonly #input: FollowerInput;
  readonly #local: LocalFiles;
  /** The index that the folder is equal to. */
  #followed: KnownIndex | null = null;

  constructor(input: FollowerInput) {
    this.#input = input;
    this.#local = new LocalFiles(input.build);
  }

  /**
   * Makes the folder equal to the origin. False if it has the current snapshot, but not yet all others: call it again, because
   * the origin may have another one by now. Throws FollowError, or an error of the disk or the lock; `current` is whole then.
   */
  async follow(): Promise<boolean> {
    const fetched = await this.#readIndex();
    await this.#local.refresh();
    if (fetched === this.#followed && (await this.#isEqualTo(fetched.index))) return true;
    this.#followed = null;
    const { build, lockWaitMs } = this.#input;
    const isComplete = await withLock(build, lockWaitMs, () => this.#copy(fetched.index));
    if (isComplete) this.#followed = fetched;
    return isComplete;
  }

  /** The followed index if the origin has no other one. */
  async #readIndex(): Promise<KnownIndex> {
    const followed = this.#followed;
    const { origin } = this.#input;
    const etag = followed?.etag ?? null;
    return origin.request({
      path: indexName,
      maxBytes: maxIndexBytes,
      prepare: async () => (etag === null ? {} : { 'If-None-Match': etag }),
      receive: async (response, body) => {
        if (response.status === 304 && followed !== null) return followed;
        if (response.status === 404 || response.status === 410) throw noIndex(origin.address, response.status);
        assertFound(response, origin.address, indexName);
        return { index: parseIndex(await collect(body), origin.address), etag: response.headers.get('etag') };
      },
    });
  }

  async #isEqualTo({ current, snapshots }: SnapshotIndex): Promise<boolean> {
    if ((await currentId(this.#input.build)) !== current) return false;
    return this.#local.ids.length === snapshots.length && snapshots.every((each) => this.#has(each));
  }

  /** Throws FollowError if the folder has another snapshot of the id. */
  #has({ id, manifest }: IndexedSnapshot): boolean {
    const hash = this.#local.manifestHash(id);
    if (hash === undefined) return false;
    if (hash === manifest.sha256) return true;
    const folder = snapshotFolder(this.#input.build, id);
    throw untrusted(
      `${folder} is not the snapshot that the origin has under this id: remove the folder to fetch it again`,
    );
  }

  /** The current snapshot first. Returns whether the folder has all others too. */
  async #copy({ current, snapshots }: SnapshotIndex): Promise<boolean> {
    const { build, tell } = this.#input;
    const listed = new Set(snapshots.map(({ id }) => id));
    await removeLeftovers(build, [...listed].map(temporaryName));
    // Makes room, and does not need the new snapshot: the current one stays.
    await this.#removeUnlisted(listed);
    const entry = snapshots.find(({ id }) => id === current);
    if (entry !== undefined) await this.#ensure(entry);
    if ((await currentId(build)) !== current) {
      await makeCurrent(build, current, [...(await servedIds(build)), current]);
      tell(`current is now ${current}`);
    }
    const failures = await this.#copyOthers(snapshots);
    await this.#removeUnlisted(listed);
    await refreshIndex(build);
    if (failures?.[0] !== undefined) throw failures[0];
    return failures !== null;
  }

  /** From the newest to the oldest; one that the origin does not have as listed does not stop the others. Null if time ran out. */
  async #copyOthers(snapshots: readonly IndexedSnapshot[]): Promise<readonly FollowError[] | null> {
    const failures: FollowError[] = [];
    const startedMs = performance.now();
    for (const each of snapshots) {
      if (performance.now() - startedMs > maxCopyMs) return null;
      try {
        await this.#ensure(each);
      } catch (error) {
        if (!(error instanceof FollowError) || error.code === 'unreachable') throw error;
        failures.push(error);
      }
    }
    return failures;
  }

  async #ensure(snapshot: IndexedSnapshot): Promise<void> {
    if (this.#has(snapshot)) return;
    const { origin, build, tell, onProgress } = this.#input;
    const { id } = snapshot;
    const folder = path.join(build, temporaryName(id));
    const [startedMs, startedBytes] = [performance.now(), origin.receivedBytes];
    const fetched = { files: 0 };
    const fetcher = new SnapshotFetcher(snapshot, {
      origin,
      local: this.#local,
      folder,
      onProgress: (next) => {
        fetched.files = next.files;
        onProgress?.(id, next);
      },
    });
    await addSnapshot(build, await fetcher.run(), id);
    await rm(folder, { recursive: true, force: true });
    await this.#local.refresh();
    const kilobytes = Math.round((origin.receivedBytes - startedBytes) / 1000);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    tell(`fetched ${id}: ${plural(fetched.files, 'new file')}, ${kilobytes} kB in ${seconds} s`);
  }

  async #removeUnlisted(listed: ReadonlySet<string>): Promise<void> {
    const { build, tell } = this.#input;
    const current = await currentId(build);
    const gone = this.#local.ids.filter((id) => id !== current && !listed.has(id));
    await removeSnapshots(build, gone);
    await this.#local.refresh();
    if (gone.length > 0) tell(`removed ${gone.join(', ')}: the origin no longer has them`);
  }
}

/** Has no random part, so that a later run continues what an interrupted one began. */
function temporaryName(id: string): string {
  return `${temporaryPrefix}follow-${id}`;
}

function noIndex(address: string, status: number): FollowError {
  const advice = "ORIGIN is the address of a build folder, or of a service's /snapshots";
  return unreachable(`${address}/${indexName}: status ${status}, there is no index: ${advice}`);
}
