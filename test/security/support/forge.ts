/**
 * Changes snapshots so that they are broken in one chosen way and right in everything else, their
 * hashes included.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface ListedFile {
  path: string;
  rows: number | null;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  files: ListedFile[];
}

export function editManifest(folder: string, edit: (manifest: Manifest) => void): void {
  const file = path.join(folder, 'manifest.json');
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'));
  edit(manifest);
  writeFileSync(file, JSON.stringify(manifest));
}

export function editListed(folder: string, file: string, changes: Partial<ListedFile>): void {
  editManifest(folder, (manifest) => {
    manifest.files = manifest.files.map((entry) =>
      entry.path === file ? { ...entry, ...changes } : entry,
    );
  });
}

/** States the size, hash and row count that a file has now. */
export function restate(folder: string, file: string, rows?: number): void {
  const bytes = readFileSync(path.join(folder, file));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  editListed(folder, file, {
    bytes: bytes.length,
    sha256,
    ...(rows === undefined ? {} : { rows }),
  });
}
