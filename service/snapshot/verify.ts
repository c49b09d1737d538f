/** Whether a snapshot folder is whole: a manifest that this service can read, and every file as the manifest says. */
import { readFile, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { sha256OfFile } from '../../common/hash.ts';
import { parseJson } from '../../common/json.ts';
import { formatVersion, type Manifest, manifestSchema, snapshotPaths } from '../../model/manifest.ts';
import { SnapshotError } from './errors.ts';

/** The folder that `current` points to, by its real name: what `current` becomes later does not touch it. Null where there is none. */
export async function findCurrent(buildDir: string): Promise<string | null> {
  const current = path.join(buildDir, 'current');
  const folder = await realpath(current).catch(() => null);
  if (folder === null) {
    const target = await readlink(current).catch(() => null);
    if (target === null) return null;
    throw new SnapshotError('dangling', `current points to ${target}, which is not there`);
  }
  const snapshots = path.join(await realpath(buildDir), 'snapshots');
  if (path.dirname(folder) === snapshots) return folder;
  throw new SnapshotError('outside', `current points to ${folder}, outside ${snapshots}`);
}

export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, snapshotPaths.manifest);
  const text = await readFile(file, 'utf8').catch(() => '');
  const manifest = parseManifest(text);
  if (manifest === null) throw new SnapshotError('unreadable', `${file} is not there or not a manifest`);
  if (manifest.id === path.basename(folder)) return manifest;
  throw new SnapshotError('unreadable', `${file} is of the snapshot ${manifest.id}`);
}

function parseManifest(text: string): Manifest | null {
  const json = parseJson(text);
  const version = typeof json === 'object' && json !== null && 'formatVersion' in json ? json.formatVersion : null;
  if (typeof version === 'number' && version > formatVersion) {
    throw new SnapshotError('newer', `the snapshot has format ${version}; this service reads ${formatVersion}`);
  }
  if (typeof version === 'number' && version < formatVersion) {
    throw new SnapshotError(
      'older',
      `the snapshot has format ${version}; this service reads ${formatVersion}: build again`,
    );
  }
  return manifestSchema.safeParse(json).data ?? null;
}

export async function verifyFiles(folder: string, manifest: Manifest): Promise<void> {
  const waiting = manifest.files.values();
  const verifyNext = async () => {
    for (const file of waiting) {
      const found = await sha256OfFile(path.join(folder, file.path), file.bytes).catch((cause: unknown) => {
        throw new SnapshotError('incomplete', `${file.path} of ${manifest.id} cannot be read`, { cause });
      });
      if (found === file.sha256) continue;
      throw new SnapshotError('incomplete', `${file.path} of ${manifest.id} is not what the manifest says`);
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, verifyNext));
}

const filesAtOnce = 8;

/** Nothing is read whose hash the manifest does not state. */
export function assertListed(manifest: Manifest, paths: readonly string[]): void {
  const listed = new Set(manifest.files.map((file) => file.path));
  const missing = paths.find((file) => !listed.has(file));
  if (missing === undefined) return;
  throw new SnapshotError('incomplete', `${missing} is not in the manifest of ${manifest.id}`);
}
