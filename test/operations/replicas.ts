/**
 * Three replicas of one origin, each with a service under load: publishes, rollbacks, kills of the origin and of followers,
 * half-written uploads, lies, a slow origin, a full disk. At the end all are equal to the origin, and every answer of the
 * services was, byte for byte, one that a snapshot gives at rest.
 * Run: `node --import tsx test/operations/replicas.ts [publishes]`; prints its figures.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withLock } from '../../pipeline/write/build-folder/lock.ts';
import { rollBack } from '../../pipeline/write/build-folder/rollback.ts';
import { publishInto } from '../support/build-folder.ts';
import { directory } from '../support/directory.ts';
import { currentSnapshot } from '../support/snapshots.ts';
import { writeTree } from '../support/source-tree.ts';
import { waitUntilServed } from './faults/ask.ts';
import { Client } from './load.ts';
import { lies } from './replicas/lies.ts';
import { TestOrigin } from './replicas/origin.ts';
import { differences, Replica, type Seen, serviceSettings } from './replicas/replica.ts';
import { type ServiceProcess, startProcess } from './service-process.ts';

const run = promisify(execFile);
const publishes = Number(process.argv[2] ?? 100);
const followers = 3;
/** Every how many steps something happens: in 100 publishes, at least 10 kills of the origin and 5 rollbacks. */
const every = { kill: 8, rollback: 16, followerKill: 15 };
const file = 'listings/specific-networks/aria/apis.csv';
const paths = [
  ...['/', '/api/networks', '/llms.txt', '/data/offers.parquet', '/data/manifest.json', '/networks/aria/toolbox/apis'],
  ...['categories', 'rows?category=apis', 'facets?category=apis', 'export?category=apis&format=csv'].map(
    (rest) => `/networks/aria/api/infrastructure-providers/${rest}`,
  ),
];

class Run {
  readonly #folder: string;
  readonly #truth: string;
  readonly #sources: string;
  readonly #expected = new Set<string>();
  readonly #told: string[] = [];
  #published = 0;
  #reference: ServiceProcess | null = null;
  #origin: TestOrigin | null = null;
  #replicas: readonly Replica[] = [];
  #unmount: (() => Promise<void>) | null = null;

  constructor(folder: string) {
    this.#folder = folder;
    this.#truth = path.join(folder, 'truth');
    this.#sources = path.join(folder, 'sources');
  }

