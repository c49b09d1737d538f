/** Parses a request once: host, network, path, route (from the tables of the site and of a network's toolbox), the parameters that count, and what the client accepts. */
import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';
import { badParameter, HttpError, maxValues } from '../errors.ts';
import type { Place, Urls } from '../urls.ts';
import { normalizeHost } from '../urls.ts';
import type { Encoding, ParsedRequest, Route } from './context.ts';

/** 20 filters fit in 8,000 characters, and proxies accept that length. */
const maxUrlLength = 8000;
export const allowedMethods = 'GET, HEAD, OPTIONS';

export interface Addresses {
  readonly urls: Pick<Urls, 'placeOf'>;
  readonly routes: Pick<RouteTables, 'find'>;
}

export function parseRequest(request: IncomingMessage, { urls, routes }: Addresses): ParsedRequest {
  const isHost = normalizeTarget(request);
  const { url = '', headers } = request;
  const [written, search] = splitTarget(url);
  const place = isHost ? urls.placeOf(headers.host ?? '', written) : { network: null, path: written };
  const found = isHost ? routes.find(place) : undefined;
  const route = found?.route;
  return {
    network: place.network,
    path: place.path,
    query: canonicalQuery(search, route?.parameters),
    route,
    routeName: found?.name ?? 'other',
    encoding: chooseEncoding(request),
    prefersMarkdown: prefersMarkdown(request),
    refusal: isHost ? refusalOf(request, search, route?.anyMethod) : badHost(),
  };
}

