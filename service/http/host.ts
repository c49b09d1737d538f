/** Host and target of a request, checked and normalized. */
import type { IncomingMessage } from 'node:http';
import { normalizeHost } from '../../common/host.ts';

/** An absolute request target (RFC 9112, 3.2.2), whose host replaces the header. */
const absoluteTarget = /^https?:\/\/([^/?#]*)(.*)$/i;

/**
 * Normalizes the host and the URL of a request in place. Returns false if the host is malformed, missing or repeated.
 * Only HTTP/1.0 may leave it out.
 */
export function normalizeRequest(request: IncomingMessage): boolean {
  const { headers, rawHeaders, url = '' } = request;
  const [, authority, rest = ''] = url.startsWith('/') ? [] : (absoluteTarget.exec(url) ?? []);
  if (authority !== undefined) {
    headers.host = authority;
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
