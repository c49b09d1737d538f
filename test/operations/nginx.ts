/**
 * Debian's nginx with deploy/nginx.conf in front of two replicas on one snapshot folder, under mixed load: a swap, then
 * one replica killed and started again, then the other one stopped and started again. No request may fail.
 * Run: `node --import tsx test/operations/nginx.ts [seconds for each step]`; needs nginx (`apt-get install nginx-light`).
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pointCurrentTo } from '../../pipeline/write/publish.ts';
import { waitUntilServed } from './faults/ask.ts';
import { Stage } from './faults/fault.ts';
import { Client } from './load.ts';
import { assertTelling, connections, createExpected, type Expected, learn, loadWhile, printLoad } from './mixed.ts';
import { answers, freePort, projectFolder, type ServiceProcess, startProcess, waitFor } from './service-process.ts';

/** Of both replicas, as behind any proxy: the same answers from each. */
const environment = { SITE_URL: 'https://directory.example' };
const stepMs = 1000 * Number(process.argv[2] ?? 4);

async function main(): Promise<void> {
  if (spawnSync('nginx', ['-v']).error) {
    process.stdout.write('skipped: there is no nginx here\n');
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-nginx-'));
  const running: ChildProcess[] = [];
  try {
    const stage = await Stage.build(folder);
    const replicas = [await startProcess(stage.build, environment), await startProcess(stage.build, environment)];
    running.push(...replicas.map((replica) => replica.process));
    const front = await startNginx(folder, replicas);
    running.push(front.process);
    await measure(stage, replicas, { port: front.port, started: (replica) => running.push(replica.process) });
  } finally {
    for (const child of running) child.kill('SIGTERM');
    await Promise.all(running.map((child) => (child.exitCode ?? child.signalCode) === null && once(child, 'exit')));
    await rm(folder, { recursive: true, force: true });
  }
}

/** The delivered file, with other ports and folders. */
async function startNginx(folder: string, [one, two]: readonly ServiceProcess[]) {
  const port = await freePort();
  const delivered = await readFile(path.join(projectFolder, 'deploy/nginx.conf'), 'utf8');
  const kept = path.join(folder, 'nginx');
  await mkdir(kept);
  const text = delivered
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('127.0.0.1:8081', `127.0.0.1:${one?.port}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${two?.port}`)
    .replace('/tmp/directory-nginx', path.join(kept, 'cache'))
    // The load is that of many clients.
    .replace(/^ *limit_(?:req|conn) .*$/gm, '')
    .replace(
      'http {',
      `http {\n  access_log off;\n  proxy_temp_path ${kept}/proxy;\n  client_body_temp_path ${kept}/body;`,
    );
  const file = path.join(kept, 'nginx.conf');
  // Workers of a master that is root run as nobody, who may not enter the folder of this run.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(file, text);
  const words = ['-c', file, '-p', kept, '-g', `daemon off; pid ${kept}/pid; error_log ${kept}/error.log; ${user}`];
  const child = spawn('nginx', words, { stdio: ['ignore', 'inherit', 'inherit'] });
  // The routes of operators do not pass.
  await waitFor('nginx', 10_000, () => answers(port, '/robots.txt'));
  return { port, process: child };
}

interface Front {
  readonly port: number;
  readonly started: (replica: ServiceProcess) => void;
}

async function measure(stage: Stage, replicas: readonly ServiceProcess[], front: Front): Promise<void> {
  const [one, two] = replicas;
  assert.ok(one && two);
  const expected = await learnBoth(stage, replicas);
  const client = new Client(front.port, connections);
  const failures: string[] = [];
  const step = async (name: string, work: () => Promise<void>) => {
    const load = await loadWhile(client, expected, async () => {
      await work();
      await delay(stepMs);
    });
    printLoad(name, load);
    failures.push(...load.failures);
  };
  const restart = async (replica: ServiceProcess) => {
    const again = await startProcess(stage.build, { ...environment, PORT: String(replica.port) });
    front.started(again);
    assert.equal(again.port, replica.port);
  };
  await step('both replicas, at rest', async () => undefined);
  await step('a swap', async () => {
    await pointCurrentTo(stage.build, stage.first);
    for (const replica of replicas) await waitUntilServed(replica, stage.first);
  });
  await step('one replica killed (-9) and started again', async () => {
    await one.stop('SIGKILL');
    await delay(stepMs / 2);
    await restart(one);
  });
  await step('the other one stopped (SIGTERM) and started again', async () => {
    assert.equal(await two.stop(), 0);
    await delay(stepMs / 2);
    await restart(two);
  });
  client.close();
  assert.deepEqual(failures.slice(0, 10), [], 'no request fails, none mixes two snapshots');
}

/** What each snapshot answers, asked of a replica itself; both replicas end on the second one. */
async function learnBoth(stage: Stage, replicas: readonly ServiceProcess[]): Promise<Expected> {
  const expected = createExpected();
  for (const id of [stage.first, stage.second]) {
    await pointCurrentTo(stage.build, id);
    for (const replica of replicas) await waitUntilServed(replica, id);
    for (const { port } of replicas) {
      const client = new Client(port, 1);
      await learn(client, expected);
      client.close();
    }
  }
  assertTelling(expected);
  return expected;
}

await main();
