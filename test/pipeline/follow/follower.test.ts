/** A build folder that follows an origin: what it fetches, what it removes, and what it does without the origin. */
import assert from 'node:assert/strict';
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { backoffMs, defaultTiming, Origin } from '../../../pipeline/follow/origin.ts';
import { makeCurrent, removeSnapshots } from '../../../pipeline/write/build-folder/publish.ts';
import { fakeId, hashOf, publishFake } from '../../support/fake-snapshots.ts';
import { createFollower, prepareOrigin } from '../../support/follow.ts';
import type { Fault } from '../../support/origin-server.ts';
import { currentSnapshot, leftovers, listFiles, snapshotIds } from '../../support/snapshots.ts';

const logo = 'x'.repeat(50_000);
const lines = Array.from({ length: 20_000 }, (_, at) => `${at ** 3}\n`).join('');

async function assertEqual(build: string, origin: string): Promise<void> {
  assert.equal(await currentSnapshot(build), await currentSnapshot(origin));
  const files = (await listFiles(path.join(origin, 'snapshots'))).map((name) => `snapshots/${name}`);
  assert.deepEqual(
    (await listFiles(path.join(build, 'snapshots'))).map((name) => `snapshots/${name}`),
    files,
  );
  for (const name of [...files, 'index.json'])
    assert.ok((await readFile(path.join(build, name))).equals(await readFile(path.join(origin, name))), name);
  assert.deepEqual(await leftovers(build), []);
}

describe('a follower', () => {
  it('copies all snapshots of the origin, then asks for the index only', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    await publishFake(folder, 1, { 'a.json': '1', 'images/logo.png': logo });
    await publishFake(folder, 2, { 'a.json': '2', 'images/logo.png': logo });
    const { follower, told } = createFollower(server, build);
    assert.equal(await follower.follow(), true);
    await assertEqual(build, folder);
    const sent = server.takeSent();
    assert.equal(sent.filter((name) => name.endsWith('logo.png')).length, 1, 'a file with the same hash is linked');
    assert.equal(sent[1], `snapshots/${fakeId(2)}/manifest.json`, 'the current snapshot comes first');
    assert.ok(told.includes(`current is now ${fakeId(2)}`), told.join('\n'));
    assert.equal(await follower.follow(), true);
    assert.deepEqual(
      server.served.map(({ path: name, status }) => [name, status]),
      [['index.json', 304]],
    );
  });

  it('fetches of a new snapshot what it does not have', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    await publishFake(folder, 1, { 'a.json': '1', 'rows/b.json': 'same', 'images/logo.png': logo });
    const { follower } = createFollower(server, build);
    await follower.follow();
    server.takeSent();
    const id = await publishFake(folder, 2, { 'a.json': '2', 'rows/c.json': 'same', 'images/logo.png': logo });
    await follower.follow();
    assert.deepEqual(server.takeSent(), ['index.json', `snapshots/${id}/manifest.json`, `snapshots/${id}/a.json`]);
    await assertEqual(build, folder);
  });

  it('takes texts compressed, and tables as they are', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    await publishFake(folder, 1, { 'a.json': lines, 'b.parquet': lines });
    const encodings = new Map<string, string>();
    server.fault = (name, response, request) => {
      encodings.set(path.basename(name), String(request.headers['accept-encoding']));
      if (!name.endsWith('a.json')) return false;
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(lines));
      return true;
    };
    await createFollower(server, build).follower.follow();
    assert.match(encodings.get('a.json') ?? '', /gzip/);
    assert.equal(encodings.get('b.parquet'), 'identity');
    await assertEqual(build, folder);
  });

  it('follows a rollback without fetching a file', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    const first = await publishFake(folder, 1, { 'a.json': '1' });
    await publishFake(folder, 2, { 'a.json': '2' });
    const { follower } = createFollower(server, build);
    await follower.follow();
    server.takeSent();
    await makeCurrent(folder, first, [first]);
    await follower.follow();
    assert.deepEqual(server.takeSent(), ['index.json']);
    await assertEqual(build, folder);
  });

  it('removes what the origin no longer lists, and says that it is gone', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    for (const second of [1, 2, 3]) await publishFake(folder, second, { 'a.json': `${second}` });
    const { follower } = createFollower(server, build);
    await follower.follow();
    await removeSnapshots(folder, [fakeId(1), fakeId(2)]);
    await follower.follow();
    assert.deepEqual(await snapshotIds(build), [fakeId(3)]);
    assert.equal(await readFile(path.join(build, 'removed'), 'utf8'), `${fakeId(1)}\n${fakeId(2)}\n`);
    await assertEqual(build, folder);
  });

  it('returns to what the origin says if somebody changed the folder', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    for (const second of [1, 2]) await publishFake(folder, second, { 'a.json': `${second}` });
    const { follower } = createFollower(server, build);
    await follower.follow();
    await makeCurrent(build, fakeId(1), [fakeId(1)]);
    await rm(path.join(build, 'snapshots', fakeId(1)), { recursive: true });
    await follower.follow();
    await assertEqual(build, folder);
  });

  it('downloads a file whose local copy is damaged', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    await publishFake(folder, 1, { 'a.png': logo });
    const { follower } = createFollower(server, build);
    await follower.follow();
    await writeFile(path.join(build, 'snapshots', fakeId(1), 'a.png'), 'y'.repeat(logo.length));
    await publishFake(folder, 2, { 'b.png': logo });
    await follower.follow();
    assert.equal(await readFile(path.join(build, 'snapshots', fakeId(2), 'b.png'), 'utf8'), logo);
  });

  it('can be followed itself', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    for (const second of [1, 2]) await publishFake(folder, second, { 'a.json': `${second}` });
    await createFollower(server, build).follower.follow();
    const second = await prepareOrigin(t, build);
    await createFollower(second.server, second.build).follower.follow();
    await assertEqual(second.build, folder);
  });
});

