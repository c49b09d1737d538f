/** Snapshots that replace each other under a service with constant load. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { pointCurrentTo } from '../../pipeline/write/build-folder/publish.ts';
import { findFreePort, startProcess, waitUntilAlive } from '../support/service-process.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { buildTwo, Load, untilServed } from './load.ts';

const swaps = 20;

async function footprint(pid: number): Promise<{ readonly residentMb: number; readonly openFiles: number }> {
  const residentKb = Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return { residentMb: residentKb / 1024, openFiles: (await readdir(`/proc/${pid}/fd`)).length };
}

describe(`${swaps} swaps of snapshots under load`, () => {
  it('fail no request, mix no two snapshots, and leave neither memory nor open files behind', async (t) => {
    const { build, ids } = await buildTwo(await makeTemporaryFolder(t));
    const port = await findFreePort();
    const service = startProcess({ BUILD_DIR: build, PORT: String(port), SNAPSHOT_POLL_MS: '25', LOG_LEVEL: 'warn' });
    t.after(() => service.child.kill('SIGKILL'));
    await waitUntilAlive(port, service);
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
    const pid = service.child.pid ?? 0;
    await load.during(port, async () => {
      await load.more(1000);
      const before = await footprint(pid);
      for (let done = 0; done < swaps; done++) {
        await swapTo(ids[done % 2] ?? '');
        await load.more(50);
      }
      const after = await footprint(pid);
      assert.ok(after.openFiles <= before.openFiles + 10, `open files: ${before.openFiles}, then ${after.openFiles}`);
      assert.ok(after.residentMb <= before.residentMb * 1.5 + 50, `MB: ${before.residentMb}, then ${after.residentMb}`);
    });
    assert.deepEqual(load.failures.slice(0, 10), []);
    service.child.kill('SIGTERM');
    const { code, stdout } = await service.ended;
    assert.deepEqual([code, stdout], [0, ''], 'nothing to complain of in the log');
  });
});
