/** Writes lines to a file. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Bytes of lines that are written at once. */
const bufferBytes = 1 << 20;

/** UTF-8 has at most three bytes for a unit of UTF-16. */
const maxBytesOfUnit = 3;

export interface WrittenLines {
  readonly file: string;
  readonly lines: number;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Lines are gathered as bytes, because texts of this size would stay in memory for long. Uses appendFile, because `write` may
 * write only part of the bytes on a full disk.
 */
export async function writeLines(file: string, lines: Iterable<string>): Promise<WrittenLines> {
  const handle = await open(file, 'w');
  try {
    const hash = createHash('sha256');
    const gathered = Buffer.allocUnsafe(bufferBytes);
    const written = { lines: 0, bytes: 0 };
    let waiting = 0;
    const append = async (bytes: Uint8Array) => {
      written.bytes += bytes.length;
      hash.update(bytes);
      await handle.appendFile(bytes);
    };
    for (const line of lines) {
      written.lines++;
      const most = maxBytesOfUnit * line.length + 1;
      if (waiting + most > bufferBytes) {
        await append(gathered.subarray(0, waiting));
        waiting = 0;
      }
      if (most > bufferBytes) await append(Buffer.from(`${line}\n`));
      else waiting += gathered.write(`${line}\n`, waiting);
    }
    await append(gathered.subarray(0, waiting));
    return { file, ...written, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}
