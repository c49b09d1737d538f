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
const namePattern = new RegExp(`^\\w[\\w-]*(?:\\.[\\w-]+)*\\.(${[...imageTypes.keys()].join('|')})$`);

/** Media type by file name; null if it is not the name of an image. */
export function imageTypeOf(name: string): string | null {
  return imageTypes.get(namePattern.exec(name)?.[1] ?? '') ?? null;
}
