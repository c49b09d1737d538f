/** The logos of providers and networks: their bytes, and whether a browser can be sent them. */
import { Parser } from 'htmlparser2';
import { imageTypeOf } from '../../model/images.ts';
import { limits } from '../limits.ts';
import { pathOfNetworkLogo } from '../network-logos.ts';
import { type Logo, maxLogoBytes, sourcePaths } from '../sources.ts';
import type { SourceFolder } from './source-folder.ts';

/** First bytes of the files of each raster type. */
const imageTypes: readonly { readonly type: string; readonly isThis: (start: string) => boolean }[] = [
  { type: 'image/png', isThis: (start) => start.startsWith('\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', isThis: (start) => start.startsWith('\xff\xd8\xff') },
  { type: 'image/webp', isThis: (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8) },
];
const svgType = 'image/svg+xml';

/** By path below the images of a snapshot. A logo that cannot be shown does not prevent the rest from being published. */
export function readLogos(
  folder: SourceFolder,
  { providers, networks }: { readonly providers: Iterable<string>; readonly networks: Iterable<string> },
): ReadonlyMap<string, Logo> {
  const logos = new Map<string, Logo>();
  const read = (name: string, place: string, file: string) => {
    const logo = readLogo(folder, place, file);
    if (logo !== null) logos.set(name, logo);
  };
  for (const file of new Set(providers)) read(file, sourcePaths.images, file);
  for (const file of networks) read(pathOfNetworkLogo(file), sourcePaths.networkImages, file);
  return logos;
}

/** Null if the file was reported. */
function readLogo(folder: SourceFolder, place: string, file: string): Logo | null {
  const type = imageTypeOf(file);
  if (type === null) return { fault: 'name' };
  const bytes = folder.read(`${place}${file}`, limits.logoBytes);
  if (bytes === null) return null;
  if (bytes.length > maxLogoBytes) return { fault: 'size' };
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const raster = imageTypes.find(({ isThis }) => isThis(start))?.type ?? null;
  const held = raster === null ? inspectSvg(bytes) : null;
  const found = held === null ? raster : svgType;
  if (found !== type) return { fault: 'kind', is: found, bytes };
  return held === null || held.length === 0 ? { fault: null, bytes } : { fault: 'active', held };
}

const activeElement = /^(?:script|handler|listener|iframe|object|embed|audio|video)$/;
/** Parts of the file itself, and raster images in it. */
const inside = /^(?:$|#|data:image\/(?!svg))/i;
const scriptAddress = /(?:^|;)(?:javascript|vbscript):/i;
/** Escapes hide words of CSS. */
const loading = /@import|image-set|\\|url\(["']?(?!["']?(?:#|data:))/i;
const xhtml = 'http://www.w3.org/1999/xhtml';

/** Null if the bytes are no SVG: if another element or a text comes first. */
function inspectSvg(bytes: Uint8Array): readonly string[] | null {
  const text = new TextDecoder().decode(bytes).trimStart();
  if (!text.startsWith('<')) return null;
  const found = new Set<string>();
  const open: string[] = [];
  let first: string | null = null;
  let style = '';
  const handlers = {
    onprocessinginstruction(name: string, data: string) {
      if (/^!doctype$/i.test(name)) first ??= /^!doctype\s+svg\b/i.test(data) ? null : data;
      else if (name !== '?xml') found.add(`<${name}>`);
      if (data.includes('[')) found.add('a document type with entities');
      if (/encoding=["'](?!utf-8|us-ascii|iso-8859-1)/i.test(data)) found.add('an encoding other than UTF-8');
    },
    onopentag(name: string, attributes: Readonly<Record<string, string>>) {
      first ??= name;
      const element = localName(name);
      if (activeElement.test(element)) found.add(`<${name}>`);
      if (open.includes('foreignobject') && !name.includes(':')) found.add('HTML in <foreignObject>');
      open.push(element);
      for (const [key, value] of Object.entries(attributes))
        if (isActive(key, value)) found.add(`the attribute ${key}`);
    },
    onclosetag: () => open.pop(),
    ontext(part: string) {
      if (part.trim() !== '' && found.size === 0) first ??= part;
      if (open.at(-1) === 'style') style += part;
    },
  };
  new Parser(handlers, { xmlMode: true }).end(text);
  if (loading.test(style.replace(/\s+/g, ''))) found.add('a style that loads something');
  return first === 'svg' ? [...found] : null;
}

function isActive(key: string, written: string): boolean {
  const value = written.replace(/[\s\p{Cc}]+/gu, '');
  const name = localName(key);
  if (/^on/i.test(key) || scriptAddress.test(value) || value === xhtml) return true;
  if (name === 'attributename') return /^on|href$/i.test(value);
  return /^(?:href|src|base)$/.test(name) ? !inside.test(value) : loading.test(value);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
