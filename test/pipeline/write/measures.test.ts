/** Figures of readings: in probes.parquet, in the cells of rows, and beside the rows. */
import assert from 'node:assert/strict';
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import type { Measure } from '../../../model/measures.ts';
import type { Reading } from '../../../model/probes.ts';
import { found } from '../../../pipeline/probe/reading.ts';
import { snapshotFolder } from '../../../pipeline/snapshot/build-folder/publish.ts';
import { Journal } from '../../../pipeline/write/probe-files.ts';
import { buildInto, publishInto } from '../../support/build-folder.ts';
import { directoryOfApis } from '../../support/directory.ts';
import { assertGolden } from '../../support/golden.ts';
import { tablesOf } from '../../support/golden-tables.ts';
import { baseEndpoint, ethereumEndpoint } from '../../support/probe-targets.ts';
import { readParquet } from '../../support/second-reader.ts';
import { writeTree } from '../../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const hourMs = 3_600_000;
const endMs = Date.parse('2025-12-31T18:00:00Z');
const count = 100;

/** Every six hours to the end of 2025, in the order of time. */
function simulate(
  target: typeof ethereumEndpoint | typeof baseEndpoint,
  facts: (number: number) => Partial<Reading>,
  total = count,
): Reading[] {
  return Array.from({ length: total }, (_, number) => {
    const at = new Date(endMs - (total - 1 - number) * 6 * hourMs);
    const result = { result: 'answered', detail: null, ...facts(number) } as const;
    return found(target, result, { now: () => at, place: 'Frankfurt' });
  });
}

/** The figures of the issue, in plain words. */
function expectedOf(readings: readonly Reading[]) {
  const judged = readings.filter(({ result }) => !['limited', 'needs-key'].includes(result));
  const answers = judged.filter(({ result }) => ['answered', 'no-archive'].includes(result));
  const sorted = answers.flatMap(({ latencyMs }) => latencyMs ?? []).toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  const behind = readings.flatMap(({ blocksBehind, peers }) =>
    (peers ?? 0) >= 3 && blocksBehind !== null ? [blocksBehind] : [],
  );
  const mean = behind.reduce((sum, blocks) => sum + blocks, 0) / behind.length;
  return {
    readings: judged.length,
    answers: answers.length,
    uptime: Math.round((1e6 * answers.length) / judged.length) / 1e4,
    latencyMs: Math.round(5 * (low + high)) / 10,
    blocksBehind: behind.length === 0 ? null : Math.round(mean * 1e4) / 1e4,
    compared: behind.length,
  };
}

const asked = { trace: true, debug: false, archiveDepth: null, subscribes: null } as const;
/** By the number of the reading: of each limit the last one that was found counts. */
const limits: Readonly<Record<number, Reading['capabilities']>> = {
  50: { ...asked, logRange: 5000, batchSize: 10, logResults: 600 },
  79: { ...asked, logRange: 2000, batchSize: 100, logResults: null },
};
const found2000 = {
  logRange: 2000,
  batchSize: 100,
  logResults: 600,
  limitsDay: '2025-12-26',
} as const;

const ethereum = simulate(ethereumEndpoint, (number) => {
  // No reading of the first day could judge the endpoint.
  if (number < 4) return { result: number % 2 === 0 ? 'limited' : 'needs-key' };
  // What answers with an error quickly is no faster for it.
  if (number % 17 === 0) return { result: 'error', latencyMs: 2 };
  if (number % 13 === 0) return { result: 'limited' };
  const peers = number % 5 === 0 ? 2 : 4;
  const blocksBehind = peers < 3 ? null : number % 3;
  return {
    result: number % 19 === 0 ? 'no-archive' : 'answered',
    latencyMs: 40 + ((number * 7) % 23),
    blocksBehind,
    peers,
    capabilities: limits[number] ?? null,
  };
});
/** Too few, and never in a round with two others. */
const base = simulate(
  baseEndpoint,
  (number) => ({ latencyMs: 9, peers: 2, capabilities: limits[number + 40] ?? null }),
  19,
);

