import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type BuildStatus, buildStatusName } from '../../../../model/build-status.ts';
import { PipelineError } from '../../../../pipeline/errors.ts';
import { recordStatus } from '../../../../pipeline/snapshot/build-folder/build-status.ts';
import {
  nextId,
  pointCurrentTo,
  servedIds,
} from '../../../../pipeline/snapshot/build-folder/publish.ts';
import { rollBack } from '../../../../pipeline/snapshot/build-folder/rollback.ts';
import { buildInto, publishInto } from '../../../support/build-folder.ts';
import { nightly } from '../../../support/lane.ts';
import { readParquet } from '../../../support/second-reader.ts';
import {
  assertWhole,
  currentSnapshot,
  leftovers,
  listFiles,
  snapshotIds,
} from '../../../support/snapshots.ts';
import { smallTree, writeTree } from '../../../support/source-tree.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';

/**
 * Copies a snapshot as if it was published in another second, without the time that a build takes.
 */
async function copySnapshot(build: string, from: string, second: number): Promise<string> {
  const id = `20260101T0000${String(second).padStart(2, '0')}000Z-${from.slice(-8)}`;
  const folder = path.join(build, 'snapshots', id);
  await cp(path.join(build, 'snapshots', from), folder, { recursive: true });
  const file = path.join(folder, 'manifest.json');
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(from, id));
  return id;
}

describe('a published snapshot', () => {
  it('is the same bytes from the same sources at the same time, in whatever order the files were made', async (t) => {
    const folder = await makeTemporaryFolder(t);
    const tree = smallTree;
    await writeTree(path.join(folder, 'forwards'), tree);
    await writeTree(
      path.join(folder, 'backwards'),
      Object.fromEntries(Object.entries(tree).toReversed()),
    );
    const [first, second] = [path.join(folder, 'one'), path.join(folder, 'two')];
    const id = await publishInto({ build: first, sources: path.join(folder, 'forwards') });
    assert.equal(await publishInto({ build: second, sources: path.join(folder, 'backwards') }), id);
    const files = await listFiles(first);
    assert.ok(files.length > 10);
    assert.deepEqual(await listFiles(second), files);
    for (const file of files.filter((name) => name !== 'current')) {
      const [a, b] = [
        await readFile(path.join(first, file)),
        await readFile(path.join(second, file)),
      ];
      assert.ok(a.equals(b), `${file} is the same`);
    }
  });

  it('is described by its manifest: time, files with true sizes, hashes and row counts', async (t) => {
    const build = await makeTemporaryFolder(t);
    const id = await publishInto({ build, second: 1 });
    assert.match(id, /^20260101T000001000Z-[0-9a-f]{8}$/);
    const manifest = await assertWhole(build, id);
    assert.equal(manifest.formatVersion, 13);
    assert.equal(manifest.generatedAt, '2026-01-01T00:00:01.000Z');
    assert.equal(manifest.source.fingerprint.slice(0, 8), id.slice(-8));
    const folder = path.join(build, 'snapshots', id);
    for (const file of manifest.files) {
      const rows = file.path.endsWith('.parquet')
        ? (await readParquet(path.join(folder, file.path))).rows.length
        : null;
      assert.equal(file.rows, rows, `rows of ${file.path}`);
    }
    const rows = manifest.files.filter((file) => file.path.startsWith('rows/'));
    assert.deepEqual(
      rows.map((file) => [file.path, file.rows]),
      [
        ['rows/apis.parquet', 6],
        ['rows/explorers.parquet', 1],
        ['rows/wallets.parquet', 4],
      ],
    );
    assert.deepEqual(manifest.counts, { rows: 11, networks: 3, categories: 3, providers: 3 });
  });

  it('keeps the warnings of its build, with file and line', async (t) => {
    const build = await makeTemporaryFolder(t);
    const { checked } = await buildInto({ build });
    const report: unknown = JSON.parse(
      await readFile(path.join(build, 'current/report.json'), 'utf8'),
    );
    assert.deepEqual(report, { warnings: checked.problems });
    const found = checked.problems.map(({ rule, file }) => [rule, file]);
    assert.deepEqual(found, [['network-without-chain', 'listings/specific-networks/cela']]);
  });
});

