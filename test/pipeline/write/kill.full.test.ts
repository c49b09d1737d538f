/**
 * Builds killed before each of their file operations: `current` stays whole, and the next build
 * cleans up.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { projectFolder, smallSources } from '../../support/paths.ts';
import { type Ended, runProcess } from '../../support/run-pipeline.ts';
import { assertWhole, currentSnapshot, leftovers, snapshotIds } from '../../support/snapshots.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const preload = pathToFileURL(path.join(projectFolder, 'test/support/kill-at-step.mjs'));
/** A build of the small sources makes about 100 file operations. */
const mostSteps = 300;

describe('a build that is killed', () => {
  it('leaves a whole snapshot as the current one, and nothing that the next build does not clear away', async (t) => {
    const build = path.join(await makeTemporaryFolder(t), 'build');
    const kills = await killAtEachStep(build);
    t.diagnostic(`${kills.before} kills before publication, ${kills.after} after`);
    assert.ok(kills.before >= 3 && kills.after >= 2, JSON.stringify(kills));
    const { code, stderr } = await startBuild(build, 0);
    assert.equal(code, 0, stderr);
    assert.deepEqual(await leftovers(build), []);
    assert.ok((await snapshotIds(build)).length <= 10);
  });
});

/**
 * Counts kills before and after the rename that publishes; ends when a build ends before its kill.
 */
async function killAtEachStep(build: string): Promise<{ before: number; after: number }> {
  const kills = { before: 0, after: 0 };
  for (let step = 1; step < mostSteps; ) {
    const before = await currentSnapshot(build);
    const { code, stderr } = await startBuild(build, step);
    await assertAllWhole(build);
    if (code === 0) return kills;
    assert.equal(code, null, stderr);
    const isPublished = /^rename .*\.tmp-current-/m.test(stderr);
    assert.equal(
      (await currentSnapshot(build)) !== before,
      isPublished,
      `killed before operation ${step}`,
    );
    kills[isPublished ? 'after' : 'before']++;
    // A killed build removes no old snapshots, and reads all of them: without whole builds in
    // between, there would be more each time.
    if (isPublished) assert.equal((await startBuild(build, 0)).code, 0);
    // The first operations fill the temporary folder; the ones after its manifest publish it.
    // The next build links files of this snapshot: once more from its first operation.
    step = isPublished && kills.after === 1 ? 1 : step + strideAfter(stderr);
  }
  return assert.fail(`no build ended within ${mostSteps} file operations`);
}

/** The first operations fill the temporary folder; the ones after its manifest publish it. */
function strideAfter(operations: string): number {
  if (/^rename .*\.tmp-current-/m.test(operations)) return 1;
  const isWritten = /^writeFile .*\/\.tmp-[^/]*\/manifest\.json$/m.test(operations);
  return isWritten ? 3 : 25;
}

async function startBuild(build: string, step: number): Promise<Ended> {
  const words = ['build', '--sources', smallSources, '--build', build, '--force'];
  return runProcess(words, { NODE_OPTIONS: `--import ${preload}`, KILL_AT_STEP: String(step) });
}

async function assertAllWhole(build: string): Promise<void> {
  const ids = await snapshotIds(build);
  for (const id of ids) await assertWhole(build, id);
  const current = await currentSnapshot(build);
  assert.ok(current === null || ids.includes(current), `current points to ${current}`);
}
