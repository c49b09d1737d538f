/**
 * A service under test: a real snapshot of a source folder, the real app, a port of its own on the
 * loopback.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename } from 'node:fs/promises';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before } from 'node:test';
import type { Logger } from 'pino';
import { type BuildOutcome, buildSnapshot } from '../../pipeline/build.ts';
import { createService } from '../../service/app.ts';
import { parseConfig } from '../../service/config.ts';
import { createHttpServer } from '../../service/http/server.ts';
import { createLog } from '../../service/log.ts';
import { DerivedValues } from '../../service/snapshot/derived-values.ts';
import type { SnapshotHolder } from '../../service/snapshot/holder.ts';
import { type OpenOptions, openSnapshot } from '../../service/snapshot/open/open.ts';
import { findCurrent } from '../../service/snapshot/open/verify.ts';
import { Snapshot } from '../../service/snapshot/snapshot.ts';
import type { SnapshotWatcher } from '../../service/snapshot/watch.ts';
import { directory } from './directory.ts';
import { projectFolder } from './paths.ts';
import { type Answer, type Get, type GetOptions, get } from './service-get.ts';
import { type Tree, writeTree } from './source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from './temporary-folder.ts';

// Snapshots that services of a process share: opening one takes a second of CPU time.

const opened = new Map<string, Promise<Snapshot>>();

/**
 * Like the snapshot that `open` gives, which is called once for each key. Derived values have the
 * addresses of a service, so that each has its own.
 */
async function shareSnapshot(key: string, open: () => Promise<Snapshot>): Promise<Snapshot> {
  const shared = opened.get(key) ?? open();
  opened.set(key, shared);
  return withDerived(await shared, new DerivedValues());
}

function withDerived(snapshot: Snapshot, derived: DerivedValues): Snapshot {
  const methods = Object.entries(Object.getOwnPropertyDescriptors(Snapshot.prototype)).map(
    ([name, { value, get }]) => [
      name,
      // Only the snapshot itself has its private fields.
      get === undefined
        ? { value: value.bind(snapshot), writable: true }
        : { get: get.bind(snapshot) },
    ],
  );
  const timed = (...args: Parameters<Snapshot['timed']>) =>
    withDerived(snapshot.timed(...args), derived);
  return Object.create(snapshot, {
    ...Object.fromEntries(methods),
    derived: { value: derived },
    timed: { value: timed },
  });
}

export const openOptions: OpenOptions = {
  connections: 2,
  timeoutMs: 60_000,
  memoryMb: 256,
  querySeconds: { observe: () => undefined },
};

/** When the snapshots of the tests are built, unless a test says otherwise. */
export const builtAt = new Date('2026-01-02T03:04:05.678Z');

export interface Built extends BuildOutcome {
  readonly build: string;
}

export async function buildFolder(
  sources: string,
  build: string,
  now: Date = builtAt,
  { force } = { force: true },
): Promise<Built> {
  const project = projectFolder;
  const options = { sources, build, project, now, force, lockWaitMs: 120_000 };
  const outcome = await buildSnapshot(options);
  assert.deepEqual(
    outcome.checked.problems.filter(({ severity }) => severity === 'error').slice(0, 3),
    [],
  );
  if (force) assert.equal(outcome.kind, 'published');
  return { ...outcome, build };
}

/**
 * A build folder with one snapshot of the given sources: a copy of the one that all tests of the
 * tree share.
 */
export async function buildTree(cleanUp: CleanUp, tree: Tree): Promise<Built> {
  const folder = await makeTemporaryFolder(cleanUp);
  const shared = await buildOnce(tree);
  await cp(path.dirname(shared.build), folder, { recursive: true, verbatimSymlinks: true });
  return { ...shared, build: path.join(folder, 'build') };
}

/** `folder` may have snapshots of an earlier tree. */
export async function buildTreeIn(folder: string, tree: Tree, now?: Date): Promise<Built> {
  const sources = path.join(folder, 'sources');
  await writeTree(sources, tree);
  return buildFolder(sources, path.join(folder, 'build'), now);
}

/** `options`: besides `openOptions`. */
export async function openCurrent(
  build: string,
  options: Partial<OpenOptions> = {},
): Promise<Snapshot> {
  const folder = await findCurrent(build);
  assert.ok(folder, `${build} has a current snapshot`);
  return openSnapshot(folder, { ...openOptions, ...options });
}