async function write(build: string, readings: readonly Reading[]): Promise<void> {
  const journal = await Journal.open(build, new Date(endMs));
  journal.append(readings);
  await journal.finish();
}

async function tableOf(build: string, id: string, name: string) {
  return (await readParquet(path.join(snapshotFolder(build, id), name))).rows;
}

const plain = (measure: unknown) =>
  JSON.parse(
    JSON.stringify(measure, (_key, value) =>
      typeof value === 'bigint' ? Number(value) : value,
    ).replaceAll('T00:00:00.000Z', ''),
  ) as Measure;

const figures = ['verifiedUptime', 'verifiedBlocksBehindAvg', 'verifiedLatency'] as const;
const limitCells = ['verifiedLogRange', 'verifiedBatchSize', 'verifiedLogResults'] as const;
const cells = [...figures, ...limitCells] as const;

const cleanUpOfAll = afterAll();
let sources = '';
before(async () => {
  sources = await makeTemporaryFolder(cleanUpOfAll);
  await writeTree(sources, directoryOfApis);
});

describe('measured cells', () => {
  const cleanUp = afterAll();
  let build = '';
  let [without, id] = ['', ''];
  before(async () => {
    build = await makeTemporaryFolder(cleanUp);
    without = await publishInto({ build, sources });
    await write(build, [...ethereum, ...base]);
    id = await publishInto({ build, sources, second: 1 });
  });

  it('are computed from the readings of 30 days', async () => {
    const probes = await tableOf(build, id, 'probes.parquet');
    const measureOf = (address: string) =>
      plain(probes.find((probe) => probe.address === address)?.measure);
    assert.deepEqual(measureOf(ethereumEndpoint.address), {
      ...expectedOf(ethereum),
      ...found2000,
      days: 24,
      firstDay: '2025-12-08',
      lastDay: '2025-12-31',
      places: ['Frankfurt'],
      withKey: false,
      notCompared: null,
      isEnough: true,
    });
    const { isEnough, notCompared, blocksBehind } = measureOf(baseEndpoint.address);
    assert.deepEqual(
      [isEnough, notCompared, blocksBehind],
      [false, 'fewer than 3 endpoints of the chain in a round', null],
    );
  });

  it('are word for word as they were, with what was read of each endpoint', async () => {
    const isRead = ({ lastRead, measure, confirmedAt }: Readonly<Record<string, unknown>>) =>
      [lastRead, measure, confirmedAt].some((cell) => cell !== null && cell !== undefined);
    const files = /probes|measurements|confirmations/;
    const text = await tablesOf(snapshotFolder(build, id), (file) => files.test(file), isRead);
    await assertGolden('snapshot/measured.txt', text);
  });

  it('fill the rows that state the endpoint, and no others', async () => {
    const slug = '1rpc-mainnet-starter-recent-state';
    const rows = await tableOf(build, id, 'rows/apis.parquet');
    const filled = rows.filter((row) => cells.some((key) => row[key] !== null));
    assert.deepEqual(
      filled.map((row) => [row.network, row.slug, ...cells.map((key) => row[key])]),
      [
        // Few readings make no figure, and one answer makes a limit.
        ['base', slug, null, null, null, '5,000 blocks', '10 calls', '600 logs'],
        ['ethereum', slug, '94.38%', '0.99', '50 ms', '2,000 blocks', '100 calls', '600 logs'],
      ],
    );
    const [, row] = filled;
    const { uptime, latencyMs, blocksBehind } = expectedOf(ethereum);
    assert.deepEqual(
      [row?.verifiedUptimeMin, row?.verifiedBlocksBehindAvgMin, row?.verifiedLatencyMax],
      [uptime, blocksBehind, latencyMs].map((value) => Number(value?.toFixed(2))),
    );
    assert.deepEqual([row?.verifiedLogRangeMin, row?.logRange], [2000, '10,000 blocks']);
    const measurements = await tableOf(build, id, 'serving/measurements.parquet');
    const measured = measurements.find(({ measure }) => plain(measure).isEnough);
    assert.deepEqual(plain(measured?.filled), [...cells]);
  });

  it('are null without readings, and no change of the sources', async () => {
    const rows = await tableOf(build, without, 'rows/apis.parquet');
    assert.ok(rows.every((row) => cells.every((key) => row[key] === null)));
    await write(
      build,
      simulate(ethereumEndpoint, () => ({ result: 'error' }), 3),
    );
    const third = await buildInto({ build, sources, second: 2 });
    assert.deepEqual(third.comparison?.changed, []);
    const changes = await tableOf(build, third.manifest?.id ?? '', 'changes.parquet');
    assert.ok(changes.every(({ column }) => !cells.some((key) => key === column)));
  });

  it('are kept with the readings, and the same without what is kept', async () => {
    const figures = path.join(build, 'probes/figures');
    assert.deepEqual(
      (await readdir(figures)).map((name) => name.replace(/-[a-f\d]{16}/, '')).toSorted(),
      ['groups.parquet', 'targets.parquet'],
    );
    const [ids, seen]: [string[], string[]] = [[], []];
    for (const prepare of [
      async () => undefined,
      async () => writeFile(path.join(figures, (await readdir(figures))[0] ?? ''), 'damaged'),
      async () => rm(figures, { recursive: true }),
    ]) {
      await prepare();
      const copy = await makeTemporaryFolder(cleanUp);
      await cp(path.join(build, 'probes'), path.join(copy, 'probes'), { recursive: true });
      ids.push(await publishInto({ build: copy, sources }));
      const tables = ['probes.parquet', 'serving/measurements.parquet', 'rows/apis.parquet'];
      const [first, ...others] = await Promise.all(
        tables.map(async (name) => plain(await tableOf(copy, ids.at(-1) ?? '', name))),
      );
      seen.push(JSON.stringify([first, ...others]));
    }
    assert.equal(new Set(seen).size, 1);
  });
});

