/** Raster images -> WebP images of the sizes that pages show. The only file that imports sharp. */
import type { Sharp } from 'sharp';
import { scaledSizes } from '../../model/images.ts';
import { PipelineError } from '../errors.ts';
import { limits } from '../limits.ts';

/** Version of sharp in package.json. */
export const sharpVersion = '0.35.5';

/** Effort 2 takes two thirds of the time of the default, 4, and 7 % more bytes. */
const webp = { effort: 2 };

/** Part of the cache key, because another version or setting may give other bytes. */
export const encoding = `sharp ${sharpVersion} ${JSON.stringify(webp)}`;

type Library = typeof import('sharp')['default'];

/** Kinds that sources may contain. libvips reads more, such as SVG, PDF and TIFF. */
const loaders = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'];

/** Result of scaling: the images by size, or why there are none. */
export type ScaledImage =
  | { readonly fault: null; readonly scaled: ReadonlyMap<number, Uint8Array> }
  | { readonly fault: 'pixels'; readonly width: number; readonly height: number }
  | { readonly fault: 'damaged' };

/** Loads sharp on first use, because most builds find all images in the cache. Throws if the platform has no binary. */
export async function loadSharp(): Promise<Library> {
  const { default: sharp } = await import('sharp').catch((cause: unknown) => {
    const advice = 'install the optional packages too: npm ci --include=optional';
    throw new PipelineError('no-sharp', `logos cannot be scaled, because sharp cannot be loaded; ${advice}`, { cause });
  });
  if (!isRestricted) restrict(sharp);
  return sharp;
}

let isRestricted = false;

/** Settings of libvips, which are global. Set once, because images cannot be decoded while their loaders are blocked. */
function restrict(sharp: Library): void {
  isRestricted = true;
  // Images are decoded once, one thread each, so that memory stays bounded.
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
}

/**
 * Scales an untrusted image. Only the head is read before its size is known, so that a small file of many pixels costs
 * nothing. Images are not enlarged.
 */
export async function scaleImage(sharp: Library, bytes: Uint8Array): Promise<ScaledImage> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > limits.logoPixels) return { fault: 'pixels', width, height };
    const decoded = sharp(bytes, { limitInputPixels: limits.logoPixels, failOn: 'error' }).autoOrient();
    const { data, info } = await shrink(decoded, Math.max(...Object.values(scaledSizes)))
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width: columns, height: rows, channels } = info;
    const scaled = new Map<number, Uint8Array>();
    for (const size of Object.values(scaledSizes)) {
      const image = sharp(data, { raw: { width: columns, height: rows, channels } });
      scaled.set(size, await shrink(image, size).webp(webp).toBuffer());
    }
    return { fault: null, scaled };
  } catch {
    return { fault: 'damaged' };
  }
}

function shrink(image: Sharp, size: number): Sharp {
  return image.resize(size, size, { fit: 'inside', withoutEnlargement: true });
}
