/** Finds the place that a request is about, and what the client accepts. */
import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';
import { HttpError } from '../errors.ts';
import { type LocatedPath, normalizeHost } from '../urls.ts';
import type { Encoding, Handler } from './context.ts';

/**
 * Sets the path that routers match: below the base address of the site or of a network. Throws 400
 * if the host is malformed, missing or repeated.
 */
export function locate(find: (host: string, path: string) => LocatedPath): Handler {
  return (ctx, next) => {
    const { req, state } = ctx;
    state.encoding = chooseEncoding(req);
    state.prefersMarkdown = prefersMarkdown(req);
    const isHost = normalizeTarget(req);
    const [written, query] = splitTarget(req.url ?? '');
    state.query = query;
    state.written = written;
    state.path = written;
    if (!isHost) throw new HttpError(400, 'bad-host', 'the Host header is not one host name');
    const { network, path } = find(req.headers.host ?? '', written);
    state.network = network;
    state.path = path;
    ctx.originalUrl = req.url ?? '';
    ctx.url = targetOf(state);
    return next();
  };
}

/** Path and query as the routes read them. */
export function targetOf({
  path,
  query,
}: {
  readonly path: string;
  readonly query: string;
}): string {
  return query === '' ? path : `${path}?${query}`;
}

/** An absolute request target (RFC 9112, 3.2.2), whose host replaces the header. */
const absoluteTarget = /^https?:\/\/([^/?#]*)/i;

/**
 * Normalizes the host and the URL of a request in place. Returns false for a wrong host; only
 * HTTP/1.0 may leave it out.
 */
function normalizeTarget(request: IncomingMessage): boolean {
  const { headers, rawHeaders, method, url = '' } = request;
  const [target = '', authority] = url.startsWith('/') ? [] : (absoluteTarget.exec(url) ?? []);
  // `OPTIONS *` asks about the server.
  const isServer = url === '*' && method === 'OPTIONS';
  if (!url.startsWith('/') && authority === undefined && !isServer)
    throw new HttpError(400, 'bad-target', 'the address is neither a path nor http or https');
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

/** Path and query. Clients send no fragment; if one does, it counts for nothing. */
function splitTarget(url: string): [path: string, query: string] {
  const hash = url.indexOf('#');
  const target = hash < 0 ? url : url.slice(0, hash);
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}

/**
 * Length of a header that is a list: a longer one is no program's, and sorting it takes
 * milliseconds.
 */
const maxListLength = 1000;

/** Browsers accept brotli and gzip with the same weight, so the smaller one is chosen here. */
function chooseEncoding(request: IncomingMessage): Encoding {
  const header = request.headers['accept-encoding'] ?? '';
  if (header === '' || header.length > maxListLength) return 'identity';
  // With weights the ranking of the client counts. Parsing them takes a tenth of a cached response,
  // and browsers send none.
  if (/[;*]/.test(header)) {
    const best = accepts(request).encodings(encodings);
    return encodings.find((encoding) => encoding === best) ?? 'identity';
  }
  const names = header.split(',').map((name) => name.trim().toLowerCase());
  return encodings.find((encoding) => names.includes(encoding)) ?? 'identity';
}

/** The smallest first. */
const encodings: Encoding[] = ['br', 'gzip', 'identity'];

const types = ['text/html', 'text/markdown'];

/**
 * Whether the Accept header names Markdown and prefers it to HTML. Wildcards stand for HTML, as
 * browsers send them.
 */
function prefersMarkdown(request: IncomingMessage): boolean {
  const { accept = '' } = request.headers;
  if (accept.length > maxListLength || !/text\/markdown/i.test(accept)) return false;
  return accepts(request).type(types) === 'text/markdown';
}
