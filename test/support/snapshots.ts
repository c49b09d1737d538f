/** Looks at a build folder from outside: which snapshots it holds, and whether one is whole. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { buildStatusName } from '../../model/build-status.ts';
import { idLists, manifestSchema, type StoredManifest } from '../../model/manifest.ts';
import { indexName } from '../../model/snapshot-index.ts';

/** Ids, oldest first. */
export async function snapshotIds(build: string): Promise<string[]> {
  return (await readdir(path.join(build, 'snapshots')).catch(() => [])).toSorted();
}

/** What `current` points to, null where there is none; fails where it is no symbolic link. */
export async function currentSnapshot(build: string): Promise<string | null> {
  const link = path.join(build, 'current');
  const found = await lstat(link).catch(() => null);
  if (found === null) return null;
  assert.ok(found.isSymbolicLink(), `${link} is a symbolic link`);
  const target = await readlink(link);
  assert.equal(path.dirname(target), 'snapshots');
  return path.basename(target);
}

/** The files of a folder, relative to it, sorted. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
    )
    .toSorted();
}

/**
 * Fails unless the manifest can be read and every file is there with the size and hash that it
 * states.
 */
export async function assertWhole(build: string, id: string): Promise<StoredManifest> {
  const folder = path.join(build, 'snapshots', id);
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')),
  );
  assert.equal(manifest.id, id);
  const named = manifest.files.map((file) => file.path);
  assert.deepEqual(named, named.toSorted(), 'files by path');
  assert.deepEqual(await listFiles(folder), [...named, 'manifest.json'].toSorted());
  for (const file of manifest.files) {
    const bytes = await readFile(path.join(folder, file.path));
    assert.equal(bytes.length, file.bytes, `size of ${file.path}`);
    assert.equal(
      createHash('sha256').update(bytes).digest('hex'),
      file.sha256,
      `hash of ${file.path}`,
    );
  }
  return manifest;
}

const belonging = [buildStatusName, 'cache', 'current', indexName, 'snapshots', ...idLists];

/** What a killed build leaves behind: everything that does not belong in a build folder. */
export async function leftovers(build: string): Promise<string[]> {
  return (await readdir(build)).filter((name) => !belonging.includes(name)).toSorted();
}
