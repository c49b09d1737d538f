/** The status that build and follow leave in the build folder. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type BuildStatus, buildStatusName, buildStatusSchema } from '../../../../model/build-status.ts';
import { directory } from '../../../support/directory.ts';
import { fakeId, publishFake } from '../../../support/fake-snapshots.ts';
import { prepareOrigin } from '../../../support/follow.ts';
import { runPipeline } from '../../../support/run-pipeline.ts';
import { leftovers } from '../../../support/snapshots.ts';
import { writeTree } from '../../../support/source-tree.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';

async function readStatus(build: string): Promise<BuildStatus> {
  return buildStatusSchema.parse(JSON.parse(await readFile(path.join(build, buildStatusName), 'utf8')));
}

describe('the status of a build folder', () => {
  it('says when a build last found it up to date, and counts failures since', async (t) => {
    const folder = await makeTemporaryFolder(t);
    const [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
    await writeTree(sources, directory);
    const words = ['build', '--sources', sources, '--build', build];
    assert.equal((await runPipeline(words)).code, 0);
    const first = await readStatus(build);
    assert.deepEqual([first.by, first.failures], ['build', 0]);
    assert.match((await runPipeline(words)).stdout, /nothing has changed/);
    const second = await readStatus(build);
    assert.ok((second.checkedAt ?? '') > (first.checkedAt ?? ''), 'an unchanged build counts');
    await writeFile(path.join(sources, 'meta/categories.csv'), 'broken');
    for (const failures of [1, 2]) {
      assert.notEqual((await runPipeline(words)).code, 0);
      assert.deepEqual(await readStatus(build), { ...second, failures });
    }
    assert.deepEqual(await leftovers(build), []);
  });

  it('says when a follower last found it equal to its origin, and counts failures since', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    await publishFake(folder, 1, { 'a.json': '1' });
    const words = ['follow', '--once', '--origin', server.address, '--build', build];
    assert.equal((await runPipeline(words)).code, 0);
    const first = await readStatus(build);
    assert.deepEqual([first.by, first.failures], ['follow', 0]);
    await publishFake(folder, 2, { 'a.json': '2' });
    await writeFile(path.join(folder, 'snapshots', fakeId(2), 'a.json'), 'x');
    assert.equal((await runPipeline(words)).code, 1);
    assert.deepEqual(await readStatus(build), { ...first, failures: 1 });
  });
});
