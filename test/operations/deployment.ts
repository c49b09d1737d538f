/** The processes of deploy/compose.yaml without containers: each container's port is a free port here, each volume a folder. */
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
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
import { startNginx, withoutLimits } from '../support/nginx.ts';
import { findFreePort } from '../support/service-process.ts';

export class Deployment {
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
