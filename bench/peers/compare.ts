/**
 * The questions of lists over HTTP: ours beside the plain design and beside SQLite, one request at
 * a time, uncompressed.
 */
import assert from 'node:assert/strict';
import { getRaw } from '../http.ts';
import { compare, p50 } from '../measure.ts';
import { peerProgram, type RunningProcess, service, start } from '../processes.ts';
import { type Ask, questions } from '../questions.ts';
import type { Result } from '../table.ts';
import { howToGet, startSqlite } from './start-sqlite.ts';

const runs = 5;
/** Questions in one run. */
const times = 40;
/**
 * Questions of each kind whose answers must be equal: all networks and all searches are among them.
 */
const compared = 24;

export async function benchPeers(
  build: string,
  snapshot: string,
  scratch: string,
): Promise<{ results: Result[]; notes: string[] }> {
  const sqlite = await startSqlite(snapshot, scratch);
  const peers = [
    { peer: 'plain design', server: await start(peerProgram('plain-service.ts', snapshot), {}) },
  ];
  if (sqlite) peers.push({ peer: 'SQLite with FTS5', server: sqlite });
  const ours = await start(service, { BUILD_DIR: build, LOG_LEVEL: 'info', ANSWER_CACHE: 'off' });
  try {
    const results: Result[] = [];
    for (const { peer, server } of peers) {
      for (const [what, ask] of Object.entries(questions)) {
        for (let index = 0; index < compared; index++) await assertSame(ours, server, ask(index));
        results.push(
          await comparePeer(ours, server, ask).then((told) => ({ what, peer, ...told })),
        );
      }
    }
    return { results, notes: [await describePeers(sqlite)] };
  } finally {
    await Promise.all([ours, ...peers.map(({ server }) => server)].map((server) => server.stop()));
  }
}

async function describePeers(sqlite: RunningProcess | null): Promise<string> {
  if (sqlite === null)
    return `SQLite with FTS5 is skipped, because there is no Node 24: ${howToGet}`;
  const roundTripMs = await p50(times, () => read(sqlite.port, '/'));
  return `questions over HTTP: all peers find and count the same; the round trip of a 404 takes ${roundTripMs.toFixed(2)} ms of each time`;
}

/** The comparison of answers has warmed up both. */
async function comparePeer(ours: RunningProcess, peer: RunningProcess, ask: Ask) {
  const median =
    ({ port }: RunningProcess) =>
    () =>
      p50(times, (index) => read(port, ask(index)));
  const comparison = await compare(runs, median(ours), median(peer));
  return { section: 'question over HTTP', unit: 'ms', comparison, target: null } as const;
}

async function read(port: number, path: string): Promise<Buffer> {
  return (await getRaw(port, path, { 'accept-encoding': 'identity' })).body;
}

/**
 * Throws unless both find the same rows in the same order on all pages, or count the same values.
 */
async function assertSame(ours: RunningProcess, peer: RunningProcess, path: string): Promise<void> {
  const answer = path.includes('/facets') ? countedValues : foundRows;
  const [own, other] = [await answer(ours.port, path), await answer(peer.port, path)];
  assert.deepEqual(other, own, `answers to ${path} differ`);
}

async function foundRows(port: number, path: string) {
  const slugs: string[] = [];
  for (let page = 1; ; page++) {
    const { rows, pagination } = JSON.parse(
      `${await read(port, `${path}&pageSize=100&page=${page}`)}`,
    ).result;
    slugs.push(...rows.map(({ slug }: { slug: string }) => slug));
    const { totalOffers, totalProviders, totalPages } = pagination;
    if (page >= totalPages) return { totalOffers, totalProviders, slugs };
  }
}

interface Facet {
  readonly id: string;
  readonly filter: string;
  readonly values?: readonly {
    readonly value: string;
    readonly count: number;
    readonly providersCount: number;
  }[];
}

/**
 * Counts by column and value in lowercase, of the columns of texts and lists, which all count.
 * Peers count no offers of a value.
 */
async function countedValues(port: number, path: string) {
  const { totalOffers, totalProviders, facets } = JSON.parse(`${await read(port, path)}`).result;
  const counts = (facets as Facet[])
    .filter(({ filter }) => filter === 'searchableMultiSelect')
    .flatMap(({ id, values = [] }) =>
      values.map(({ value, count, providersCount }) => ({
        value: `${id} ${value.toLowerCase()}`,
        count,
        providersCount,
      })),
    )
    .toSorted((a, b) => (a.value < b.value ? -1 : 1));
  return { totalOffers, totalProviders, counts };
}
