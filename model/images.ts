/** Logos: image files that pages show. */
/** Media type by extension. */
const imageTypes: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
]);

/** Excludes folders, hidden files and characters that need escaping in URLs or in the manifest. */
const namePattern = new RegExp(
  `^\\w[\\w-]*(?:\\.[\\w-]+)*\\.(${[...imageTypes.keys()].join('|')})$`,
);

/** Media type by file name; null if it is not the name of an image. */
export function imageTypeOf(name: string): string | null {
  return imageTypes.get(namePattern.exec(name)?.[1] ?? '') ?? null;
}

/**
 * Longest side of scaled logos, in pixels: marks in lists have 36 CSS pixels, those in headings 56.
 */
export const scaledSize = 96;

/**
 * File name of a scaled logo: `96/acme.png.webp`. Keeps the extension, because `acme.png` and
 * `acme.jpg` are two logos.
 */
export function scaledName(name: string): string {
  return `${scaledSize}/${name}.webp`;
}
