/** Build folders whose snapshots are a few files without meaning, made without a build. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  addSnapshot,
  makeCurrent,
  servedIds,
} from '../../pipeline/snapshot/build-folder/publish.ts';
import type { Tree } from './source-tree.ts';
import { writeTree } from './source-tree.ts';

export interface Listed {
  readonly path: string;
  readonly rows: null;
  readonly bytes: number;
  readonly sha256: string;
}

export function fakeId(second: number): string {
  return `20260101T0000${String(second).padStart(2, '0')}000Z-0a1b2c3d`;
}

export function list(name: string, content: string | Uint8Array): Listed {
  const bytes = Buffer.from(content);
  return { path: name, rows: null, bytes: bytes.length, sha256: hashOf(bytes) };
}

export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * `manifest` replaces fields of the manifest. The snapshot is current afterwards. Returns its id.
 */
export async function publishFake(
  build: string,
  second: number,
  tree: Tree,
  manifest: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const id = fakeId(second);
  const temporary = path.join(build, '.tmp-fake');
  await mkdir(temporary, { recursive: true });
  await writeTree(temporary, tree);
  const files = Object.entries(tree).map(([name, content]) => list(name, content ?? ''));
  const generatedAt = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
  await writeFile(
    path.join(temporary, 'manifest.json'),
    JSON.stringify({ id, generatedAt, files, ...manifest }),
  );
  await addSnapshot(build, temporary, id);
  await makeCurrent(build, id, [...(await servedIds(build)), id]);
  return id;
}
