import assert from 'node:assert/strict';
import { appendFile, cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { formatVersion, snapshotPaths } from '../../../model/manifest.ts';
import { pointCurrentTo } from '../../../pipeline/snapshot/build-folder/publish.ts';
import { rollBack } from '../../../pipeline/snapshot/build-folder/rollback.ts';
import { countSql } from '../../../service/query/sql.ts';
import { SnapshotHolder } from '../../../service/snapshot/holder.ts';
import type { Snapshot } from '../../../service/snapshot/snapshot.ts';
import { SnapshotWatcher } from '../../../service/snapshot/watch.ts';
import { runs } from '../../support/lane.ts';
import { readFailure, readRows } from '../../support/service-answers.ts';
import { rowsOf } from '../../support/service-paths.ts';
import {
  buildFolder,
  builtAt,
  keepLog,
  type LogLine,
  openOptions,
  startService,
} from '../../support/service-server.ts';
import { smallTree, writeTree } from '../../support/source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';

/** The interval of the other tests. */
const pollMs = 20;
/** What was refused is looked at again, if not at once. */
const retriedWithinMs = 15_000;
const later = (seconds: number) => new Date(builtAt.getTime() + seconds * 1000);

/** Three snapshots, made once: the second has a row more in the apis of aria. */
interface Prepared {
  readonly build: string;
  readonly ids: readonly string[];
}

let prepared: Prepared;
const preparedClosers: (() => Promise<void>)[] = [];
before(async () => {
  const folder = await makeTemporaryFolder({ after: (work) => preparedClosers.unshift(work) });
  const [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
  const ids: string[] = [];
  const tree = smallTree;
  const apis = 'listings/specific-networks/aria/apis.csv';
  const grown = { ...tree, [apis]: `${tree[apis]}acme-third-mainnet,Acme,,mainnet,$3/mo,,,,\n` };
  for (const [index, each] of [tree, grown, tree].entries()) {
    await writeTree(sources, each);
    ids.push((await buildFolder(sources, build, later(60 * index))).manifest?.id ?? '');
  }
  prepared = { build, ids };
});
after(async () => {
  for (const close of preparedClosers) await close();
});

const closers: (() => Promise<void>)[] = [];
const cleanUp: CleanUp = { after: (work) => closers.unshift(work) };
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A build folder of the test's own, with the first snapshot or none. */
async function prepare(first: 'built' | 'older' | 'empty'): Promise<string> {
  const build = await makeTemporaryFolder(cleanUp);
  await mkdir(path.join(build, 'snapshots'));
  if (first !== 'empty') await publish(build, 1);
  const file = path.join(build, 'current', snapshotPaths.manifest);
  if (first === 'older')
    await writeFile(
      file,
      (await readFile(file, 'utf8')).replace(/"formatVersion": \d+/, '"formatVersion": 7'),
    );
  return build;
}

/** Puts one of the three into a build folder as the pipeline does: whole, and then pointed to. */
async function publish(build: string, which: 1 | 2 | 3): Promise<string> {
  const id = prepared.ids[which - 1] ?? '';
  const folder = path.join('snapshots', id);
  await cp(path.join(prepared.build, folder), path.join(build, folder), { recursive: true });
  await pointCurrentTo(build, id);
  return id;
}

interface Watching {
  readonly build: string;
  readonly holder: SnapshotHolder;
  readonly lines: readonly LogLine[];
  readonly watcher: SnapshotWatcher;
  currentId(): string | null;
}

async function watch(
  first: 'built' | 'older' | 'empty',
  options: { readonly pollMs?: number } = { pollMs },
): Promise<Watching> {
  const build = await prepare(first);
  const { log, lines } = keepLog();
  const holder = new SnapshotHolder();
  const watcher = new SnapshotWatcher({
    ...options,
    buildDir: build,
    options: openOptions,
    holder,
    log,
  });
  cleanUp.after(async () => {
    watcher.stop();
    holder.replace(null);
  });
  await watcher.start();
  return { build, holder, lines, watcher, currentId: () => holder.current?.manifest.id ?? null };
}

async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!condition()) {
    assert.ok(performance.now() < deadline, `in vain: ${what}`);
    await delay(10);
  }
}

/** Contents that DuckDB has of a snapshot. */
async function countIn(snapshot: Snapshot | null): Promise<number[]> {
  assert.ok(snapshot);
  const [counts = []] = await snapshot.query(countSql);
  return counts;
}

function logged(lines: readonly LogLine[], msg: RegExp): readonly LogLine[] {
  return lines.filter((line) => msg.test(String(line.msg)));
}

