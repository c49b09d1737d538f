import assert from 'node:assert/strict';
import { rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { type BuildStatus, buildStatusName } from '../../model/build-status.ts';
import { Metrics } from '../../service/metrics.ts';
import { SnapshotHolder } from '../../service/snapshot/holder.ts';
import { runs } from '../support/lane.ts';
import { call, connect } from '../support/mcp-client.ts';
import {
  buildTree,
  builtAt,
  openCurrent,
  startService,
  type TestService,
  useService,
} from '../support/service-server.ts';
import { smallTree } from '../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

const tree = smallTree;

describe('/metrics', () => {
  const { get, service, built } = useService(tree);

  /** The value of a line, by its name with labels. */
  async function figure(name: string): Promise<number> {
    const { text } = await get('/metrics');
    const line = text.split('\n').find((each) => each.startsWith(`${name} `));
    return line === undefined ? 0 : Number(line.slice(name.length + 1));
  }

  it('counts every request by route and status, few or many', async () => {
    for (const count of [3, runs(1200, 100)]) {
      const counted = 'directory_http_requests_total{route="/api/networks",status="200"}';
      const timed = 'directory_http_request_duration_seconds_count{route="/api/networks"}';
      const before = [await figure(counted), await figure(timed)];
      for (let at = 0; at < count; at++) await get('/api/networks');
      const after = [await figure(counted), await figure(timed)];
      const found = after.map((value, at) => value - (before[at] ?? 0));
      assert.deepEqual(found, [count, count]);
    }
  });

  it('puts the time of a request into the buckets that hold it', async () => {
    const bucket = (least: string) =>
      figure(`directory_http_request_duration_seconds_bucket{le="${least}",route="/"}`);
    await get('/');
    assert.ok((await bucket('0.0001')) <= (await bucket('5')));
    assert.equal(
      await bucket('+Inf'),
      await figure('directory_http_request_duration_seconds_count{route="/"}'),
    );
    const sum = () => figure('directory_http_request_duration_seconds_sum{route="/"}');
    const before = await sum();
    await get('/');
    assert.ok((await sum()) > before);
  });

  it('counts what the cache had and had not', async () => {
    const names = ['directory_answer_cache_hits_total', 'directory_answer_cache_misses_total'];
    const read = () => Promise.all(names.map(figure));
    const before = await read();
    const address = '/networks/aria/api/infrastructure-providers/rows?category=wallets&pageSize=7';
    for (let at = 0; at < 3; at++) assert.equal((await get(address)).status, 200);
    const after = await read();
    const seen = after.map((value, at) => value - (before[at] ?? 0));
    assert.deepEqual(seen, [2, 1]);
  });

  it('names the snapshot and its age in seconds', async () => {
    const id = built().manifest?.id;
    assert.equal(await figure(`directory_snapshot_info{id="${id}"}`), 1);
    assert.equal(await figure('directory_snapshot_age_seconds'), 90);
    service().holder.replace(null);
    assert.equal(await figure(`directory_snapshot_info{id="${id}"}`), 0);
  });
});

describe('directory_query_duration_seconds', () => {
  const cleanUp = afterAll();
  let service: TestService;
  before(async () => {
    const { build } = await buildTree(cleanUp, tree);
    service = await startService({ snapshot: null, environment: { BUILD_DIR: build } });
    cleanUp.after(service.close);
    await service.watcher.check();
  });

  it('counts a query for each new list that is filtered, searched or sorted', async () => {
    const rows = '/networks/aria/api/infrastructure-providers/rows?category=wallets';
    const filters = encodeURIComponent(JSON.stringify([{ id: 'provider', value: ['Acme'] }]));
    const sorting = encodeURIComponent(JSON.stringify([{ id: 'provider', desc: true }]));
    const count = async () => {
      const { text } = await service.get('/metrics');
      return Number(/^directory_query_duration_seconds_count (\d+)$/m.exec(text)?.[1]);
    };
    for (const parameters of [`filters=${filters}`, 'search=acme', `sorting=${sorting}`]) {
      const before = await count();
      for (let at = 0; at < 2; at++)
        assert.equal((await service.get(`${rows}&${parameters}`)).status, 200);
      assert.equal(await count(), before + 1, `${parameters}: the second one is from the cache`);
    }
  });
});

// Metrics for operators: refused snapshots, queues, tools, and the command that fills the build
// folder.

/** The value of a line, by its name with labels; undefined without such a line. */
function figure(text: string, name: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

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
    assert.equal(
      (calls('list_values', 'answered') ?? 0) + (calls('list_values', 'refused') ?? 0),
      2,
    );
    assert.equal(calls('find_network', 'refused'), 1);
    // What is known at the start begins with 0.
    assert.deepEqual([calls('find_network', 'failed'), calls('get_provider', 'answered')], [0, 0]);
    for (const route of ['{network}/toolbox/{category}', '/search', '/mcp', '/healthz', 'other'])
      assert.equal(
        figure(text, `directory_http_requests_total{route="${route}",status="500"}`),
        0,
        route,
      );
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
    const status: BuildStatus = {
      by: 'follow',
      checkedAt: new Date(nowMs - 42_000).toISOString(),
      failures: 0,
    };
    await write(JSON.stringify(status));
    assert.deepEqual(await read(), [42, 0]);
    await write(JSON.stringify({ ...status, checkedAt: null, failures: 7 }));
    assert.deepEqual(await read(), [undefined, 7]);
    await write('{"by":"follow","checkedAt":"yesterday","failures":0}');
    assert.deepEqual(await read(), [undefined, undefined], 'a file of another kind');
    assert.match(await metrics.registry.metrics(), /^directory_watchdog_restarts_total 3$/m);
  });
});
