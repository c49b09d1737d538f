/** Makes a folder with its parents. */
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Not the option `recursive` of Node, which never ends where a folder exists and nothing can be
 * made in it, as below /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const parent = path.dirname(folder);
    if (code === 'ENOENT' && !(await isFolder(parent))) {
      await makeFolder(parent);
      await makeFolder(folder);
    } else if (!(await isFolder(folder))) throw error;
  }
}

async function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