describe('building again', () => {
  it('publishes when a cell changes, or a network folder comes that has no file of its own', async (t) => {
    const folder = await makeTemporaryFolder(t);
    const [build, sources] = [path.join(folder, 'build'), path.join(folder, 'sources')];
    const tree = smallTree;
    await writeTree(sources, tree);
    const first = await publishInto({ build, sources, second: 1 });
    const wallets = 'references/offers/wallets.csv';
    await writeTree(sources, {
      [wallets]: tree[wallets]?.replace('Keeps coins.', 'Keeps coins well.') ?? '',
    });
    const second = await publishInto({ build, sources, second: 2 });
    await writeTree(sources, { 'listings/specific-networks/echo': null });
    const third = await publishInto({ build, sources, second: 3 });
    assert.deepEqual(await snapshotIds(build), [first, second, third]);
    await assertWhole(build, third);
    const { rows } = await readParquet(path.join(build, 'current/metrics.parquet'));
    const echo = rows.find(({ network, category }) => network === 'echo' && category === null);
    assert.equal(Number(echo?.rows), 1);
  });

  it('clears away what killed builds left, also when nothing has changed', async (t) => {
    const build = await makeTemporaryFolder(t);
    for (const second of [1, 2]) {
      await mkdir(path.join(build, '.tmp-123-456/rows'), { recursive: true });
      await writeFile(path.join(build, '.tmp-123-456/rows/apis.parquet'), 'half a file');
      await mkdir(path.join(build, '.tmp-123-456-staging'), { recursive: true });
      await symlink('snapshots/nowhere', path.join(build, '.tmp-current-123'));
      await writeFile(path.join(build, '.tmp-lock-123'), '{}');
      await buildInto({ build, second });
      assert.deepEqual(await leftovers(build), []);
    }
  });
});

describe('kept snapshots', () => {
  it('are the newest ten, with rising ids, so that the newest is the current one even if the clock goes back', async (t) => {
    const build = await makeTemporaryFolder(t);
    const ids = [await publishInto({ build, second: 2 })];
    for (let second = 3; second <= 10; second++)
      ids.push(await copySnapshot(build, ids[0] ?? '', second));
    for (const second of [11, 12]) ids.push(await publishInto({ build, second, force: true }));
    assert.deepEqual(await snapshotIds(build), ids.slice(-10));
    const last = await publishInto({ build, second: 1, force: true });
    assert.equal(await currentSnapshot(build), last);
    assert.deepEqual(await snapshotIds(build), [...ids.slice(-9), last]);
    await assertWhole(build, last);
  });
});

describe('the id of the next snapshot', () => {
  const now = new Date('2026-01-01T00:00:05.000Z');
  const [own, other] = ['0a0a0a0a', 'ffffffff'];
  const at = (second: string, hash: string) => `20260101T0000${second}Z-${hash}`;
  /** Ids in the folder, the one that is taken, and the next one. */
  const cases: readonly (readonly [string[], string | null, string])[] = [
    [[], null, at('05000', own)],
    [[at('04999', other)], null, at('05000', own)],
    [[at('05000', own)], null, at('05000', own)],
    [[at('05000', own)], at('05000', own), at('05001', own)],
    [[at('05000', other)], null, at('05001', own)],
    [[at('05000', '00000000')], null, at('05000', own)],
    [
      [at('59999', other), at('07000', other)],
      null,
      at('60000', own).replace('0060000', '0100000'),
    ],
    // Days ahead, or nearly one.
    [['20360101T000000000Z-ffffffff', at('04000', other)], null, at('05000', own)],
  ];
  for (const [ids, avoid, next] of cases)
    it(`is ${next} after ${ids.join(', ') || 'none'}${avoid === null ? '' : ' that is taken'}`, async (t) => {
      const build = await makeTemporaryFolder(t);
      for (const id of ids) await mkdir(path.join(build, 'snapshots', id), { recursive: true });
      const told: string[] = [];
      const warn = (message: string) => told.push(message);
      const fingerprint = own.repeat(8);
      assert.equal(await nextId(build, { now, fingerprint, avoid, warn }), next);
      assert.equal(told.length, ids[0]?.startsWith('2036') === true ? 1 : 0);
    });
});

describe('the status of a build folder', () => {
  it('counts failures since the last success, of which it keeps the time', async (t) => {
    const build = await makeTemporaryFolder(t);
    const read = async () =>
      JSON.parse(await readFile(path.join(build, buildStatusName), 'utf8')) as BuildStatus;
    const record = async (succeeded: boolean) => {
      await recordStatus(build, 'build', succeeded);
      return read();
    };
    assert.deepEqual(await record(false), { by: 'build', checkedAt: null, failures: 1 });
    assert.equal((await record(false)).failures, 2);
    const { checkedAt, failures } = await record(true);
    assert.equal(failures, 0);
    assert.notEqual(checkedAt, null);
    assert.deepEqual(await record(false), { by: 'build', checkedAt, failures: 1 });
  });
});

