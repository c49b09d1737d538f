/** The service's own beginning and end. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { pointCurrentTo } from '../../../pipeline/write/build-folder/publish.ts';
import { startScript } from '../../support/compiled.ts';
import { Client } from '../load.ts';
import { projectFolder, startProcess, waitFor } from '../service-process.ts';
import { ask, assertAnswers, exported, rows, served, slowOrder, waitUntilServed } from './ask.ts';
import type { Fault, Scene } from './fault.ts';
import { forge, inflate } from './forge.ts';

export function processScene(): Scene {
  return { faults: [portInUse, badValues, noSnapshot, killedAndStarted, drains, drainsEndless, swapWhileStopping] };
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A service that is expected to end by itself. */
async function runService(environment: Record<string, string>): Promise<Ended> {
  const child = spawn('sh', [startScript()], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, stdout, stderr };
}

const portInUse: Fault = {
  name: 'port in use',
  did: 'started on a port that another process listens on',
  run: async (stage) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    assert.ok(address !== null && typeof address === 'object');
    const BUILD_DIR = await stage.newBuild();
    const { code, stdout, stderr } = await runService({ PORT: String(address.port), BUILD_DIR });
    other.close();
    assert.deepEqual([code, stderr], [2, '']);
    const last = stdout.trim().split('\n').at(-1) ?? '';
    assert.match(last, /cannot listen on 127\.0\.0\.1/);
    return `exit status 2, "${(JSON.parse(last) as { msg: string }).msg}"`;
  },
};

const values: readonly [string, string][] = [
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['SITE_URL', 'example.org'],
  ['SITE_URL', 'ftp://example.org'],
  ['NETWORK_URL_TEMPLATE', 'https://example.org/'],
  ['NETWORK_URL_TEMPLATE', 'https://{network}.{network}.org'],
  ['ONLY_NETWORK', '../etc'],
  ['APP_URL', 'javascript:alert(1)'],
  ['LOG_LEVEL', 'loud'],
  ['ANSWER_CACHE', 'yes'],
  ['SNAPSHOT_POLL_MS', '0'],
  ['QUERY_TIMEOUT_MS', '5s'],
  ['QUERY_CONNECTIONS', '0'],
  ['QUERY_QUEUE', '1e3'],
  ['DUCKDB_MEMORY_MB', '1'],
];

const badValues: Fault = {
  name: 'bad configuration values',
  did: `started with ${values.length} wrong values, 4 at a time`,
  run: async () => {
    for (let at = 0; at < values.length; at += 4) {
      // By name: of two wrong values of one variable the later one counts.
      const some = Object.fromEntries(values.slice(at, at + 4));
      const { code, stdout, stderr } = await runService(some);
      assert.deepEqual([code, stdout], [2, '']);
      assert.doesNotMatch(stderr, /^\s+at /m);
      const lines = stderr.trim().split('\n');
      assert.equal(lines.length, Object.keys(some).length, stderr);
      for (const [name, value] of Object.entries(some)) assert.ok(stderr.includes(`${name}="${value}": ${name} must`));
    }
    return 'exit status 2; one line for each: the variable, its value, what is allowed; no stack';
  },
};

const noSnapshot: Fault = {
  name: 'started before any snapshot',
  did: 'an empty folder, and one that is not there; then published',
  run: async (stage) => {
    const folder = `${await stage.newFolder()}/not-there`;
    const service = await startProcess(folder, { SNAPSHOT_POLL_MS: '25' });
    assert.equal((await ask(service, '/readyz')).status, 503);
    const { status, headers } = await ask(service, rows(''));
    assert.deepEqual([status, headers.get('retry-after')], [503, '5']);
    assert.ok(service.log.length < 5);
    await cp(stage.snapshot(stage.first), `${folder}/snapshots/${stage.first}`, { recursive: true });
    await pointCurrentTo(folder, stage.first);
    await waitUntilServed(service, stage.first);
    await assertAnswers(service);
    assert.equal(await service.stop(), 0);
    return '/healthz 200, all else 503 with Retry-After; it began to serve when the snapshot appeared';
  },
};

