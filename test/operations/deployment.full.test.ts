/** The processes of deploy/compose.yaml without containers, under load through its nginx, while each of them ends and starts again. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { missingNginx } from '../support/nginx.ts';
import { projectFolder } from '../support/paths.ts';
import { runPipeline } from '../support/run-pipeline.ts';
import { get } from '../support/service-get.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { Deployment } from './deployment.ts';
import { buildTwo, clients, Load, untilServed } from './load.ts';

/** Ports of the containers. */
const [sitePort, adminPort] = [8080, 8091];
/**
 * A request with the parameter `hang` makes its replica hang until the watchdog ends it, which is later than nginx passes requests on. No
 * query may time out on a slow machine.
 */
const environment = {
  QUERY_TIMEOUT_MS: '60000',
  NODE_OPTIONS: `--import=${path.join(projectFolder, 'test/support/hang.mjs')}`,
  HANG_AT: 'turn',
  WATCHDOG_MS: '5000',
};

async function deploy(t: TestContext) {
  const folder = await makeTemporaryFolder(t);
  const { build, ids } = await buildTwo(folder);
  const variables = { BUILD: build, SITE_URL: 'https://directory.example' };
  const deployment = await Deployment.prepare(folder, variables, environment);
  t.after(() => deployment.stopAll());
  for (const name of deployment.services) await deployment.start(name);
  const [one = '', two = ''] = deployment.replicas;
  const [first = '', second = ''] = ids;
  const arrived = (name: string, id: string) => untilServed(deployment.portOf(name, adminPort), id);
  /** At the origin, to which the followers look. */
  const publish = async (id: string, names: readonly string[]) => {
    const { code, stderr } = await runPipeline(['rollback', '--build', build, '--to', id]);
    assert.equal(code, 0, stderr);
    for (const name of names) await arrived(name, id);
  };
  const load = new Load();
  for (const id of [first, second]) {
    await publish(id, [one, two]);
    for (const name of [one, two]) await load.learn(deployment.portOf(name, sitePort));
  }
  load.assertTelling();
  return { deployment, load, publish, arrived, one, two, first, second };
}

type Stage = Awaited<ReturnType<typeof deploy>>;

async function restart({ deployment, load }: Stage, name: string, signal: NodeJS.Signals): Promise<void> {
  const status = await deployment.stop(name, signal);
  if (signal === 'SIGTERM') assert.equal(status, 0, `${name} ends with status 0`);
  await load.more(200);
  await deployment.start(name);
}

/** All begin with the second snapshot, and no request may fail. */
const steps: readonly (readonly [name: string, work: (stage: Stage) => Promise<void>])[] = [
  ['a publish', ({ publish, first, one, two }) => publish(first, [one, two])],
  [
    'a service that is killed, and another that is stopped, and start again',
    async (stage) => {
      await restart(stage, stage.one, 'SIGKILL');
      await stage.arrived(stage.one, stage.first);
      await restart(stage, stage.two, 'SIGTERM');
      await stage.arrived(stage.two, stage.first);
    },
  ],
  [
    'a publish while a follower is killed, which starts again later',
    async ({ deployment, publish, arrived, second, one, two }) => {
      await deployment.stop('follower-1', 'SIGKILL');
      await publish(second, [two]);
      await deployment.start('follower-1');
      await arrived(one, second);
    },
  ],
  [
    'an origin that is away while a service starts again, then a publish',
    async (stage) => {
      await stage.deployment.stop('origin');
      await restart(stage, stage.one, 'SIGTERM');
      await stage.arrived(stage.one, stage.second);
      await stage.deployment.start('origin');
      await stage.publish(stage.first, [stage.one, stage.two]);
    },
  ],
];

describe('the processes of deploy/compose.yaml', { skip: missingNginx() ?? false, timeout: 900_000 }, () => {
  it('answer every request whatever ends, and lose one replica only to a request that hangs', async (t) => {
    const stage = await deploy(t);
    const { deployment, load, one, two } = stage;
    const front = deployment.portOf('front', sitePort);
    for (const [name, work] of steps) {
      await load.during(front, async () => {
        await work(stage);
        await load.more(200);
      });
      assert.deepEqual(load.failures.slice(0, 10), [], name);
    }
    await load.during(front, async () => {
      const ended = deployment.firstEnded([one, two]);
      const attack = get(front, '/api/search?q=hostile&hang=1');
      const lost = await ended;
      assert.equal((await attack).status, 502, 'the hostile request is not passed on');
      await deployment.start(lost);
      await stage.arrived(lost, stage.first);
      await load.more(200);
      assert.ok((await get(deployment.portOf(lost === one ? two : one, sitePort), '/')).status === 200);
      assert.match(
        (await get(deployment.portOf(lost, adminPort), '/metrics')).text,
        /^directory_watchdog_restarts_total 1$/m,
      );
    });
    assert.ok(load.failures.length <= clients, load.failures.join('\n'));
  });
});
