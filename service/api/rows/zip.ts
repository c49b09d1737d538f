/** Writer of ZIP archives (APPNOTE 6.3.3) of files in memory, compressed with deflate. Times are left out, so that equal files are equal archives. */
import { crc32, deflateRawSync } from 'node:zlib';

interface File {
  /** ASCII. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** What the header of a file and its line of the directory have in common: version, flags, method, time, day, checksum, sizes, lengths. */
function describe({ name, bytes }: File, packed: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  // 1 January 1980, the first day that a ZIP file can name.
  fields.writeUInt16LE(0x21, 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

export function* writeZip(files: Iterable<File>): Iterable<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const packed = deflateRawSync(file.bytes);
    const [fields, name] = [describe(file, packed), Buffer.from(file.name, 'ascii')];
    const offset = Buffer.alloc(14);
    offset.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, offset, name]));
    const written = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, name, packed]);
    at += written.length;
    yield written;
  }
  const lines = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(lines.length, 12);
  end.writeUInt32LE(at, 16);
  yield Buffer.concat([lines, end]);
}
