/** Verification of a snapshot folder: a readable manifest, and every file with the hash that the manifest states. */
import { readFile, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { sha256OfFile } from '../../common/hash.ts';
import { parseJson } from '../../common/json.ts';
import { formatVersion, type Manifest, manifestSchema, snapshotPaths } from '../../model/manifest.ts';

/** Reason for refusing a snapshot. */
export class SnapshotError extends Error {
  override name = 'SnapshotError';
  readonly code: 'gone' | 'dangling' | 'outside' | 'unreadable' | 'newer' | 'older' | 'incomplete';

  constructor(code: SnapshotError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Real path of the folder that `current` points to; null if there is no `current`. */
export async function findCurrent(buildDir: string): Promise<string | null> {
  const current = path.join(buildDir, 'current');
  const folder = await realpath(current).catch(() => null);
  if (folder === null) {
    const target = await readlink(current).catch(() => null);
    if (target === null) return null;
    throw new SnapshotError('dangling', `current points to ${target}, which does not exist`);
  }
  const snapshots = path.join(await realpath(buildDir), 'snapshots');
  if (path.dirname(folder) === snapshots) return folder;
  throw new SnapshotError('outside', `current points to ${folder}, outside ${snapshots}`);
}

export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, snapshotPaths.manifest);
  const text = await readFile(file, 'utf8').catch(() => '');
  const manifest = parseManifest(text);
  if (manifest === null) throw new SnapshotError('unreadable', `${file} is missing or not a valid manifest`);
  if (manifest.id === path.basename(folder)) return manifest;
  throw new SnapshotError('unreadable', `${file} belongs to snapshot ${manifest.id}`);
}

function parseManifest(text: string): Manifest | null {
  const json = parseJson(text);
  const version = typeof json === 'object' && json !== null && 'formatVersion' in json ? json.formatVersion : null;
  if (typeof version === 'number' && version > formatVersion) {
    throw new SnapshotError(
      'newer',
      `snapshot format ${version} is newer than this service's ${formatVersion}; upgrade the service`,
    );
  }
  if (typeof version === 'number' && version < formatVersion) {
    throw new SnapshotError(
      'older',
      `snapshot format ${version} is older than this service's ${formatVersion}; run the build again`,
    );
  }
  return manifestSchema.safeParse(json).data ?? null;
}

export async function verifyFiles(folder: string, manifest: Manifest): Promise<void> {
  const files = manifest.files.values();
  const verifyNext = async () => {
    for (const file of files) {
      const found = await sha256OfFile(path.join(folder, file.path), file.bytes).catch((cause: unknown) => {
        throw new SnapshotError('incomplete', `${file.path} of ${manifest.id} cannot be read`, { cause });
      });
      if (found === file.sha256) continue;
      throw new SnapshotError('incomplete', `${file.path} of ${manifest.id} does not match its hash in the manifest`);
    }
  };
  await Promise.all(Array.from({ length: parallelReads }, verifyNext));
}

const parallelReads = 8;

/** Throws if the manifest does not list one of the paths: unlisted files are never read. */
export function assertListed(manifest: Manifest, paths: readonly string[]): void {
  const listed = new Set(manifest.files.map((file) => file.path));
  const missing = paths.find((file) => !listed.has(file));
  if (missing === undefined) return;
  throw new SnapshotError('incomplete', `${missing} is not listed in the manifest of ${manifest.id}`);
}
