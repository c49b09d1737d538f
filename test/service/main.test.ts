import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { Agent } from 'node:http';
import { createServer } from 'node:net';
import { before, describe, it } from 'node:test';
import { nightly, runs } from '../support/lane.ts';
import { smallSources } from '../support/paths.ts';
import { readRows } from '../support/service-answers.ts';
import { get } from '../support/service-get.ts';
import { rowsOf } from '../support/service-paths.ts';
import {
  type Environment,
  launchService,
  parseLines,
  until,
  waitUntilAlive,
} from '../support/service-process.ts';
import { type Built, buildFolder } from '../support/service-server.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

describe('the service as a process', () => {
  let built: Built;
  const cleanUp = afterAll();
  before(async () => {
    built = await buildFolder(smallSources, await makeTemporaryFolder(cleanUp));
  });

  async function start(environment: Environment = {}) {
    const started = await launchService({ BUILD_DIR: built.build, ...environment });
    cleanUp.after(async () => void (await started.stop('SIGKILL')));
    return started;
  }

  async function serve(environment: Environment = {}) {
    const started = await start(environment);
    await waitUntilAlive(started.port, started);
    return started;
  }

  it('listens where it is told to, serves the current snapshot, and logs each step and request as JSON', async () => {
    const { port, ...started } = await serve();
    const { rows, pagination } = readRows(
      await get(
        port,
        rowsOf('aria', { category: 'apis', sorting: [{ id: 'provider', desc: true }] }),
      ),
    );
    assert.ok(rows.length > 0 && pagination.totalOffers >= rows.length);
    const ready = await get(port, '/readyz');
    assert.match(ready.text, new RegExp(built.manifest?.id ?? 'none'));
    assert.match(
      (await get(port, '/metrics')).text,
      /^directory_query_duration_seconds_count [1-9]/m,
    );
    const answer = await get(port, '/api/networks?utm_source=test');
    // Whoever keeps a connection does not keep the service.
    const agent = new Agent({ keepAlive: true });
    await get(port, '/', { agent });
    const { code, stdout, stderr } = await started.stop('SIGINT');
    agent.destroy();
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    const lines = parseLines(stdout);
    const line = (msg: string) => lines.find((candidate) => candidate.msg === msg);
    assert.equal(line('snapshot opened')?.snapshot, built.manifest?.id);
    assert.equal(line('listening')?.port, port);
    const request = lines.find(
      (candidate) => candidate.requestId === answer.headers['x-request-id'],
    );
    assert.deepEqual(
      [request?.method, request?.url, request?.status],
      ['GET', '/api/networks?utm_source=test', 200],
    );
    const list = lines.find(({ route }) => String(route).endsWith('/rows'));
    assert.ok(Number(list?.queryMs) > 0 && Number(list?.waitedMs) >= 0, 'the time of its query');
    assert.ok(Number(list?.tookMs) >= Number(list?.queryMs) + Number(list?.waitedMs));
    assert.ok(line('stopping') && line('stopped'));
    for (const { time } of lines)
      assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  nightly('logs only faults if LOG_LEVEL says so', async () => {
    const { port, ...started } = await serve({ LOG_LEVEL: 'error' });
    await get(port, '/');
    assert.deepEqual(await started.stop(), { code: 0, stdout: '', stderr: '' });
  });

  it('answers on SIGTERM what is in flight, in full, then ends with 0', async () => {
    const { port, ...started } = await serve({ QUERY_CONNECTIONS: '1', ANSWER_CACHE: 'off' });
    const agent = new Agent({ keepAlive: true, maxSockets: 100 });
    // On a busy machine, more would take longer than the service waits for.
    const many = Array.from({ length: runs(100, 20) }, (_, index) => index + 1);
    await Promise.all(many.map(() => get(port, '/healthz', { agent })));
    const search = 'a e';
    const pages = many.map((pageSize) => rowsOf('aria', { category: 'apis', search, pageSize }));
    const asked = pages.map((page) => get(port, page, { agent }));
    await Promise.race(asked);
    const { code, stdout } = await started.stop();
    for (const answer of await Promise.all(asked)) readRows(answer);
    agent.destroy();
    assert.equal(code, 0);
    const messages = parseLines(stdout).map(({ msg }) => msg);
    const stopping = messages.indexOf('stopping');
    assert.ok(messages.slice(stopping).includes('request'), 'something was in flight');
    assert.equal(messages.at(-1), 'stopped');
  });

  it('starts without a snapshot, and says that there is none', async () => {
    const empty = await makeTemporaryFolder(cleanUp);
    const odd = {
      PROT: '1',
      SITEURL: 'x',
      site_url: 'x',
      BUILD_DIRS: 'x',
      DUCKDB_THREADS: '2',
      HOSTNAME: 'x',
      // Node's own way to make this folder never ends.
      STATE_DIR: '/proc/x/y',
    };
    const { port, ...started } = await serve({ BUILD_DIR: `${empty}/later`, ...odd });
    assert.equal((await get(port, '/readyz')).status, 503);
    assert.equal((await get(port, '/api/networks')).status, 503);
    await cp(built.build, `${empty}/later`, { recursive: true, verbatimSymlinks: true });
    await until('it is ready', async () => (await get(port, '/readyz')).status === 200);
    const { code, stdout } = await started.stop();
    assert.equal(code, 0);
    const warnings = parseLines(stdout).flatMap(({ level, msg, status }) =>
      level === 40 && !status ? [msg] : [],
    );
    const noSetting = (name: string, meant: string) =>
      `${name} is no setting and has no effect: ${meant} is one`;
    assert.deepEqual(warnings.toSorted(), [
      'BUILD_DIR is no folder; waiting for the first snapshot',
      noSetting('BUILD_DIRS', 'BUILD_DIR'),
      'DUCKDB_THREADS is no setting any more and has no effect: remove it',
      noSetting('PROT', 'PORT'),
      noSetting('SITEURL', 'SITE_URL'),
      'STATE_DIR cannot be written: restarts of the watchdog are not counted',
      noSetting('site_url', 'SITE_URL'),
    ]);
  });

  nightly(
    'goes on answering where whoever reads the log hangs or is gone, and still ends',
    async () => {
      for (const trouble of ['hangs', 'is gone'] as const) {
        const { port, ...started } = await serve();
        if (trouble === 'hangs') started.child.stdout?.pause();
        else started.child.stdout?.destroy();
        const agent = new Agent({ keepAlive: true });
        // More than a pipe holds, several times.
        const address = `/api/networks?utm_source=${'x'.repeat(4000)}`;
        for (let at = 0; at < 100; at++)
          assert.equal((await get(port, address, { agent })).status, 200);
        agent.destroy();
        started.child.kill('SIGTERM');
        const [code, signal] = await once(started.child, 'exit');
        assert.deepEqual([code, signal], [0, null], trouble);
      }
    },
  );

  it('ends with 2 and a plain message where a variable is wrong', async () => {
    const { code, stdout, stderr } = await (await start({ PORT: 'http', LOG_LEVEL: 'loud' })).ended;
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.deepEqual(stderr.trim().split('\n').toSorted(), [
      'LOG_LEVEL="loud": LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      'PORT="http": PORT must be a whole number',
    ]);
  });

  nightly('ends with 2 and says so where the port is taken', async (t) => {
    const other = createServer();
    t.after(() => other.close());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { code, stdout } = await (await start({ PORT: String(port) })).ended;
    assert.equal(code, 2);
    const last = parseLines(stdout).at(-1);
    assert.equal(last?.msg, `cannot listen on 127.0.0.1:${port}: another program uses the port`);
    assert.equal(last.err, undefined, 'no stack');
  });
});