const killedAndStarted: Fault = {
  name: 'kill -9 of the service',
  did: 'killed 5 times under load, at random moments, and started again',
  run: async (stage) => {
    const build = await stage.newBuild();
    const bodies = new Set<string>();
    for (let turn = 0; turn < 5; turn++) {
      const service = await startProcess(build);
      const { text: body } = await ask(service, rows('&search=archive'));
      bodies.add(body);
      const client = new Client(service.port, 8);
      const asked = Array.from({ length: 8 }, (_, at) => client.request(exported(`&search=${at}`)).catch(() => null));
      await delay(Math.random() * 40);
      assert.equal(await service.stop('SIGKILL'), null);
      await Promise.all(asked);
      client.close();
    }
    assert.equal(bodies.size, 1);
    return 'started each time without anything to clear up, with the same answers';
  },
};

const drains: Fault = {
  name: 'SIGTERM with requests in flight',
  did: '60 uncached exports on 60 connections, then SIGTERM',
  run: async (stage) => {
    const service = await startProcess(await stage.newBuild(), { ANSWER_CACHE: 'off', QUERY_CONNECTIONS: '1' });
    const client = new Client(service.port, 60);
    await Promise.all(Array.from({ length: 60 }, () => client.request('/healthz')));
    const asked = Array.from({ length: 60 }, (_, at) => client.request(exported(`&search=${'a+'.repeat(at + 1)}`)));
    await Promise.race(asked);
    const startedMs = performance.now();
    const code = await service.stop();
    const tookMs = Math.round(performance.now() - startedMs);
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    client.close();
    assert.ok(statuses.every((status) => status === 200));
    assert.equal(code, 0);
    assert.ok(tookMs < 10_000);
    return `all ${statuses.length} were answered in full; exit status 0 after ${tookMs} ms`;
  },
};

const drainsEndless: Fault = {
  name: 'SIGTERM under a minute of work',
  did: 'QUERY_TIMEOUT_MS=60000, one connection, 400 lists sorted by 80 MB of texts that wait for each other',
  run: async (stage) => {
    const build = await stage.newBuild();
    const { id, folder } = await forge(stage, build);
    await inflate(folder, 60);
    await pointCurrentTo(build, id);
    const limits = { QUERY_TIMEOUT_MS: '60000', QUERY_CONNECTIONS: '1', DUCKDB_MEMORY_MB: '2048' };
    const service = await startProcess(build, limits);
    const asked = Array.from({ length: 400 }, () => ask(service, rows(slowOrder())).catch(() => null));
    await Promise.race(asked);
    const startedMs = performance.now();
    const code = await service.stop();
    const tookMs = Math.round(performance.now() - startedMs);
    const answered = (await Promise.all(asked)).filter((reply) => reply?.status === 200).length;
    assert.equal(code, 0);
    assert.ok(answered > 0 && answered < 400, 'the work began, and would have taken longer');
    assert.ok(tookMs < 10_000, `${tookMs} ms`);
    return `${answered} were answered, the others cut off; exit status 0 after ${tookMs} ms`;
  },
};

const swapWhileStopping: Fault = {
  name: 'SIGTERM while a snapshot is being opened',
  did: 'pointed current to another snapshot, SIGTERM 30 ms later',
  run: async (stage) => {
    const build = await stage.newBuild();
    const { id } = await forge(stage, build);
    const service = await startProcess(build, { SNAPSHOT_POLL_MS: '10' });
    assert.equal(await served(service), stage.first);
    await pointCurrentTo(build, id);
    await delay(30);
    const startedMs = performance.now();
    assert.equal(await service.stop(), 0);
    const tookMs = Math.round(performance.now() - startedMs);
    await waitFor('the end', 1000, async () => service.process.exitCode === 0);
    assert.ok(tookMs < 10_000);
    return `exit status 0 after ${tookMs} ms`;
  },
};
