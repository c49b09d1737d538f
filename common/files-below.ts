/** Files of a folder. */
import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Names of all regular files below the folder, relative to it, with `/`. Symbolic links are left
 * out.
 */
export function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
    );
}
