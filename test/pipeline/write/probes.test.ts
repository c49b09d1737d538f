/** probes.parquet and the confirmations of rows, from readings. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { type ProbeTarget, type Reading, targetColumns } from '../../../model/probes.ts';
import { found } from '../../../pipeline/probe/reading.ts';
import { snapshotFolder } from '../../../pipeline/snapshot/build-folder/publish.ts';
import { Journal } from '../../../pipeline/write/probe-files.ts';
import { buildInto, publishInto } from '../../support/build-folder.ts';
import { directoryFolder } from '../../support/directory.ts';
import { nightly } from '../../support/lane.ts';
import { readParquet } from '../../support/second-reader.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const sources = directoryFolder;
const nothing = { category: null, slug: null, column: null } as const;
const node = {
  ...nothing,
  kind: 'endpoint',
  address: 'https://1rpc.io/base',
  expected: 'eip155:8453',
} as const;
const site = { ...nothing, kind: 'link', address: 'https://www.1rpc.io/', expected: null } as const;
/** No source states it any more. */
const former = {
  ...nothing,
  kind: 'link',
  address: 'https://former.dev/',
  expected: null,
} as const;

function read(
  target: ProbeTarget,
  at: string,
  result: Reading['result'],
  facts: Partial<Reading> = {},
): Reading {
  return found(
    target,
    { result, detail: null, ...facts },
    { now: () => new Date(`${at}:00.000Z`) },
  );
}

const readings: readonly Reading[] = [
  read(node, '2026-09-01T10:00', 'error'),
  // Slow, and too long ago to count.
  read(node, '2026-09-01T16:00', 'answered', { latencyMs: 9000 }),
  read(node, '2026-11-19T10:00', 'answered', {
    latencyMs: 40,
    chainId: 'eip155:8453',
    blocksBehind: 3,
  }),
  read(node, '2026-11-19T16:00', 'answered', {
    latencyMs: 60,
    chainId: 'eip155:8453',
    blocksBehind: 0,
  }),
  read(node, '2026-11-20T10:00', 'answered', { latencyMs: 100, chainId: 'eip155:8453' }),
  // The latency of an answer that is an error does not count.
  read(node, '2026-11-20T16:00', 'error', { latencyMs: 8000 }),
  read(node, '2026-11-21T10:00', 'needs-key', { detail: 'status 401' }),
  read(node, '2026-11-21T16:00', 'unreachable'),
  read(node, '2026-11-22T10:00', 'unreachable', { detail: 'ECONNREFUSED' }),
  read(site, '2026-11-22T10:00', 'moved', { finalAddress: 'https://1rpc.io/', latencyMs: 9 }),
  read(former, '2026-11-23T10:00', 'answered'),
];

async function writeReadings(build: string, all: readonly Reading[]): Promise<void> {
  const journal = await Journal.open(build, new Date('2026-11-23T11:00:00Z'));
  journal.append(all);
  await journal.finish();
}

async function readTable(build: string, id: string, name: string) {
  return (await readParquet(path.join(snapshotFolder(build, id), name))).rows;
}

describe('probes.parquet', () => {
  const cleanUp = afterAll();
  let build = '';
  let id = '';
  before(async () => {
    build = await makeTemporaryFolder(cleanUp);
    await writeReadings(build, readings.slice(0, 5));
    await writeReadings(build, readings.slice(5));
    id = await publishInto({ build, sources });
  });

  it('has each target of the sources, and what was read of it', async () => {
    const rows = await readTable(build, id, 'probes.parquet');
    assert.equal(
      new Set(rows.map((row) => JSON.stringify(targetColumns.map((name) => row[name])))).size,
      rows.length,
    );
    assert.equal(rows.filter(({ lastRead }) => lastRead !== null).length, 2);
    const day = (text: string) => new Date(`${text}T00:00:00Z`);
    // test/pipeline/write/measures.test.ts has the figures.
    const {
      measure: _,
      byPlace: __,
      daily: ___,
      ...read
    } = rows.find(({ address }) => address === node.address) ?? {};
    assert.deepEqual(read, {
      ...node,
      result: 'unreachable',
      detail: 'ECONNREFUSED',
      finalAddress: null,
      firstRead: new Date('2026-09-01T10:00:00Z'),
      lastRead: new Date('2026-11-22T10:00:00Z'),
      lastConfirmed: new Date('2026-11-20T10:00:00Z'),
      readings: 6n,
      goodShare: 0.5,
      latencyP50Ms: 60,
      latencyP95Ms: 96,
      latencies: [
        { day: day('2026-11-19'), latencyMs: 50 },
        { day: day('2026-11-20'), latencyMs: 100 },
      ],
      failures: 3n,
      failingDays: 3n,
      stopped: true,
      chainId: null,
      blocksBehind: null,
      archive: null,
      capabilities: null,
      protocolVersion: null,
      tools: null,
    });
    const moved = rows.find(({ kind, address }) => kind === 'link' && address === site.address);
    const seen = [moved?.result, moved?.finalAddress, moved?.goodShare, moved?.stopped];
    assert.deepEqual(seen, ['moved', 'https://1rpc.io/', 1, false]);
  });

  it('says of each row when an endpoint of it was last confirmed, and of no row for a link', async () => {
    const confirmed = await readTable(build, id, 'serving/confirmations.parquet');
    const contents = await readTable(build, id, 'serving/contents/apis.parquet');
    const slugs = confirmed.map(
      ({ _content }) => contents.find((row) => row._content === _content)?.slug,
    );
    assert.deepEqual(slugs, ['1rpc-mainnet-starter-recent-state']);
    assert.deepEqual(confirmed[0]?.confirmedAt, new Date('2026-11-20T10:00:00Z'));
  });

  nightly(
    'is the same bytes from the same readings, and makes a snapshot of new ones only',
    async (t) => {
      const second = await makeTemporaryFolder(t);
      await writeReadings(second, readings.slice(0, 5));
      await writeReadings(second, readings.slice(5));
      assert.equal(await publishInto({ build: second, sources }), id);
      for (const name of ['manifest.json', 'probes.parquet', 'serving/confirmations.parquet'])
        assert.deepEqual(
          await readFile(path.join(snapshotFolder(build, id), name)),
          await readFile(path.join(snapshotFolder(second, id), name)),
        );
      await writeReadings(build, [read(node, '2026-11-23T10:00', 'answered')]);
      assert.equal((await buildInto({ build, sources, second: 1 })).kind, 'published');
      assert.equal((await buildInto({ build, sources, second: 2 })).kind, 'unchanged');
    },
  );
});
