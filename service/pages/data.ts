/** GET /data: the page for analysts. GET /data/<file>: a file of the snapshot, as the manifest lists it and nothing else. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { imageTypeOf } from '../../model/images.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import { defaultCacheControl } from '../http/answer.ts';
import { HttpError } from '../http/errors.ts';
import { type Context, type Handler, snapshotOf } from '../http/state.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { presentData } from './data-view.ts';
import type { RouteContext } from './shared/context.ts';
import { sendPage } from './shared/send-page.ts';

export function dataPage(deps: RouteContext): Handler {
  return (ctx) => {
    const snapshot = snapshotOf(ctx);
    const { catalog, manifest } = snapshot;
    const columns = new Map(
      catalog.categoryKeys.flatMap((key) => catalog.columnsOf(key).map((column) => [column.key, column] as const)),
    );
    const { categories } = catalog;
    const view = presentData({
      manifest,
      categories,
      columns: [...columns.values()],
      example: exampleOf(snapshot),
      urls: deps.urls,
    });
    const description = `The whole directory as Parquet files: ${view.entries} offers, ${view.total}, with a data dictionary and first queries to copy.`;
    const frame = { title: 'Data', description, network: null, path: '/data', manifest };
    sendPage(ctx, { template: 'data', frame, view }, deps);
  };
}

/** The largest table of the largest network. */
function exampleOf({ manifest }: Snapshot): { network: string; category: string } | null {
  const [largest] = Object.entries(manifest.metrics.networks).toSorted(([, a], [, b]) => b.entries - a.entries);
  const category = largest?.[1].categories.toSorted((a, b) => b.count - a.count)[0];
  return largest && category ? { network: largest[0], category: category.key } : null;
}

/** Besides those of images. */
const types: Readonly<Record<string, string>> = {
  '.json': 'application/json; charset=utf-8',
  '.parquet': 'application/vnd.apache.parquet',
};

export function dataFile(): Handler {
  return async (ctx) => {
    const snapshot = snapshotOf(ctx);
    const name = ctx.path.slice('/data/'.length);
    const body = await readVerified(snapshot, name);
    ctx.set({
      ETag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      'Last-Modified': new Date(snapshot.manifest.generatedAt).toUTCString(),
      'Cache-Control': defaultCacheControl,
      'Accept-Ranges': 'bytes',
    });
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.set(
      'Content-Type',
      types[path.extname(name)] ?? imageTypeOf(path.basename(name)) ?? 'application/octet-stream',
    );
    ctx.set('Content-Disposition', `attachment; filename="${path.basename(name)}"`);
    sendRange(ctx, body);
  };
}

/** Only what the manifest names, and only as it says: files that somebody changed or took away are not there. */
async function readVerified({ folder, manifest }: Snapshot, name: string): Promise<Buffer> {
  const missing = (cause?: unknown) =>
    new HttpError(
      404,
      'not-found',
      'no file of that name in the current snapshot',
      cause === undefined ? {} : { cause },
    );
  const listed = manifest.files.find((file) => file.path === name);
  if (!listed && name !== snapshotPaths.manifest) throw missing();
  const body = await readFile(path.join(folder, name)).catch((cause: unknown) => {
    throw missing(cause);
  });
  if (listed && createHash('sha256').update(body).digest('hex') !== listed.sha256) throw missing();
  return body;
}

/** One range of bytes (RFC 9110), which is how DuckDB and others read a few columns; anything else gets the whole file. */
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
