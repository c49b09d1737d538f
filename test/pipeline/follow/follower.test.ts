/**
 * A build folder that follows an origin: what it fetches, what it removes, and what it does without
 * the origin.
 */
import assert from 'node:assert/strict';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { describe, it } from 'node:test';
import { createRclone } from '../../../pipeline/rclone.ts';
import { makeCurrent, removeSnapshots } from '../../../pipeline/snapshot/build-folder/publish.ts';
import { fakeId, publishFake } from '../../support/fake-snapshots.ts';
import { createFollower, prepareOrigin } from '../../support/follow.ts';
import { nightly } from '../../support/lane.ts';
import type { Fault } from '../../support/origin-server.ts';
import { missingRclone } from '../../support/rclone.ts';
import { currentSnapshot, leftovers, listFiles, snapshotIds } from '../../support/snapshots.ts';

const logo = 'x'.repeat(50_000);

async function assertEqual(build: string, origin: string): Promise<void> {
  assert.equal(await currentSnapshot(build), await currentSnapshot(origin));
  const files = (await listFiles(path.join(origin, 'snapshots'))).map(
    (name) => `snapshots/${name}`,
  );
  const found = (await listFiles(path.join(build, 'snapshots'))).map((name) => `snapshots/${name}`);
  assert.deepEqual(found, files);
  for (const name of [...files, 'index.json'])
    assert.ok(
      (await readFile(path.join(build, name))).equals(await readFile(path.join(origin, name))),
      name,
    );
  assert.deepEqual(await leftovers(build), []);
}

describe('a follower', { skip: missingRclone }, () => {
  it('copies all snapshots of the origin, then asks for the index only', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    await publishFake(folder, 1, { 'a.json': '1', 'images/logo.png': logo });
    await publishFake(folder, 2, { 'a.json': '2', 'images/logo.png': logo });
    const { follow, told } = createFollower(server.address, build);
    await follow();
    await assertEqual(build, folder);
    const sent = server.takeSent();
    assert.equal(
      sent.filter((name) => name.endsWith('logo.png')).length,
      1,
      'a file with the same hash is linked',
    );
    assert.equal(
      sent[1],
      `snapshots/${fakeId(2)}/manifest.json`,
      'the current snapshot comes first',
    );
    assert.ok(told.includes(`current is now ${fakeId(2)}`), told.join('\n'));
    await follow();
    assert.deepEqual(server.takeSent(), ['index.json']);
  });

  it('fetches of a new snapshot what it does not have', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    await publishFake(folder, 1, { 'a.json': '1', 'rows/b.json': 'same', 'images/logo.png': logo });
    const { follow } = createFollower(server.address, build);
    await follow();
    server.takeSent();
    const id = await publishFake(folder, 2, {
      'a.json': '2',
      'rows/c.json': 'same',
      'images/logo.png': logo,
    });
    await follow();
    assert.deepEqual(server.takeSent(), [
      'index.json',
      `snapshots/${id}/manifest.json`,
      `snapshots/${id}/a.json`,
    ]);
    await assertEqual(build, folder);
  });

  nightly('follows a rollback without fetching a file', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    const first = await publishFake(folder, 1, { 'a.json': '1' });
    await publishFake(folder, 2, { 'a.json': '2' });
    const { follow } = createFollower(server.address, build);
    await follow();
    server.takeSent();
    await makeCurrent(folder, first, [first]);
    await follow();
    assert.deepEqual(server.takeSent(), ['index.json']);
    await assertEqual(build, folder);
  });

  it('removes what the origin no longer lists, and says that it is gone', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    for (const second of [1, 2, 3]) await publishFake(folder, second, { 'a.json': `${second}` });
    const { follow } = createFollower(server.address, build);
    await follow();
    await removeSnapshots(folder, [fakeId(1), fakeId(2)]);
    await follow();
    assert.deepEqual(await snapshotIds(build), [fakeId(3)]);
    assert.equal(
      await readFile(path.join(build, 'removed'), 'utf8'),
      `${fakeId(1)}\n${fakeId(2)}\n`,
    );
    await assertEqual(build, folder);
  });

  nightly('returns to what the origin says if somebody changed the folder', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    for (const second of [1, 2]) await publishFake(folder, second, { 'a.json': `${second}` });
    const { follow } = createFollower(server.address, build);
    await follow();
    await makeCurrent(build, fakeId(1), [fakeId(1)]);
    await rm(path.join(build, 'snapshots', fakeId(1)), { recursive: true });
    await follow();
    await assertEqual(build, folder);
  });

  nightly('downloads a file whose local copy is damaged', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    await publishFake(folder, 1, { 'a.png': logo });
    const { follow } = createFollower(server.address, build);
    await follow();
    await writeFile(path.join(build, 'snapshots', fakeId(1), 'a.png'), 'y'.repeat(logo.length));
    await publishFake(folder, 2, { 'b.png': logo });
    await follow();
    assert.equal(await readFile(path.join(build, 'snapshots', fakeId(2), 'b.png'), 'utf8'), logo);
  });

  nightly('copies a folder and a remote', async (t) => {
    const { folder, build } = await prepareOrigin(t);
    await publishFake(folder, 1, { 'a.json': '1' });
    await createFollower(folder, build).follow();
    await assertEqual(build, folder);
    await publishFake(folder, 2, { 'a.json': '2', 'images/logo.png': logo });
    await createFollower(`:local:${folder}`, build).follow();
    await assertEqual(build, folder);
  });

  nightly('can be followed itself', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    for (const second of [1, 2]) await publishFake(folder, second, { 'a.json': `${second}` });
    await createFollower(server.address, build).follow();
    const second = await prepareOrigin(t, build);
    await createFollower(second.server.address, second.build).follow();
    await assertEqual(second.build, folder);
  });
});

