/**
 * index.json of a build folder. Followers read it to learn which snapshots there are, and which one
 * is current.
 */
import path from 'node:path';
import { parseJson } from '../../../common/json.ts';
import { readText } from '../../../common/read-bounded.ts';
import { snapshotPaths } from '../../../model/manifest.ts';
import {
  type IndexedSnapshot,
  indexName,
  indexVersion,
  maxIndexBytes,
  newestFirst,
  snapshotIndexSchema,
} from '../../../model/snapshot-index.ts';
import { replaceFile } from './replace-file.ts';
import { readSnapshotFiles } from './snapshot-files.ts';

/**
 * Writes index.json with one rename, unless it has this content already, or would lack the current
 * snapshot. Requires the lock.
 * Snapshots without a readable manifest are left out. `order`: ids of another index, in its order.
 */
export async function writeIndex(
  buildFolder: string,
  current: string,
  ids: readonly string[],
  order?: readonly string[],
): Promise<void> {
  const before = await readText(path.join(buildFolder, indexName), maxIndexBytes);
  // A snapshot never changes, so that only the manifests of new ones are read.
  const described = new Map(
    snapshotIndexSchema.safeParse(parseJson(before)).data?.snapshots.map((each) => [each.id, each]),
  );
  const snapshots: IndexedSnapshot[] = [];
  for (const id of newestFirst(ids, order ?? [...described.keys()])) {
    const found = described.get(id) ?? (await describeSnapshot(buildFolder, id));
    if (found !== null) snapshots.push(found);
  }
  // A damaged manifest of the current snapshot: followers keep what the index said before.
  if (!snapshots.some(({ id }) => id === current)) return;
  const text = `${JSON.stringify({ version: indexVersion, current, snapshots })}\n`;
  if (text === before) return;
  await replaceFile(buildFolder, indexName, { text, flush: true });
}

async function describeSnapshot(buildFolder: string, id: string): Promise<IndexedSnapshot | null> {
  const name = `snapshots/${id}/${snapshotPaths.manifest}`;
  const found = await readSnapshotFiles(path.dirname(path.join(buildFolder, name)));
  if (found === null) return null;
  const { generatedAt, bytes, sha256 } = found;
  return { id, generatedAt, manifest: { path: name, bytes, sha256 } };
}
