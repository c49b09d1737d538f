/** Writes lines to a file. */
import { open } from 'node:fs/promises';

/** Bytes of lines that are written at once. */
const bufferBytes = 1 << 20;

/** UTF-8 has at most three bytes for a unit of UTF-16. */
const maxBytesOfUnit = 3;

/**
 * Returns the numbers of lines and bytes. Lines are gathered as bytes, because texts of this size would stay in memory for long. Uses appendFile,
 * because `write` may write only part of the bytes on a full disk.
 */
export async function writeLines(file: string, lines: Iterable<string>): Promise<{ lines: number; bytes: number }> {
  const handle = await open(file, 'w');
  try {
    const gathered = Buffer.allocUnsafe(bufferBytes);
    let waiting = 0;
    let count = 0;
    for (const line of lines) {
      count++;
      const most = maxBytesOfUnit * line.length + 1;
      if (waiting + most > bufferBytes) {
        await handle.appendFile(gathered.subarray(0, waiting));
        waiting = 0;
      }
      if (most > bufferBytes) await handle.appendFile(`${line}\n`);
      else waiting += gathered.write(`${line}\n`, waiting);
    }
    await handle.appendFile(gathered.subarray(0, waiting));
    return { lines: count, bytes: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
}
