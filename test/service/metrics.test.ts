import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { runs } from '../support/lane.ts';
import { buildTree, startService, type TestService, useService } from '../support/service-server.ts';
import { smallTree } from '../support/source-tree.ts';
import { afterAll } from '../support/temporary-folder.ts';

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
    for (const count of [3, runs(1200, 300)]) {
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
    const bucket = (least: string) => figure(`directory_http_request_duration_seconds_bucket{le="${least}",route="/"}`);
    await get('/');
    assert.ok((await bucket('0.0001')) <= (await bucket('5')));
    assert.equal(await bucket('+Inf'), await figure('directory_http_request_duration_seconds_count{route="/"}'));
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
      for (let at = 0; at < 2; at++) assert.equal((await service.get(`${rows}&${parameters}`)).status, 200);
      assert.equal(await count(), before + 1, `${parameters}: the second one is from the cache`);
    }
  });
});