describe('the address of an origin', () => {
  it('is checked', () => {
    const { signal } = new AbortController();
    const messages: [string, RegExp][] = [
      ['ftp://example.org/', /^ORIGIN is "ftp:\/\/example\.org\/": expected an address that begins with http/],
      ['example.org', /^ORIGIN is "example\.org": expected an address/],
      ['https://me:secret@example.org', /^ORIGIN must have no user name, password, query or fragment$/],
    ];
    for (const [address, message] of messages) assert.throws(() => new Origin(address, { signal }), { message });
    assert.equal(new Origin('https://example.org/data/', { signal }).address, 'https://example.org/data');
  });
});

describe('backoffMs', () => {
  it('doubles up to the limit, with a jitter of up to a half', () => {
    const backoff = { firstMs: 1000, mostMs: 60_000 };
    const delays = [0, 1, 2, 5, 6, 1000].map((attempt) => backoffMs(attempt, backoff, () => 1));
    assert.deepEqual(delays, [1000, 2000, 4000, 32_000, 60_000, 60_000]);
    assert.deepEqual(
      [0, 0.5].map((random) => backoffMs(1, backoff, () => random)),
      [1000, 1500],
    );
  });
});

describe('a follower of an origin that fails', () => {
  it('continues a broken download, in the same run and in the next one', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    const id = await publishFake(folder, 1, { 'a.png': logo });
    const name = `snapshots/${id}/a.png`;
    let broken = 0;
    server.fault = async (path_, response, request) => {
      if (path_ !== name || broken >= 3) return false;
      broken++;
      const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
      startAnswer(response, from);
      await untilReceived(build, id, from + 10_000);
      response.destroy();
      return true;
    };
    await assert.rejects(createFollower(server, build).follower.follow(), { code: 'unreachable' });
    assert.equal(await currentSnapshot(build), null);
    // The server has another ETag than the answers before: the file is fetched from its beginning.
    assert.equal(await createFollower(server, build).follower.follow(), true);
    const ranges = server.served.filter((each) => each.path === name).map(({ range }) => range);
    assert.deepEqual(ranges, [undefined, 'bytes=10000-', 'bytes=20000-', 'bytes=30000-']);
    await assertEqual(build, folder);
  });

  it('begins a download again that a killed run had finished', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    const id = await publishFake(folder, 1, { 'a.png': logo });
    const name = `snapshots/${id}/a.png`;
    const partial = path.join(build, `.tmp-follow-${id}/partial`);
    await mkdir(partial, { recursive: true });
    const file = path.join(partial, hashOf(`a.png ${hashOf(logo)}`));
    await writeFile(file, 'y'.repeat(logo.length));
    await writeFile(`${file}.etag`, '"one"');
    server.served = [];
    await createFollower(server, build).follower.follow();
    assert.deepEqual(
      server.served.filter((each) => each.path === name).map(({ range, status }) => [range, status]),
      [[undefined, 200]],
    );
    await assertEqual(build, folder);
  });

  it('keeps its snapshot while the origin is away, slow or broken', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    const id = await publishFake(folder, 1, { 'a.json': '1' });
    const { follower } = createFollower(server, build);
    await follower.follow();
    await publishFake(folder, 2, { 'a.json': '2' });
    const failures: [RegExp, Answer][] = [
      [/status 503/, (response) => response.writeHead(503).end()],
      [/status 404, there is no index/, (response) => response.writeHead(404).end()],
      [/redirects to http:\/\/other/, (response) => response.writeHead(302, { location: 'http://other/' }).end()],
      [/status 403, the origin refuses access/, (response) => response.writeHead(403).end()],
      [/other side closed|terminated|ECONNRESET/, (response) => response.destroy()],
    ];
    for (const [message, answer] of failures) {
      server.fault = answerWith(answer);
      await assert.rejects(follower.follow(), { code: 'unreachable', message });
      assert.equal(await currentSnapshot(build), id);
    }
    await server.stop();
    await assert.rejects(follower.follow(), { code: 'unreachable', message: /ECONNREFUSED/ });
    assert.equal(await currentSnapshot(build), id);
    server.fault = () => false;
    await server.listen();
    await follower.follow();
    await assertEqual(build, folder);
  });

  it('gives up an answer that comes too slowly, and continues later', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    await publishFake(folder, 1, { 'a.json': '1' });
    const { follower } = createFollower(server, build, { timing: { ...defaultTiming, attempts: 1 } });
    t.mock.timers.enable({ apis: ['setInterval'] });
    server.fault = answerWith((response) => {
      response.writeHead(200).flushHeaders();
      t.mock.timers.tick(defaultTiming.windowMs);
    });
    await assert.rejects(follower.follow(), { code: 'unreachable', message: /no byte for 30 s/ });
    t.mock.timers.reset();
    server.fault = () => false;
    await createFollower(server, build).follower.follow();
    await assertEqual(build, folder);
  });

  it('gives up a large file that comes in drips, after any number of bytes', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    const bytes = 10_000_000;
    const id = await publishFake(folder, 1, { 'a.png': 'x'.repeat(bytes) });
    const { follower } = createFollower(server, build, { timing: { ...defaultTiming, attempts: 1 } });
    t.mock.timers.enable({ apis: ['setInterval'] });
    for (const burst of [0, bytes / 2]) {
      server.fault = async (name, response) => {
        if (!name.endsWith('a.png')) return false;
        response.writeHead(200);
        response.write(' '.repeat(burst));
        await untilReceived(build, id, burst);
        if (burst > 0) t.mock.timers.tick(defaultTiming.windowMs);
        response.write('  ');
        await untilReceived(build, id, burst + 2);
        t.mock.timers.tick(defaultTiming.windowMs);
        return true;
      };
      await assert.rejects(follower.follow(), { code: 'unreachable', message: /slower than 16000 bytes a second/ });
    }
    assert.equal(await currentSnapshot(build), null);
  });

  it('follows the current snapshot although an older one is damaged', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    for (const second of [1, 2, 3]) await publishFake(folder, second, { 'a.json': `${second}` });
    await appendFile(path.join(folder, 'snapshots', fakeId(2), 'a.json'), 'x');
    const { follower } = createFollower(server, build);
    await assert.rejects(follower.follow(), { code: 'untrusted', message: /a\.json of the origin has 2 bytes/ });
    assert.equal(await currentSnapshot(build), fakeId(3));
    assert.deepEqual(await snapshotIds(build), [fakeId(1), fakeId(3)]);
    await writeFile(path.join(folder, 'snapshots', fakeId(2), 'a.json'), '2');
    await follower.follow();
    await assertEqual(build, folder);
  });

  it('refuses to replace a snapshot that is another one under the same id', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    await publishFake(folder, 1, { 'a.json': '1' });
    await publishFake(build, 1, { 'a.json': 'other' });
    const message = /is not the snapshot that the origin has under this id: remove the folder to fetch it again/;
    await assert.rejects(createFollower(server, build).follower.follow(), { code: 'untrusted', message });
    assert.equal(await readFile(path.join(build, 'current/a.json'), 'utf8'), 'other');
  });

  it('stops at once when it is told to', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    await publishFake(folder, 1, { 'a.json': '1' });
    const controller = new AbortController();
    server.fault = () => {
      controller.abort(new Error('stopped'));
      return true;
    };
    await assert.rejects(createFollower(server, build, { signal: controller.signal }).follower.follow(), /stopped/);
    assert.deepEqual(await leftovers(build), []);
  });
});

/** The next 10,000 bytes of the logo. */
function startAnswer(response: ServerResponse, from: number): void {
  const headers = { etag: '"one"', 'content-length': logo.length - from };
  const range = { 'content-range': `bytes ${from}-${logo.length - 1}/${logo.length}` };
  response.writeHead(from === 0 ? 200 : 206, from === 0 ? headers : { ...headers, ...range });
  response.write(logo.slice(from, from + 10_000));
}

/** Size of the largest unfinished file. */
async function partialBytes(build: string, id: string): Promise<number> {
  const folder = path.join(build, `.tmp-follow-${id}/partial`);
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size));
  return Math.max(0, ...sizes);
}

async function untilReceived(build: string, id: string, bytes: number): Promise<void> {
  while ((await partialBytes(build, id)) < bytes) await new Promise(setImmediate);
}

type Answer = (response: ServerResponse) => unknown;

function answerWith(answer: Answer): Fault {
  return (_, response) => {
    answer(response);
    return true;
  };
}
