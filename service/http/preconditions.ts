/** Preconditions of a request: If-Match and If-Unmodified-Since (RFC 9110, 13.1). */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { HttpError } from '../errors.ts';

export function hasPreconditions({ headers }: IncomingMessage): boolean {
  return headers['if-match'] !== undefined || headers['if-unmodified-since'] !== undefined;
}

/** Throws 412 if the client asks for another state of the resource. `etag` is quoted; `lastModified` is an HTTP date. */
export function assertPreconditions(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: { readonly etag: string; readonly lastModified: string | undefined },
): void {
  if (holds(headers, etag, lastModified)) return;
  const message = 'the resource has changed: its ETag or its date is not the one of the request';
  throw new HttpError(412, 'precondition-failed', message);
}

/** If-Unmodified-Since counts only without If-Match, and only if it is a date. */
function holds(headers: IncomingHttpHeaders, etag: string, lastModified: string | undefined): boolean {
  const match = headers['if-match'];
  if (match !== undefined) return match.trim() === '*' || match.split(',').some((tag) => tag.trim() === etag);
  const since = Date.parse(headers['if-unmodified-since'] ?? '');
  return Number.isNaN(since) || lastModified === undefined || Date.parse(lastModified) <= since;
}
