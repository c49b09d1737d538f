/** Raster images -> WebP images of the size that pages show. */
import { sha256 } from '../../common/hash.ts';
import { type Library, loadSharp } from '../../common/sharp.ts';
import { dependencies } from '../../common/version.ts';
import { scaledSize } from '../../model/images.ts';
import { PipelineError } from '../errors.ts';

/**
 * The filter of Mitchell takes less time than the default, Lanczos, and its softer edges take a
 * fifth less bytes.
 */
const resize = { fit: 'inside', withoutEnlargement: true, kernel: 'mitchell' } as const;

/** Effort 1 takes two thirds of the time of the default, 4, and a tenth more bytes. */
const webp = { effort: 1 };

/** Version of what scales. Images of another one are made again. */
export const scaler = sha256(JSON.stringify([dependencies.sharp, scaledSize, resize, webp])).slice(
  0,
  8,
);

/** Result of scaling: the image, or why there is none. */
export type ScaledImage =
  | { readonly fault: null; readonly bytes: Uint8Array }
  | { readonly fault: 'pixels'; readonly width: number; readonly height: number }
  | { readonly fault: 'damaged' };

/** Most builds have all images, and do not load it. Throws if the platform has no binary. */
export function loadScaler(): Promise<Library> {
  return loadSharp().catch((cause: unknown) => {
    const advice = 'install the optional packages too: npm ci --include=optional';
    throw new PipelineError(
      'no-sharp',
      `logos cannot be scaled, because sharp cannot be loaded; ${advice}`,
      { cause },
    );
  });
}

/**
 * Scales an untrusted image. Only the head of an image with more pixels is read. Images are not
 * enlarged.
 */
export async function scaleImage(
  sharp: Library,
  original: Uint8Array,
  maxPixels: number,
  size = scaledSize,
): Promise<ScaledImage> {
  try {
    const image = sharp(original, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient();
    const bytes = await image
      .resize(size, size, resize)
      .toColourspace('srgb')
      .webp(webp)
      .toBuffer();
    return { fault: null, bytes };
  } catch {
    return describeFault(sharp, original, maxPixels);
  }
}

async function describeFault(
  sharp: Library,
  original: Uint8Array,
  maxPixels: number,
): Promise<ScaledImage> {
  try {
    const { width, height } = await sharp(original, { limitInputPixels: false }).metadata();
    return width * height > maxPixels ? { fault: 'pixels', width, height } : { fault: 'damaged' };
  } catch {
    return { fault: 'damaged' };
  }
}
