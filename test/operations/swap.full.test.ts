/** Snapshots that replace each other under a service with constant load. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { pointCurrentTo } from '../../pipeline/write/build-folder/publish.ts';
import { residentMb, serve } from '../support/service-process.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { buildTwo, Load, untilServed } from './load.ts';

const swaps = 20;

async function footprint(pid: number) {
  return { residentMb: await residentMb(pid), openFiles: (await readdir(`/proc/${pid}/fd`)).length };
}

describe(`${swaps} swaps of snapshots under load`, () => {
  it('fail no request, mix no two snapshots, and leave neither memory nor open files behind', async (t) => {
    const { build, ids } = await buildTwo(await makeTemporaryFolder(t));
    const service = await serve({ BUILD_DIR: build, SNAPSHOT_POLL_MS: '25', LOG_LEVEL: 'warn' });
    const { port, pid } = service;
    t.after(() => service.child.kill('SIGKILL'));
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
      assert.ok(after.openFiles <= before.openFiles + 10, `open files: ${before.openFiles}, then ${after.openFiles}`);
      assert.ok(after.residentMb <= before.residentMb * 1.5 + 50, `MB: ${before.residentMb}, then ${after.residentMb}`);
    });
    assert.deepEqual(load.failures.slice(0, 10), []);
    const { code, stdout } = await service.stop();
    assert.deepEqual([code, stdout], [0, ''], 'nothing to complain of in the log');
  });
});
