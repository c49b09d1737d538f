/** Logos as read -> logos with their scaled images, from the cache where it has them. */
import path from 'node:path';
import { sha256, sha256Once } from '../../common/hash.ts';
import { inParallel } from '../../common/settle.ts';
import { imageTypeOf, scaledSizes } from '../../model/images.ts';
import type { Logo, ShownLogo } from '../sources.ts';
import type { ImageCache } from './image-cache.ts';
import { encoding, loadSharp, scaleImage } from './scale-image.ts';

/** An image of 25 megapixels takes up to 200 MB while it is decoded. */
const parallel = 2;
const sizes = Object.values(scaledSizes);

/** Same keys in the same order. An image that cannot be scaled has a fault. */
export async function scaleLogos(
  logos: ReadonlyMap<string, Logo>,
  cache: ImageCache,
): Promise<ReadonlyMap<string, Logo>> {
  const scaled = new Map(logos);
  await inParallel(parallel, logos, async ([name, logo]) => {
    if (logo.fault === null && isRaster(name)) scaled.set(name, await scaleLogo(logo, cache));
  });
  return scaled;
}

function isRaster(name: string): boolean {
  return imageTypeOf(path.basename(name)) !== 'image/svg+xml';
}

async function scaleLogo(logo: ShownLogo, cache: ImageCache): Promise<Logo> {
  const key = sha256(`${encoding} ${sha256Once(logo.bytes)}`);
  const entryOf = (size: number) => `${key}-${size}.webp`;
  const known = new Map<number, Uint8Array>();
  for (const size of sizes) {
    const bytes = await cache.read(entryOf(size));
    if (bytes !== null) known.set(size, bytes);
  }
  if (known.size === sizes.length) return { ...logo, scaled: known };
  const made = await scaleImage(await loadSharp(), logo.bytes);
  if (made.fault !== null) return made;
  for (const [size, bytes] of made.scaled) await cache.write(entryOf(size), bytes);
  return { ...logo, scaled: made.scaled };
}
