import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { withLock } from '../../../../pipeline/snapshot/build-folder/lock.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';

/** The number of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

function holder(pid: number, host = hostname()): string {
  return JSON.stringify({ pid, host, startedAt: '2026-01-01T00:00:00.000Z', token: 'other' });
}

describe('withLock', () => {
  it('makes the folder, gives the result of the work and leaves no lock', async (t) => {
    const build = path.join(await makeTemporaryFolder(t), 'new/build');
    assert.equal(await withLock(build, 0, async () => 42), 42);
    assert.deepEqual(await readdir(build), []);
  });

  it('leaves no lock where the work throws, and passes the error on', async (t) => {
    const build = await makeTemporaryFolder(t);
    const failure = new Error('no space left');
    const found = withLock(build, 0, () => Promise.reject(failure));
    await assert.rejects(found, failure);
    assert.deepEqual(await readdir(build), []);
  });

  it('lets one work at a time, and everybody in the end', async (t) => {
    const build = await makeTemporaryFolder(t);
    let working = 0;
    const done: number[] = [];
    const work = async (worker: number) => {
      working++;
      assert.equal(working, 1);
      await new Promise(setImmediate);
      working--;
      done.push(worker);
    };
    await Promise.all([1, 2, 3, 4].map((worker) => withLock(build, 60_000, () => work(worker))));
    assert.deepEqual(done.toSorted(), [1, 2, 3, 4]);
    assert.deepEqual(await readdir(build), []);
  });

  it('says who holds it once the wait is over, and does not touch it', async (t) => {
    const build = await makeTemporaryFolder(t);
    const lock = path.join(build, '.lock');
    await withLock(build, 0, async () => {
      const before = await readFile(lock, 'utf8');
      const { startedAt } = JSON.parse(before) as { startedAt: string };
      await assert.rejects(
        withLock(build, 150, async () => assert.fail('worked beside another')),
        {
          code: 'locked',
          message: `another build is running: ${lock} is held by process ${process.pid} on ${hostname()} since ${startedAt}`,
        },
      );
      assert.equal(await readFile(lock, 'utf8'), before);
    });
  });

  it('takes over the lock of a process that is gone', async (t) => {
    const build = await makeTemporaryFolder(t);
    await writeFile(path.join(build, '.lock'), holder(deadPid()));
    assert.equal(
      await withLock(build, 0, async () => 'worked').catch((error: Error) => error.message),
      'worked',
    );
    assert.deepEqual(await readdir(build), []);
  });

  it('takes over the lock of a process whose number another one has by now', async (t) => {
    const build = await makeTemporaryFolder(t);
    const earlier = { ...JSON.parse(holder(process.pid)), processStart: 'some-boot:1' };
    await writeFile(path.join(build, '.lock'), JSON.stringify(earlier));
    assert.equal(
      await withLock(build, 0, async () => 'worked').catch((error: Error) => error.message),
      'worked',
    );
  });

  it('respects the lock of another machine, of whose processes nothing is known', async (t) => {
    const build = await makeTemporaryFolder(t);
    await writeFile(path.join(build, '.lock'), holder(deadPid(), 'another-machine'));
    const seen = withLock(build, 0, async () => undefined);
    await assert.rejects(seen, /held by process \d+ on another-machine since 2026/);
  });
});
