/** A snapshot that was damaged on the disk, and is built again under the same id. */
import assert from 'node:assert/strict';
import { readFile, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { snapshotPaths } from '../../../model/manifest.ts';
import { publishInto } from '../../support/build-folder.ts';
import { assertWhole, currentSnapshot, leftovers } from '../../support/snapshots.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

describe('publishing a snapshot that is there already', () => {
  it('keeps the one that is whole', async (t) => {
    const build = await makeTemporaryFolder(t);
    const id = await publishInto({ build });
    const manifest = path.join(build, 'snapshots', id, snapshotPaths.manifest);
    const before = await stat(manifest);
    assert.equal(await publishInto({ build, force: true }), id);
    assert.equal((await stat(manifest)).ino, before.ino);
    assert.deepEqual(await leftovers(build), []);
  });

  for (const [damage, act] of [
    ['cut', (file: string) => truncate(file, 10)],
    ['removed', (file: string) => rm(file)],
  ] as const) {
    it(`replaces one of which a file was ${damage}`, async (t) => {
      const build = await makeTemporaryFolder(t);
      const id = await publishInto({ build });
      const file = path.join(build, 'snapshots', id, snapshotPaths.providers);
      const bytes = await readFile(file);
      await act(file);
      assert.equal(await publishInto({ build, force: true }), id);
      assert.ok((await readFile(file)).equals(bytes));
      await assertWhole(build, id);
      assert.equal(await currentSnapshot(build), id);
      assert.deepEqual(await leftovers(build), []);
    });
  }
});
