/** Makes a build folder equal to an origin: its snapshots, and which one is current. */
import { mkdirSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256, sha256OfFile } from '../../../common/hash.ts';
import { linkOrCopy } from '../../../common/link-or-copy.ts';
import { isRegularFile } from '../../../common/read-bounded.ts';
import { type ManifestFile, maxManifestBytes, snapshotPaths } from '../../../model/manifest.ts';
import {
  type IndexedSnapshot,
  indexName,
  maxIndexBytes,
  type SnapshotIndex,
} from '../../../model/snapshot-index.ts';
import { PipelineError } from '../../errors.ts';
import { plural } from '../../report/counts.ts';
import { withLock } from '../../snapshot/build-folder/lock.ts';
import * as folder from '../../snapshot/build-folder/publish.ts';
import { temporaryPrefix } from '../../snapshot/build-folder/replace-file.ts';
import { readSnapshotFiles } from '../../snapshot/build-folder/snapshot-files.ts';
import { type Origin, parseIndex, parseListing, untrusted } from './origin.ts';

export interface FollowInput {
  readonly origin: Origin;
  readonly build: string;
  /** Time to wait for another command that uses the build folder. */
  readonly lockWaitMs: number;
  readonly tell: (message: string) => void;
}

/**
 * Throws PipelineError, with the code `untrusted` if the origin is wrong, or an error of the disk;
 * `current` is whole then.
 */
export async function followOrigin(input: FollowInput): Promise<void> {
  const { origin, build, lockWaitMs } = input;
  const index = await readIndex(origin);
  if (!(await isEqual(build, index))) await withLock(build, lockWaitMs, () => copy(input, index));
}

async function readIndex(origin: Origin): Promise<SnapshotIndex> {
  const text = await origin.read(indexName, maxIndexBytes);
  const advice =
    "ORIGIN is a build folder, its address or remote, or the address of a service's /snapshots";
  if (text === null)
    throw new PipelineError('unreachable', `${origin.address} has no ${indexName}: ${advice}`);
  return parseIndex(text, origin.address);
}

async function isEqual(build: string, { current, snapshots }: SnapshotIndex): Promise<boolean> {
  const ids = await folder.listSnapshots(build);
  if ((await folder.currentId(build)) !== current || ids.length !== snapshots.length) return false;
  return (await Promise.all(snapshots.map((each) => has(build, each)))).every(Boolean);
}

/** Throws PipelineError if the folder has another snapshot of the id. */
async function has(build: string, { id, manifest }: IndexedSnapshot): Promise<boolean> {
  if (!(await folder.listSnapshots(build)).includes(id)) return false;
  const localFolder = folder.snapshotFolder(build, id);
  if ((await readSnapshotFiles(localFolder))?.sha256 === manifest.sha256) return true;
  throw untrusted(
    `${localFolder} is not the snapshot that the origin has under this id: remove the folder to fetch it again`,
  );
}

/**
 * The current snapshot first, then the others from the newest to the oldest. One that is wrong does
 * not stop the others.
 */
async function copy(input: FollowInput, { current, snapshots }: SnapshotIndex): Promise<void> {
  const { build, tell } = input;
  const listed = new Set(snapshots.map(({ id }) => id));
  await folder.removeLeftovers(build, [...listed].map(temporaryName));
  // Makes room, and does not need the new snapshot: the current one stays.
  await removeUnlisted(input, listed);
  for (const each of snapshots) if (each.id === current) await ensure(input, each);
  if ((await folder.currentId(build)) !== current) {
    await folder.makeCurrent(build, current, [...(await folder.servedIds(build)), current]);
    tell(`current is now ${current}`);
  }
  const failures: PipelineError[] = [];
  for (const each of snapshots) {
    await ensure(input, each).catch((error: unknown) => {
      if (!(error instanceof PipelineError) || error.code !== 'untrusted') throw error;
      failures.push(error);
    });
  }
  await removeUnlisted(input, listed);
  await folder.refreshIndex(build, { order: snapshots.map(({ id }) => id) });
  if (failures[0]) throw failures[0];
}

