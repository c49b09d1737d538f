/**
 * Build folder: snapshots, and the link `current` to one of them. Every step leaves the folder
 * consistent.
 */
import { mkdir, open, readdir, readlink, rename, rm, symlink, unlink } from 'node:fs/promises';
import path from 'node:path';
import { exists, nullIfAbsent } from '../../../common/faults.ts';
import { filesBelow } from '../../../common/files-below.ts';
import { sha256OfFile } from '../../../common/hash.ts';
import { isRegularFile, readJson, readText } from '../../../common/read-bounded.ts';
import {
  type IdList,
  manifestSchema,
  maxFileBytes,
  maxIdListBytes,
  maxManifestBytes,
  type StoredManifest,
  snapshotIdPattern,
  snapshotPaths,
} from '../../../model/manifest.ts';
import { compareText } from '../../problem.ts';
import { replaceFile, temporaryPrefix } from './replace-file.ts';
import { aheadOf, keptIds } from './retention.ts';
import { writeIndex } from './snapshot-index.ts';

/** Creates a folder for an unfinished snapshot. Publishing renames it. */
export async function createTemporaryFolder(buildFolder: string): Promise<string> {
  const folder = path.join(buildFolder, `${temporaryPrefix}${process.pid}-${Date.now()}`);
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Removes leftovers of killed builds. Requires the lock, so that no running build owns them. */
export async function removeLeftovers(
  buildFolder: string,
  kept: readonly string[] = [],
): Promise<void> {
  const names = await readdir(buildFolder);
  const leftovers = names.filter(
    (name) => name.startsWith(temporaryPrefix) && !kept.includes(name),
  );
  for (const name of leftovers)
    await rm(path.join(buildFolder, name), { recursive: true, force: true });
}

/** Id of the snapshot that `current` points to, null if there is none. */
export async function currentId(buildFolder: string): Promise<string | null> {
  const target = await readlink(path.join(buildFolder, 'current')).catch(nullIfAbsent);
  const id = target === null ? null : path.basename(target);
  return id !== null && snapshotIdPattern.test(id) ? id : null;
}

/** Null if there is no such snapshot or its manifest cannot be read. */
export async function readManifest(
  buildFolder: string,
  id: string,
): Promise<StoredManifest | null> {
  const file = path.join(snapshotFolder(buildFolder, id), snapshotPaths.manifest);
  return manifestSchema.safeParse(await readJson(file, maxManifestBytes)).data ?? null;
}

export interface Publication {
  readonly id: string;
  readonly now: Date;
  /** Published by `watch`, of which only the newest snapshot is kept. */
  readonly byWatch: boolean;
  /** Names of files that are on the disk already. */
  readonly synced: ReadonlySet<string>;
}

/**
 * Moves a finished folder among the snapshots. False if there is another one of that id, which was
 * damaged since or written by another version: it is not replaced, because no moment may pass
 * without a current snapshot.
 */
export async function publish(
  buildFolder: string,
  temporary: string,
  { id, now, byWatch, synced }: Publication,
): Promise<boolean> {
  const folder = snapshotFolder(buildFolder, id);
  if (holdsSame(folder, temporary)) await rm(temporary, { recursive: true });
  else if (exists(folder)) return false;
  else await addSnapshot(buildFolder, temporary, id, synced);
  await makeCurrent(buildFolder, id, [...(await servedIds(buildFolder)), id]);
  if (byWatch)
    await writeIds(buildFolder, 'watched', [...(await readIds(buildFolder, 'watched')), id]);
  await removeOld(buildFolder, { id, now });
  return true;
}

/**
 * Moves a finished folder among the snapshots with one rename, and leaves `current` as it is.
 * Requires the lock. `synced`: names of files that are on the disk already.
 */
export async function addSnapshot(
  buildFolder: string,
  temporary: string,
  id: string,
  synced: ReadonlySet<string> = new Set(),
): Promise<void> {
  await mkdir(path.join(buildFolder, 'snapshots'), { recursive: true });
  await syncTree(temporary, synced);
  await rename(temporary, snapshotFolder(buildFolder, id));
  await syncPath(path.join(buildFolder, 'snapshots'));
}

/**
 * Keeps a snapshot of `watch` like any other: somebody has published the same sources on purpose.
 */
export async function keepWatched(buildFolder: string, id: string): Promise<void> {
  const watched = await readIds(buildFolder, 'watched');
  const others = watched.filter((each) => each !== id);
  if (others.length < watched.length) await writeIds(buildFolder, 'watched', others);
}

/**
 * Id of the next snapshot: the moment of the build and the hash of its content. It is above all ids
 * in the folder, also if the clock went back a little, so that ids rise in the order of
 * publication; ids of a clock that was days ahead do not count, and go when ten others are there.
 * `avoid` skips an id that is taken.
 */
export async function nextId(
  buildFolder: string,
  build: {
    readonly now: Date;
    readonly fingerprint: string;
    readonly avoid: string | null;
    readonly warn?: ((message: string) => void) | undefined;
  },
): Promise<string> {
  const hash = build.fingerprint.slice(0, 8);
  const wanted = idOf(build.now, hash);
  const isAhead = aheadOf(build.now);
  const ids = await listSnapshots(buildFolder);
  const ahead = ids.findLast(isAhead);
  if (ahead !== undefined) build.warn?.(describeWrongClock(ahead, build.now));
  const newest = ids.findLast((id) => !isAhead(id)) ?? '';
  if (wanted > newest || (wanted === newest && wanted !== build.avoid)) return wanted;
  return idOf(new Date(momentOf(newest).getTime() + 1), hash);
}

function describeWrongClock(ahead: string, now: Date): string {
  return (
    `the snapshot ${ahead} was built by a clock that was ahead, or the clock of this machine is ` +
    `wrong: it says ${now.toISOString()}. The new snapshot counts as the newer one`
  );
}

function idOf(moment: Date, hash: string): string {
  return `${moment.toISOString().replace(/[-:.]/g, '')}-${hash}`;
}

function momentOf(id: string): Date {
  const iso = id.replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-.*$/,
    '$1-$2-$3T$4:$5:$6.$7Z',
  );
  return new Date(iso);
}

