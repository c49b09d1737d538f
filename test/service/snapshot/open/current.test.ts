/** What the watcher says of a `current` that leads nowhere: once, and clearly. */
import assert from 'node:assert/strict';
import { rename, symlink, unlink } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { SnapshotHolder } from '../../../../service/snapshot/holder.ts';
import { SnapshotWatcher } from '../../../../service/snapshot/watch.ts';
import { buildTree, keepLog, openOptions } from '../../../support/service-server.ts';
import { smallTree } from '../../../support/source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from '../../../support/temporary-folder.ts';

const closers: (() => Promise<void>)[] = [];
const cleanUp: CleanUp = { after: (work) => closers.unshift(work) };
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function watch(buildDir: string) {
  const { log, lines } = keepLog();
  const holder = new SnapshotHolder();
  const watcher = new SnapshotWatcher({ buildDir, options: openOptions, holder, log });
  cleanUp.after(async () => holder.replace(null));
  const refusals = () =>
    lines
      .filter(({ msg }) => String(msg).startsWith('snapshot refused'))
      .map(({ err }) => (err as { message: string }).message);
  return { holder, watcher, refusals };
}

async function relink(build: string, target: string): Promise<void> {
  await symlink(target, path.join(build, 'next'));
  await rename(path.join(build, 'next'), path.join(build, 'current'));
}

describe('SnapshotWatcher, where current leads nowhere', () => {
  it('says so once for each reason, and again after it was right in between', async () => {
    const { build, manifest } = await buildTree(cleanUp, smallTree);
    const { holder, watcher, refusals } = watch(build);
    const look = async () => {
      for (let turn = 0; turn < 3; turn++) await watcher.check();
      assert.equal(holder.current?.manifest.id, manifest?.id);
    };
    await look();
    assert.deepEqual(refusals(), []);
    const [dangling, gone] = [
      'current points to snapshots/nope, which does not exist',
      'current does not exist any more',
    ];
    await relink(build, 'snapshots/nope');
    await look();
    assert.deepEqual(refusals(), [dangling]);
    await unlink(path.join(build, 'current'));
    await look();
    assert.deepEqual(refusals(), [dangling, gone]);
    await relink(build, `snapshots/${manifest?.id}`);
    await look();
    assert.deepEqual(refusals(), [dangling, gone]);
    await unlink(path.join(build, 'current'));
    await look();
    assert.deepEqual(refusals(), [dangling, gone, gone]);
  });

  it('says nothing of a folder without current where nothing was served yet', async () => {
    const { holder, watcher, refusals } = watch(await makeTemporaryFolder(cleanUp));
    await watcher.check();
    assert.deepEqual([holder.current, refusals()], [null, []]);
  });
});
