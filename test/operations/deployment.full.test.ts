/**
 * The processes of deploy/compose.yaml without containers, under load through its nginx, while each
 * of them ends and starts again.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { compiled } from '../support/compiled.ts';
import {
  end,
  hostPathOf,
  mountsOf,
  readCompose,
  type StartedProcess,
  startCommand,
} from '../support/compose.ts';
import { readImage } from '../support/image.ts';
import { missingNginx, startNginx, withoutLimits } from '../support/nginx.ts';
import { projectFolder } from '../support/paths.ts';
import { runPipeline } from '../support/run-pipeline.ts';
import { get } from '../support/service-get.ts';
import { type Environment, findFreePort } from '../support/service-process.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { buildTwo, clients, Load, untilServed } from './load.ts';

/**
 * The processes of deploy/compose.yaml without containers: each container's port is a free port
 * here, each volume a folder. `variables` are those that the file reads from the environment,
 * `environment` is added to that of the services.
 */
async function prepareDeployment(folder: string, variables: Environment, environment: Environment) {
  compiled('pipeline');
  compiled('service');
  const { services, configs, volumes } = await readCompose(variables);
  const image = await readImage();
  for (const name of Object.keys(volumes)) await mkdir(path.join(folder, name));
  const running = new Map<string, StartedProcess>();
  const isNginx = (name: string) => serviceOf(name).image.startsWith('nginx:');
  const isReplica = (name: string) => !isNginx(name) && serviceOf(name).command === undefined;
  const serviceOf = (name: string) =>
    services[name] ?? assert.fail(`compose.yaml has no service "${name}"`);

  /** Text of nginx.conf of a service. */
  async function readConf(name: string): Promise<string> {
    const conf = mountsOf(serviceOf(name)).find(({ target }) => target === '/etc/nginx/nginx.conf');
    return readFile(
      hostPathOf(conf ?? assert.fail(`${name} has no volume for /etc/nginx/nginx.conf`), ''),
      'utf8',
    );
  }
  const listenedPort = (conf: string) => Number(/listen (\d+)/.exec(conf)?.[1]);

  /** Ports here, by `<service>:<port of its container>`. */
  const ports = new Map<string, number>();
  for (const name of Object.keys(services)) {
    const own = isReplica(name) ? [image.environment.PORT, image.environment.ADMIN_PORT] : [];
    const all = isNginx(name) ? [listenedPort(await readConf(name))] : own;
    for (const port of all) ports.set(`${name}:${port}`, await findFreePort());
  }
  /** Throws if the container has no such port. */
  const portOf = (name: string, port: number) =>
    ports.get(`${name}:${port}`) ??
    assert.fail(`compose.yaml has no service "${name}" with port ${port}`);

  /** Paths of volumes as the folders that they are here. */
  const inFolders = (name: string, text: string) =>
    mountsOf(serviceOf(name)).reduce(
      (whole, mount) => whole.replaceAll(mount.target, hostPathOf(mount, folder)),
      text,
    );

  /** Addresses of containers, by name or number, as addresses here. */
  function translate(text: string): string {
    let translated = text;
    for (const [place, port] of ports) {
      const [name = '', inContainer] = place.split(':');
      for (const host of [name, services[name]?.networks?.default.ipv4_address])
        if (host !== undefined)
          translated = translated.replaceAll(`${host}:${inContainer}`, `127.0.0.1:${port}`);
    }
    return translated;
  }

  async function launchNginx(name: string): Promise<StartedProcess> {
    const own = path.join(folder, `nginx-${name}`);
    await mkdir(own, { recursive: true });
    const text = await readConf(name);
    const [upstream] = (serviceOf(name).configs ?? []).map(
      ({ source }) => configs[source]?.content ?? '',
    );
    const { process } = await startNginx({
      ...{
        folder: own,
        conf: withoutLimits(inFolders(name, text)),
        port: portOf(name, listenedPort(text)),
      },
      ...(upstream === undefined ? {} : { upstream: translate(upstream) }),
    });
    return { process, output: [] };
  }

  function launchCommand(name: string): StartedProcess {
    const { command = image.command, environment: own } = serviceOf(name);
    const inContainer = { ...image.environment, ...own };
    const here = (text: string) => inFolders(name, translate(text));
    const translated = Object.entries(inContainer).map(([key, value]) => [key, here(value)]);
    const given = isReplica(name) ? ['PORT', 'ADMIN_PORT'] : [];
    const listening = given.map((key) => [key, String(portOf(name, Number(inContainer[key])))]);
    const quick = { HOST: '127.0.0.1', LOG_LEVEL: 'warn', FOLLOW_INTERVAL: '1' };
    const replica = isReplica(name) ? environment : {};
    return startCommand(command.map(here), {
      ...Object.fromEntries([...translated, ...listening]),
      ...quick,
      ...replica,
    });
  }

  /** Resolves with the exit status; null if a signal ended the process. */
  async function stop(name: string, signal?: NodeJS.Signals): Promise<number | null> {
    const started = running.get(name);
    return started ? end(started.process, signal) : null;
  }

  return {
    services: Object.keys(services),
    /** Services with the port of the directory's image, in the order of the file. */
    replicas: Object.keys(services).filter(isReplica),
    portOf,
    start: async (name: string) =>
      void running.set(name, isNginx(name) ? await launchNginx(name) : launchCommand(name)),
    stop,
    /** Resolves with the name of the first of the services that ends by itself. */
    firstEnded: (names: readonly string[]) =>
      Promise.race(
        names.map(async (name) => {
          const started = running.get(name);
          if (started !== undefined) await once(started.process, 'exit');
          return name;
        }),
      ),
    stopAll: async () => void (await Promise.all(Object.keys(services).map((name) => stop(name)))),
  };
}

/** Ports of the containers. */
const [sitePort, adminPort] = [8080, 8091];
/**
 * A request with the parameter `hang` makes its replica hang until the watchdog ends it, which is
 * later than nginx passes requests on. No query may time out on a slow machine.
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
  const deployment = await prepareDeployment(folder, variables, environment);
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

async function restart(
  { deployment, load }: Stage,
  name: string,
  signal: NodeJS.Signals,
): Promise<void> {
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

describe('the processes of deploy/compose.yaml', {
  skip: missingNginx() ?? false,
  timeout: 900_000,
}, () => {
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
      assert.ok(
        (await get(deployment.portOf(lost === one ? two : one, sitePort), '/')).status === 200,
      );
      const found = (await get(deployment.portOf(lost, adminPort), '/metrics')).text;
      assert.match(found, /^directory_watchdog_restarts_total 1$/m);
    });
    assert.ok(load.failures.length <= clients, load.failures.join('\n'));
  });
});
