/** Parts of a zip archive, as its directory states them. */
import { inflateRawSync } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  /** Bytes that it unpacks to at most. */
  readonly unpacked: number;
  /** Throws if it unpacks to more. */
  read(): Buffer;
}

/** Bytes that one byte of deflated data gives at most. */
const deflateRatio = 1032;
const endOfDirectory = Buffer.from('PK\x05\x06');
/** Stands in the directory if a number is larger than its field. */
const inZip64 = 0xffff;

/** Throws Error if the bytes are no archive. */
export function readParts(bytes: Buffer): readonly ZipPart[] {
  const end = bytes.lastIndexOf(endOfDirectory, Math.max(0, bytes.length - 22));
  if (end === -1 || bytes.length < 22)
    throw new Error('it is no .xlsx or .ods file, or only the beginning of one');
  const entries = bytes.readUInt16LE(end + 10);
  if (entries === inZip64) throw new Error('it has too many parts');
  const parts: ZipPart[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let entry = 0; entry < entries && at + 46 <= bytes.length; entry++) {
    const nameLength = bytes.readUInt16LE(at + 28);
    parts.push(partAt(bytes, at, bytes.toString('utf8', at + 46, at + 46 + nameLength)));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}

/** `at`: of its entry in the directory. */
function partAt(bytes: Buffer, at: number, name: string): ZipPart {
  const [method, packed] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
  const isDescribedLater = (bytes.readUInt16LE(at + 8) & 8) !== 0;
  const stated = bytes.readUInt32LE(at + 24);
  const unpacked = stated || (packed || (isDescribedLater ? bytes.length : 0)) * deflateRatio;
  const read = () => {
    const own = bytes.readUInt32LE(at + 42);
    const begin = own + 30 + bytes.readUInt16LE(own + 26) + bytes.readUInt16LE(own + 28);
    const body = bytes.subarray(begin, packed === 0 ? bytes.length : begin + packed);
    return method === 0 ? body : inflateRawSync(body, { maxOutputLength: unpacked });
  };
  return { name, unpacked, read };
}
