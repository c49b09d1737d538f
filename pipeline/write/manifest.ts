/** The manifest of a finished folder: every file with its size, rows and hash, read back from the disk. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ManifestFile } from '../../model/manifest.ts';
import { compareText } from '../problem.ts';

export async function describeFiles(
  folder: string,
  countRows: (file: string) => Promise<number>,
): Promise<ManifestFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const described: ManifestFile[] = [];
  for (const file of files) {
    described.push({
      path: path.relative(folder, file).split(path.sep).join('/'),
      rows: file.endsWith('.parquet') ? await countRows(file) : null,
      bytes: (await stat(file)).size,
      sha256: await hashFile(file),
    });
  }
  return described.toSorted((a, b) => compareText(a.path, b.path));
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
