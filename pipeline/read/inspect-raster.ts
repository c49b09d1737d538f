/**
 * Whether the file of a raster image is whole, as its structure and its check sums say: a cut or
 * overwritten image is found without decoding it.
 */
import { crc32 } from 'node:zlib';

const signatureBytes = 8;
/** Length, name and check sum of a chunk. */
const frameBytes = 12;

/** All chunks up to the last one, with the check sums of those that an image needs. */
export function isWholePng(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let hasPixels = false;
  for (let at = signatureBytes; at + frameBytes <= bytes.length; ) {
    const end = at + frameBytes + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length || (at === signatureBytes && name !== 'IHDR')) return false;
    const isNeeded = /^[A-Z]/.test(name);
    if (isNeeded && crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      return false;
    if (name === 'IEND') return hasPixels;
    hasPixels ||= name === 'IDAT';
    at = end;
  }
  return false;
}

/** Segments up to the mark of the end, with at least one scan of pixels. */
export function isWholeJpeg(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let hasPixels = false;
  for (let at = 2; at + 1 < bytes.length; ) {
    const mark = bytes[at + 1] ?? 0;
    // Between marks stand only fill bytes.
    if (bytes[at] !== 0xff) return false;
    if (mark === 0xff) {
      at++;
      continue;
    }
    if (mark === 0xd9) return hasPixels;
    if (at + 4 > bytes.length) return false;
    at += 2 + bytes.readUInt16BE(at + 2);
    if (mark !== 0xda) continue;
    hasPixels = true;
    at = endOfScan(bytes, at);
  }
  return false;
}

/** The next mark after pixels: in them, 0xff stands before a zero or a mark to restart. */
function endOfScan(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at !== -1) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2));
  }
  return bytes.length;
}

/** Chunks of the stated length, with one of pixels. */
export function isWholeWebp(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < 20) return false;
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return false;
  for (let at = 12; at + 8 <= end; ) {
    const size = bytes.readUInt32LE(at + 4);
    if (at + 8 + size > end) return false;
    const name = bytes.toString('latin1', at, at + 4);
    if (/^(?:VP8 |VP8L|ANMF)$/.test(name)) return isPixels(name, bytes.subarray(at + 8));
    at += 8 + size + (size % 2);
  }
  return false;
}

/** The beginnings of a lossy and of a lossless image. */
function isPixels(name: string, bytes: Buffer): boolean {
  if (name === 'VP8L') return bytes[0] === 0x2f;
  return name === 'ANMF' || bytes.toString('hex', 3, 6) === '9d012a';
}
