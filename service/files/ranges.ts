/** Byte ranges (RFC 9110, 14). DuckDB reads single columns of a Parquet file this way. */
import type { Readable } from 'node:stream';
import { HttpError } from '../errors.ts';
import type { Context } from '../http/context.ts';

/** A file to send. It is read only as fast as the client takes it. */
export interface RangedFile {
  readonly sizeBytes: number;
  read(start: number, end: number): Readable;
  close(): Promise<void>;
}

/**
 * Sends one range of the file, or all of it if the request names none or several. Closes the file.
 * Not range-parser: version 1.3 rejects a suffix longer than the file, for which section 14.1.2 wants the whole file.
 */
export async function sendRange(ctx: Context, file: RangedFile): Promise<void> {
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
