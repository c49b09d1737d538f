/** The manifest of a finished folder: every file with its size, rows and hash, read back from the disk. */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ManifestFile } from '../../model/manifest.ts';
import { compareText } from '../problem.ts';

export async function describeFiles(
  folder: string,
  countRows: (file: string) => number | null,
): Promise<ManifestFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const described: ManifestFile[] = [];
  for (const file of files) {
    const name = path.relative(folder, file).split(path.sep).join('/');
    described.push({ path: name, rows: countRows(file), ...(await hashFile(file)) });
  }
  return described.toSorted((a, b) => compareText(a.path, b.path));
}

/** Above this a file is read in parts. A stream costs several times what reading a logo does. */
const wholeBytes = 1 << 20;

async function hashFile(file: string): Promise<{ bytes: number; sha256: string }> {
  const { size } = statSync(file);
  const hash = createHash('sha256');
  if (size > wholeBytes) await pipeline(createReadStream(file), hash);
  else hash.update(readFileSync(file));
  return { bytes: size, sha256: hash.digest('hex') };
}
