/** `follow` as a process: what it prints, how it ends, and a service as its origin. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { buildStatusName } from '../../../model/build-status.ts';
import { directory } from '../../support/directory.ts';
import { fakeId, publishFake } from '../../support/fake-snapshots.ts';
import { createFollower, prepareOrigin } from '../../support/follow.ts';
import { nightly } from '../../support/lane.ts';
import { missingRclone } from '../../support/rclone.ts';
import { runPipeline, startPipeline } from '../../support/run-pipeline.ts';
import { useService } from '../../support/service-server.ts';
import { assertWhole, currentSnapshot, leftovers, snapshotIds } from '../../support/snapshots.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

describe('follow --once', { skip: missingRclone }, () => {
  it('ends with 0 when the folder is equal, 1 when the origin cannot be trusted, 2 when it cannot be reached', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    const id = await publishFake(folder, 1, { 'a.json': '1'.repeat(1_999_000) });
    const words = ['follow', '--once', '--origin', server.address, '--build', build];
    const first = await runPipeline(words);
    assert.deepEqual([first.code, first.stderr], [0, '']);
    const expected = new RegExp(
      `^fetched ${id}: 1 new file, 1999 kB in \\d+\\.\\d s\\ncurrent is now ${id}\\n`,
    );
    assert.match(first.stdout, expected);
    assert.match(first.stdout, new RegExp(`is equal to the origin; current is ${id}\\n$`));
    const readStatus = async () =>
      JSON.parse(await readFile(path.join(build, buildStatusName), 'utf8'));
    const status = await readStatus();
    assert.deepEqual([status.by, status.failures], ['follow', 0]);
    await publishFake(folder, 2, { 'a.json': '2' });
    await writeFile(path.join(folder, 'snapshots', fakeId(2), 'a.json'), 'x');
    const second = await runPipeline(words);
    assert.equal(second.code, 1);
    assert.deepEqual(await readStatus(), { ...status, failures: 1 });
    const wanted = new RegExp(
      `a\\.json of http://\\S+ does not match its hash in the manifest; \\S+ keeps ${id}\\n$`,
    );
    assert.match(second.stderr, wanted);
    assert.doesNotMatch(second.stderr, /^\s+at /m);
    await server.stop();
    const third = await runPipeline([...words.slice(0, 4), '--build', path.join(build, 'empty')]);
    assert.equal(third.code, 2);
    assert.match(
      third.stderr,
      /connection refused; \S+ has no snapshot yet, so a service has nothing to serve from it\n$/,
    );
    assert.equal(await currentSnapshot(build), id);
  });

  it('says that an origin is missing', async () => {
    const { code, stderr } = await runPipeline(['follow', '--once']);
    assert.equal(code, 2);
    assert.equal(
      stderr,
      'name the origin: make follow ORIGIN=https://data.example.org BUILD=build\n',
    );
  });

  it('refuses credentials in an address, and does not repeat them', async () => {
    for (const origin of [
      'https://user:hidden@data.example.org',
      'https://data.example.org/?key=hidden',
    ]) {
      const { code, stdout, stderr } = await runPipeline(['follow', '--once', '--origin', origin]);
      assert.equal(code, 2);
      assert.match(
        stderr,
        /^ORIGIN must be an address without user name, password, query and fragment; .+\n$/,
      );
      assert.doesNotMatch(stdout + stderr, /hidden/);
    }
  });
});

describe('follow', { skip: missingRclone }, () => {
  it('follows until it is stopped, and goes on when the origin returns', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    await publishFake(folder, 1, { 'a.json': '1' });
    const words = ['follow', '--origin', server.address, '--build', build, '--interval', '0.05'];
    const { child, ended } = startPipeline(words);
    const said = async (stream: 'stdout' | 'stderr', pattern: RegExp) => {
      for (let text = ''; !pattern.test(text); )
        [text] = await once(child[stream] ?? child, 'data');
    };
    await said('stdout', new RegExp(`current is now ${fakeId(1)}`));
    const away = said('stderr', /trying again/);
    await server.stop();
    await away;
    const back = said('stdout', /the origin is followed again/);
    await publishFake(folder, 2, { 'a.json': '2' });
    await server.listen();
    await back;
    child.kill('SIGTERM');
    const { code, stderr } = await ended;
    assert.equal(code, 0);
    assert.equal(stderr.trim().split('\n').length, 1, 'the failure is told once');
    assert.equal(await currentSnapshot(build), fakeId(2));
    assert.deepEqual(await leftovers(build), []);
  });
});

describe('a service as an origin', { skip: missingRclone }, () => {
  const { service, built } = useService(directory);

  nightly('is followed at /snapshots', async (t) => {
    const build = await makeTemporaryFolder(t);
    await createFollower(`${service().url}/snapshots`, build).follow();
    const { id = '' } = built().manifest ?? {};
    assert.deepEqual([await currentSnapshot(build), await snapshotIds(build)], [id, [id]]);
    const manifest = await assertWhole(build, id);
    assert.deepEqual(manifest.files, built().manifest?.files);
    const [own, theirs] = await Promise.all(
      [build, built().build].map((each) => readFile(path.join(each, 'index.json'), 'utf8')),
    );
    assert.equal(own, theirs);
  });
});