/**
 * Ids that `current` pointed to and that are kept, the current one last. A folder without a
 * history, or with one that lacks `current`, has the order of its ids.
 */
export async function servedIds(buildFolder: string): Promise<readonly string[]> {
  const [kept, current] = [await listSnapshots(buildFolder), await currentId(buildFolder)];
  if (current === null) return [];
  const ids = (await readIds(buildFolder, 'history')).filter((id) => kept.includes(id));
  const end = ids.lastIndexOf(current);
  return end === -1 ? kept.filter((id) => id <= current) : ids.slice(0, end + 1);
}

/**
 * `history` ends with the id. It is written after the link, because a history without the current
 * id is ignored.
 */
export async function makeCurrent(
  buildFolder: string,
  id: string,
  history: readonly string[],
): Promise<void> {
  await pointCurrentTo(buildFolder, id);
  await writeIds(buildFolder, 'history', history);
  await refreshIndex(buildFolder);
}

/**
 * Brings index.json up to date. It leaves out snapshots that are about to be removed. Requires the
 * lock. `order`: ids of another index, in its order.
 */
export async function refreshIndex(
  buildFolder: string,
  {
    removed = [],
    order,
  }: { readonly removed?: readonly string[]; readonly order?: readonly string[] } = {},
): Promise<void> {
  const current = await currentId(buildFolder);
  if (current === null) return;
  const ids = (await listSnapshots(buildFolder)).filter((id) => !removed.includes(id));
  await writeIndex(buildFolder, current, ids, order);
  await syncPath(buildFolder);
}

/** Replaces the link with one rename, so that readers see the old or the new snapshot. */
export async function pointCurrentTo(buildFolder: string, id: string): Promise<void> {
  const link = path.join(buildFolder, `${temporaryPrefix}current-${process.pid}`);
  await unlink(link).catch(nullIfAbsent);
  await symlink(path.join('snapshots', id), link);
  await rename(link, path.join(buildFolder, 'current'));
  await syncPath(buildFolder);
}

/** Oldest first; ids sort by age. */
export async function listSnapshots(buildFolder: string): Promise<string[]> {
  const names = (await readdir(path.join(buildFolder, 'snapshots')).catch(nullIfAbsent)) ?? [];
  return names.filter((name) => snapshotIdPattern.test(name)).toSorted(compareText);
}

async function removeOld(
  buildFolder: string,
  { id: current, now }: Pick<Publication, 'id' | 'now'>,
): Promise<void> {
  const ids = await listSnapshots(buildFolder);
  const kept = keptIds(ids, { now, watched: new Set(await readIds(buildFolder, 'watched')) });
  await removeSnapshots(
    buildFolder,
    ids.filter((id) => id !== current && !kept.has(id)),
  );
}

/**
 * Removed ids are listed, so that their addresses say that they are gone. The index forgets them
 * before their files go.
 */
export async function removeSnapshots(buildFolder: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const removed = new Set([...(await readIds(buildFolder, 'removed')), ...ids]);
  await writeIds(buildFolder, 'removed', [...removed]);
  await refreshIndex(buildFolder, { removed: ids });
  for (const id of ids) await removeSnapshot(buildFolder, id);
}

/** Renames the folder first, so that a killed process leaves no partial snapshot. */
async function removeSnapshot(buildFolder: string, id: string): Promise<void> {
  const aside = path.join(buildFolder, `${temporaryPrefix}old-${id}`);
  await rename(snapshotFolder(buildFolder, id), aside);
  await rm(aside, { recursive: true, force: true });
}

/** Whether each file of `wanted` is in `folder`, byte for byte. */
function holdsSame(folder: string, wanted: string): boolean {
  for (const name of filesBelow(wanted)) {
    if (!isRegularFile(folder, name, maxFileBytes)) return false;
    if (sha256OfFile(path.join(folder, name)) !== sha256OfFile(path.join(wanted, name)))
      return false;
  }
  return true;
}

export function snapshotFolder(buildFolder: string, id: string): string {
  return path.join(buildFolder, 'snapshots', id);
}

/** Syncs folders and all other files in parallel, because a disk flushes many as fast as one. */
async function syncTree(folder: string, synced: ReadonlySet<string>): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const waiting = names.filter((name) => !synced.has(name.split(path.sep).join('/')));
  await Promise.all(waiting.map((name) => syncPath(path.join(folder, name))));
  await syncPath(folder);
}

/** Flushes to disk before the rename that publishes. */
async function syncPath(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Longer lists lose their oldest ids. */
const maxIds: Readonly<Record<IdList, number>> = { history: 100, watched: 100, removed: 10_000 };

async function readIds(buildFolder: string, list: IdList): Promise<readonly string[]> {
  const text = await readText(path.join(buildFolder, list), maxIdListBytes);
  return text.split('\n').filter((id) => snapshotIdPattern.test(id));
}

/** Requires the lock. */
async function writeIds(buildFolder: string, list: IdList, ids: readonly string[]): Promise<void> {
  const lines = ids.slice(-maxIds[list]).map((id) => `${id}\n`);
  await replaceFile(buildFolder, list, { text: lines.join('') });
}
