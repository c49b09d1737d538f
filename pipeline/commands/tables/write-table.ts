/** Replaces a table of the sources. */
import { chmod, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The file is the old one or the new one at any time, and keeps its mode; a symbolic link stays
 * one.
 */
export async function writeTable(file: string, text: string): Promise<void> {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  const { mode } = await stat(file);
  try {
    await writeFile(temporary, text, { flag: 'wx', mode, flush: true });
    await chmod(temporary, mode);
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}
