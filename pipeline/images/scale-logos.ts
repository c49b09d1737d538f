/** Logos as read -> logos with their scaled images, from the snapshot before or scaled anew. */
import path from 'node:path';
import { sha256Once } from '../../common/hash.ts';
import { readBounded } from '../../common/read-bounded.ts';
import { imageTypeOf, scaledName } from '../../model/images.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import { limits } from '../limits.ts';
import type { Published } from '../snapshot/new-files.ts';
import type { Logo } from '../sources.ts';
import { loadScaler, type ScaledImage, scaleImage, scaler } from './scale-image.ts';

type Logos = ReadonlyMap<string, Logo>;
type Images = ReadonlyMap<string, Uint8Array>;
type ScaledImages = ReadonlyMap<string, ScaledImage>;

/**
 * Larger images are scaled one after the other, because one of 25 megapixels takes up to 200 MB
 * while it is decoded.
 */
const smallPixels = 1_000_000;

/**
 * Returns when all work has begun, which threads of libuv do while the main thread resolves and
 * checks. `scaled` has the same keys in the same order. An image that cannot be scaled has a fault.
 * `previous`: a snapshot with logos, of any scaler.
 */
export async function beginScaling(
  logos: Logos,
  previous: Published | null,
): Promise<{ readonly scaled: Promise<Logos> }> {
  const rasters = new Map(
    Array.from(logos).flatMap(([name, logo]) =>
      logo.fault === null && isRaster(name) ? [[name, logo.bytes]] : [],
    ),
  );
  const kept: ScaledImages =
    previous?.manifest.source.scaler === scaler ? await readScaled(rasters, previous) : new Map();
  const { made } = await beginImages(new Map([...rasters].filter(([name]) => !kept.has(name))));
  const scaled = made.then(
    (images) =>
      new Map(
        Array.from(logos, ([name, logo]) => [
          name,
          addImage(logo, kept.get(name) ?? images.get(name)),
        ]),
      ),
  );
  return { scaled };
}

function isRaster(name: string): boolean {
  return imageTypeOf(path.basename(name)) !== 'image/svg+xml';
}

function addImage(logo: Logo, image: ScaledImage | undefined): Logo {
  if (logo.fault !== null || image === undefined) return logo;
  return image.fault === null ? { ...logo, scaled: image.bytes } : image;
}

/** Scaled images of the originals that a snapshot has too. Damaged files are left out. */
async function readScaled(
  originals: Images,
  { folder, manifest }: Published,
): Promise<ScaledImages> {
  const files = new Map(manifest.files.map((file) => [file.path, file]));
  const found = new Map<string, ScaledImage>();
  const read = async ([name, original]: readonly [string, Uint8Array]) => {
    const file = files.get(snapshotPaths.image(scaledName(name)));
    if (file === undefined || files.get(snapshotPaths.image(name))?.sha256 !== sha256Once(original))
      return;
    const bytes = await readBounded(path.join(folder, file.path), file.bytes).catch(() => null);
    if (bytes !== null && sha256Once(bytes) === file.sha256)
      found.set(name, { fault: null, bytes });
  };
  await Promise.all(Array.from(originals, read));
  return found;
}

async function beginImages(originals: Images): Promise<{ readonly made: Promise<ScaledImages> }> {
  if (originals.size === 0) return { made: Promise.resolve(new Map()) };
  const sharp = await loadScaler();
  const small = Promise.all(
    Array.from(
      originals,
      async ([name, bytes]) => [name, bytes, await scaleImage(sharp, bytes, smallPixels)] as const,
    ),
  );
  const scaleLarge = async (images: Awaited<typeof small>) => {
    const made = new Map<string, ScaledImage>();
    for (const [name, bytes, image] of images)
      made.set(
        name,
        image.fault === 'pixels' ? await scaleImage(sharp, bytes, limits.logoPixels) : image,
      );
    return made;
  };
  return { made: small.then(scaleLarge) };
}
