/** Reads files from untrusted folders. Devices, FIFOs and symbolic links are refused. */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import path from 'node:path';

/** Flags of open: fail for a symbolic link, and do not wait for the writer of a FIFO. */
export const regularFileFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Checks that a path below the folder is a regular file within the size limit, and that no part of it is a symbolic link. */
export async function isRegularFile(folder: string, name: string, maxBytes: number): Promise<boolean> {
  const parts = name.split('/');
  for (const [index] of parts.entries()) {
    const found = await lstat(path.join(folder, ...parts.slice(0, index + 1))).catch(() => null);
    const isLast = index === parts.length - 1;
    if (!isLast && found?.isDirectory() !== true) return false;
    if (isLast) return found?.isFile() === true && found.size <= maxBytes;
  }
  return false;
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
