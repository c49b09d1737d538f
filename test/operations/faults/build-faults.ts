/** Builds that are killed, robbed of their disk, or run into each other: `current` stays whole, the next build is fine. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { snapshotPaths } from '../../../model/manifest.ts';
import { smallSources } from '../../support/paths.ts';
import { type Environment, runPipeline, startPipeline } from '../../support/run-pipeline.ts';
import { assertWhole, currentSnapshot, leftovers, snapshotIds } from '../../support/snapshots.ts';
import { startProcess } from '../service-process.ts';
import { ask, waitUntilServed } from './ask.ts';
import { type Fault, publish, type Scene, Skipped, type Stage } from './fault.ts';

const run = promisify(execFile);

export function buildScene(): Scene {
  return { faults: [diskFull, readOnly, killed, clockBack, twoAtOnce, staleLock, foreignLock, damaged, noRollback] };
}

function build(folder: string, environment: Environment = {}) {
  const words = ['build', '--sources', smallSources, '--build', folder, '--force'];
  // tsx keeps what it translates in TMPDIR: a full disk or a kill must not reach other processes by it.
  return startPipeline(words, environment);
}

/** What every fault must leave behind: a whole current snapshot, and a next build that clears up. */
async function assertRecovers(folder: string): Promise<string> {
  const before = await currentSnapshot(folder);
  if (before !== null) await assertWhole(folder, before);
  const id = await publish(smallSources, folder);
  assert.equal(await currentSnapshot(folder), id);
  for (const each of await snapshotIds(folder)) await assertWhole(folder, each);
  assert.deepEqual(await leftovers(folder), []);
  return id;
}

/** Plain words and exit status 2, no stack. */
function assertPlain({ code, stderr }: { code: number | null; stderr: string }): string {
  assert.equal(code, 2, stderr);
  assert.doesNotMatch(stderr, /^\s+at /m);
  return stderr.trim().split('\n').at(-1)?.slice(0, 120) ?? '';
}

/** A small file system in memory for `work`; unmounted whatever happens. */
async function onTmpfs(stage: Stage, work: (folder: string) => Promise<string>): Promise<string> {
  const folder = await stage.newFolder();
  await run('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]).catch((error: Error) => {
    throw new Skipped(`mounting is not possible here: ${error.message.trim()}`);
  });
  try {
    return await work(folder);
  } finally {
    await run('umount', [folder]);
  }
}

/** Room that a build finds, from none to nearly enough. */
const freeKb = [0, 8, 40, 80, 160, 240] as const;

const diskFull: Fault = {
  name: 'disk full during a build',
  did: `builds on a tmpfs with ${freeKb.join(', ')} kB left`,
  run: (stage) =>
    onTmpfs(stage, async (mounted) => {
      const folder = path.join(mounted, 'build');
      const before = await publish(smallSources, folder);
      const messages = new Set<string>();
      let failed = 0;
      for (const free of freeKb) {
        const filler = path.join(mounted, 'filler');
        const { stdout } = await run('df', ['--output=avail', '-k', mounted]);
        const availableKb = Number(stdout.trim().split('\n').at(-1));
        await writeFile(filler, Buffer.alloc((availableKb - free) * 1024));
        const ended = await build(folder).ended;
        await rm(filler);
        if (ended.code === 0) continue;
        failed++;
        messages.add(assertPlain(ended).replaceAll(folder, '').slice(0, 60));
        assert.equal(await currentSnapshot(folder), before);
        await assertWhole(folder, before);
      }
      assert.ok(failed >= 3, `${failed} builds failed`);
      await assertRecovers(folder);
      return `${failed} of ${freeKb.length} ended with 2 (${[...messages].join(' / ')}); current stayed whole; the next build cleared up`;
    }),
};

const readOnly: Fault = {
  name: 'build folder read-only',
  did: 'remounted it ro, built, and started a service on it',
  run: (stage) =>
    onTmpfs(stage, async (mounted) => {
      const folder = path.join(mounted, 'build');
      const id = await publish(smallSources, folder);
      await run('mount', ['-o', 'remount,ro', mounted]);
      const message = assertPlain(await build(folder).ended);
      const rollback = assertPlain(await runPipeline(['rollback', '--build', folder]));
      const service = await startProcess(folder);
      await waitUntilServed(service, id);
      assert.equal(await service.stop(), 0);
      await run('mount', ['-o', 'remount,rw', mounted]);
      await assertRecovers(folder);
      assert.match(rollback, /read-only/i);
      return `build and rollback ended with 2 ("${message.replaceAll(folder, '')}"); the service serves from it`;
    }),
};

const kills = 12;

const killed: Fault = {
  name: 'kill -9 of a build',
  did: `killed ${kills} builds, each later than the one before, while a service followed the folder`,
  run: async (stage) => {
    const folder = await stage.newFolder();
    const startedMs = performance.now();
    await publish(smallSources, folder);
    const tookMs = performance.now() - startedMs;
    const service = await startProcess(folder, { SNAPSHOT_POLL_MS: '25' });
    let midway = 0;
    for (let kill = 0; kill < kills; kill++) {
      const { child, ended } = build(folder);
      // From a third of a build on: before, node is still starting.
      await delay(tookMs * (0.33 + (0.67 * kill) / kills));
      child.kill('SIGKILL');
      if ((await ended).code === null && (await leftovers(folder)).length > 0) midway++;
      const current = await currentSnapshot(folder);
      assert.ok(current);
      await assertWhole(folder, current);
      assert.equal((await ask(service, '/readyz')).status, 200);
    }
    const id = await assertRecovers(folder);
    await waitUntilServed(service, id);
    assert.equal(await service.stop(), 0);
    assert.deepEqual(
      service.log.filter((line) => line.includes('refused')),
      [],
    );
    return `${midway} left a lock or files behind; current was whole each time; the next build cleared up; nothing was refused`;
  },
};

