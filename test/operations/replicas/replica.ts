/** A replica: a build folder, a follower of an origin and a service, each a process of its own, and a load on the service. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Started, startPipeline } from '../../support/run-pipeline.ts';
import { assertWhole, currentSnapshot, listFiles, snapshotIds } from '../../support/snapshots.ts';
import { Client, runLoad } from '../load.ts';
import { type ServiceProcess, startProcess, waitFor } from '../service-process.ts';

/** The same for all services, because answers have addresses in them. */
export const serviceSettings = { SITE_URL: 'http://directory.test', SNAPSHOT_POLL_MS: '50' };
const connections = 2;
/** The load leaves processor time to the builds. */
const pauseMs = 5;

export interface Seen {
  /** `<path> <ETag> <hash>` of every different answer. */
  readonly answers: Set<string>;
  readonly failures: string[];
  requests: number;
}

export class Replica {
  readonly build: string;
  readonly #origin: string;
  #follower: Started;
  /** Lines that the follower wrote to standard error. */
  complaints: string[] = [];
  service: ServiceProcess | null = null;

  constructor(build: string, origin: string) {
    this.build = build;
    this.#origin = origin;
    this.#follower = this.#start();
  }

  #start(): Started {
    const words = ['follow', '--origin', this.#origin, '--build', this.build];
    const started = startPipeline(words, { FOLLOW_INTERVAL: '0.2' });
    started.child.stderr?.on('data', (text: string) => this.complaints.push(text));
    return started;
  }

  async startService(): Promise<void> {
    this.service = await startProcess(this.build, serviceSettings);
  }

  /** As a machine does that loses power. */
  async killFollower(): Promise<void> {
    this.#follower.child.kill('SIGKILL');
    await this.#follower.ended;
    this.#follower = this.#start();
  }

  async stop(): Promise<void> {
    this.#follower.child.kill('SIGTERM');
    await this.#follower.ended;
    await this.service?.stop();
  }

  /** Waits for a complaint that the follower has not made before `from`. */
  async waitForComplaint(pattern: RegExp, from: number): Promise<string> {
    const find = () => this.complaints.slice(from).find((text) => pattern.test(text));
    await waitFor(`${path.basename(path.dirname(this.build))}: ${pattern}`, 90_000, async () => find() !== undefined);
    return find() ?? '';
  }

  async waitUntilEqual(truth: string, limitMs = 120_000): Promise<void> {
    await waitFor(`${this.build} equal to the origin`, limitMs, async () => {
      if ((await currentSnapshot(this.build)) !== (await currentSnapshot(truth))) return false;
      return (await snapshotIds(this.build)).join() === (await snapshotIds(truth)).join();
    });
  }

  async assertCurrentWhole(): Promise<void> {
    const id = await currentSnapshot(this.build);
    if (id !== null) await assertWhole(this.build, id);
  }

  /** Asks the service until `until` says so. */
  async load(paths: readonly string[], seen: Seen, until: () => boolean): Promise<void> {
    const client = new Client(this.service?.port ?? 0, connections);
    let asked = 0;
    await runLoad(client, {
      connections,
      until,
      pauseMs,
      nextPath: () => paths[asked++ % paths.length] ?? '/',
      onResponse: (address, { status, etag, sha256 }) => {
        seen.requests++;
        if (status === 200) seen.answers.add(`${address} ${etag} ${sha256}`);
        else seen.failures.push(`${address}: status ${status}`);
      },
      onFailure: (address, error) => seen.failures.push(`${address}: ${error.message}`),
    });
    client.close();
  }
}

/** Files of a folder that are not in the other one with the same bytes. */
export async function differences(build: string, truth: string): Promise<string[]> {
  const [own, theirs] = await Promise.all([build, truth].map(listTree));
  const names = [...new Set([...(own ?? []), ...(theirs ?? [])])];
  const different: string[] = [];
  for (const name of names) {
    const [a, b] = await Promise.all([build, truth].map((each) => readFile(path.join(each, name)).catch(() => null)));
    if (!a || !b?.equals(a)) different.push(name);
  }
  return different;
}

async function listTree(build: string): Promise<string[]> {
  return ['index.json', ...(await listFiles(path.join(build, 'snapshots'))).map((name) => `snapshots/${name}`)];
}
