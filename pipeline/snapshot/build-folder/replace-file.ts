/** Files of a build folder that are replaced with one rename. */
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Prefix of unfinished and removed files and snapshots. A later build or follower removes what a
 * killed process leaves.
 */
export const temporaryPrefix = '.tmp-';

/** `flush`: before the rename, so that a power failure leaves the old file or the new one. */
export async function replaceFile(
  folder: string,
  name: string,
  { text, flush = false }: { readonly text: string; readonly flush?: boolean },
): Promise<void> {
  const temporary = path.join(folder, `${temporaryPrefix}${name}`);
  await writeFile(temporary, text, { flush });
  await rename(temporary, path.join(folder, name));
}
