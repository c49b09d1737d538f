/** A snapshot that was damaged on the disk, and is built again at the same moment. */
import assert from 'node:assert/strict';
import { stat, truncate } from 'node:fs/promises';
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

  for (const [damage, act] of [['cut', (file: string) => truncate(file, 10)]] as const) {
    it(`publishes another one if a file was ${damage}, so that current never dangles`, async (t) => {
      const build = await makeTemporaryFolder(t);
      const id = await publishInto({ build });
      const file = path.join(build, 'snapshots', id, snapshotPaths.providers);
      await act(file);
      const next = await publishInto({ build, force: true });
      assert.ok(next > id);
      await assertWhole(build, next);
      assert.equal(await currentSnapshot(build), next);
      assert.deepEqual(await leftovers(build), []);
    });
  }
});