describe('a follower of an origin that fails', { skip: missingRclone }, () => {
  it('does not fetch again what an interrupted run has fetched', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    const id = await publishFake(folder, 1, {
      'a.png': logo,
      'b.png': 'other',
      'c/d.png': 'third',
    });
    server.fault = (name, response, { method }) =>
      method === 'GET' && name.endsWith('b.png') && Boolean(response.writeHead(500).end());
    await assert.rejects(createFollower(server.address, build).follow(), {
      code: 'rclone',
      message: /500/,
    });
    assert.equal(await currentSnapshot(build), null);
    server.fault = () => false;
    server.takeSent();
    await createFollower(server.address, build).follow();
    assert.deepEqual(server.takeSent(), [
      'index.json',
      `snapshots/${id}/manifest.json`,
      `snapshots/${id}/b.png`,
    ]);
    await assertEqual(build, folder);
  });

  nightly('ends an answer that comes in drips', async (t) => {
    const { server } = await prepareOrigin(t);
    server.fault = answerWith((response) =>
      response.writeHead(200, { 'content-length': 9 }).write('x'),
    );
    const { run } = createRclone({ signal: new AbortController().signal, isBounded: false });
    const words = ['cat', '--http-url', server.address, '--no-traverse', ':http:a.json'];
    await assert.rejects(run(words, { limitMs: 1000 }), {
      code: 'rclone',
      message: /^rclone cat was ended: it took too long/,
    });
  });

  it('keeps its snapshot while the origin is away, slow or broken', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    const id = await publishFake(folder, 1, { 'a.json': '1' });
    const { follow } = createFollower(server.address, build);
    await follow();
    await publishFake(folder, 2, { 'a.json': '2' });
    const failures: [RegExp, string, Answer][] = [
      [
        /^rclone cat ended with status 1: .*503/,
        'rclone',
        (response) => response.writeHead(503).end(),
      ],
      [
        /^rclone cat ended with status 1: .*403/,
        'rclone',
        (response) => response.writeHead(403).end(),
      ],
      [/^rclone cat ended with status 5: .*EOF/, 'rclone', (response) => response.destroy()],
      [
        /^http:\S+ has no index.json: ORIGIN is /,
        'unreachable',
        (response) => response.writeHead(404).end(),
      ],
    ];
    for (const [message, code, answer] of failures) {
      server.fault = answerWith(answer);
      await assert.rejects(follow(), { code, message });
      assert.equal(await currentSnapshot(build), id);
    }
    await server.stop();
    await assert.rejects(follow(), { code: 'rclone', message: /connection refused$/ });
    assert.equal(await currentSnapshot(build), id);
    server.fault = () => false;
    await server.listen();
    await follow();
    await assertEqual(build, folder);
  });

  nightly('follows the current snapshot although an older one is damaged', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    for (const second of [1, 2, 3]) await publishFake(folder, second, { 'a.json': `${second}` });
    await appendFile(path.join(folder, 'snapshots', fakeId(2), 'a.json'), 'x');
    const { follow } = createFollower(server.address, build);
    await assert.rejects(follow(), {
      code: 'untrusted',
      message: /a\.json of \S+ does not match its hash/,
    });
    assert.equal(await currentSnapshot(build), fakeId(3));
    assert.deepEqual(await snapshotIds(build), [fakeId(1), fakeId(3)]);
    await writeFile(path.join(folder, 'snapshots', fakeId(2), 'a.json'), '2');
    await follow();
    await assertEqual(build, folder);
  });

  it('refuses to replace a snapshot that is another one under the same id', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    await publishFake(folder, 1, { 'a.json': '1' });
    await publishFake(build, 1, { 'a.json': 'other' });
    const message =
      /is not the snapshot that the origin has under this id: remove the folder to fetch it again/;
    await assert.rejects(createFollower(server.address, build).follow(), {
      code: 'untrusted',
      message,
    });
    assert.equal(await readFile(path.join(build, 'current/a.json'), 'utf8'), 'other');
  });

  it('stops at once when it is told to', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    await publishFake(folder, 1, { 'a.json': '1' });
    const controller = new AbortController();
    server.fault = () => {
      controller.abort();
      return true;
    };
    await assert.rejects(createFollower(server.address, build, controller.signal).follow(), {
      name: 'AbortError',
    });
    assert.deepEqual(await leftovers(build), []);
  });
});

type Answer = (response: ServerResponse) => unknown;

function answerWith(answer: Answer): Fault {
  return (_, response) => {
    answer(response);
    return true;
  };
}