/** An absolute request target (RFC 9112, 3.2.2), whose host replaces the header. */
const absoluteTarget = /^https?:\/\/([^/?#]*)/i;

/**
 * Normalizes the host and the URL of a request in place. Returns false if the host is malformed, missing or repeated.
 * Only HTTP/1.0 may leave it out.
 */
function normalizeTarget(request: IncomingMessage): boolean {
  const { headers, rawHeaders, url = '' } = request;
  const [target = '', authority] = url.startsWith('/') ? [] : (absoluteTarget.exec(url) ?? []);
  if (authority !== undefined) {
    headers.host = authority;
    const rest = url.slice(target.length);
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
  }
  if (headers.host === undefined) return request.httpVersionMinor === 0;
  const host = normalizeHost(headers.host);
  if (host !== null) headers.host = host;
  return host !== null && !isRepeated(rawHeaders);
}

/** node keeps the first of two Host headers, and a proxy in front may have used the other one. */
function isRepeated(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count > 1;
}

function badHost(): HttpError {
  return new HttpError(400, 'bad-host', 'the Host header is not one host name');
}

/** Error for a long URL, a method that changes something, or a parameter that is repeated too often; otherwise null. */
function refusalOf({ url = '', method = '' }: IncomingMessage, search: string, anyMethod = false): HttpError | null {
  if (url.length > maxUrlLength)
    return new HttpError(414, 'uri-too-long', `the address is longer than ${maxUrlLength} characters`);
  if (method === 'OPTIONS' || anyMethod) return null;
  if (method === 'GET' || method === 'HEAD') return findRepeated(search);
  const message = `the method ${method} is not allowed: the directory is read-only`;
  return new HttpError(405, 'method-not-allowed', message, { headers: { Allow: allowedMethods } });
}

/** Error for a query parameter that is given too often; null if there is none. */
function findRepeated(queryString: string): HttpError | null {
  // Each takes two characters, such as `a&`. Shorter queries need no parsing.
  if (queryString.length <= 2 * maxValues) return null;
  const counts = new Map<string, number>();
  for (const name of new URLSearchParams(queryString).keys()) {
    const count = (counts.get(name) ?? 0) + 1;
    if (count > maxValues) return badParameter(name, `the parameter "${name}" is given more than ${maxValues} times`);
    counts.set(name, count);
  }
  return null;
}

/** Path and query. Clients send no fragment; if one does, it counts for nothing. */
function splitTarget(url: string): [path: string, query: string] {
  const hash = url.indexOf('#');
  const target = hash < 0 ? url : url.slice(0, hash);
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}

/** Length of a header that is a list: a longer one is no program's, and sorting it takes milliseconds. */
const maxListLength = 1000;

/** Browsers accept brotli and gzip with the same weight, so the smaller one is chosen here. */
function chooseEncoding(request: IncomingMessage): Encoding {
  const header = request.headers['accept-encoding'] ?? '';
  if (header === '' || header.length > maxListLength) return 'identity';
  if (!/[;*]/.test(header)) return chooseUnweighted(header.toLowerCase());
  const accept = accepts(request);
  return (['br', 'gzip'] as const).find((encoding) => accept.encodings(encoding) === encoding) ?? 'identity';
}

/** Without weights every name of the list is accepted, as browsers send it. */
function chooseUnweighted(list: string): Encoding {
  if (/(?:^|[ ,])br(?:[ ,]|$)/.test(list)) return 'br';
  return /(?:^|[ ,])gzip(?:[ ,]|$)/.test(list) ? 'gzip' : 'identity';
}

const types = ['text/html', 'text/markdown'];

/** Whether the Accept header names Markdown and prefers it to HTML. Wildcards stand for HTML, as browsers send them. */
function prefersMarkdown(request: IncomingMessage): boolean {
  const { accept = '' } = request.headers;
  if (accept.length > maxListLength || !/text\/markdown/i.test(accept)) return false;
  return accepts(request).type(types) === 'text/markdown';
}

/** Names of tracking parameters begin with these. */
const tracking = /^(?:utm_|_)/;

/**
 * Without tracking parameters, so that links with different ones share a cache entry, and without parameters that the route ignores.
 * The handler sees only what is kept. All are kept if `names` is undefined. A name with a dot at its end is a prefix.
 */
export function canonicalQuery(query: string, names: readonly string[] | undefined): string {
  if (query === '' || query.length > maxUrlLength || (names === undefined && !/(?:^|&)(?:utm_|_)/.test(query)))
    return query;
  const isKnown = (name: string) =>
    names?.some((known) => (known.endsWith('.') ? name.startsWith(known) : name === known)) ?? true;
  const kept = query.split('&').filter((parameter) => {
    const [name = ''] = parameter.split('=', 1);
    return !tracking.test(name) && isKnown(name);
  });
  return kept.join('&');
}

export interface NamedRoute {
  readonly route: Route;
  /** Path of the route for log and metrics. */
  readonly name: string;
}

interface Pattern extends NamedRoute {
  readonly pattern: RegExp;
}

/** Paths without parameters come first, then the first pattern that matches. Paths are compared as they are written: case and trailing slash count. */
export class RouteTable {
  readonly #exact = new Map<string, NamedRoute>();
  /** By the beginning of the path up to the parameter's segment. */
  readonly #patterns = new Map<string, Pattern[]>();

  /** `base` distinguishes the names of two tables. */
  constructor(routes: readonly Route[], base = '') {
    for (const route of routes) {
      const named = { route, name: `${base}${route.path}` };
      if (/[{*]/.test(route.path)) this.#addPattern({ ...named, pattern: toPattern(route.path) });
      else this.#exact.set(route.path, named);
    }
  }

  #addPattern(entry: Pattern): void {
    const { path } = entry.route;
    const folder = path.slice(0, path.slice(0, path.search(/[{*]/)).lastIndexOf('/') + 1);
    this.#patterns.set(folder, [...(this.#patterns.get(folder) ?? []), entry]);
  }

  find(path: string): NamedRoute | undefined {
    const exact = this.#exact.get(path);
    if (exact !== undefined) return exact;
    for (const [folder, entries] of this.#patterns) {
      const found = path.startsWith(folder) ? entries.find(({ pattern }) => pattern.test(path)) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Routes of the site and of a network's toolbox. With `onlyNetwork` the site has what the toolbox lacks. */
export class RouteTables {
  readonly #site: RouteTable;
  readonly #toolbox: RouteTable;
  readonly #onlyNetwork: boolean;

  constructor(tables: { site: readonly Route[]; toolbox: readonly Route[]; onlyNetwork: boolean }) {
    this.#site = new RouteTable(tables.site);
    this.#toolbox = new RouteTable(tables.toolbox, '{network}');
    this.#onlyNetwork = tables.onlyNetwork;
  }

  find({ network, path }: Place): NamedRoute | undefined {
    if (network === null) return this.#site.find(path);
    return this.#toolbox.find(path) ?? (this.#onlyNetwork ? this.#site.find(path) : undefined);
  }
}

function toPattern(path: string): RegExp {
  const parts = path.split(/(\{\w+\}|\*\w+)/).map((part) => {
    if (part.startsWith('{')) return '[^/]+';
    return part.startsWith('*') ? '.+' : part.replaceAll('.', '\\.');
  });
  // bounded: the path of a request, at most 16,384 characters of headers; the patterns are paths of the code
  return new RegExp(`^${parts.join('')}$`, 's');
}
