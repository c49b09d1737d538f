/** Writes lines to a file. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Characters of lines that are written at once. With a million, a build of the corpus takes 15 MB more. */
const partChars = 1 << 16;

export interface WrittenLines {
  readonly file: string;
  readonly lines: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Uses appendFile, because `write` may write only part of the bytes on a full disk. */
export async function writeLines(file: string, lines: Iterable<string>): Promise<WrittenLines> {
  const handle = await open(file, 'w');
  try {
    const hash = createHash('sha256');
    const written = { lines: 0, bytes: 0 };
    let part = '';
    const append = async () => {
      const bytes = Buffer.from(part);
      part = '';
      written.bytes += bytes.length;
      hash.update(bytes);
      await handle.appendFile(bytes);
    };
    for (const line of lines) {
      written.lines++;
      part += `${line}\n`;
      if (part.length > partChars) await append();
    }
    await append();
    return { file, ...written, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}
