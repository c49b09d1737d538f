/** Logos of networks: `ethereum.svg` is the logo of the network `ethereum`. */
import { imageTypeOf } from '../model/images.ts';
import { compareText } from './problem.ts';

/** States origin and licence of each image. */
const notice = 'NOTICE.md';

/** False for files that are not logos, such as NOTICE.md. */
export function isNetworkLogo(file: string): boolean {
  return file !== notice;
}

/** Key of the network that a file is named after; null if it has no name of an image. */
export function networkOfLogo(file: string): string | null {
  return imageTypeOf(file) === null ? null : file.slice(0, file.lastIndexOf('.'));
}

/** Path below the images of a snapshot. */
export function pathOfNetworkLogo(file: string): string {
  return `networks/${file}`;
}

/**
 * File names by network key. Of several files of a network the first by name counts; a check
 * reports the others.
 */
export function networkLogos(images: Iterable<string>): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const file of [...images].toSorted(compareText)) {
    const key = networkOfLogo(file);
    if (key !== null && !files.has(key)) files.set(key, file);
  }
  return files;
}
