/**
 * Files of snapshots: GET /data/<file> of the current one, GET /snapshots/<id>/<file> of a kept
 * one. DuckDB reads single columns by byte ranges.
 */
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { imageTypeOf } from '../../model/images.ts';
import { snapshotIdPattern, snapshotPaths } from '../../model/manifest.ts';
import { HttpError } from '../errors.ts';
import { assertPreconditions, isNotModified } from '../http/conditions.ts';
import { type Context, type Handler, snapshotOf } from '../http/context.ts';
import { defaultCacheControl, servedSince } from '../http/respond.ts';
import type { KeptSnapshot, KeptSnapshots } from '../snapshot/kept.ts';
import type { OpenedFile } from '../snapshot/open/verify.ts';
import type { Urls } from '../urls.ts';
import { immutable } from './assets.ts';

/** Content types besides those of images. */
const types: ReadonlyMap<string, string> = new Map([
  ['.json', 'application/json; charset=utf-8'],
  ['.jsonld', 'application/ld+json; charset=utf-8'],
  ['.parquet', 'application/vnd.apache.parquet'],
]);

interface FileDeps {
  readonly kept: KeptSnapshots;
  readonly urls: Urls;
}

/**
 * `Content-Location` names the permanent address. Use that one to read ranges, because a publish
 * changes the file at this one.
 */
export function serveCurrentFile({ kept, urls }: FileDeps): Handler {
  return async (ctx) => {
    const { id } = snapshotOf(ctx).manifest;
    const name = ctx.path.slice('/data/'.length);
    const snapshot = await kept.find(id);
    if (snapshot === null) throw noFile(name, id);
    ctx.set({
      'Cache-Control': defaultCacheControl,
      'Content-Location': urls.to(null, urls.filePath(id, name)),
    });
    await sendFile(ctx, { kept, snapshot, name, since: servedSince(ctx) });
  };
}

export function serveKeptFile({ kept, urls }: FileDeps): Handler {
  return async (ctx) => {
    const [id = '', ...rest] = ctx.path.slice('/snapshots/'.length).split('/');
    const snapshot = await kept.find(id);
    if (snapshot === null)
      throw await missing(id, { kept, urls, current: snapshotOf(ctx).manifest.id });
    ctx.set('Cache-Control', immutable);
    await sendFile(ctx, { kept, snapshot, name: rest.join('/') });
  };
}

/** 410 for a snapshot that was kept once, 404 for one that never was. */
async function missing(
  id: string,
  { kept, urls, current }: FileDeps & { readonly current: string },
) {
  const detail = { current };
  if (snapshotIdPattern.test(id) && (await kept.wasRemoved(id))) {
    const message = `the snapshot ${id} is no longer kept; ${urls.to(null, '/snapshots')} lists those that are`;
    return new HttpError(410, 'snapshot-gone', message, { detail });
  }
  return new HttpError(404, 'unknown-snapshot', `no snapshot "${id.slice(0, 100)}"`, { detail });
}

interface SentFile {
  readonly kept: KeptSnapshots;
  readonly snapshot: KeptSnapshot;
  readonly name: string;
  /** HTTP date at an address whose file changes; that of the snapshot by default. */
  readonly since?: string | undefined;
}

async function sendFile(ctx: Context, { kept, snapshot, name, since }: SentFile): Promise<void> {
  const listed = snapshot.files.get(name);
  if (!listed) throw noFile(name, snapshot.id);
  const hash = Buffer.from(listed.sha256, 'hex');
  ctx.set({
    ETag: `"${hash.toString('base64url').slice(0, 22)}"`,
    'Last-Modified': since ?? new Date(snapshot.generatedAt).toUTCString(),
    'Content-Type':
      types.get(path.extname(name)) ??
      imageTypeOf(path.basename(name)) ??
      'application/octet-stream',
    'Content-Disposition': `attachment; filename="${path.basename(name)}"`,
  });
  const opened = await kept.openFile(snapshot, name);
  if (opened === null) {
    const message = `the file "${name}" of the snapshot ${snapshot.id} is missing or damaged on this server`;
    throw new HttpError(503, 'file-damaged', message);
  }
  // Text is compressed like any other response. Parquet files and pictures are compressed already.
  if (/\.json(?:ld)?$/.test(name) && ctx.get('Range') === '') return sendWhole(ctx, opened);
  ctx.set({ 'Accept-Ranges': 'bytes', 'Repr-Digest': `sha-256=:${hash.toString('base64')}:` });
  await sendConditionally(ctx, opened);
}

/** The stream closes the file. */
async function sendWhole(ctx: Context, { handle }: OpenedFile): Promise<void> {
  ctx.body = await buffer(handle.createReadStream({ start: 0 }));
}

async function sendConditionally(ctx: Context, { handle, sizeBytes }: OpenedFile): Promise<void> {
  const file = {
    sizeBytes,
    read: (start: number, end: number) => handle.createReadStream({ start, end }),
    close: () => handle.close(),
  };
  try {
    const { headers, response } = ctx;
    const validators = {
      etag: response.get('ETag'),
      lastModified: response.get('Last-Modified'),
    };
    assertPreconditions(headers, validators);
    ctx.status = 200;
    if (isNotModified(headers, validators)) {
      ctx.status = 304;
      for (const name of ['Content-Type', 'Content-Disposition', 'Repr-Digest']) ctx.remove(name);
      await file.close();
      return;
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  await sendRange(ctx, file);
}

function noFile(name: string, id: string): HttpError {
  const advice = `${snapshotPaths.manifest} lists the files`;
  return new HttpError(
    404,
    'not-found',
    `no file "${name.slice(0, 100)}" in the snapshot ${id}; ${advice}`,
  );
}

/** A file to send. It is read only as fast as the client takes it. */
interface RangedFile {
  readonly sizeBytes: number;
  read(start: number, end: number): Readable;
  close(): Promise<void>;
}

/**
 * Sends one range (RFC 9110, 14) of the file, or all of it if the request names none or several.
 * Closes the file. Not range-parser: version 1.3 rejects a suffix longer than the file, for which
 * section 14.1.2 wants the whole file.
 */
async function sendRange(ctx: Context, file: RangedFile): Promise<void> {
  const { sizeBytes } = file;
  const changed = !['', ctx.response.get('ETag')].includes(ctx.get('If-Range'));
  const range = changed ? null : parseRange(ctx.get('Range'), sizeBytes);
  const { from, to } = range ?? { from: 0, to: sizeBytes - 1 };
  if (range !== null && from > to) {
    await file.close();
    const headers = { 'Content-Range': `bytes */${sizeBytes}` };
    throw new HttpError(416, 'bad-range', `the file has ${sizeBytes} bytes`, { headers });
  }
  ctx.status = range === null ? 200 : 206;
  if (range !== null) ctx.set('Content-Range', `bytes ${from}-${to}/${sizeBytes}`);
  const isEmpty = ctx.method === 'HEAD' || sizeBytes === 0;
  if (isEmpty) await file.close();
  ctx.body = isEmpty ? Buffer.alloc(0) : file.read(from, to);
  ctx.length = to - from + 1;
}

function parseRange(
  header: string,
  sizeBytes: number,
): { readonly from: number; readonly to: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return { from: Math.max(0, sizeBytes - Number(last)), to: sizeBytes - 1 };
  return {
    from: Number(first),
    to: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1),
  };
}
