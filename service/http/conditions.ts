/** Conditional requests (RFC 9110, section 13). A directive for caches forbids no 304 of the origin. */
import type { IncomingHttpHeaders } from 'node:http';
import { HttpError } from '../errors.ts';

export interface Validators {
  /** Quoted. */
  readonly etag: string;
  /** HTTP date. */
  readonly lastModified: string | undefined;
}

/**
 * Whether the client has the representation. Dates count only without tags, and only the very date:
 * an earlier representation may be served again after a rollback.
 */
export function isNotModified(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: Validators,
): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags === etag || namesTag(tags, etag, isSameWeakly);
  const since = headers['if-modified-since'];
  if (since === undefined || lastModified === undefined) return false;
  return Date.parse(since) === Date.parse(lastModified);
}

/** If-Match and If-Unmodified-Since. */
export function hasPreconditions(headers: IncomingHttpHeaders): boolean {
  return headers['if-match'] !== undefined || headers['if-unmodified-since'] !== undefined;
}

/** Throws 412 if the client asks for another state of the resource. */
export function assertPreconditions(headers: IncomingHttpHeaders, validators: Validators): void {
  if (holds(headers, validators)) return;
  const message = 'the resource has changed: its ETag or its date is not the one of the request';
  throw new HttpError(412, 'precondition-failed', message);
}

/** If-Unmodified-Since counts only without If-Match, and only if it is a date. */
function holds(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const match = headers['if-match'];
  if (match !== undefined) return namesTag(match, etag, (tag) => tag === etag);
  const since = Date.parse(headers['if-unmodified-since'] ?? '');
  return Number.isNaN(since) || lastModified === undefined || Date.parse(lastModified) <= since;
}

function namesTag(
  list: string,
  etag: string,
  isSame: (tag: string, etag: string) => boolean,
): boolean {
  if (list.trim() === '*') return true;
  return list.split(',').some((tag) => isSame(tag.trim(), etag));
}

function isSameWeakly(tag: string, etag: string): boolean {
  return tag.replace(/^W\//, '') === etag.replace(/^W\//, '');
}