describe('SnapshotWatcher', () => {
  it('says in the log and to clients that the only snapshot is of an older format', async () => {
    const { lines, holder } = await watch('older');
    const told = lines.map(({ msg }) => String(msg).replace(/\d{8}T\w+-\w+/, 'X'));
    assert.deepEqual(told, [
      `snapshot refused; no snapshot is served: X has format 7, this program reads ${formatVersion}: run the build`,
      'no snapshot that can be served in the build folder; waiting for another one',
    ]);
    assert.match(
      holder.absence,
      /^the data was published by another version of this program; try again later/,
    );
  });

  it('opens the current snapshot at the start', async () => {
    const { currentId, lines } = await watch('built');
    assert.ok(currentId());
    const [line] = logged(lines, /^snapshot opened$/);
    assert.equal(line?.snapshot, currentId());
  });

  it('notices a new snapshot and closes the old one after its last request', async () => {
    const { build, holder, currentId } = await watch('built', {});
    const old = holder.current;
    assert.ok(old);
    await holder.lease(async () => {
      const id = await publish(build, 2);
      await until(() => currentId() === id, 'the new snapshot is served');
      assert.deepEqual(
        await countIn(old),
        [old.rowCount],
        'the old one still answers who began with it',
      );
      assert.deepEqual(await countIn(holder.current), [old.rowCount + 1]);
    });
    await assert.rejects(countIn(old), /closed/, 'the old one is closed');
  });

  it('notices a rollback', async () => {
    const { build, currentId } = await watch('built');
    const first = currentId();
    const second = await publish(build, 2);
    await until(() => currentId() === second, 'the second snapshot is served');
    await rollBack(build, null);
    await until(() => currentId() === first, 'the first snapshot is served again');
  });

  it('refuses a broken snapshot with one log line, goes on with the old one, and takes the next', async () => {
    const { build, lines, watcher, currentId } = await watch('built');
    const first = currentId();
    watcher.stop();
    const second = await publish(build, 2);
    await appendFile(path.join(build, 'snapshots', second, snapshotPaths.columns), 'x');
    for (let look = 0; look < 3; look++) await watcher.check();
    assert.equal(currentId(), first);
    assert.equal(logged(lines, /refused/).length, 1);
    assert.match(JSON.stringify(logged(lines, /refused/)), /columns\.parquet/);
    const third = await publish(build, 3);
    await watcher.check();
    assert.equal(currentId(), third);
  });

  it('takes a half-copied snapshot when it is whole', async (t) => {
    const { build, watcher, currentId } = await watch('built');
    const first = currentId();
    watcher.stop();
    const second = await publish(build, 2);
    const missing = path.join(build, 'snapshots', second, snapshotPaths.memberships);
    await rename(missing, path.join(build, 'on-its-way'));
    await watcher.check();
    assert.equal(currentId(), first);
    await rename(path.join(build, 'on-its-way'), missing);
    const now = performance.now.bind(performance);
    t.mock.method(performance, 'now', () => now() + retriedWithinMs);
    await watcher.check();
    assert.equal(currentId(), second);
  });
});

describe('a service whose snapshot changes', () => {
  async function serve(first: 'built' | 'empty') {
    const build = await prepare(first);
    const service = await startService({
      snapshot: null,
      environment: { BUILD_DIR: build, SNAPSHOT_POLL_MS: String(pollMs) },
    });
    cleanUp.after(service.close);
    await service.watcher.start();
    return { service, build };
  }

  it('begins to answer when the first one appears', async () => {
    const { service, build } = await serve('empty');
    const address = rowsOf('aria', { category: 'apis' });
    readFailure(await service.get(address), 503);
    await publish(build, 1);
    await until(() => service.holder.current !== null, 'the first snapshot is served');
    assert.equal(readRows(await service.get(address)).rows.length, 5);
    assert.equal((await service.get('/readyz')).status, 200);
  });

  it('fails no request and mixes no two snapshots while it does', async () => {
    const { service, build } = await serve('built');
    const answers = new Map<string, Set<number>>();
    const enough = runs(40, 12);
    let answered = 0;
    let asking = true;
    const ask = async (client: number) => {
      // Another page each time, so that no answer comes out of a cache; the totals are the same on
      // all.
      for (let page = client; asking; page += 4) {
        const { generatedAt, pagination } = readRows(
          await service.get(rowsOf('aria', { category: 'apis', page })),
        );
        answers.set(
          generatedAt,
          (answers.get(generatedAt) ?? new Set()).add(pagination.totalOffers),
        );
        answered++;
      }
    };
    const clients = [1, 2, 3, 4].map(ask);
    await until(() => answered >= enough, 'answers from the first snapshot');
    const second = await publish(build, 2);
    await until(
      () => service.holder.current?.manifest.id === second,
      'the second snapshot is served',
    );
    const before = answered;
    await until(() => answered >= before + enough, 'answers from the second snapshot');
    asking = false;
    await Promise.all(clients);
    const totals = Object.fromEntries(
      [...answers].map(([generatedAt, found]) => [generatedAt, [...found]]),
    );
    assert.deepEqual(totals, { [builtAt.toISOString()]: [5], [later(60).toISOString()]: [6] });
  });
});
