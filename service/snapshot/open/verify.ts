/**
 * Verification of a snapshot folder: a readable manifest, and every file with the hash that the
 * manifest states.
 */
import type { Stats } from 'node:fs';
import { type FileHandle, lstat, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { describeFault, nullIfAbsent } from '../../../common/faults.ts';
import { sha256OfHandle } from '../../../common/hash.ts';
import { parseJson } from '../../../common/json.ts';
import {
  type FileStamp,
  openRegularFile,
  readBounded,
  stampOf,
} from '../../../common/read-bounded.ts';
import { inParallel } from '../../../common/settle.ts';
import {
  describeOtherFormat,
  formatVersion,
  type ManifestFile,
  manifestSchema,
  maxFileBytes,
  maxManifestBytes,
  type StoredManifest,
  snapshotPaths,
} from '../../../model/manifest.ts';
import type { OpeningCache } from './opening-cache.ts';

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

/** Real path of the folder that `current` points to; null if there is no `current`. */
export async function findCurrent(buildDir: string): Promise<string | null> {
  const current = path.join(buildDir, 'current');
  const refuse = (cause: unknown): never => {
    throw new SnapshotError('unreadable', `${current} cannot be read: ${describeFault(cause)}`, {
      cause,
    });
  };
  const folder = await realpath(current).catch(nullIfAbsent).catch(refuse);
  if (folder === null) {
    const target = await readlink(current).catch(nullIfAbsent).catch(refuse);
    if (target === null) return null;
    throw new SnapshotError('dangling', `current points to ${target}, which does not exist`);
  }
  const snapshots = path.join(await realpath(buildDir), 'snapshots');
  if (path.dirname(folder) === snapshots) return folder;
  throw new SnapshotError('outside', `current points to ${folder}, outside ${snapshots}`);
}

export async function readManifest(folder: string): Promise<StoredManifest> {
  const file = path.join(folder, snapshotPaths.manifest);
  const bytes = await readOwn(folder, snapshotPaths.manifest, maxManifestBytes).catch(
    (cause: unknown) => {
      const message = `${file} cannot be read: ${describeFault(cause)}`;
      throw new SnapshotError('unreadable', message, { cause });
    },
  );
  const manifest = parseManifest(bytes, path.basename(folder));
  if (manifest === null) throw new SnapshotError('unreadable', `${file} is not a valid manifest`);
  if (manifest.id === path.basename(folder)) return manifest;
  throw new SnapshotError('unreadable', `${file} belongs to snapshot ${manifest.id}`);
}

function parseManifest(bytes: Buffer, id: string): StoredManifest | null {
  const json = parseJson(bytes);
  const version =
    typeof json === 'object' && json !== null && 'formatVersion' in json
      ? json.formatVersion
      : null;
  if (typeof version === 'number' && version !== formatVersion) {
    const [code, remedy] =
      version > formatVersion
        ? (['newer', 'upgrade the service'] as const)
        : (['older', 'run the build'] as const);
    throw new SnapshotError(code, `${id} ${describeOtherFormat(version)}: ${remedy}`);
  }
  return manifestSchema.safeParse(json).data ?? null;
}

/**
 * Opens a file of the snapshot, which must be a regular file in a real folder: a link could lead
 * out of the snapshot, and a FIFO or a device would block the reader.
 */
export async function openRegular(
  folder: string,
  file: string,
): Promise<{ handle: FileHandle; stat: Stats }> {
  return openRegularFile(await findOwn(folder, file));
}

/** Reads such a file whole. */
export async function readOwn(folder: string, file: string, limitBytes: number): Promise<Buffer> {
  return readBounded(await findOwn(folder, file), limitBytes);
}

async function findOwn(folder: string, file: string): Promise<string> {
  const name = path.join(folder, file);
  if ((await realpath(name)) !== name)
    throw new Error(`${file} is a link or inside a linked folder`);
  return name;
}

/** A file open for reading, whose content is what the manifest says. */
export interface OpenedFile {
  readonly handle: FileHandle;
  readonly sizeBytes: number;
}

/**
 * Sizes are compared before anything is read, so that a huge sparse file costs nothing. Files that
 * the last snapshot has hard links to are not read again.
 */
export async function verifyFiles(
  folder: string,
  { id, files }: Pick<StoredManifest, 'id' | 'files'>,
  cache: OpeningCache,
): Promise<void> {
  const refuse = (file: string, why: string, cause?: unknown): never => {
    const reason = cause === undefined ? '' : `: ${describeFault(cause)}`;
    throw new SnapshotError('incomplete', `${file} of ${id} ${why}${reason}`, { cause });
  };
  for (const [name, file] of new Map(
    files.map((snapshotFile) => [path.dirname(snapshotFile.path), snapshotFile.path]),
  ))
    await assertRealFolder(path.join(folder, name)).catch((cause: unknown) =>
      refuse(file, 'cannot be read', cause),
    );
  await inParallel(parallelReads, files, async ({ path: file, bytes, sha256 }) => {
    if (bytes > maxFileBytes) refuse(file, `is larger than ${maxFileBytes} bytes`);
    const stat = await lstat(path.join(folder, file)).catch((cause: unknown) =>
      refuse(file, 'cannot be read', cause),
    );
    const stamp = stampOf(stat);
    if (!stat.isFile()) refuse(file, 'cannot be read: it is not a regular file');
    const read = () => hasHash(path.join(folder, file), { stamp, bytes, sha256 });
    const isWhole = async () =>
      cache
        .of(`hash ${stamp} ${sha256}`, read)
        .catch((cause: unknown) => refuse(file, 'cannot be read', cause));
    if (stat.size !== bytes || !(await isWhole()))
      refuse(file, 'does not match its hash in the manifest');
  });
}

/** Throws for a link, and for a folder inside a linked one. */
async function assertRealFolder(folder: string): Promise<void> {
  if ((await realpath(folder)) !== folder)
    throw new Error(`${folder} is a link or inside a linked folder`);
}

async function hasHash(
  file: string,
  { stamp, bytes, sha256 }: Pick<ManifestFile, 'bytes' | 'sha256'> & { readonly stamp: FileStamp },
): Promise<boolean> {
  const { handle, stat } = await openRegularFile(file);
  try {
    return stampOf(stat) === stamp && (await sha256OfHandle(handle, bytes)) === sha256;
  } finally {
    await handle.close();
  }
}

const parallelReads = 8;

/** Size, rows and hash of a file. Throws if the manifest does not list it. */
export function describedIn({ id, files }: StoredManifest, file: string): ManifestFile {
  const described = files.find((candidate) => candidate.path === file);
  if (described !== undefined) return described;
  throw new SnapshotError('incomplete', `${file} is not listed in the manifest of ${id}`);
}

/** Throws if the manifest does not list one of the paths: unlisted files are never read. */
export function assertListed(manifest: StoredManifest, paths: readonly string[]): void {
  for (const file of paths) describedIn(manifest, file);
}

/** Throws `inconsistent` with the first contradiction. */
export function checkManifest(manifest: StoredManifest): void {
  const contradiction = findInFiles(manifest);
  if (contradiction === null) return;
  throw new SnapshotError('inconsistent', `manifest of ${manifest.id}: ${contradiction}`);
}

function findInFiles({ files }: StoredManifest): string | null {
  const paths = new Set<string>();
  for (const { path, rows } of files) {
    if (path.split('/').some((part) => part === '' || part === '.'))
      return `the path "${path}" is not normalized`;
    if (paths.has(path)) return `"${path}" is listed twice`;
    if ((rows === null) === path.endsWith('.parquet'))
      return `"${path}" ${rows === null ? 'lacks' : 'has'} a row count`;
    paths.add(path);
  }
  return null;
}
