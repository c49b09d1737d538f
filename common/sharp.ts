/** The image library, loaded on first use. The only file that imports sharp. */

export type Library = typeof import('sharp')['default'];

/** Kinds that sources may contain. libvips reads more, such as SVG, PDF and TIFF. */
const loaders = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'];

let isRestricted = false;

/** Rejects if the platform has no binary. */
export async function loadSharp(): Promise<Library> {
  const { default: sharp } = await import('sharp');
  if (!isRestricted) restrict(sharp);
  return sharp;
}

/**
 * Settings of libvips, which are global. Set once, because images cannot be decoded while their
 * loaders are blocked.
 */
function restrict(sharp: Library): void {
  isRestricted = true;
  // Images are decoded once, one thread each, so that memory stays bounded.
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
}
