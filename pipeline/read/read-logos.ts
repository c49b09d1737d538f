/** The logos of providers and networks: their bytes, and whether a browser can be sent them. */
import { imageTypeOf } from '../../model/images.ts';
import { limits } from '../limits.ts';
import { pathOfNetworkLogo } from '../network-logos.ts';
import { type Logo, maxLogoBytes, sourcePaths } from '../sources.ts';
import type { SourceFolder } from './source-folder.ts';

/** First bytes of the files of each raster type. */
const imageTypes: readonly {
  readonly type: string;
  readonly isThis: (start: string) => boolean;
}[] = [
  { type: 'image/png', isThis: (start) => start.startsWith('\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', isThis: (start) => start.startsWith('\xff\xd8\xff') },
  {
    type: 'image/webp',
    isThis: (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8),
  },
];
const svgType = 'image/svg+xml';

/**
 * By path below the images of a snapshot. A logo that cannot be shown does not prevent the rest
 * from being published.
 */
export async function readLogos(
  folder: SourceFolder,
  {
    providers,
    networks,
  }: { readonly providers: Iterable<string>; readonly networks: Iterable<string> },
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

/** Null if the file was reported. */
async function readLogo(folder: SourceFolder, place: string, file: string): Promise<Logo | null> {
  const type = imageTypeOf(file);
  if (type === null) return { fault: 'name' };
  const bytes = folder.read(`${place}${file}`, limits.logoBytes);
  if (bytes === null) return null;
  if (bytes.length > maxLogoBytes) return { fault: 'size' };
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const raster = imageTypes.find(({ isThis }) => isThis(start))?.type ?? null;
  // The parser of XML is large, and many folders have no SVG.
  const held = raster === null ? (await import('./inspect-svg.ts')).inspectSvg(bytes) : null;
  const found = held === null ? raster : svgType;
  if (found !== type) return { fault: 'kind', is: found, bytes };
  return held === null || held.length === 0 ? { fault: null, bytes } : { fault: 'active', held };
}
