/** Metrics for operators: refused snapshots, queues, tools, and the command that fills the build folder. */
import assert from 'node:assert/strict';
import { rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type BuildStatus, buildStatusName } from '../../model/build-status.ts';
import { Metrics } from '../../service/metrics.ts';
import { SnapshotHolder } from '../../service/snapshot/holder.ts';
import { call, connect } from '../support/mcp-client.ts';
import { buildTree, builtAt, openCurrent, startService } from '../support/service-server.ts';
import { smallTree } from '../support/source-tree.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

/** The value of a line, by its name with labels; undefined without such a line. */
function figure(text: string, name: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

const tree = smallTree;

/** When the service of the tests believes that it runs. */
const nowMs = builtAt.getTime() + 90_000;

describe('metrics for operators', () => {
  it('say that a snapshot is refused, and count it once', async (t) => {
    const { build, manifest } = await buildTree(t, tree);
    const service = await startService({ snapshot: await openCurrent(build) });
    t.after(() => service.close());
    const names = ['directory_snapshot_refused', 'directory_snapshots_refused_total'];
    const read = async () => {
      const { text } = await service.get('/metrics');
      return names.map((name) => figure(text, name));
    };
    const point = async (id: string) => {
      await rm(path.join(build, 'current'));
      await symlink(`snapshots/${id}`, path.join(build, 'current'));
      await service.watcher.check();
    };
    await service.watcher.check();
    assert.deepEqual(await read(), [0, 0]);
    for (let turn = 0; turn < 2; turn++) await point('20260101T000000000Z-00000000');
    assert.deepEqual(await read(), [1, 1]);
    await point(manifest?.id ?? '');
    assert.deepEqual(await read(), [0, 1]);
  });

  it('count the calls of each tool by their result', async (t) => {
    const { build } = await buildTree(t, tree);
    const service = await startService({ snapshot: await openCurrent(build) });
    t.after(() => service.close());
    const client = await connect(service.url, t);
    await call(client, 'list_values', {});
    await call(client, 'list_values', {});
    await call(client, 'find_network', { query: 'x', nonsense: 1 });
    const { text } = await service.get('/metrics');
    const calls = (tool: string, result: string) =>
      figure(text, `directory_mcp_calls_total{tool="${tool}",result="${result}"}`);
    assert.equal((calls('list_values', 'answered') ?? 0) + (calls('list_values', 'refused') ?? 0), 2);
    assert.equal(calls('find_network', 'refused'), 1);
    assert.equal(calls('find_network', 'failed'), undefined);
    for (const queue of ['requests', 'exports', 'calls']) {
      assert.equal(figure(text, `directory_queue_waiting_requests{queue="${queue}"}`), 0);
      assert.equal(figure(text, `directory_queue_refused_requests_total{queue="${queue}"}`), 0);
    }
  });

  it('say what the command that fills the build folder found last', async (t) => {
    const buildDir = await makeTemporaryFolder(t);
    const now = () => new Date(nowMs);
    const metrics = new Metrics({
      holder: new SnapshotHolder(),
      now,
      restarts: 3,
      buildDir,
      isRefused: () => false,
      countDamaged: async () => 0,
    });
    const read = async () => {
      const text = await metrics.registry.metrics();
      return ['checked_age_seconds', 'failures'].map((name) =>
        figure(text, `directory_build_folder_${name}{by="follow"}`),
      );
    };
    const write = (text: string) => writeFile(path.join(buildDir, buildStatusName), text);
    assert.deepEqual(await read(), [undefined, undefined], 'no file');
    const status: BuildStatus = { by: 'follow', checkedAt: new Date(nowMs - 42_000).toISOString(), failures: 0 };
    await write(JSON.stringify(status));
    assert.deepEqual(await read(), [42, 0]);
    await write(JSON.stringify({ ...status, checkedAt: null, failures: 7 }));
    assert.deepEqual(await read(), [undefined, 7]);
    await write('{"by":"follow","checkedAt":"yesterday","failures":0}');
    assert.deepEqual(await read(), [undefined, undefined], 'a file of another kind');
    assert.match(await metrics.registry.metrics(), /^directory_watchdog_restarts_total 3$/m);
  });
});
