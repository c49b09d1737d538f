/** Follows every link of a site to itself: from pages, headers, JSON, sitemaps, texts and style sheets. */
import { exampleRequests, parseDocument } from './interface-documents.ts';
import type { Answer } from './service-get.ts';
import { unescapeHtml } from './service-html.ts';

export interface Site {
  /** Absolute addresses. */
  readonly starts: readonly string[];
  readonly isInternal: (url: URL) => boolean;
  readonly get: (url: URL) => Promise<Answer>;
}

export interface Visit {
  readonly status: number;
  /** Where the address was found first; null for a start. */
  readonly from: string | null;
}

/** A panel of filters leads to endless combinations: of each set of parameters of a page this many are asked for. */
const perShape = 1;
const maxVisits = 3000;

/** Every internal address that was asked for. */
export async function crawl({ starts, isInternal, get }: Site): Promise<Map<string, Visit>> {
  const visits = new Map<string, Visit>();
  const shapes = new Map<string, number>();
  const queue: { readonly address: string; readonly from: string | null }[] = starts.map((address) => ({
    address,
    from: null,
  }));
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const url = new URL(next.address);
    url.hash = '';
    if (visits.has(url.href) || !isInternal(url) || !isWanted(url, shapes)) continue;
    if (visits.size >= maxVisits) throw new Error(`more than ${maxVisits} addresses`);
    const answer = await get(url);
    const type = answer.headers['content-type']?.split(';')[0] ?? '';
    visits.set(url.href, { status: answer.status, from: next.from });
    for (const address of linksOf(url, type, answer)) queue.push({ address, from: url.href });
  }
  return visits;
}

function isWanted(url: URL, shapes: Map<string, number>): boolean {
  const names = [...new Set(url.searchParams.keys())].filter((name) => name !== 'page');
  if (names.length === 0) return true;
  const shape = `${url.host}${url.pathname} ${names.toSorted().join(' ')}`;
  const seen = shapes.get(shape) ?? 0;
  shapes.set(shape, seen + 1);
  return seen < perShape;
}

/** Absolute addresses of everything that the answer links to. */
function linksOf(url: URL, type: string, { headers, text }: Answer): string[] {
  const header = Array.from(String(headers.link ?? '').matchAll(/<([^>]*)>/g), ([, target = '']) => target);
  const found = [...header, ...(readers[type]?.(text) ?? [])];
  const absolute = found
    .filter((target) => !/^(#|data:|mailto:)/.test(target))
    .map((target) => new URL(target, url).href);
  return absolute.filter((target) => /^https?:/.test(target));
}

const readers: Readonly<Record<string, (text: string) => string[]>> = {
  'text/html': (html) =>
    Array.from(html.matchAll(/\s(?:href|src)="([^"]*)"/g), ([, target = '']) => unescapeHtml(target)),
  'text/css': (css) => Array.from(css.matchAll(/url\(["']?([^"')]+)/g), ([, target = '']) => target),
  'text/plain': plainAddresses,
  'application/xml': (xml) =>
    Array.from(xml.matchAll(/<loc>([^<]*)<\/loc>/g), ([, target = '']) => unescapeHtml(target)),
  'application/json': jsonAddresses,
  'application/linkset+json': jsonAddresses,
};

function plainAddresses(text: string): string[] {
  return text.match(/https?:\/\/[^\s)>\]"'`,]+/g) ?? [];
}

/** Whole strings that are addresses, and paths under keys that hold addresses; of an OpenAPI document its examples. */
function jsonAddresses(text: string): string[] {
  const json: unknown = JSON.parse(text);
  const found: string[] = [];
  walk(json, (key, value) => {
    if (URL.canParse(value) || (['url', 'href', 'icon'].includes(key) && value.startsWith('/'))) found.push(value);
  });
  const isDocument = typeof json === 'object' && json !== null && 'openapi' in json;
  return isDocument ? [...found, ...documentAddresses(json)] : found;
}

function documentAddresses(json: object): string[] {
  const { servers, paths } = parseDocument(json);
  const requests = Object.entries(paths).flatMap(([path, item]) => exampleRequests(path, item.get));
  return servers.flatMap(({ url }) => requests.map((request) => `${url}${request}`));
}

function walk(value: unknown, visit: (key: string, text: string) => void, key = ''): void {
  if (typeof value === 'string') visit(key, value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) walk(item, visit, Array.isArray(value) ? key : name);
}
