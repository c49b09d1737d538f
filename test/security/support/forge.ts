/** Snapshots that are broken in one chosen way and right in everything else, their hashes included. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, lstatSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { currentId } from './build.ts';

export interface Manifest {
  formatVersion: number;
  id: string;
  generatedAt: string;
  counts: { rows: number; networks: number; categories: number; providers: number };
  files: { path: string; rows: number | null; bytes: number; sha256: string }[];
}

let forged = 0;

/** Copies the current snapshot to one with a later id. Returns the new snapshot's folder. */
export function forge(build: string): string {
  forged++;
  const id = `20990101T000000000Z-${forged.toString(16).padStart(8, '0')}`;
  const folder = path.join(build, 'snapshots', id);
  cpSync(path.join(build, 'snapshots', currentId(build)), folder, { recursive: true });
  editManifest(folder, (manifest) => {
    manifest.id = id;
  });
  return folder;
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
}

export function editManifest(folder: string, edit: (manifest: Manifest) => void): void {
  const manifest = readManifest(folder);
  edit(manifest);
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
}

/** States the size, hash and row count that a file has now. */
export function restate(folder: string, file: string, rows?: number): void {
  const bytes = readFileSync(path.join(folder, file));
  editManifest(folder, (manifest) => {
    const listed = manifest.files.find((entry) => entry.path === file);
    if (!listed) throw new Error(`${file} is not listed`);
    listed.bytes = bytes.length;
    listed.sha256 = createHash('sha256').update(bytes).digest('hex');
    if (rows !== undefined) listed.rows = rows;
  });
}

export function pointTo(build: string, id: string): void {
  const link = path.join(build, `new-current-${id}`);
  symlinkSync(`snapshots/${id}`, link);
  renameSync(link, path.join(build, 'current'));
}

export function isThere(file: string): boolean {
  return existsSync(file) || lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
