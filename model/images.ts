/** Logos: image files that pages show. */
import { type Manifest, snapshotPaths } from './manifest.ts';

/** Media type by extension. */
const imageTypes: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
]);

/** Excludes folders, hidden files and characters that need escaping in URLs or in the manifest. */
const namePattern = new RegExp(`^\\w[\\w-]*(?:\\.[\\w-]+)*\\.(${[...imageTypes.keys()].join('|')})$`);

/** Media type by file name; null if it is not the name of an image. */
export function imageTypeOf(name: string): string | null {
  return imageTypes.get(namePattern.exec(name)?.[1] ?? '') ?? null;
}

/** Longest sides of scaled logos, in pixels: twice the CSS pixels of the marks in lists (36) and in headings (56). */
export const scaledSizes = { list: 72, heading: 112 } as const;

/** File name of a scaled logo: `72/acme.png.webp`. Keeps the extension, because `acme.png` and `acme.jpg` are two logos. */
export function scaledName(name: string, size: number): string {
  return `${size}/${name}.webp`;
}

/** First digits of the hash of each image of a snapshot, by the name of its file. */
export function imageVersions({ files }: Pick<Manifest, 'files'>): ReadonlyMap<string, string> {
  const folder = snapshotPaths.image('');
  const images = files.filter((file) => file.path.startsWith(folder));
  return new Map(images.map((file) => [file.path.slice(folder.length), file.sha256.slice(0, 8)]));
}
