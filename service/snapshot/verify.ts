/** Verification of a snapshot folder: a readable manifest, and every file with the hash that the manifest states. */
import type { Stats } from 'node:fs';
import { type FileHandle, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { sha256OfHandle } from '../../common/hash.ts';
import { parseJson } from '../../common/json.ts';
import { type FileStamp, openRegularFile, stampOf } from '../../common/regular-file.ts';
import { inParallel } from '../../common/settle.ts';
import {
  formatVersion,
  type Manifest,
  type ManifestFile,
  manifestSchema,
  maxFileBytes,
  maxManifestBytes,
  snapshotPaths,
} from '../../model/manifest.ts';

/** Reason for refusing a snapshot. */
export class SnapshotError extends Error {
  override name = 'SnapshotError';
  readonly code:
    | 'gone'
    | 'dangling'
    | 'outside'
    | 'unreadable'
    | 'newer'
    | 'older'
    | 'incomplete'
    | 'inconsistent'
    | 'unserved';

  constructor(code: SnapshotError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Throws `inconsistent`: the snapshot contradicts its manifest. */
export function fail({ id }: Manifest, what: string): never {
  throw new SnapshotError('inconsistent', `tables of ${id}: ${what}`);
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
  const text = await readManifestText(folder).catch((cause: unknown) => {
    throw new SnapshotError('unreadable', `${file} cannot be read`, { cause });
  });
  const manifest = parseManifest(text);
  if (manifest === null) throw new SnapshotError('unreadable', `${file} is not a valid manifest`);
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

/**
 * Opens a file of the snapshot, which must be a regular file in a real folder: a link could lead out of the snapshot, and
 * a FIFO or a device would block the reader.
 */
export async function openRegular(folder: string, file: string): Promise<{ handle: FileHandle; stat: Stats }> {
  const name = path.join(folder, file);
  if ((await realpath(name)) !== name) throw new Error(`${file} is a link or inside a linked folder`);
  return openRegularFile(name);
}

async function readManifestText(folder: string): Promise<string> {
  const { handle, stat } = await openRegular(folder, snapshotPaths.manifest);
  try {
    if (stat.size > maxManifestBytes) throw new Error(`the manifest is larger than ${maxManifestBytes} bytes`);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/** A file open for reading, whose content is what the manifest says. */
export interface OpenedFile {
  readonly handle: FileHandle;
  readonly sizeBytes: number;
}

/** Hashes of the files of the last snapshot by their stamps. Files that the next one has hard links to are not read again. */
export class VerifiedFiles {
  #hashes: ReadonlyMap<FileStamp, string> = new Map();

  has(stamp: FileStamp, sha256: string): boolean {
    return this.#hashes.get(stamp) === sha256;
  }

  replace(hashes: ReadonlyMap<FileStamp, string>): void {
    this.#hashes = hashes;
  }
}

/** Sizes are compared before anything is read, so that a huge sparse file costs nothing. */
export async function verifyFiles(folder: string, manifest: Manifest, verified = new VerifiedFiles()): Promise<void> {
  const hashes = new Map<FileStamp, string>();
  const refuse = (file: string, why: string, cause?: unknown): never => {
    throw new SnapshotError('incomplete', `${file} of ${manifest.id} ${why}`, { cause });
  };
  const verify = async ({ path: file, bytes, sha256 }: ManifestFile) => {
    if (bytes > maxFileBytes) refuse(file, `is larger than ${maxFileBytes} bytes`);
    const { handle, stat } = await openRegular(folder, file).catch((cause: unknown) =>
      refuse(file, 'cannot be read', cause),
    );
    try {
      const isSame = async () =>
        verified.has(stampOf(stat), sha256) || (await sha256OfHandle(handle, bytes)) === sha256;
      if (stat.size !== bytes || !(await isSame())) refuse(file, 'does not match its hash in the manifest');
      hashes.set(stampOf(stat), sha256);
    } finally {
      await handle.close();
    }
  };
  await inParallel(parallelReads, manifest.files, verify);
  verified.replace(hashes);
}

const parallelReads = 8;

/** Throws if the manifest does not list one of the paths: unlisted files are never read. */
export function assertListed(manifest: Manifest, paths: readonly string[]): void {
  const listed = new Set(manifest.files.map((file) => file.path));
  const missing = paths.find((file) => !listed.has(file));
  if (missing === undefined) return;
  throw new SnapshotError('incomplete', `${missing} is not listed in the manifest of ${manifest.id}`);
}
