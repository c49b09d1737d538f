/** GET /data/<file>: a file of the snapshot. Only files that the manifest lists are served. */
import path from 'node:path';
import type { Readable } from 'node:stream';
import { imageTypeOf } from '../../model/images.ts';
import { type Manifest, snapshotPaths } from '../../model/manifest.ts';
import { HttpError } from '../errors.ts';
import { type Context, type Handler, snapshotOf } from '../http/context.ts';
import { assertPreconditions, defaultCacheControl } from '../http/respond.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** Content types besides those of images. */
const types: ReadonlyMap<string, string> = new Map([
  ['.json', 'application/json; charset=utf-8'],
  ['.parquet', 'application/vnd.apache.parquet'],
]);

export function serveDataFile(): Handler {
  return async (ctx) => {
    const snapshot = snapshotOf(ctx);
    const name = ctx.path.slice('/data/'.length);
    const { manifest } = snapshot;
    const etag = name === snapshotPaths.manifest ? manifest.id : listedHash(snapshot, name);
    ctx.set({
      ETag: `"${etag}"`,
      'Last-Modified': new Date(manifest.generatedAt).toUTCString(),
      'Cache-Control': defaultCacheControl,
      'Accept-Ranges': 'bytes',
    });
    const lastModified = ctx.response.get('Last-Modified');
    assertPreconditions(ctx.headers, { etag: `"${etag}"`, lastModified });
    ctx.status = 200;
    const isFresh = ctx.fresh;
    const file = name === snapshotPaths.manifest ? manifestFile(manifest) : await openListed(snapshot, name);
    if (isFresh) {
      await file.close();
      ctx.status = 304;
      return;
    }
    const type = types.get(path.extname(name)) ?? imageTypeOf(path.basename(name)) ?? 'application/octet-stream';
    ctx.set({ 'Content-Type': type, 'Content-Disposition': `attachment; filename="${path.basename(name)}"` });
    await sendRange(ctx, file);
  };
}

/** A file to send. It is read only as fast as the client takes it. */
interface DataFile {
  readonly sizeBytes: number;
  read(start: number, end: number): Readable | Buffer;
  close(): Promise<void>;
}

function listedHash({ manifest }: Snapshot, name: string): string {
  const listed = manifest.files.find((file) => file.path === name);
  if (!listed) throw noFile();
  return Buffer.from(listed.sha256, 'hex').toString('base64url').slice(0, 22);
}

/** Throws 404 if the file was changed or removed since the snapshot was opened. */
async function openListed(snapshot: Snapshot, name: string): Promise<DataFile> {
  const opened = await snapshot.openFile(name);
  if (opened === null) throw noFile();
  const { handle, sizeBytes } = opened;
  return {
    sizeBytes,
    read: (start, end) => handle.createReadStream({ start, end }),
    close: () => handle.close(),
  };
}

/** The manifest as the service has read it. */
function manifestFile(manifest: Manifest): DataFile {
  const body = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  return { sizeBytes: body.length, read: (start, end) => body.subarray(start, end + 1), close: async () => undefined };
}

function noFile(): HttpError {
  return new HttpError(404, 'not-found', 'no file of that name in the current snapshot');
}

/**
 * Sends one byte range (RFC 9110); DuckDB reads single columns this way. Anything else gets the whole file.
 * Not range-parser: version 1.3 rejects a suffix longer than the file, for which section 14.1.2 wants the whole file.
 */
async function sendRange(ctx: Context, file: DataFile): Promise<void> {
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

function parseRange(header: string, sizeBytes: number): { readonly from: number; readonly to: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return { from: Math.max(0, sizeBytes - Number(last)), to: sizeBytes - 1 };
  return { from: Number(first), to: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) };
}
