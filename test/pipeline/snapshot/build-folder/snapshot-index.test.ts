/** index.json of a build folder: what it lists, and that it is never behind `current` for long. */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type SnapshotIndex, snapshotIndexSchema } from '../../../../model/snapshot-index.ts';
import {
  makeCurrent,
  refreshIndex,
  removeSnapshots,
} from '../../../../pipeline/snapshot/build-folder/publish.ts';
import { keptIds } from '../../../../pipeline/snapshot/build-folder/retention.ts';
import { KeptSnapshots } from '../../../../service/snapshot/kept.ts';
import { fakeId, hashOf, publishFake } from '../../../support/fake-snapshots.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';

async function readIndex(build: string): Promise<SnapshotIndex> {
  return snapshotIndexSchema.parse(
    JSON.parse(await readFile(path.join(build, 'index.json'), 'utf8')),
  );
}

describe('index.json', () => {
  it('lists the snapshots, newest first, with size and hash of their manifests', async (t) => {
    const build = await makeTemporaryFolder(t);
    for (const second of [1, 2]) await publishFake(build, second, { 'a.json': `${second}` });
    const { current, snapshots } = await readIndex(build);
    assert.equal(current, fakeId(2));
    const ids = snapshots.map(({ id }) => id);
    assert.deepEqual(ids, [fakeId(2), fakeId(1)]);
    const [newest] = snapshots;
    assert.equal(newest?.generatedAt, '2026-01-01T00:00:02.000Z');
    assert.equal(newest?.manifest.path, `snapshots/${fakeId(2)}/manifest.json`);
    const bytes = await readFile(path.join(build, newest?.manifest.path ?? ''));
    assert.deepEqual(
      [newest?.manifest.bytes, newest?.manifest.sha256],
      [bytes.length, hashOf(bytes)],
    );
  });

  it('has the order of publication, whatever the clock said', async (t) => {
    const build = await makeTemporaryFolder(t);
    const counts = { rows: 1, providers: 1, networks: 1, categories: 1 };
    for (const second of [1, 9, 2])
      await publishFake(build, second, { 'a.json': `${second}` }, { counts });
    const idsOf = async () => (await readIndex(build)).snapshots.map(({ id }) => id);
    assert.deepEqual(await idsOf(), [fakeId(2), fakeId(9), fakeId(1)]);
    const listed = (await new KeptSnapshots(build).list()).map(({ id }) => id);
    assert.deepEqual(listed, await idsOf());
    const order = [9, 1, 2].map(fakeId);
    await refreshIndex(build, { order });
    assert.deepEqual(await idsOf(), order);
  });

  it('follows rollbacks, and forgets what is removed', async (t) => {
    const build = await makeTemporaryFolder(t);
    for (const second of [1, 2, 3]) await publishFake(build, second, { 'a.json': `${second}` });
    await makeCurrent(build, fakeId(2), [fakeId(2)]);
    assert.equal((await readIndex(build)).current, fakeId(2));
    await removeSnapshots(build, [fakeId(1)]);
    const found = (await readIndex(build)).snapshots.map(({ id }) => id);
    assert.deepEqual(found, [fakeId(3), fakeId(2)]);
  });

  it('is written again if it is missing, damaged or behind, and left alone if it is right', async (t) => {
    const build = await makeTemporaryFolder(t);
    await publishFake(build, 1, { 'a.json': '1' });
    const file = path.join(build, 'index.json');
    const right = await readFile(file, 'utf8');
    const { ino } = await stat(file);
    await refreshIndex(build);
    assert.equal((await stat(file)).ino, ino);
    for (const content of [null, '{"version":1', right.replace(fakeId(1), fakeId(9))]) {
      if (content === null) await rm(file);
      else await writeFile(file, content);
      await refreshIndex(build);
      assert.equal(await readFile(file, 'utf8'), right);
    }
  });

  it('leaves out a folder without a readable manifest, and is absent without a current snapshot', async (t) => {
    const build = await makeTemporaryFolder(t);
    await refreshIndex(build);
    await assert.rejects(stat(path.join(build, 'index.json')), { code: 'ENOENT' });
    await mkdir(path.join(build, 'snapshots', fakeId(1)), { recursive: true });
    await publishFake(build, 2, { 'a.json': '2' });
    const seen = (await readIndex(build)).snapshots.map(({ id }) => id);
    assert.deepEqual(seen, [fakeId(2)]);
  });
});

const now = new Date('2026-06-30T12:00:00.000Z');
const hour = 60 * 60 * 1000;

function idAt(time: number): string {
  return `${new Date(time).toISOString().replace(/[-:.]/g, '')}-00000000`;
}

describe('keptIds', () => {
  /** One each hour of 400 days. */
  const ids = Array.from({ length: 400 * 24 }, (_, index) =>
    idAt(now.getTime() - (400 * 24 - 1 - index) * hour),
  );
  const kept = keptIds(ids, { now, watched: new Set() });

  it('has the newest ten', () => {
    for (const id of ids.slice(-10)) assert.ok(kept.has(id), id);
    assert.ok(!kept.has(ids.at(-12) ?? ''));
  });

  it('has the last of each day for 90 days, and the last of each month', () => {
    assert.ok(kept.has(idAt(Date.parse('2026-06-29T23:00:00.000Z'))));
    assert.ok(kept.has(idAt(Date.parse('2026-04-05T23:00:00.000Z'))));
    assert.ok(!kept.has(idAt(Date.parse('2026-03-28T23:00:00.000Z'))), 'more than 90 days ago');
    assert.ok(kept.has(idAt(Date.parse('2026-03-31T23:00:00.000Z'))));
    assert.ok(kept.has(idAt(Date.parse('2025-07-31T23:00:00.000Z'))));
    assert.ok(!kept.has(idAt(Date.parse('2025-07-31T22:00:00.000Z'))));
    // 91 days, the ten newest of which one is the last of its day, and 11 months before them.
    assert.equal(kept.size, 91 + 9 + 11);
  });

  it('has one of those that watch published, and counts none of them', () => {
    const watched = new Set(ids.slice(-50));
    const others = keptIds(ids, { now, watched });
    const found = [...watched].filter((id) => others.has(id));
    assert.deepEqual(found, ids.slice(-1));
    for (const id of ids.slice(-60, -50)) assert.ok(others.has(id), id);
  });

  it('has ids of a clock that was ahead only until there are ten others', () => {
    const ahead = ['20990101T000000000Z-00000000', '99991231T235959999Z-00000000'];
    const few = keptIds([...ids.slice(-9), ...ahead], { now, watched: new Set() });
    const seen = ahead.filter((id) => few.has(id));
    assert.deepEqual(seen, ahead.slice(1));
    const ten = keptIds([...ids.slice(-10), ...ahead], { now, watched: new Set() });
    assert.deepEqual([...ten], ids.slice(-10));
  });

  it('has all of a few', () =>
    assert.equal(keptIds(ids.slice(-10), { now, watched: new Set() }).size, 10));
});
