/** Looks at an origin as a follower does: every snapshot that its index lists is there, with the files that it states. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '../../common/hash.ts';
import { manifestSchema } from '../../model/manifest.ts';
import { type SnapshotIndex, snapshotIndexSchema } from '../../model/snapshot-index.ts';

const listing = manifestSchema.pick({ id: true, files: true });

/** Null if there is no index; fails unless all that it lists is whole. */
export async function assertOriginWhole(folder: string): Promise<SnapshotIndex | null> {
  const text = await readFile(path.join(folder, 'index.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const index = snapshotIndexSchema.parse(JSON.parse(text));
  for (const { id, manifest } of index.snapshots) {
    const bytes = await readFile(path.join(folder, manifest.path));
    assert.deepEqual([bytes.length, sha256(bytes)], [manifest.bytes, manifest.sha256], manifest.path);
    const { files } = listing.parse(JSON.parse(bytes.toString('utf8')));
    for (const file of files) {
      const name = path.posix.join(path.posix.dirname(manifest.path), file.path);
      assert.equal(sha256(await readFile(path.join(folder, name))), file.sha256, `${name} of ${id}`);
    }
  }
  return index;
}
