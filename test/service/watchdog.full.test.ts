/**
 * The watchdog: a service that hangs says what it was working on, ends, and comes back if something
 * starts it again.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { projectFolder, smallSources } from '../support/paths.ts';
import {
  type Environment,
  findFreePort,
  isAnswered,
  launchService,
  readMetric,
  type ServiceProcess,
  serve,
  until,
} from '../support/service-process.ts';
import { buildOnce } from '../support/service-server.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

/**
 * Starts a service again whenever it has ended, as `Restart=always` of systemd does. The result
 * ends it for good.
 */
function supervise(
  first: ServiceProcess,
  start: () => Promise<ServiceProcess>,
): () => Promise<void> {
  let [current, isStopping] = [first, false];
  const running = (async () => {
    for (;;) {
      await current.ended;
      if (isStopping) return;
      current = await start();
    }
  })();
  return () => {
    isStopping = true;
    void current.stop();
    return running;
  };
}

const hang = path.join(import.meta.dirname, '../support/hang.mjs');
const limitMs = 2000;
const search = '/api/search?q=private-text&hang=1&q=more';

const hanging = (place: string, more: Environment = {}): Environment => ({
  LOG_LEVEL: 'warn',
  NODE_OPTIONS: `--import=${hang}`,
  HANG_AT: place,
  WATCHDOG_MS: String(limitMs),
  ...more,
});

const noNamespaces =
  spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0
    ? false
    : 'no namespaces';

interface LastWords {
  readonly level: number;
  readonly blockedMs: number;
  readonly inProgress: readonly object[];
  readonly arrivedLast?: Readonly<Record<string, unknown>>;
  readonly opening?: string;
}

function lastWords(log: string): LastWords {
  const line = log.split('\n').find((each) => each.includes('event loop is blocked'));
  assert.ok(line, `no line of the watchdog in ${log}`);
  return JSON.parse(line);
}

describe('the watchdog', { timeout: 180_000 }, () => {
  let build: string;
  before(async () => {
    ({ build } = await buildOnce(smallSources));
  });

  for (const [place, kind] of [
    ['arrival', 'loop'],
    ['turn', 'expression'],
    ['turn', 'native'],
  ] as const) {
    it(`ends a service whose request hangs in a ${kind} (${place}), and names the request`, async () => {
      const service = await serve({ BUILD_DIR: build, ...hanging(place, { HANG_IN: kind }) });
      const startedMs = performance.now();
      await assert.rejects(fetch(`http://127.0.0.1:${service.port}${search}`));
      assert.ok(performance.now() - startedMs >= limitMs * 0.8, 'not before its time');
      assert.equal((await service.ended).code, null, 'SIGKILL, status 137');
      const { arrivedLast, inProgress, level } = lastWords(service.log());
      assert.equal(level, 60);
      const { requestId, ...request } = arrivedLast ?? {};
      assert.deepEqual(request, { method: 'GET', path: '/api/search', parameters: ['q', 'hang'] });
      assert.match(String(requestId), /^[0-9a-f]{12}-/);
      assert.deepEqual(inProgress, place === 'turn' ? [arrivedLast] : []);
      assert.ok(!service.log().includes('private-text'), 'no values of parameters');
    });
  }

  it('ends a service that hangs while it opens a snapshot, and names the step', async () => {
    const service = await launchService({ BUILD_DIR: build, ...hanging('opening') });
    assert.equal((await service.ended).code, null);
    const { opening, inProgress } = lastWords(service.log());
    assert.match(opening ?? '', /^manifest of .*snapshots/);
    assert.deepEqual(inProgress, []);
  });

  it('is silent with LOG_LEVEL=silent, and off with WATCHDOG_MS=0', async () => {
    const silent = await launchService({
      BUILD_DIR: build,
      ...hanging('opening', { LOG_LEVEL: 'silent' }),
    });
    assert.deepEqual(await silent.ended, { code: null, stdout: '', stderr: '' });
    const off = await launchService({
      BUILD_DIR: build,
      ...hanging('opening', { WATCHDOG_MS: '0' }),
    });
    assert.equal(await Promise.race([off.ended, delay(4 * limitMs, 'runs')]), 'runs');
    await off.stop('SIGKILL');
  });

  it('leaves a process alone that is stopped and goes on', async () => {
    const service = await serve({ BUILD_DIR: build, WATCHDOG_MS: String(limitMs) });
    process.kill(service.pid, 'SIGSTOP');
    await delay(4 * limitMs);
    process.kill(service.pid, 'SIGCONT');
    await delay(2 * limitMs);
    assert.ok(await isAnswered(service.port));
    assert.equal((await service.stop()).code, 0);
  });

  it('lets a supervisor start the service again, which then knows how often', async (t) => {
    const state = path.join(await makeTemporaryFolder(t), 'state');
    const environment = { BUILD_DIR: build, ...hanging('arrival', { STATE_DIR: state }) };
    const first = await serve(environment);
    t.after(supervise(first, () => launchService({ ...environment, PORT: String(first.port) })));
    for (const restarts of [1, 2]) {
      await assert.rejects(fetch(`http://127.0.0.1:${first.port}${search}`));
      await until('the service comes back', () => isAnswered(first.port));
      assert.equal(await readMetric(first.port, 'directory_watchdog_restarts_total'), restarts);
    }
  });

  it('ends a service that is the first process of a container', {
    skip: noNamespaces,
  }, async () => {
    const command = `exec unshare --pid --fork --kill-child --mount-proc sh deploy/start.sh`;
    const environment = { ...process.env, ...hanging('opening'), BUILD_DIR: build, PORT: '0' };
    const { status, stdout } = spawnSync('sh', ['-c', command], {
      cwd: projectFolder,
      env: environment,
      encoding: 'utf8',
    });
    assert.equal(status, 137);
    assert.match(lastWords(stdout).opening ?? '', /^manifest of/);
  });

  it('leaves the graceful shutdown to the service of a container', {
    skip: noNamespaces,
  }, async (t) => {
    const words = ['--pid', '--fork', '--kill-child', '--mount-proc', 'sh', 'deploy/start.sh'];
    const port = await findFreePort();
    const environment = { ...process.env, BUILD_DIR: build, PORT: String(port) };
    const child = spawn('unshare', words, {
      cwd: projectFolder,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // A child that runs on would keep this process from ending.
    t.after(() => child.kill('SIGKILL'));
    const output: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
    await until('an answer', () => isAnswered(port));
    // unshare waits for the shell, which is the first process of its namespace.
    const [shell = ''] = (
      await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
    ).split(' ');
    process.kill(Number(shell), 'SIGTERM');
    const [status] = await once(child, 'exit');
    assert.equal(status, 0);
    assert.match(output.join(''), /"msg":"stopped"/);
  });
});
