/** Puts a file into another folder of the same disk. */
import { constants, copyFileSync, linkSync } from 'node:fs';

/**
 * File systems without hard links, or with too many to a file, get a copy. Throws if there is no
 * such file.
 */
export function linkOrCopy(from: string, to: string): 'linked' | 'copied' {
  try {
    linkSync(from, to);
    return 'linked';
  } catch {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    return 'copied';
  }
}
