/** GET /data/<file>: a file of the snapshot. Only files that the manifest lists are served. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '../../common/hash.ts';
import { imageTypeOf } from '../../model/images.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import { type Context, type Handler, snapshotOf } from '../http/context.ts';
import { HttpError } from '../http/errors.ts';
import { defaultCacheControl } from '../http/respond.ts';
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
    const body = await readVerified(snapshot, name);
    ctx.set({
      ETag: `"${sha256(body, 'base64url').slice(0, 22)}"`,
      'Last-Modified': new Date(snapshot.manifest.generatedAt).toUTCString(),
      'Cache-Control': defaultCacheControl,
      'Accept-Ranges': 'bytes',
    });
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    const type = types.get(path.extname(name)) ?? imageTypeOf(path.basename(name)) ?? 'application/octet-stream';
    ctx.set({ 'Content-Type': type, 'Content-Disposition': `attachment; filename="${path.basename(name)}"` });
    sendRange(ctx, body);
  };
}

/** Throws 404 if the file is not in the manifest, or if the file was changed or removed since the build. */
async function readVerified({ folder, manifest }: Snapshot, name: string): Promise<Buffer> {
  const listed = manifest.files.find((file) => file.path === name);
  if (!listed && name !== snapshotPaths.manifest) throw noFile();
  const body = await readFile(path.join(folder, name)).catch((cause: unknown) => {
    throw noFile(cause);
  });
  if (listed && sha256(body) !== listed.sha256) throw noFile();
  return body;
}

function noFile(cause?: unknown): HttpError {
  const message = 'no file of that name in the current snapshot';
  return new HttpError(404, 'not-found', message, cause === undefined ? {} : { cause });
}

/**
 * Sends one byte range (RFC 9110); DuckDB reads single columns this way. Anything else gets the whole file.
 * Not range-parser: version 1.3 rejects a suffix longer than the file, for which section 14.1.2 wants the whole file.
 */
function sendRange(ctx: Context, body: Buffer): void {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(ctx.get('Range')) ?? [];
  const changed = !['', ctx.response.get('ETag')].includes(ctx.get('If-Range'));
  ctx.body = body;
  if ((first === '' && last === '') || changed) return;
  const from = first === '' ? Math.max(0, body.length - Number(last)) : Number(first);
  const to = first === '' || last === '' ? body.length - 1 : Math.min(Number(last), body.length - 1);
  if (from > to) {
    const headers = { 'Content-Range': `bytes */${body.length}` };
    throw new HttpError(416, 'bad-range', `the file has ${body.length} bytes`, { headers });
  }
  ctx.status = 206;
  ctx.set('Content-Range', `bytes ${from}-${to}/${body.length}`);
  ctx.body = body.subarray(from, to + 1);
}