describe('ids that were served', () => {
  const ids = ['1', '2', '3', '4'].map((second) => `20260101T00000${second}000Z-0a0a0a0a`);
  const [a = '', b = '', c = '', d = ''] = ids;
  /** History, current snapshot, and what was served. */
  const cases: readonly (readonly [string[] | null, string | null, string[]])[] = [
    [null, null, []],
    [null, c, [a, b, c]],
    [[a, c], c, [a, c]],
    [[c, a, d, c], c, [c, a, d, c]],
    [[a, c, b], c, [a, c]],
    [['20250101T000000000Z-0a0a0a0a', a, d], d, [a, d]],
    [[a, b], d, [a, b, c, d]],
  ];
  for (const [history, current, served] of cases)
    it(`are ${served.length} with ${history?.length ?? 'no'} in the history`, async (t) => {
      const build = await makeTemporaryFolder(t);
      for (const id of ids) await mkdir(path.join(build, 'snapshots', id), { recursive: true });
      if (history !== null) await writeFile(path.join(build, 'history'), history.join('\n'));
      if (current !== null) await pointCurrentTo(build, current);
      assert.deepEqual(await servedIds(build), served);
    });
});

describe('a snapshot of a clock that was far ahead', () => {
  nightly('dates no build after it, and goes when ten others are there', async (t) => {
    const build = await makeTemporaryFolder(t);
    const ahead = await publishInto({
      build,
      second: 9_999 * 365 * 24 * 3600 - 2026 * 365.25 * 24 * 3600,
    });
    assert.match(ahead, /^99\d\d/);
    const first = await publishInto({ build, second: 1, force: true });
    assert.match(first, /^20260101T000001000Z-/);
    assert.equal(await currentSnapshot(build), first);
    assert.deepEqual(await snapshotIds(build), [first, ahead]);
    const copies: string[] = [];
    for (let second = 2; second <= 9; second++)
      copies.push(await copySnapshot(build, first, second));
    const last = await publishInto({ build, second: 10, force: true });
    assert.deepEqual(await snapshotIds(build), [first, ...copies, last]);
  });
});

describe('rollBack', () => {
  it('leads to what was served before, also after rollbacks and new builds', async (t) => {
    const build = await makeTemporaryFolder(t);
    const ids: string[] = [];
    for (const second of [1, 2, 3]) ids.push(await publishInto({ build, second, force: true }));
    const [first = '', second = '', third = ''] = ids;
    assert.equal(await rollBack(build, first), first);
    assert.equal(await rollBack(build, null), third, 'served before the first was named');
    assert.equal(await rollBack(build, null), second);
    const fourth = await publishInto({ build, second: 4, force: true });
    assert.equal(
      await rollBack(build, null),
      second,
      'served before the fourth, though the third has the newer id',
    );
    assert.equal(await rollBack(build, fourth), fourth);
    await rm(path.join(build, 'history'));
    await publishInto({ build, second: 5, force: true });
    assert.equal(
      await rollBack(build, null),
      fourth,
      'current before the fifth, without a history',
    );
    await rm(path.join(build, 'history'));
    assert.equal(await rollBack(build, null), third, 'by id without a history');
  });

  it('verifies every file of its target', async (t) => {
    const build = await makeTemporaryFolder(t);
    const damaged = await publishInto({ build, second: 1 });
    const current = await publishInto({ build, second: 2, force: true });
    const file = path.join(build, 'snapshots', damaged, 'rows/apis.parquet');
    const bytes = await readFile(file);
    const refused = (fault: RegExp) =>
      assert.rejects(rollBack(build, null), { code: 'broken-snapshot', message: fault });
    await writeFile(file, Buffer.from(bytes).fill(0, 10, 12));
    await refused(/rows\/apis\.parquet does not match its hash; name another snapshot with TO/);
    await writeFile(file, Buffer.concat([bytes, bytes]));
    await refused(/rows\/apis\.parquet is not a file of \d+ bytes/);
    await rm(file);
    await refused(/rows\/apis\.parquet is not a file of \d+ bytes/);
    await writeFile(file, bytes);
    const manifestFile = path.join(build, 'snapshots', damaged, 'manifest.json');
    const manifest = await readFile(manifestFile);
    await writeFile(manifestFile, '{"formatVersion":1');
    await refused(/./);
    await writeFile(manifestFile, manifest);
    await writeFile(
      manifestFile,
      manifest.toString().replace(/"formatVersion": \d+/, '"formatVersion": 7'),
    );
    await refused(
      /" has format 7, this program reads \d+: roll back with the version that wrote it, or name/,
    );
    await writeFile(manifestFile, manifest);
    const outside = `no snapshot "../../etc" in ${build}: kept are ${damaged}, ${current}`;
    await assert.rejects(rollBack(build, '../../etc'), new PipelineError('no-snapshot', outside));
    assert.equal(await currentSnapshot(build), current);
    assert.equal(await rollBack(build, null), damaged);
    const expected = new PipelineError(
      'no-snapshot',
      'there is no snapshot before the current one',
    );
    await assert.rejects(rollBack(build, null), expected);
  });
});