async function ensure(
  { origin, build, tell }: FollowInput,
  snapshot: IndexedSnapshot,
): Promise<void> {
  if (await has(build, snapshot)) return;
  const startedMs = performance.now();
  const fetched = await fetchSnapshot(snapshot, { origin, build, places: await readPlaces(build) });
  const kilobytes = Math.round(fetched.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  tell(
    `fetched ${snapshot.id}: ${plural(fetched.length, 'new file')}, ${kilobytes} kB in ${seconds} s`,
  );
}

/** Local files by hash. */
async function readPlaces(build: string): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  for (const id of await folder.listSnapshots(build)) {
    const localFolder = folder.snapshotFolder(build, id);
    for (const file of (await readSnapshotFiles(localFolder))?.files ?? [])
      places.set(file.sha256, path.join(localFolder, file.path));
  }
  return places;
}

async function removeUnlisted(
  { build, tell }: FollowInput,
  listed: ReadonlySet<string>,
): Promise<void> {
  const current = await folder.currentId(build);
  const gone = (await folder.listSnapshots(build)).filter(
    (id) => id !== current && !listed.has(id),
  );
  await folder.removeSnapshots(build, gone);
  if (gone.length > 0) tell(`removed ${gone.join(', ')}: the origin no longer has them`);
}

/** Has no random part, so that a later run finds the files that an interrupted one fetched. */
function temporaryName(id: string): string {
  return `${temporaryPrefix}follow-${id}`;
}

/**
 * `places`: local files by hash, which may have changed since. Returns the files that were not
 * there. Throws PipelineError.
 */
async function fetchSnapshot(
  { id, manifest }: IndexedSnapshot,
  {
    origin,
    build,
    places,
  }: { readonly origin: Origin; readonly build: string; readonly places: Map<string, string> },
): Promise<readonly ManifestFile[]> {
  const text = await readManifest(manifest, origin);
  const temporary = path.join(build, temporaryName(id));
  const [fetched, whole] = [path.join(temporary, 'fetched'), path.join(temporary, 'snapshot')];
  await rm(whole, { recursive: true, force: true });
  mkdirSync(whole, { recursive: true });
  const missing = parseListing(text, id).filter((file) => {
    const candidates = [places.get(file.sha256), path.join(fetched, file.path)];
    return !candidates.some((from) => from && put(from, whole, file));
  });
  const from = path.posix.dirname(manifest.path);
  if (missing.length > 0) await origin.copy(from, missing, fetched);
  const wrong = missing.find((file) => !put(path.join(fetched, file.path), whole, file));
  if (wrong)
    throw untrusted(
      `${from}/${wrong.path} of ${origin.address} does not match its hash in the manifest`,
    );
  await writeFile(path.join(whole, snapshotPaths.manifest), text);
  await folder.addSnapshot(build, whole, id);
  await rm(temporary, { recursive: true, force: true });
  return missing;
}

async function readManifest(listed: IndexedSnapshot['manifest'], origin: Origin): Promise<string> {
  const text = await origin.read(listed.path, Math.min(listed.bytes, maxManifestBytes));
  if (text === null) throw untrusted(`${origin.address} lists ${listed.path} but does not have it`);
  if (sha256(Buffer.from(text)) === listed.sha256) return text;
  throw untrusted(`${listed.path} of ${origin.address} does not match its hash in the index`);
}

/** Links or copies a file if it is the one of the manifest. */
function put(
  from: string,
  folder: string,
  { path: name, bytes, sha256: hash }: ManifestFile,
): boolean {
  if (!isRegularFile(path.dirname(from), path.basename(from), bytes)) return false;
  const to = path.join(folder, name);
  mkdirSync(path.dirname(to), { recursive: true });
  linkOrCopy(from, to);
  if (sha256OfFile(to) === hash) return true;
  rmSync(to);
  return false;
}