  get origin(): TestOrigin {
    assert.ok(this.#origin);
    return this.#origin;
  }

  async start(): Promise<void> {
    await this.#publish();
    this.#reference = await startProcess(this.#truth, serviceSettings);
    await this.#learn();
    this.#origin = await TestOrigin.start(path.join(this.#folder, 'origin'), this.#truth);
    const builds = Array.from({ length: followers }, (_, at) => path.join(this.#folder, `replica-${at + 1}`, 'build'));
    for (const build of builds) await mkdir(build, { recursive: true });
    await this.#mount(builds.at(-1) ?? '');
    this.#replicas = builds.map((build) => new Replica(build, this.origin.address));
    for (const replica of this.#replicas) await replica.waitUntilEqual(this.#truth);
    for (const replica of this.#replicas) await replica.startService();
  }

  /** A small disk for the last replica. */
  async #mount(build: string): Promise<void> {
    const parent = path.dirname(build);
    await rm(parent, { recursive: true });
    await mkdir(parent);
    const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', parent]).catch(() => null);
    if (mounted !== null) this.#unmount = async () => void (await run('umount', ['-l', parent]));
    await mkdir(build);
  }

  async stop(): Promise<void> {
    for (const replica of this.#replicas) await replica.stop();
    await this.#reference?.stop();
    await this.#origin?.kill();
    await this.#unmount?.();
  }

  /** One cell of one offer changes. */
  async #publish(): Promise<string> {
    this.#published++;
    const csv = String(directory[file]).replace('$20/mo', `$${1000 + this.#published}/mo`);
    await writeTree(this.#sources, { ...directory, [file]: csv });
    return publishInto({ build: this.#truth, sources: this.#sources, second: this.#published });
  }

  /** What the current snapshot answers at rest. */
  async #learn(): Promise<void> {
    const service = this.#reference;
    const id = await currentSnapshot(this.#truth);
    assert.ok(service && id);
    await waitUntilServed(service, id);
    const client = new Client(service.port, 1);
    for (const address of paths) {
      const { status, etag, sha256 } = await client.request(address);
      assert.equal(status, 200, address);
      this.#expected.add(`${address} ${etag} ${sha256}`);
    }
    client.close();
  }

  async #waitUntilEqual(): Promise<void> {
    for (const replica of this.#replicas) await replica.waitUntilEqual(this.#truth);
  }

  async playAll(): Promise<void> {
    const faults = [...lies.map((lie) => () => this.#lie(lie)), () => this.#slow(), () => this.#fillDisk()];
    const spacing = Math.max(1, Math.floor((publishes - 5) / faults.length));
    const seen: Seen = { answers: new Set(), failures: [], requests: 0 };
    let ended = false;
    const loads = this.#replicas.map((replica) => replica.load(paths, seen, () => ended));
    try {
      for (let at = 0; this.#published < publishes; at++) {
        if (at % spacing === 3) await faults.shift()?.();
        await this.#step(at);
      }
      for (const fault of faults) await fault();
      await this.#waitUntilEqual();
    } finally {
      ended = true;
      await Promise.all(loads);
    }
    await this.#assertAll(seen);
  }

  async #step(at: number): Promise<void> {
    if (at % every.kill === 5) {
      await this.origin.kill();
      await this.#next();
      await delay(Math.random() * 1000);
      await this.origin.start();
      this.#count('kills of the origin');
    } else await this.#next();
    if (at % every.followerKill === 7) {
      await delay(Math.random() * 400);
      await this.#replicas[at % followers]?.killFollower();
      this.#count('kills of a follower');
    }
    if (at % every.rollback === 11) {
      await this.#waitUntilEqual();
      await withLock(this.#truth, 5000, () => rollBack(this.#truth, null));
      await this.origin.copy();
      await this.#waitUntilEqual();
      this.#count('rollbacks');
    }
  }

  readonly #counts = new Map<string, number>();

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  async #next(): Promise<string> {
    const id = await this.#publish();
    await this.#learn();
    await this.origin.copy();
    return id;
  }

  async #lie({ name, complaint, tell }: (typeof lies)[number]): Promise<void> {
    await this.#waitUntilEqual();
    const before = await currentSnapshot(this.#truth);
    const from = this.#replicas.map(({ complaints }) => complaints.length);
    await this.origin.kill();
    const id = await this.#next();
    await tell(this.origin, id);
    await this.origin.start();
    for (const [at, replica] of this.#replicas.entries()) {
      await replica.waitForComplaint(complaint, from[at] ?? 0);
      assert.equal(await currentSnapshot(replica.build), before, name);
      await replica.assertCurrentWhole();
    }
    for (const outside of ['/tmp/evil', path.join(this.#folder, 'evil')]) assert.ok(!existsSync(outside), outside);
    await this.origin.copy(id);
    await this.#waitUntilEqual();
    this.#told.push(`${name}: refused by all, then followed`);
  }

  async #slow(): Promise<void> {
    this.origin.setSlow(true);
    const startedMs = performance.now();
    await this.#next();
    await this.#waitUntilEqual();
    this.origin.setSlow(false);
    this.#told.push(`a slow origin (40 kB/s): followed after ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  }

  async #fillDisk(): Promise<void> {
    const replica = this.#replicas.at(-1);
    if (replica === undefined || this.#unmount === null) {
      this.#told.push('a full disk: skipped, because mounting a tmpfs is not possible here');
      return;
    }
    await this.#waitUntilEqual();
    const filler = path.join(path.dirname(replica.build), 'filler');
    const { stdout } = await run('df', ['--output=avail', '-k', replica.build]);
    await writeFile(filler, Buffer.alloc((Number(stdout.trim().split('\n').at(-1)) - 20) * 1024));
    const [before, from] = [await currentSnapshot(replica.build), replica.complaints.length];
    await this.#next();
    const complaint = await replica.waitForComplaint(/no space/i, from);
    assert.equal(await currentSnapshot(replica.build), before);
    await replica.assertCurrentWhole();
    await rm(filler);
    await this.#waitUntilEqual();
    this.#told.push(
      `a full disk (tmpfs): "${complaint.trim().replaceAll(this.#folder, '').slice(0, 100)}", then followed`,
    );
  }

  async #assertAll(seen: Seen): Promise<void> {
    const id = await currentSnapshot(this.#truth);
    for (const { build, service } of this.#replicas) {
      assert.deepEqual(await differences(build, this.#truth), [], build);
      assert.ok(service && id);
      await waitUntilServed(service, id);
    }
    const unknown = [...seen.answers].filter((answer) => !this.#expected.has(answer));
    const counts = [...this.#counts].map(([what, count]) => `${count} ${what}`);
    const lines = [
      `${this.#published} publishes, ${counts.join(', ')}`,
      ...this.#told,
      `${followers} replicas equal to the origin, byte for byte`,
      `${seen.requests} requests, ${seen.failures.length} failed; ${seen.answers.size} different answers, ${unknown.length} of no snapshot`,
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    assert.deepEqual([seen.failures.slice(0, 10), unknown.slice(0, 10)], [[], []]);
    assert.ok(seen.answers.size > publishes, 'the load saw many snapshots');
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'directory-replicas-'));
const whole = new Run(folder);
try {
  await whole.start();
  await whole.playAll();
} finally {
  await whole.stop();
  await rm(folder, { recursive: true, force: true });
}
