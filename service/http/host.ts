/** Host of a request, checked and normalized. */
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** Letters, digits, hyphens and underscores, in labels of at most 63. A trailing dot and an empty port are allowed. */
const hostPattern = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){0,126})\.?(?::(\d{0,5}))?$/;
const maxNameLength = 253;
const maxPort = 65_535;

/** `name` or `name:port` in lowercase, without trailing dot; null if the text is not a host. */
export function normalizeHost(text: string): string | null {
  const [, name = '', port = ''] = hostPattern.exec(text.toLowerCase()) ?? [];
  if (name === '' || name.length > maxNameLength || Number(port) > maxPort) return null;
  if (name.startsWith('[') && !isIPv6(name.slice(1, -1))) return null;
  return port === '' ? name : `${name}:${Number(port)}`;
}

/** Name of a normalized host, without its port. */
export function hostName(host: string): string {
  return host.replace(/:\d+$/, '');
}

/** An absolute request target (RFC 9112, 3.2.2), whose host replaces the header. */
const absoluteTarget = /^https?:\/\/([^/?#]*)/i;

/**
 * Normalizes the host and the URL of a request in place. Returns false if the host is malformed, missing or repeated.
 * Only HTTP/1.0 may leave it out.
 */
export function normalizeRequest(request: IncomingMessage): boolean {
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
