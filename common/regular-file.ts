/** Reads files from untrusted folders. Devices, FIFOs and symbolic links are refused. */
import { constants, lstatSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';

/** Flags of open: fail for a symbolic link, and do not wait for the writer of a FIFO. */
export const regularFileFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Checks that a path below the folder is a regular file within the size limit, and that no part of it is a symbolic link. */
export function isRegularFile(folder: string, name: string, maxBytes: number): boolean {
  const parents = name.split('/').slice(0, -1);
  const isBelowFolders = parents.every((_, index) => {
    return statOf(path.join(folder, ...parents.slice(0, index + 1)))?.isDirectory() === true;
  });
  const found = isBelowFolders ? statOf(path.join(folder, name)) : undefined;
  return found?.isFile() === true && found.size <= maxBytes;
}

/** Undefined for a path that cannot be read, or leads through a file. */
function statOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Opens a regular file; throws if it is another kind of file. */
export async function openRegularFile(file: string): Promise<{ handle: FileHandle; stat: Stats }> {
  const handle = await open(file, regularFileFlags);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Error(`${file} is not a regular file`);
    return { handle, stat };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads a regular file; throws if it is another kind of file or too large. */
export async function readRegularFile(file: string, maxBytes: number): Promise<Buffer> {
  const { handle, stat } = await openRegularFile(file);
  try {
    if (stat.size > maxBytes) throw new Error(`${file} has ${stat.size} bytes, more than ${maxBytes}`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Identifies the state of a file. It changes if somebody writes to the file or replaces it. */
export type FileStamp = string;

export function stampOf({ size, ino, mtimeMs }: Stats): FileStamp {
  return `${ino} ${size} ${mtimeMs}`;
}
