/**
 * Faults that operators meet and that need real processes, disks and clocks. Most faults are tested
 * where the feature is.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { describe, it } from 'node:test';
import { pointCurrentTo } from '../../pipeline/snapshot/build-folder/publish.ts';
import { smallSources } from '../support/paths.ts';
import { runProcess } from '../support/run-pipeline.ts';
import { get } from '../support/service-get.ts';
import { residentMb, serve as startService, until } from '../support/service-process.ts';
import { assertWhole, currentSnapshot, leftovers } from '../support/snapshots.ts';
import { type CleanUp, makeTemporaryFolder } from '../support/temporary-folder.ts';
import { buildTwo, Load, untilServed } from './load.ts';

const exported =
  '/networks/ethereum/api/infrastructure-providers/export?category=apis&format=ndjson';

async function serve(cleanUp: CleanUp, build: string) {
  const service = await startService({
    BUILD_DIR: build,
    SNAPSHOT_POLL_MS: '25',
    LOG_LEVEL: 'warn',
  });
  cleanUp.after(async () => void service.child.kill('SIGKILL'));
  return service;
}

function open(port: number, text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
  socket.write(text, 'latin1');
  return socket;
}

/** All that comes until the server closes. */
async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  await once(socket, 'close');
  return text;
}

describe('a build folder on a disk', { timeout: 300_000 }, () => {
  it('that is full or read-only keeps its snapshot, and is written again later', async (t) => {
    let isMounted = false;
    t.after(() => void (isMounted && execFileSync('umount', [disk])));
    const disk = await makeTemporaryFolder(t);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk], { stdio: 'pipe' });
    } catch (error) {
      return t.skip(`mounting is not possible here: ${error}`);
    }
    isMounted = true;
    const build = path.join(disk, 'build');
    await mkdir(build);
    const words = ['build', '--sources', smallSources, '--build', build, '--force'];
    const run = async (expected: number, command = words) => {
      const { code, stderr } = await runProcess(command);
      assert.equal(code, expected, stderr);
      assert.doesNotMatch(stderr, /^\s+at /m);
      return stderr;
    };
    await run(0);
    const before = (await currentSnapshot(build)) ?? '';
    for (const freeKb of [0, 8, 40]) {
      const df = execFileSync('df', ['--output=avail', '-k', disk], { encoding: 'utf8' });
      const filler = path.join(disk, 'filler');
      await writeFile(filler, Buffer.alloc((Number(df.trim().split('\n').at(-1)) - freeKb) * 1024));
      assert.match(await run(2), /no space/i);
      execFileSync('rm', [filler]);
      assert.equal(await currentSnapshot(build), before);
      await assertWhole(build, before);
    }
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    assert.match(await run(2), /read-only/i);
    assert.match(await run(2, ['rollback', '--build', build]), /read-only/i);
    const { port, stop } = await serve(t, build);
    await untilServed(port, before);
    assert.equal((await stop()).code, 0);
    execFileSync('mount', ['-o', 'remount,rw', disk]);
    await run(0);
    assert.notEqual(await currentSnapshot(build), before);
    assert.deepEqual(await leftovers(build), []);
  });
});

describe('SIGTERM', { timeout: 300_000 }, () => {
  it('ends a service that opens a snapshot', async (t) => {
    const { build, ids } = await buildTwo(await makeTemporaryFolder(t));
    const { port, stop } = await serve(t, build);
    await untilServed(port, ids[1] ?? '');
    await pointCurrentTo(build, ids[0] ?? '');
    assert.equal((await stop()).code, 0);
  });

  it('ends a service whose clients read nothing of what they asked for', async (t) => {
    const { build } = await buildTwo(await makeTemporaryFolder(t));
    const { port, stop } = await serve(t, build);
    const request = `GET ${exported} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: identity\r\n\r\n`;
    const sockets = Array.from({ length: 5 }, () => open(port, request.repeat(300)).pause());
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    await get(port, '/healthz');
    const { code, stdout } = await stop();
    for (const socket of sockets) socket.destroy();
    assert.deepEqual([code, stdout], [0, '']);
  });
});

describe('clients', { timeout: 300_000 }, () => {
  it('that are slow, silent, many or gone are cut off, while others are answered', async (t) => {
    const { build } = await buildTwo(await makeTemporaryFolder(t));
    const { port, stop } = await serve(t, build);
    const answers = async () => assert.equal((await get(port, exported)).status, 200);
    const slow = [
      'GET / HTTP/1.1\r\nX: ',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n',
    ];
    const late = slow.map(async (beginning) => {
      const socket = open(port, beginning);
      const drip = setInterval(() => socket.write('x'), 500);
      const text = await readAll(socket);
      clearInterval(drip);
      return text;
    });
    const limit = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }));
    const sockets: Socket[] = [];
    const count = Math.min(10_000, limit / 2 - 1000);
    while (sockets.length < count) {
      const some = Array.from({ length: 500 }, () => open(port, '').resume());
      sockets.push(...some);
      await Promise.all(some.map((socket) => once(socket, 'connect')));
      await answers();
    }
    for (let turn = 0; turn < 100; turn++) {
      const socket = open(port, `GET ${exported}&search=${turn} HTTP/1.1\r\nHost: a\r\n\r\n`);
      await once(socket, 'connect');
      if (turn % 2 === 0) socket.destroy();
      else socket.resetAndDestroy();
    }
    await until('the end of silent connections', () => sockets.every((socket) => socket.closed));
    for (const text of await Promise.all(late))
      assert.match(text, /^HTTP\/1\.1 408 [^\r\n]+\r\nConnection: close\r\n\r\n$/);
    await answers();
    const { code, stdout } = await stop();
    assert.deepEqual([code, stdout], [0, ''], 'nothing to complain of in the log');
  });
});

// Snapshots that replace each other under a service with constant load.

const swaps = 20;

async function footprint(pid: number) {
  return {
    residentMb: await residentMb(pid),
    openFiles: (await readdir(`/proc/${pid}/fd`)).length,
  };
}

describe(`${swaps} swaps of snapshots under load`, () => {
  it('fail no request, mix no two snapshots, and leave neither memory nor open files behind', async (t) => {
    const { build, ids } = await buildTwo(await makeTemporaryFolder(t));
    const service = await serve(t, build);
    const { port, pid } = service;
    const load = new Load();
    const swapTo = async (id: string) => {
      await pointCurrentTo(build, id);
      await untilServed(port, id);
    };
    for (const id of ids) {
      await swapTo(id);
      await load.learn(port);
    }
    load.assertTelling();
    await load.during(port, async () => {
      await load.more(1000);
      const before = await footprint(pid);
      for (let done = 0; done < swaps; done++) {
        await swapTo(ids[done % 2] ?? '');
        await load.more(50);
      }
      const after = await footprint(pid);
      assert.ok(
        after.openFiles <= before.openFiles + 10,
        `open files: ${before.openFiles}, then ${after.openFiles}`,
      );
      assert.ok(
        after.residentMb <= before.residentMb * 1.5 + 50,
        `MB: ${before.residentMb}, then ${after.residentMb}`,
      );
    });
    assert.deepEqual(load.failures.slice(0, 10), []);
    const { code, stdout } = await service.stop();
    assert.deepEqual([code, stdout], [0, ''], 'nothing to complain of in the log');
  });
});
