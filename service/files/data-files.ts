/** Files of snapshots: GET /data/<file> of the current one, GET /snapshots/<id>/<file> of a kept one. */
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { imageTypeOf } from '../../model/images.ts';
import { snapshotIdPattern, snapshotPaths } from '../../model/manifest.ts';
import { HttpError } from '../errors.ts';
import { type Context, type Handler, snapshotOf } from '../http/context.ts';
import { assertPreconditions, defaultCacheControl } from '../http/respond.ts';
import type { KeptSnapshot, KeptSnapshots } from '../snapshot/kept.ts';
import type { OpenedFile } from '../snapshot/open/verify.ts';
import type { Urls } from '../urls.ts';
import { immutable } from './assets.ts';
import { sendRange } from './ranges.ts';

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

/** `Content-Location` names the permanent address. Use that one to read ranges, because a publish changes the file at this one. */
export function serveCurrentFile({ kept, urls }: FileDeps): Handler {
  return async (ctx) => {
    const { id } = snapshotOf(ctx).manifest;
    const name = ctx.path.slice('/data/'.length);
    const snapshot = await kept.find(id);
    if (snapshot === null) throw noFile(name, id);
    ctx.set({ 'Cache-Control': defaultCacheControl, 'Content-Location': urls.to(null, urls.filePath(id, name)) });
    await sendFile(ctx, { kept, snapshot, name });
  };
}

export function serveKeptFile({ kept, urls }: FileDeps): Handler {
  return async (ctx) => {
    const [id = '', ...rest] = ctx.path.slice('/snapshots/'.length).split('/');
    const snapshot = await kept.find(id);
    if (snapshot === null) throw await missing(id, { kept, urls, current: snapshotOf(ctx).manifest.id });
    ctx.set('Cache-Control', immutable);
    await sendFile(ctx, { kept, snapshot, name: rest.join('/') });
  };
}

/** 410 for a snapshot that was kept once, 404 for one that never was. */
async function missing(id: string, { kept, urls, current }: FileDeps & { readonly current: string }) {
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
}

async function sendFile(ctx: Context, { kept, snapshot, name }: SentFile): Promise<void> {
  const listed = snapshot.files.get(name);
  if (!listed) throw noFile(name, snapshot.id);
  const hash = Buffer.from(listed.sha256, 'hex');
  ctx.set({
    ETag: `"${hash.toString('base64url').slice(0, 22)}"`,
    'Last-Modified': new Date(snapshot.generatedAt).toUTCString(),
    'Content-Type': types.get(path.extname(name)) ?? imageTypeOf(path.basename(name)) ?? 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${path.basename(name)}"`,
  });
  const opened = await kept.openFile(snapshot, name);
  if (opened === null) throw noFile(name, snapshot.id);
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
    assertPreconditions(headers, { etag: response.get('ETag'), lastModified: response.get('Last-Modified') });
    ctx.status = 200;
    if (ctx.fresh) {
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

/** Also used for a file that was changed or removed after the snapshot was opened. */
function noFile(name: string, id: string): HttpError {
  const advice = `${snapshotPaths.manifest} lists the files`;
  return new HttpError(404, 'not-found', `no file "${name.slice(0, 100)}" in the snapshot ${id}; ${advice}`);
}
