/** The manifest of a finished folder: every file with its size, rows and hash, read back from the disk. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { sha256OfFile } from '../../common/hash.ts';
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

async function hashFile(file: string): Promise<{ bytes: number; sha256: string }> {
  const { size } = await stat(file);
  return { bytes: size, sha256: await sha256OfFile(file, size) };
}
