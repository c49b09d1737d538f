/** The processes of deploy/compose.yaml without containers, under load through its nginx, while each of them ends and starts again. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { compiled } from '../support/compiled.ts';
import {
  type ComposeFile,
  type ComposeService,
  end,
  hostPathOf,
  mountsOf,
  readCompose,
  type StartedProcess,
  startCommand,
} from '../support/compose.ts';
import { type Image, readImage } from '../support/image.ts';
import { missingNginx, startNginx, withoutLimits } from '../support/nginx.ts';
import { projectFolder } from '../support/paths.ts';
import { runPipeline } from '../support/run-pipeline.ts';
import { get } from '../support/service-get.ts';
import { findFreePort } from '../support/service-process.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { buildTwo, clients, Load, untilServed } from './load.ts';

// The processes of deploy/compose.yaml without containers: each container's port is a free port here, each volume a folder.

class Deployment {
  readonly #compose: ComposeFile;
  readonly #image: Image;
  /** Ports are by `<service>:<port of its container>`. */
  readonly #place: Place;
  readonly #running = new Map<string, StartedProcess>();

  private constructor(compose: ComposeFile, image: Image, place: Place) {
    this.#compose = compose;
    this.#image = image;
    this.#place = place;
  }

  /** Starts nothing. `variables` are those that the file reads from the environment, `environment` is added to that of the services. */
  static async prepare(
    folder: string,
    variables: Readonly<Record<string, string>>,
    environment: Readonly<Record<string, string>>,
  ): Promise<Deployment> {
    compiled('pipeline');
    compiled('service');
    const compose = await readCompose(variables);
    const image = await readImage();
    for (const name of Object.keys(compose.volumes)) await mkdir(path.join(folder, name));
    const ports = new Map<string, number>();
    for (const [name, service] of Object.entries(compose.services)) {
      for (const port of await portsOf(service, image.environment)) ports.set(`${name}:${port}`, await findFreePort());
    }
    return new Deployment(compose, image, { folder, ports, environment });
  }

  get services(): string[] {
    return Object.keys(this.#compose.services);
  }

  /** Services with the port of the directory's image, in the order of the file. */
  get replicas(): string[] {
    return this.services.filter((name) => this.#isService(name));
  }

  /** The port here of a port of a container. Throws if the container has no such port. */
  portOf(name: string, port: number): number {
    const found = this.#place.ports.get(`${name}:${port}`);
    if (found === undefined) throw new Error(`compose.yaml has no service "${name}" with port ${port}`);
    return found;
  }

  async start(name: string): Promise<void> {
    const service = this.#compose.services[name];
    if (!service) throw new Error(`compose.yaml has no service "${name}"`);
    this.#running.set(
      name,
      isNginx(service) ? await this.#startNginx(name, service) : this.#startCommand(name, service),
    );
  }

  /** Resolves with the exit status; null if a signal ended the process. */
  async stop(name: string, signal?: NodeJS.Signals): Promise<number | null> {
    const running = this.#running.get(name);
    return running ? end(running.process, signal) : null;
  }

  /** Resolves with the name of the first of the services that ends by itself. */
  async firstEnded(names: readonly string[]): Promise<string> {
    const ends = names.map(async (name) => {
      const running = this.#running.get(name);
      if (running !== undefined) await once(running.process, 'exit');
      return name;
    });
    return Promise.race(ends);
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.services.map((name) => this.stop(name)));
  }

  #isService(name: string): boolean {
    const service = this.#compose.services[name];
    return service !== undefined && !isNginx(service) && service.command === undefined;
  }

  async #startNginx(name: string, service: ComposeService): Promise<StartedProcess> {
    const folder = path.join(this.#place.folder, `nginx-${name}`);
    await mkdir(folder, { recursive: true });
    const text = await readConf(service);
    const conf = withoutLimits(this.#inFolders(service, text));
    const [upstream] = (service.configs ?? []).map(({ source }) => this.#compose.configs[source]?.content ?? '');
    const { process } = await startNginx({
      folder,
      conf,
      port: this.portOf(name, listenedPort(text)),
      ...(upstream === undefined ? {} : { upstream: this.#translate(upstream) }),
    });
    return { process, output: [] };
  }

  #startCommand(name: string, service: ComposeService): StartedProcess {
    const inContainer = { ...this.#image.environment, ...service.environment };
    const here = (text: string) => this.#inFolders(service, this.#translate(text));
    const translated = Object.entries(inContainer).map(([key, value]) => [key, here(value)]);
    const own = { HOST: '127.0.0.1', LOG_LEVEL: 'warn', FOLLOW_INTERVAL: '1' };
    const ports = this.#isService(name)
      ? {
          PORT: String(this.portOf(name, Number(inContainer.PORT))),
          ADMIN_PORT: String(this.portOf(name, Number(inContainer.ADMIN_PORT))),
          ...this.#place.environment,
        }
      : {};
    const words = (service.command ?? this.#image.command).map(here);
    return startCommand(words, { ...Object.fromEntries(translated), ...own, ...ports });
  }

  /** Paths of volumes as the folders that they are here. */
  #inFolders(service: ComposeService, text: string): string {
    return mountsOf(service).reduce(
      (whole, mount) => whole.replaceAll(mount.target, hostPathOf(mount, this.#place.folder)),
      text,
    );
  }

  /** Addresses of containers, by name or number, as addresses here. */
  #translate(text: string): string {
    let translated = text;
    for (const [place, port] of this.#place.ports) {
      const [name = '', inContainer] = place.split(':');
      const address = this.#compose.services[name]?.networks?.default.ipv4_address;
      for (const host of address === undefined ? [name] : [name, address]) {
        translated = translated.replaceAll(`${host}:${inContainer}`, `127.0.0.1:${port}`);
      }
    }
    return translated;
  }
}

interface Place {
  readonly folder: string;
  readonly ports: ReadonlyMap<string, number>;
  /** Of the services, besides those of the file. */
  readonly environment: Readonly<Record<string, string>>;
}

function isNginx({ image }: ComposeService): boolean {
  return image.startsWith('nginx:');
}

function listenedPort(conf: string): number {
  return Number(/listen (\d+)/.exec(conf)?.[1]);
}

async function portsOf(service: ComposeService, environment: Readonly<Record<string, string>>): Promise<number[]> {
  if (!isNginx(service)) return service.command ? [] : [Number(environment.PORT), Number(environment.ADMIN_PORT)];
  return [listenedPort(await readConf(service))];
}

/** Throws if the service has no nginx.conf. */
async function readConf(service: ComposeService): Promise<string> {
  const conf = mountsOf(service).find(({ target }) => target === '/etc/nginx/nginx.conf');
  if (!conf) throw new Error('compose.yaml has an nginx without a volume for /etc/nginx/nginx.conf');
  return readFile(hostPathOf(conf, ''), 'utf8');
}

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
