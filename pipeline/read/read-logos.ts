/** The logos of providers and networks: their bytes, and whether a browser can be sent them. */
import { loadSharp } from '../../common/sharp.ts';
import { imageTypeOf } from '../../model/images.ts';
import { limits } from '../limits.ts';
import { pathOfNetworkLogo } from '../network-logos.ts';
import { type Logo, maxLogoBytes, sourcePaths } from '../sources.ts';
import { foreignImage } from './foreign-content.ts';
import { isWholeJpeg, isWholePng, isWholeWebp } from './inspect-raster.ts';
import type { SourceFolder } from './source-folder.ts';

/**
 * First bytes of the files of each raster type, and whether the whole file is there. Only a PNG has
 * check sums, which find a hole.
 */
const imageTypes: readonly {
  readonly type: string;
  readonly isThis: (start: string) => boolean;
  readonly isWhole: (bytes: Uint8Array) => boolean | Promise<boolean>;
}[] = [
  {
    type: 'image/png',
    isThis: (start) => start.startsWith('\x89PNG\r\n\x1a\n'),
    isWhole: isWholePng,
  },
  {
    type: 'image/jpeg',
    isThis: (start) => start.startsWith('\xff\xd8\xff'),
    isWhole: (bytes) => isWholeJpeg(bytes) && canBeDecoded(bytes),
  },
  {
    type: 'image/webp',
    isThis: (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8),
    isWhole: (bytes) => isWholeWebp(bytes) && canBeDecoded(bytes),
  },
];
const svgType = 'image/svg+xml';

interface LogoFiles {
  readonly providers: Iterable<string>;
  readonly networks: Iterable<string>;
}

/**
 * By path below the images of a snapshot. A logo that cannot be shown does not prevent the rest
 * from being published.
 */
export async function readLogos(
  folder: SourceFolder,
  { providers, networks }: LogoFiles,
): Promise<ReadonlyMap<string, Logo>> {
  const logos = new Map<string, Logo>();
  const read = async (name: string, place: string, file: string) => {
    const logo = await readLogo(folder, place, file);
    if (logo !== null) logos.set(name, logo);
  };
  for (const file of new Set(providers)) await read(file, sourcePaths.images, file);
  for (const file of networks) await read(pathOfNetworkLogo(file), sourcePaths.networkImages, file);
  return logos;
}

/** Logos of networks that the project brings: a check of its own sources inspects them. */
export function readProjectLogos(
  folder: SourceFolder,
  files: Iterable<string>,
): ReadonlyMap<string, Logo> {
  const logos = Array.from(files, (file) => {
    const bytes = folder.read(`${sourcePaths.networkImages}${file}`, limits.logoBytes);
    return bytes === null ? [] : [[pathOfNetworkLogo(file), { fault: null, bytes }] as const];
  });
  return new Map(logos.flat());
}

/** Null if the file was reported. */
async function readLogo(folder: SourceFolder, place: string, file: string): Promise<Logo | null> {
  const type = imageTypeOf(file);
  if (type === null) return { fault: 'name' };
  const bytes = folder.read(`${place}${file}`, limits.logoBytes);
  if (bytes === null) return null;
  if (bytes.length > maxLogoBytes) return { fault: 'size' };
  return judge(bytes, type);
}

async function judge(bytes: Uint8Array, type: string): Promise<Logo> {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const raster = imageTypes.find(({ isThis }) => isThis(start));
  if (raster !== undefined) {
    if (raster.type !== type) return { fault: 'kind', is: raster.type };
    return (await raster.isWhole(bytes)) ? { fault: null, bytes } : { fault: 'damaged' };
  }
  // The parser of XML is large, and many folders have no SVG.
  const drawing = (await import('./inspect-svg.ts')).inspectSvg(bytes);
  if (drawing === null) return describeOther(bytes);
  if (type !== svgType) return { fault: 'kind', is: svgType };
  if (drawing.held.length > 0) return { fault: 'active', held: drawing.held };
  return drawing.isWhole ? { fault: null, bytes } : { fault: 'damaged' };
}

/** What a broken copy leaves. Pixels seldom have as many zeros, so that few images are decoded. */
const hole = Buffer.alloc(16);

/**
 * Whether the build can decode an image with a hole: some holes are pixels. An image with too many
 * pixels is judged by the build, as is every one where sharp cannot be loaded.
 */
async function canBeDecoded(bytes: Uint8Array): Promise<boolean> {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(hole)) return true;
  const sharp = await loadSharp().catch(() => null);
  if (sharp === null) return true;
  try {
    const image = sharp(bytes, { limitInputPixels: false, failOn: 'error' });
    const { width, height } = await image.metadata();
    if (width * height <= limits.logoPixels) await image.resize(1, 1).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}

function describeOther(bytes: Uint8Array): Logo {
  const [is, fix] = foreignImage(bytes) ?? [];
  if (is === undefined || fix === undefined) return { fault: 'kind', is: null };
  return { fault: 'foreign', is, fix };
}
