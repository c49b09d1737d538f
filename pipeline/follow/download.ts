/** Download of a file into a partial file, which a later attempt or a later run continues. */
import { open, rm, stat, writeFile } from 'node:fs/promises';
import { readText } from '../../common/read-bounded.ts';
import { untrusted } from './follow-error.ts';
import { assertFound, type Origin, TransientError } from './origin.ts';

/** More than a server sends in all headers. */
const maxEtagBytes = 100_000;

export interface Download {
  /** Relative to the address of the origin. */
  readonly path: string;
  /** Size that the manifest states. */
  readonly bytes: number;
}

/**
 * Fills the partial file. It has the right size then; the caller verifies its content. A partial file is continued only if
 * the origin confirms with If-Range that the file is still the one of the first bytes.
 */
export async function download(origin: Origin, { path, bytes }: Download, partial: string): Promise<void> {
  const etagFile = `${partial}.etag`;
  let have = 0;
  await origin.request({
    path,
    maxBytes: bytes,
    prepare: async () => {
      const etag = await readText(etagFile, maxEtagBytes);
      have = etag === '' ? 0 : await sizeOf(partial);
      if (have >= bytes) have = 0;
      if (have > 0) return { 'Accept-Encoding': 'identity', Range: `bytes=${have}-`, 'If-Range': etag };
      return isText(path) ? {} : { 'Accept-Encoding': 'identity' };
    },
    receive: async (response, body) => {
      if (response.status === 416) {
        await rm(etagFile, { force: true });
        throw new TransientError(`${origin.address}/${path}: status 416`);
      }
      assertFound(response, origin.address, path);
      const start = response.status === 206 ? have : 0;
      assertSize(response, { path, start, bytes });
      if (start === 0) await writeFile(etagFile, strongEtagOf(response));
      const end = await write(body, partial, { start, isNew: start === 0 });
      if (end < bytes) throw new TransientError(`${origin.address}/${path} ended after ${end} of ${bytes} bytes`);
      if (end > bytes) throw untrusted(`${origin.address}/${path} has more than ${bytes} bytes`);
    },
  });
}

/** Texts may come compressed, because they are much smaller then. A download of them is not continued. */
function isText(path: string): boolean {
  return /\.json(?:ld)?$/.test(path);
}

/** A wrong size is found before any byte is stored. */
function assertSize(
  response: Response,
  { path, start, bytes }: { readonly path: string; readonly start: number; readonly bytes: number },
): void {
  const { headers, status } = response;
  const range = headers.get('content-range');
  if (status === 206 && range !== `bytes ${start}-${bytes - 1}/${bytes}`)
    throw untrusted(
      `${path}: the origin answers with the range "${range}" instead of bytes ${start}-${bytes - 1}/${bytes}`,
    );
  const length = headers.get('content-encoding') === null ? headers.get('content-length') : null;
  if (status === 200 && length !== null && Number(length) !== bytes)
    throw untrusted(`${path} of the origin has ${length} bytes, but its manifest says ${bytes}`);
}

/** The strong ETag of an uncompressed response: equal ones mean equal bytes. Empty if the response has none. */
function strongEtagOf({ headers }: Response): string {
  const etag = headers.get('etag') ?? '';
  return /^"[\x21\x23-\x7e]*"$/.test(etag) && headers.get('content-encoding') === null ? etag : '';
}

/** Returns the end of what was written. */
async function write(
  body: AsyncIterable<Uint8Array>,
  file: string,
  { start, isNew }: { readonly start: number; readonly isNew: boolean },
): Promise<number> {
  const handle = await open(file, isNew ? 'w' : 'r+');
  try {
    let at = start;
    for await (const chunk of body) {
      // A full disk may take a part of the chunk only.
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, at);
        done += bytesWritten;
        at += bytesWritten;
      }
    }
    return at;
  } finally {
    await handle.close();
  }
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
