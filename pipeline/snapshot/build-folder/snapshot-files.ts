/** The files of a published snapshot, whatever its format. */
import path from 'node:path';
import { sha256, sha256OfFile } from '../../../common/hash.ts';
import { parseJson } from '../../../common/json.ts';
import { isRegularFile, readIfThere } from '../../../common/read-bounded.ts';
import {
  type ManifestFile,
  manifestSchema,
  maxManifestBytes,
  snapshotPaths,
} from '../../../model/manifest.ts';

/**
 * The fields that all manifest formats share: followers also copy snapshots that their services
 * cannot read.
 */
export const listedSchema = manifestSchema.pick({ id: true, generatedAt: true, files: true });

/**
 * With the size and the hash of manifest.json. Null if the folder has none that can be read, or
 * that of another snapshot.
 */
export async function readSnapshotFiles(folder: string) {
  const file = path.join(folder, snapshotPaths.manifest);
  const bytes = await readIfThere(file, maxManifestBytes);
  const listed = bytes === null ? undefined : listedSchema.safeParse(parseJson(bytes)).data;
  if (bytes === null || listed === undefined || listed.id !== path.basename(folder)) return null;
  return { ...listed, bytes: bytes.length, sha256: sha256(bytes) };
}

/**
 * Damage of a published snapshot: describes the first file that differs from the manifest. Null if
 * none does.
 */
export function findDamage(folder: string, files: readonly ManifestFile[]): string | null {
  for (const { path: name, bytes, sha256 } of files) {
    if (!isRegularFile(folder, name, bytes)) return `${name} is not a file of ${bytes} bytes`;
    if (sha256OfFile(path.join(folder, name)) !== sha256) return `${name} does not match its hash`;
  }
  return null;
}

/** Why a snapshot cannot be served or copied; null if it is whole. */
export async function findFault(folder: string): Promise<string | null> {
  const found = await readSnapshotFiles(folder);
  return found === null ? 'its manifest cannot be read' : findDamage(folder, found.files);
}