const clockBack: Fault = {
  name: 'clock going back',
  did: 'SOURCE_DATE_EPOCH a year before the current snapshot, under a running service; then forward again',
  run: async (stage) => {
    const folder = await stage.newFolder();
    const now = await publish(smallSources, folder);
    const service = await startProcess(folder, { SNAPSHOT_POLL_MS: '25' });
    const before = String(Math.floor(Date.now() / 1000) - 365 * 86_400);
    const earlier = await publish(smallSources, folder, { SOURCE_DATE_EPOCH: before });
    assert.ok(earlier > now, 'ids rise in the order of publication');
    await waitUntilServed(service, earlier);
    const again = await publish(smallSources, folder, { SOURCE_DATE_EPOCH: before });
    assert.ok(again > earlier, 'ids rise in the order of publication');
    const { code } = await runPipeline(['rollback', '--build', folder, '--to', now]);
    assert.equal(code, 0);
    await waitUntilServed(service, now);
    await waitUntilServed(service, await assertRecovers(folder));
    assert.equal(await service.stop(), 0);
    return 'published with the earlier id and served; rollback TO=<id> leads back; later builds go on';
  },
};

const twoAtOnce: Fault = {
  name: 'two builds at once',
  did: 'started three builds of one folder together',
  run: async (stage) => {
    const folder = await stage.newFolder();
    const ended = await Promise.all([1, 2, 3].map(() => build(folder).ended));
    for (const { code, stderr } of ended) assert.equal(code, 0, stderr);
    const ids = ended.map(({ stdout }) => /published (\S+):/.exec(stdout)?.[1]);
    assert.deepEqual((await snapshotIds(folder)).toSorted(), ids.toSorted());
    await assertRecovers(folder);
    return 'each waited for the one before and published; all three are whole';
  },
};

const staleLock: Fault = {
  name: 'stale lock',
  did: 'a lock of a process that is gone, and leftovers of its build',
  run: async (stage) => {
    const folder = await stage.newFolder();
    const { pid } = spawnSync(process.execPath, ['--version']);
    await writeFile(path.join(folder, '.lock'), lockOf(pid, hostname()));
    await mkdir(path.join(folder, `.tmp-${pid}-1`));
    await assertRecovers(folder);
    return 'taken over at once; leftovers removed';
  },
};

const foreignLock: Fault = {
  name: 'lock of another machine',
  did: 'a lock of a host of whose processes nothing is known, taken away by hand after 3 s',
  run: async (stage) => {
    const folder = await stage.newFolder();
    const lock = path.join(folder, '.lock');
    await writeFile(lock, lockOf(1, 'elsewhere'));
    const { child, ended } = build(folder);
    await delay(3000);
    assert.equal(child.exitCode, null, 'it waits');
    assert.deepEqual(await snapshotIds(folder), []);
    await rm(lock);
    assert.equal((await ended).code, 0);
    await assertRecovers(folder);
    return 'the build waited, then published';
  },
};

function lockOf(pid: number, host: string): string {
  return JSON.stringify({ pid, host, startedAt: new Date().toISOString(), token: 'of-the-fault' });
}

const damaged: Fault = {
  name: 'published snapshot damaged, built again',
  did: 'cut a file of the current snapshot, then built the same with the same build time',
  run: async (stage) => {
    const folder = await stage.newFolder();
    const environment = { SOURCE_DATE_EPOCH: '1700000000' };
    const id = await publish(smallSources, folder, environment);
    const file = path.join(folder, 'snapshots', id, snapshotPaths.providers);
    await truncate(file, (await stat(file)).size - 10);
    const next = await publish(smallSources, folder, environment);
    assert.ok(next > id, 'ids rise in the order of publication');
    assert.equal(await currentSnapshot(folder), next);
    await assertWhole(folder, next);
    return 'a whole one was published beside the damaged one';
  },
};

const noRollback: Fault = {
  name: 'rollback where it cannot be',
  did: 'without a snapshot before, to an unknown id, to one without manifest, in an empty folder',
  run: async (stage) => {
    const folder = await stage.newFolder();
    const empty = assertPlain(await runPipeline(['rollback', '--build', folder]));
    const id = await publish(smallSources, folder);
    assertPlain(await runPipeline(['rollback', '--build', folder]));
    assertPlain(await runPipeline(['rollback', '--build', folder, '--to', '20000101T000000000Z-00000000']));
    const hollow = '20000101T000000000Z-00000001';
    await mkdir(path.join(folder, 'snapshots', hollow));
    assertPlain(await runPipeline(['rollback', '--build', folder, '--to', hollow]));
    assert.equal(await currentSnapshot(folder), id);
    assert.deepEqual(await readdir(path.join(folder, 'snapshots', hollow)), []);
    return `each ended with 2 and a plain message ("${empty}"); current stayed`;
  },
};
