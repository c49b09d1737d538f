/**
 * `publish`: a build folder in a folder and in a remote, in the right order, again after an
 * interruption.
 */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { sha256 } from '../../../common/hash.ts';
import { manifestSchema } from '../../../model/manifest.ts';
import { type SnapshotIndex, snapshotIndexSchema } from '../../../model/snapshot-index.ts';
import { removeSnapshots } from '../../../pipeline/snapshot/build-folder/publish.ts';
import { fakeId, publishFake } from '../../support/fake-snapshots.ts';
import { missingRclone } from '../../support/rclone.ts';
import { runPipeline, startPipeline } from '../../support/run-pipeline.ts';
import { listFiles, snapshotIds } from '../../support/snapshots.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';

// Looks at an origin as a follower does: every snapshot that its index lists is there, with the
// files that it states.

const listing = manifestSchema.pick({ id: true, files: true });

/** Null if there is no index; fails unless all that it lists is whole. */
async function assertOriginWhole(folder: string): Promise<SnapshotIndex | null> {
  const text = await readFile(path.join(folder, 'index.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const index = snapshotIndexSchema.parse(JSON.parse(text));
  for (const { id, manifest } of index.snapshots) {
    const bytes = await readFile(path.join(folder, manifest.path));
    assert.deepEqual(
      [bytes.length, sha256(bytes)],
      [manifest.bytes, manifest.sha256],
      manifest.path,
    );
    const { files } = listing.parse(JSON.parse(bytes.toString('utf8')));
    for (const file of files) {
      const name = path.posix.join(path.posix.dirname(manifest.path), file.path);
      assert.equal(
        sha256(await readFile(path.join(folder, name))),
        file.sha256,
        `${name} of ${id}`,
      );
    }
  }
  return index;
}

async function prepare(cleanUp: CleanUp) {
  const parent = await makeTemporaryFolder(cleanUp);
  const [build, target] = [path.join(parent, 'build'), path.join(parent, 'target')];
  for (const second of [1, 2])
    await publishFake(build, second, { 'a.json': `${second}`, 'images/b.png': 'picture' });
  const publish = (to: string = target) => runPipeline(['publish', '--build', build, '--to', to]);
  return { parent, build, target, publish };
}

describe('publish', { skip: missingRclone }, () => {
  it('uploads everything, then what is new, and removes what the index no longer lists', async (t) => {
    const { build, target, publish } = await prepare(t);
    const first = await publish();
    assert.deepEqual([first.code, first.stderr], [0, '']);
    assert.equal(first.stdout, `published ${fakeId(2)} to ${target}: 2 added, 0 removed\n`);
    assert.equal((await assertOriginWhole(target))?.snapshots.length, 2);
    assert.equal(
      (await publish()).stdout,
      `published ${fakeId(2)} to ${target}: 0 added, 0 removed\n`,
    );
    await publishFake(build, 3, { 'a.json': '3' });
    await removeSnapshots(build, [fakeId(1)]);
    await mkdir(path.join(target, 'snapshots/notes'));
    assert.equal(
      (await publish()).stdout,
      `published ${fakeId(3)} to ${target}: 1 added, 1 removed\n`,
    );
    assert.equal((await assertOriginWhole(target))?.current, fakeId(3));
    assert.deepEqual(await snapshotIds(target), [fakeId(2), fakeId(3), 'notes']);
    assert.deepEqual(await listFiles(path.join(target, 'snapshots', fakeId(3))), [
      'a.json',
      'manifest.json',
    ]);
  });

  it('completes what an interrupted upload left', async (t) => {
    const { build, target, publish } = await prepare(t);
    const folder = path.join(target, 'snapshots', fakeId(2));
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'a.json'), '');
    await writeFile(path.join(folder, 'manifest.json'), '{"id":');
    const { child, ended } = startPipeline(['publish', '--build', build, '--to', target]);
    child.kill('SIGKILL');
    assert.equal((await ended).code, null);
    await assertOriginWhole(target);
    assert.equal((await publish()).code, 0);
    assert.equal((await assertOriginWhole(target))?.snapshots.length, 2);
  });

  it('uploads to a remote', async (t) => {
    const { target, publish } = await prepare(t);
    await mkdir(target);
    const { code, stderr } = await publish(`:local:${target}`);
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal((await assertOriginWhole(target))?.current, fakeId(2));
  });

  it('uploads no damaged snapshot', async (t) => {
    const parent = await makeTemporaryFolder(t);
    const build = path.join(parent, 'build');
    await publishFake(build, 1, { 'a.json': '1' });
    await rm(path.join(build, 'snapshots', fakeId(1), 'a.json'));
    const { code, stderr } = await runPipeline([
      'publish',
      '--build',
      build,
      '--to',
      path.join(parent, 'target'),
    ]);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^the snapshot "\S+" is damaged: a\.json is not a file of 1 bytes; nothing was uploaded\n$/,
    );
  });

  it('says what is wrong', async (t) => {
    const { parent, build, publish } = await prepare(t);
    const tools = path.join(parent, 'tools');
    await mkdir(tools);
    for (const name of ['sh', 'cat']) await symlink(`/bin/${name}`, path.join(tools, name));
    const noRclone = await runPipeline(['publish', '--build', build, '--to', 'x'], { PATH: tools });
    assert.deepEqual(
      [noRclone.code, noRclone.stderr],
      [
        2,
        'rclone is not installed: install it with `apt-get install rclone`, or from https://rclone.org/downloads/\n',
      ],
    );
    const noRemote = await publish('nowhere:bucket');
    assert.equal(noRemote.code, 2);
    assert.match(
      noRemote.stderr,
      /^rclone lsf ended with status \d: .*didn't find section in config file/s,
    );
    assert.doesNotMatch(noRemote.stderr, /^\s+at /m);
    await rm(path.join(build, 'index.json'));
    assert.match((await publish()).stderr, /has no index\.json: run `make build` first\n$/);
    const noTarget = await runPipeline(['publish', '--build', build]);
    assert.equal(
      noTarget.stderr.split('\n')[0],
      'name the target: make publish BUILD=build TO=<rclone remote or folder>',
    );
  });
});
