/** Logos: which files are images that pages show. */

/** Media type by ending. */
const imageTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** No folders, no hidden files, nothing that an address or a manifest would have to spell in another way. */
const namePattern = new RegExp(`^\\w[\\w-]*(?:\\.[\\w-]+)*\\.(${Object.keys(imageTypes).join('|')})$`);

/** The media type that the name of a file promises; null where it is no name of an image. */
export function imageTypeOf(name: string): string | null {
  return imageTypes[namePattern.exec(name)?.[1] ?? ''] ?? null;
}
