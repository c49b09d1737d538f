/** Text of messages: decompressed, and decoded from UTF-8 or UTF-16. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { HttpError } from '../errors.ts';

const decompressors = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
} as const;

/**
 * The body without its `Content-Encoding`. Throws 415 for other encodings, 413 for a larger body,
 * and 400 for a damaged one.
 */
export function decompress(bytes: Buffer, encoding = '', maxBytes: number): Buffer {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return bytes;
  if (!Object.hasOwn(decompressors, name))
    throw new HttpError(
      415,
      'unknown-encoding',
      `the Content-Encoding "${name.slice(0, 100)}" is not one of gzip, deflate and br`,
      { headers: { 'Accept-Encoding': 'gzip, deflate, br' } },
    );
  try {
    return decompressors[name as keyof typeof decompressors](bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (Object(error).code === 'ERR_BUFFER_TOO_LARGE')
      throw new HttpError(413, 'body-too-large', `the body is larger than ${maxBytes} bytes`);
    const message = `the body is not ${name}, as the header Content-Encoding says`;
    throw new HttpError(400, 'bad-body', message, { cause: error });
  }
}

/**
 * Without its byte order mark. Throws 400 for bytes that are compressed, or neither UTF-8 nor UTF-16.
 */
export function decodeText(bytes: Buffer): string {
  if (isGzip(bytes))
    throw new HttpError(400, 'bad-body', 'the body is gzip: send Content-Encoding: gzip with it');
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (error) {
    throw new HttpError(400, 'bad-body', 'the body is not UTF-8: send JSON as UTF-8', {
      cause: error,
    });
  }
}

function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

/** By the byte order mark, or by the zero byte that ASCII has in UTF-16. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff ? second === 0xfe : second === 0 && first !== 0) return 'utf-16le';
  const isBigEndian = first === 0xfe ? second === 0xff : first === 0 && second !== undefined;
  return isBigEndian ? 'utf-16be' : 'utf-8';
}

/** Standard input as UTF-8 without byte order marks. Throws if it is compressed. */
export async function* decodeInput(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  let decode: ((bytes: Buffer) => string) | null = null;
  for await (const chunk of input) {
    head = Buffer.concat([head, chunk]);
    if (decode === null && head.length < 2) continue;
    if (decode === null && isGzip(head))
      throw new Error('standard input is gzip: send JSON lines as UTF-8');
    decode ??= decoderOf(head);
    const text = decode(head).replaceAll(/^\uFEFF/gm, '');
    head = Buffer.alloc(0);
    yield Buffer.from(text);
  }
}

function decoderOf(bytes: Buffer): (bytes: Buffer) => string {
  const decoder = new TextDecoder(encodingOf(bytes));
  return (more) => decoder.decode(more, { stream: true });
}
