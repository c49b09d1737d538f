/** Merging files of readings changes no figure of a snapshot. */

import assert from 'node:assert/strict';
import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { dayMs } from '../../../common/durations.ts';
import { found } from '../../../pipeline/probe/reading.ts';
import { snapshotFolder } from '../../../pipeline/snapshot/build-folder/publish.ts';
import { Journal, readPast } from '../../../pipeline/write/probe-files.ts';
import { rollUp } from '../../../pipeline/write/roll-up.ts';
import { publishInto } from '../../support/build-folder.ts';
import { directoryOfApis } from '../../support/directory.ts';
import { baseEndpoint, contactLink, ethereumEndpoint } from '../../support/probe-targets.ts';
import { readParquet } from '../../support/second-reader.ts';
import { writeTree } from '../../support/source-tree.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const beginMs = Date.parse('2025-10-30T06:00:00Z');
const days = 60;

async function run(build: string, day: number): Promise<void> {
  const now = () => new Date(beginMs + day * dayMs);
  const journal = await Journal.open(build, now());
  const isUp = day < 20 || day % 7 !== 0;
  journal.append([
    found(
      ethereumEndpoint,
      isUp
        ? {
            result: 'answered',
            detail: null,
            latencyMs: 40 + (day % 9),
            peers: 3,
            blocksBehind: day % 2,
          }
        : { result: 'unreachable', detail: 'timeout' },
      { now },
    ),
    // Answered once, long ago.
    found(baseEndpoint, { result: day === 3 ? 'answered' : 'error', detail: null }, { now }),
    ...(day === 0
      ? [
          found(
            contactLink,
            { result: 'moved', detail: null, finalAddress: 'https://a.dev/' },
            { now },
          ),
        ]
      : []),
  ]);
  await journal.finish();
}

describe('rollUp', () => {
  it('leaves few files, which give the same snapshot and the same plan', async (t) => {
    const build = await makeTemporaryFolder(t);
    const [rolled, probes] = [await makeTemporaryFolder(t), path.join(build, 'probes')];
    const rollNewer = async (last: string) => {
      const filter = (from: string) => path.basename(from) > last;
      await cp(probes, path.join(rolled, 'probes'), { recursive: true, filter });
      await rollUp(rolled);
    };
    for (let day = 0; day < days; day++) {
      await run(build, day);
      if (day === 45) await rollNewer('');
    }
    // What was summed is summed again.
    await rollNewer('2025-12-14-0001.parquet');
    const names = (await readdir(path.join(rolled, 'probes'))).toSorted();
    const last = '2025-12-28-0001.parquet';
    const merged = '2025-10-30-0001--2025-12-27-0001.parquet';
    assert.deepEqual(names, [merged, last, 'days']);
    const ids: string[] = [];
    const sources = await makeTemporaryFolder(t);
    await writeTree(sources, directoryOfApis);
    for (const folder of [build, rolled]) ids.push(await publishInto({ build: folder, sources }));
    const tables = [
      'probes.parquet',
      'serving/measurements.parquet',
      'serving/confirmations.parquet',
      'rows/apis.parquet',
    ];
    for (const name of tables) {
      const [whole, less] = await Promise.all(
        [build, rolled].map(
          async (folder, at) =>
            (await readParquet(path.join(snapshotFolder(folder, ids[at] ?? ''), name))).rows,
        ),
      );
      assert.deepEqual(less, whole, name);
    }
    const [raw] = (await readParquet(path.join(rolled, 'probes', merged))).rows.filter(
      ({ times }) => times !== null,
    );
    assert.ok(raw);
    const before = await readPast(build);
    assert.deepEqual(
      (await readPast(rolled)).map(({ lastReadMs }) => lastReadMs).toSorted(),
      before.map(({ lastReadMs }) => lastReadMs).toSorted(),
    );
    const summed = path.join(rolled, 'probes/days');
    const byDay = await Promise.all(
      (await readdir(summed)).map((name) => readParquet(path.join(summed, name))),
    );
    assert.equal(byDay.flatMap(({ rows }) => rows).length, 2 * 27 + 1);
  });

  it('numbers the next run after the merged ones, also if the clock goes back', async (t) => {
    const build = await makeTemporaryFolder(t);
    for (let day = 0; day < 12; day++) await run(build, day);
    await rollUp(build);
    assert.equal((await readdir(path.join(build, 'probes'))).length, 12, 'few files stay');
    await run(build, 12);
    await rollUp(build);
    await run(build, 1);
    const names = (await readdir(path.join(build, 'probes'))).toSorted();
    assert.deepEqual(names, [
      '2025-10-30-0001--2025-11-10-0001.parquet',
      '2025-11-11-0001.parquet',
      '2025-11-11-0002.parquet',
      'days',
    ]);
  });
});
