/** Files of a folder. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Names of all regular files below the folder, relative to it, with `/`. Symbolic links are left out. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}