/** The snapshot with some of its methods replaced. */
export function replaceMethods(
  snapshot: Snapshot,
  methods: Partial<Pick<Snapshot, 'query' | 'row' | 'close' | 'manifest'>>,
): Snapshot {
  return new Proxy(snapshot, {
    get(target, name) {
      if (name === 'timed')
        return (...args: Parameters<Snapshot['timed']>) =>
          replaceMethods(target.timed(...args), methods);
      const value: unknown = Reflect.get({ ...methods, __proto__: target }, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

export type LogLine = Readonly<Record<string, unknown>>;

/** A logger of the real kind whose lines are kept. */
export function keepLog(): { readonly log: Logger; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}

export interface TestService {
  readonly url: string;
  readonly port: number;
  readonly holder: SnapshotHolder;
  /** Not started. */
  readonly watcher: SnapshotWatcher;
  readonly logLines: readonly LogLine[];
  readonly get: Get;
  close(): Promise<void>;
}

export interface StartOptions {
  /** Serves this snapshot; null for none, until the watcher finds one. */
  readonly snapshot: Snapshot | null;
  /** Besides PORT; `{port}` stands for it. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The process may end while the service runs. */
  readonly isShared?: boolean;
}

/** The service on a port of its own, a minute and a half after its snapshot was built. */
export async function startService({
  snapshot,
  environment = {},
  isShared,
}: StartOptions): Promise<TestService> {
  let listener: RequestListener = (_, response) => response.writeHead(500).end();
  const server = createHttpServer((request, response) => listener(request, response));
  // On a busy machine, a test may send for longer.
  Object.assign(server, { headersTimeout: 0, requestTimeout: 0 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  if (isShared) server.unref().on('connection', (socket: Socket) => socket.unref());
  const { port } = server.address() as AddressInfo;
  const { log, lines } = keepLog();
  const given = Object.entries(environment).map(([name, value]) => [
    name,
    value.replaceAll('{port}', String(port)),
  ]);
  const folder = snapshot === null ? {} : { BUILD_DIR: path.join(snapshot.folder, '../..') };
  const config = parseConfig({
    PORT: String(port),
    QUERY_TIMEOUT_MS: '60000',
    ...folder,
    ...Object.fromEntries(given),
  });
  const service = await createService({
    config,
    log,
    now: () => new Date(builtAt.getTime() + 90_000),
  });
  const { holder, watcher } = service;
  holder.replace(snapshot);
  listener = service.listener;
  return {
    url: `http://localhost:${port}`,
    port,
    holder,
    watcher,
    logLines: lines,
    get: (target: string, options?: GetOptions): Promise<Answer> => get(port, target, options),
    close: async () => {
      watcher.stop();
      await closeServer(server);
      holder.replace(null);
    },
  };
}

async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export interface UsedService {
  /** Only inside tests. */
  service(): TestService;
  built(): Built;
  readonly get: Get;
}

/** Files, or a folder. */
type Sources = Tree | string;

/**
 * Inside a `describe`: a service that runs before its tests. Suites of the process that use the
 * same sources and environment share it, so tests must neither change the build nor replace the
 * snapshot.
 */
export function useService(
  sources: Sources = directory,
  environment: Readonly<Record<string, string>> = {},
): UsedService {
  let running: Running | null = null;
  before(async () => {
    running = await runOnce(sources, environment);
  });
  const used = () => {
    assert.ok(running, 'the service runs only inside tests');
    return running;
  };
  return {
    service: () => used().service,
    built: () => used().built,
    get: (target, options) => used().service.get(target, options),
  };
}

interface Running {
  readonly service: TestService;
  readonly built: Built;
}

/** By sources, then by environment. */
const services = new Map<Sources, Map<string, Promise<Running>>>();

function runOnce(
  sources: Sources,
  environment: Readonly<Record<string, string>>,
): Promise<Running> {
  const ofSources = services.get(sources) ?? new Map<string, Promise<Running>>();
  services.set(sources, ofSources);
  const key = JSON.stringify(environment);
  const running = ofSources.get(key) ?? run(sources, environment);
  ofSources.set(key, running);
  return running;
}

/** The service ends with the process, which does not wait for it. */
async function run(
  sources: Sources,
  environment: Readonly<Record<string, string>>,
): Promise<Running> {
  const built = await buildOnce(sources);
  const withSources = environment.SOURCE_URL !== undefined;
  const snapshot = await shareSnapshot(`${built.build} ${withSources}`, () =>
    openCurrent(built.build, { withSources }),
  );
  const service = await startService({ snapshot, environment, isShared: true });
  return { service, built };
}

const builds = new Map<Sources, Promise<Built>>();

/** All services that use the same tree or folder share its build. */
export function buildOnce(sources: Sources): Promise<Built> {
  const built = builds.get(sources) ?? buildShared(sources);
  builds.set(sources, built);
  return built;
}

/**
 * The processes of `test/run.sh` share their builds: the first one builds, the others find the
 * snapshot unchanged.
 */
async function buildShared(given: Sources): Promise<Built> {
  const parent = await sharedBuilds();
  const folder = path.join(
    parent,
    createHash('sha256').update(JSON.stringify(given)).digest('hex').slice(0, 16),
  );
  await mkdir(folder, { recursive: true });
  const sources =
    typeof given === 'string' ? given : await writeOnce(path.join(folder, 'sources'), given);
  return buildFolder(sources, path.join(folder, 'build'), builtAt, { force: false });
}

/** A folder for builds, which is there until the process ends. */
export async function sharedBuilds(): Promise<string> {
  if (process.env.TEST_BUILDS !== undefined) return process.env.TEST_BUILDS;
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A rename, so that no process reads half a tree of another one. */
async function writeOnce(folder: string, tree: Tree): Promise<string> {
  if (existsSync(folder)) return folder;
  const own = await mkdtemp(`${folder}-`);
  await writeTree(own, tree);
  await rename(own, folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  return folder;
}
