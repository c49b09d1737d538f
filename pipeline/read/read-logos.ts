/** The logos of providers and networks: their bytes, and whether a browser can be sent them. */
import { imageTypeOf } from '../../model/images.ts';
import { limits } from '../limits.ts';
import { pathOfNetworkLogo } from '../network-logos.ts';
import { type Logo, maxLogoBytes, sourcePaths } from '../sources.ts';
import type { SourceFolder } from './source-folder.ts';

/** How the files of each type begin. */
const imageTypes: readonly { readonly type: string; readonly isThis: (start: string) => boolean }[] = [
  { type: 'image/png', isThis: (start) => start.startsWith('\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', isThis: (start) => start.startsWith('\xff\xd8\xff') },
  { type: 'image/webp', isThis: (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8) },
  { type: 'image/svg+xml', isThis: isSvg },
];
/** Comments may precede the root element of an SVG file. */
const lookedAt = 4096;
const byteOrderMark = '\xef\xbb\xbf';

/** By path below the images of a snapshot. A logo that cannot be shown does not prevent the rest from being published. */
export function readLogos(
  folder: SourceFolder,
  { providers, networks }: { readonly providers: Iterable<string>; readonly networks: Iterable<string> },
): ReadonlyMap<string, Logo> {
  const logos = new Map<string, Logo>();
  const read = (name: string, place: string, file: string) => {
    const logo = readLogo(folder, place, file);
    if (logo !== null) logos.set(name, logo);
  };
  for (const file of new Set(providers)) read(file, sourcePaths.images, file);
  for (const file of networks) read(pathOfNetworkLogo(file), sourcePaths.networkImages, file);
  return logos;
}

/** Null if the file was reported. */
function readLogo(folder: SourceFolder, place: string, file: string): Logo | null {
  const type = imageTypeOf(file);
  if (type === null) return { fault: 'name' };
  const bytes = folder.read(`${place}${file}`, limits.logoBytes);
  if (bytes === null) return null;
  if (bytes.length > maxLogoBytes) return { fault: 'size' };
  const found = typeOf(bytes);
  return found === type ? { fault: null, bytes } : { fault: 'kind', is: found, bytes };
}

/** The type that the bytes have, whatever the name says. */
function typeOf(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, lookedAt)).toString('latin1');
  return imageTypes.find(({ isThis }) => isThis(start))?.type ?? null;
}

/** What may precede the root element of an SVG file: its begin and its end. */
const prologue = [
  ['<?xml', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE svg', '>'],
] as const;

/** One pass without backtracking, because a regular expression took exponential time for a row of comments. */
function isSvg(start: string): boolean {
  let at = start.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  for (;;) {
    while (/\s/.test(start[at] ?? '')) at++;
    const part = prologue.find(([begin]) => start.startsWith(begin, at));
    if (part === undefined) return /^<svg[\s>]/.test(start.slice(at, at + 5));
    const end = start.indexOf(part[1], at + part[0].length);
    if (end === -1) return false;
    at = end + part[1].length;
  }
}
