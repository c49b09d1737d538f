/** Damage of a published snapshot: files that are not those of its manifest. */
import path from 'node:path';
import { sha256OfFile } from '../../common/hash.ts';
import { isRegularFile } from '../../common/regular-file.ts';
import type { ManifestFile } from '../../model/manifest.ts';

/** Describes the first file that differs from the manifest. Null if none does. */
export async function findDamage(folder: string, files: readonly ManifestFile[]): Promise<string | null> {
  for (const { path: name, bytes, sha256 } of files) {
    if (!(await isRegularFile(folder, name, bytes))) return `${name} is not a file of ${bytes} bytes`;
    if ((await sha256OfFile(path.join(folder, name), bytes)) !== sha256) return `${name} does not match its hash`;
  }
  return null;
}
