/** The logos that providers name: their bytes, and whether a browser can be sent them. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { imageTypeOf } from '../../model/images.ts';
import { type Logo, maxLogoBytes, sourcePaths } from '../sources.ts';

/** Begins as images of the type do. */
const signs: readonly { readonly type: string; readonly begins: RegExp }[] = [
  { type: 'image/png', begins: /^\x89PNG\r\n\x1a\n/ },
  { type: 'image/jpeg', begins: /^\xff\xd8\xff/ },
  { type: 'image/webp', begins: /^RIFF.{4}WEBP/s },
  {
    type: 'image/svg+xml',
    begins: /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/s,
  },
];
/** An SVG file may begin with comments. */
const lookedAt = 4096;

/** By file name. One that cannot be read is a logo with a fault: it keeps no facts from being published. */
export async function readLogos(folder: string, names: Iterable<string>): Promise<ReadonlyMap<string, Logo>> {
  const read = async (name: string) => [name, await readLogo(folder, name)] as const;
  return new Map(await Promise.all([...new Set(names)].map(read)));
}

async function readLogo(folder: string, name: string): Promise<Logo> {
  const type = imageTypeOf(name);
  if (type === null) return { fault: 'name' };
  const file = path.join(folder, sourcePaths.images, name);
  try {
    const found = await stat(file);
    if (!found.isFile()) return { fault: 'unreadable' };
    if (found.size > maxLogoBytes) return { fault: 'size' };
    const bytes = await readFile(file);
    return typeOf(bytes) === type ? { fault: null, bytes } : { fault: 'kind', is: typeOf(bytes), bytes };
  } catch {
    return { fault: 'unreadable' };
  }
}

/** Media type by content, not by name. */
function typeOf(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, lookedAt);
  return signs.find(({ begins }) => begins.test(start))?.type ?? null;
}
