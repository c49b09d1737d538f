/** The files of a published snapshot, whatever its format. */
import path from 'node:path';
import { sha256 } from '../../common/hash.ts';
import { parseJson } from '../../common/json.ts';
import { readRegularFile } from '../../common/regular-file.ts';
import { type ManifestFile, manifestSchema, maxManifestBytes, snapshotPaths } from '../../model/manifest.ts';

/** The fields that all manifest formats share: followers also copy snapshots that their services cannot read. */
export const listedSchema = manifestSchema.pick({ id: true, generatedAt: true, files: true });

export interface SnapshotFiles {
  readonly id: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly generatedAt: string;
  readonly files: readonly ManifestFile[];
  /** Of manifest.json. */
  readonly bytes: number;
  readonly sha256: string;
}

/** Null if the folder has no manifest that can be read, or that of another snapshot. */
export async function readSnapshotFiles(folder: string): Promise<SnapshotFiles | null> {
  const file = path.join(folder, snapshotPaths.manifest);
  const bytes = await readRegularFile(file, maxManifestBytes).catch(() => null);
  const listed = bytes === null ? undefined : listedSchema.safeParse(parseJson(bytes.toString('utf8'))).data;
  if (bytes === null || listed === undefined || listed.id !== path.basename(folder)) return null;
  return { ...listed, bytes: bytes.length, sha256: sha256(bytes) };
}
