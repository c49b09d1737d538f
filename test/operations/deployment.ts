/**
 * The deployment of deploy/compose.yaml without containers, under mixed load through its nginx: publishes that arrive on both replicas,
 * then services, a follower and the origin that are killed and started again. No request may fail.
 * Run: `npm run deployment [seconds for each step]`; needs nginx (`apt-get install nginx-light`).
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { missingNginx } from '../support/nginx.ts';
import { runPipeline } from '../support/run-pipeline.ts';
import { Deployment } from './deployment-processes.ts';
import { waitUntilServed } from './faults/ask.ts';
import { Stage } from './faults/fault.ts';
import { Client } from './load.ts';
import { assertTelling, connections, createExpected, type Expected, learn, loadWhile, printLoad } from './mixed.ts';
import { answers, waitFor } from './service-process.ts';

const stepMs = 1000 * Number(process.argv[2] ?? 4);
/** Ports of the containers. */
const [sitePort, adminPort] = [8080, 8091];

async function main(): Promise<void> {
  const missing = missingNginx();
  if (missing !== null) {
    process.stdout.write(`skipped: ${missing}\n`);
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-deployment-'));
  const stage = await Stage.build(folder);
  const deployment = await Deployment.prepare(folder, { BUILD: stage.build, SITE_URL: 'https://directory.example' });
  try {
    for (const name of deployment.services) await deployment.start(name);
    for (const name of deployment.replicas) await waitForReplica(deployment, name, stage.second);
    await measure(stage, deployment);
  } catch (error) {
    for (const name of deployment.services) process.stderr.write(deployment.outputOf(name));
    throw error;
  } finally {
    await deployment.stopAll();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(stage: Stage, deployment: Deployment): Promise<void> {
  const expected = await learnBoth(stage, deployment);
  const client = new Client(deployment.portOf('front', sitePort), connections);
  const failures: string[] = [];
  for (const [name, work] of steps(stage, deployment)) {
    const load = await loadWhile(client, expected, async () => {
      await work();
      await delay(stepMs);
    });
    printLoad(name, load);
    failures.push(...load.failures);
  }
  client.close();
  assert.deepEqual(failures.slice(0, 10), [], 'no request fails, none mixes two snapshots');
}

type Step = readonly [name: string, work: () => Promise<void>];

function steps(stage: Stage, deployment: Deployment): Step[] {
  const [one = '', two = ''] = deployment.replicas;
  const publish = (id: string, names: readonly string[]) => publishAndWait(stage, deployment, { id, names });
  const restart = async (name: string, signal: NodeJS.Signals) => {
    const status = await deployment.stop(name, signal);
    if (signal === 'SIGTERM') assert.equal(status, 0, `${name} ends with status 0`);
    await delay(stepMs / 2);
    await deployment.start(name);
  };
  return [
    ['at rest', async () => undefined],
    ['a publish', () => publish(stage.first, [one, two])],
    [
      `${one} killed (-9) and started again`,
      async () => {
        await restart(one, 'SIGKILL');
        await waitForReplica(deployment, one, stage.first);
      },
    ],
    [
      `${two} stopped (SIGTERM) and started again`,
      async () => {
        await restart(two, 'SIGTERM');
        await waitForReplica(deployment, two, stage.first);
      },
    ],
    [
      'a publish while follower-1 is killed, which starts again later',
      async () => {
        await deployment.stop('follower-1', 'SIGKILL');
        await publish(stage.second, [two]);
        await deployment.start('follower-1');
        await waitForReplica(deployment, one, stage.second);
      },
    ],
    [
      `origin away while ${one} starts again, then a publish`,
      async () => {
        await deployment.stop('origin');
        await restart(one, 'SIGTERM');
        await waitForReplica(deployment, one, stage.second);
        await deployment.start('origin');
        await publish(stage.first, [one, two]);
      },
    ],
  ];
}

/** Both replicas end on the second snapshot. */
async function learnBoth(stage: Stage, deployment: Deployment): Promise<Expected> {
  const expected = createExpected();
  for (const id of [stage.first, stage.second]) {
    await publishAndWait(stage, deployment, { id, names: deployment.replicas });
    for (const name of deployment.replicas) {
      const client = new Client(deployment.portOf(name, sitePort), 1);
      await learn(client, expected);
      client.close();
    }
  }
  assertTelling(expected);
  return expected;
}

interface Publication {
  readonly id: string;
  /** Services on which it must arrive. */
  readonly names: readonly string[];
}

/** At the origin, to which the followers look. */
async function publishAndWait(stage: Stage, deployment: Deployment, { id, names }: Publication): Promise<void> {
  const { code, stderr } = await runPipeline(['rollback', '--build', stage.build, '--to', id]);
  assert.equal(code, 0, stderr);
  const startedMs = performance.now();
  for (const name of names) await waitForReplica(deployment, name, id);
  process.stdout.write(
    `  arrived on ${names.join(' and ')} after ${Math.round((performance.now() - startedMs) / 100) / 10} s\n`,
  );
}

async function waitForReplica(deployment: Deployment, name: string, id: string): Promise<void> {
  const port = deployment.portOf(name, adminPort);
  await waitFor(`${name} at the port ${port}`, 60_000, () => answers(port, '/readyz'));
  await waitUntilServed({ port }, id, 60_000);
}

await main();
