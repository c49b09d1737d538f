/** Parts of an SVG that run, or load something: a browser may be sent none of them. */
import { Parser } from 'htmlparser2';

const activeElement = /^(?:script|handler|listener|iframe|object|embed|audio|video)$/;
/** Parts of the file itself, and raster images in it. */
const inside = /^(?:$|#|data:image\/(?!svg))/i;
const scriptAddress = /(?:^|;)(?:javascript|vbscript):/i;
/** Escapes hide words of CSS. */
const loading = /@import|image-set|\\|url\(["']?(?!["']?(?:#|data:))/i;
const xhtml = 'http://www.w3.org/1999/xhtml';
/** Elements in elements. Each element is looked for among those that are open. */
const maxDepth = 256;

/** What git leaves of two versions. */
const conflict = /^(?:<{7}|>{7}) /m;

export interface InspectedSvg {
  /** Names of the parts that run or load something. */
  readonly held: readonly string[];
  /** Whether all elements are closed, and nothing follows them. */
  readonly isWhole: boolean;
}

/** Null if the file is no SVG: it begins with another element, or with a text. */
export function inspectSvg(bytes: Uint8Array): InspectedSvg | null {
  const text = new TextDecoder().decode(bytes).trimStart();
  if (!text.startsWith('<')) return null;
  const found = new Set<string>();
  const open: string[] = [];
  let first: string | null = null;
  let style = '';
  let isWhole = text.trimEnd().endsWith('>') && !text.includes('\0') && !conflict.test(text);
  const handlers = {
    onprocessinginstruction(name: string, data: string) {
      if (/^!doctype$/i.test(name)) first ??= /^!doctype\s+svg\b/i.test(data) ? null : data;
      else if (name !== '?xml') found.add(`<${name}>`);
      if (data.includes('[')) found.add('a document type with entities');
      if (/encoding=["'](?!utf-8|us-ascii|iso-8859-1)/i.test(data))
        found.add('an encoding other than UTF-8');
    },
    onopentag(name: string, attributes: Readonly<Record<string, string>>) {
      first ??= name;
      const element = localName(name);
      if (activeElement.test(element)) found.add(`<${name}>`);
      if (open.includes('foreignobject') && !name.includes(':'))
        found.add('HTML in <foreignObject>');
      if (open.push(element) > maxDepth) {
        found.add(`more than ${maxDepth} elements inside each other`);
        parser.pause();
      }
      for (const [key, value] of Object.entries(attributes))
        if (isActive(key, value)) found.add(`the attribute ${key}`);
    },
    onclosetag(_name: string, isImplied: boolean) {
      open.pop();
      // Also said of an element that closes itself.
      if (isImplied && text.charAt(parser.endIndex - 1) !== '/') isWhole = false;
    },
    ontext(part: string) {
      if (open.length === 0 && first === 'svg' && part.trim() !== '') isWhole = false;
      if (part.trim() !== '' && found.size === 0) first ??= part;
      if (open.at(-1) === 'style') style += part;
    },
  };
  const parser = new Parser(handlers, { xmlMode: true });
  parser.write(text);
  isWhole &&= open.length === 0;
  parser.end();
  if (loading.test(style.replace(/\s+/g, ''))) found.add('a style that loads something');
  return first === 'svg' ? { held: [...found], isWhole } : null;
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