describe('readings of two probers', () => {
  const cleanUp = afterAll();
  const measureIn = async (build: string) => {
    const id = await publishInto({ build, sources });
    const probes = await tableOf(build, id, 'probes.parquet');
    const probe = probes.find(({ address }) => address === ethereumEndpoint.address);
    return { measure: plain(probe?.measure), byPlace: plain(probe?.byPlace) };
  };
  const of = (place: string | null, latencyMs: number) =>
    simulate(ethereumEndpoint, (number) => ({
      result: place === null && number % 10 === 0 ? 'unreachable' : 'answered',
      latencyMs: place === null && number % 10 === 0 ? null : latencyMs + (number % 5),
      place,
    }));

  it('are read together, each with the place of its folder or its own', async () => {
    const [here, there] = [await makeTemporaryFolder(cleanUp), await makeTemporaryFolder(cleanUp)];
    const [near, far] = [of('Frankfurt', 20), of(null, 200)];
    await write(here, near);
    await write(there, far);
    assert.deepEqual((await measureIn(here)).byPlace, []);
    await cp(path.join(there, 'probes'), path.join(here, 'probes/Singapore'), { recursive: true });
    const { measure, byPlace } = await measureIn(here);
    assert.deepEqual(
      { ...measure, ...expectedOf([...near, ...far]) },
      { ...measure, places: ['Frankfurt', 'Singapore'] },
    );
    const places = byPlace as unknown as Measure[];
    assert.deepEqual(
      places.map(({ places: [place], readings, answers, latencyMs }) => [
        place,
        readings,
        answers,
        latencyMs,
      ]),
      [
        ['Frankfurt', 100, 100, 22],
        ['Singapore', 100, 90, 202],
      ],
    );
  });

  it('count once if the same folder was copied into itself by hand', async () => {
    const build = await makeTemporaryFolder(cleanUp);
    await write(build, of('Frankfurt', 20));
    const [name = ''] = await readdir(path.join(build, 'probes'));
    await cp(
      path.join(build, 'probes', name),
      path.join(build, 'probes', name.replace('0001', '0002')),
    );
    assert.equal((await measureIn(build)).measure.readings, 100);
  });
});
