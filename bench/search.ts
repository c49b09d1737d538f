/**
 * Search over all networks and categories: ours beside search libraries on the same texts, what
 * they cost and find.
 */
import { create, insertMultiple, search as oramaSearch } from '@orama/orama';
import MiniSearch from 'minisearch';
import { foldText } from '../common/fold.ts';
import { buildRowsSql } from '../service/query/sql.ts';
import { openSnapshot } from '../service/snapshot/open/open.ts';
import type { Snapshot } from '../service/snapshot/snapshot.ts';
import { compare, p50 } from './measure.ts';
import { openOptions } from './queries.ts';
import type { Result } from './table.ts';

const queries = [
  'alchemy',
  'archive',
  'free trial',
  'trace',
  'websocket mainnet',
  'mcp',
  'hardware wallet',
  'solidity audit',
];
const times = 100;
const runs = 3;

export async function benchSearch(folder: string): Promise<{ results: Result[]; notes: string[] }> {
  const snapshot = await openSnapshot(folder, openOptions);
  const documents = Array.from({ length: snapshot.rowCount }, (_, id) => ({
    id,
    text: foldText(Object.values(snapshot.row(id)).flat().join(' ')),
  }));
  const mini = measureBuild(() => {
    const index = new MiniSearch({ fields: ['text'] });
    index.addAll(documents);
    return index;
  });
  const orama = await measureBuildAsync(async () => {
    const index = create({ schema: { text: 'string' } });
    await insertMultiple(
      index,
      documents.map(({ id, text }) => ({ id: String(id), text })),
    );
    return index;
  });
  const queryAt = (index: number) => queries[index % queries.length] ?? '';
  const ours = (index: number) => everywhere(snapshot, queryAt(index));
  const byMini = (index: number) =>
    mini.value.search(queryAt(index), { combineWith: 'AND', prefix: true });
  const byOrama = (index: number) =>
    oramaSearch(orama.value, { term: queryAt(index), threshold: 0, limit: 10_000 });
  const compareWith = async (peer: string, theirs: (index: number) => unknown): Promise<Result> => {
    const comparison = await compare(
      runs,
      () => p50(times, ours),
      () => p50(times, theirs),
    );
    return {
      section: 'search',
      what: 'all networks and categories',
      peer,
      unit: 'ms',
      comparison,
      target: null,
    };
  };
  const results = [await compareWith('minisearch', byMini), await compareWith('orama', byOrama)];
  const found = await Promise.all(
    queries.map(async (query, index) => {
      const [own, hits] = [await ours(index), await byOrama(index)];
      return `"${query}" ${own.length} / ${byMini(index).length} / ${hits.count}`;
    }),
  );
  snapshot.close();
  const p50Ms = results[0]?.comparison.ours.median ?? Number.NaN;
  return {
    results,
    notes: [
      `search everywhere: p50 ${p50Ms.toFixed(2)} ms (target at most 10); of ${documents.length} contents ours / minisearch / orama find: ${found.join(', ')}`,
      `index built in: minisearch ${mini.tookMs} ms and ${mini.heapMb} MB, orama ${orama.tookMs} ms and ${orama.heapMb} MB; ours is part of the snapshot`,
    ],
  };
}

/** Contents of all categories in which every term is found. */
async function everywhere(snapshot: Snapshot, query: string): Promise<readonly number[]> {
  const terms = foldText(query)
    .split(/\s+/)
    .map((text) => ({ text, names: [] }));
  const question = {
    network: null,
    networks: [],
    categories: null,
    terms,
    filters: [],
    sorting: [],
    pricesOf: () => undefined,
    rowsOf: () => [],
    conversionsOf: () => [],
    orderOf: () => [],
  };
  const [ids = []] = await snapshot.query(buildRowsSql(question));
  return ids;
}

interface Built<T> {
  readonly value: T;
  readonly tookMs: number;
  readonly heapMb: number;
}

function measureBuild<T>(build: () => T): Built<T> {
  const [startedMs, before] = [performance.now(), process.memoryUsage().heapUsed];
  const value = build();
  return { value, tookMs: Math.round(performance.now() - startedMs), heapMb: heapSince(before) };
}

async function measureBuildAsync<T>(build: () => Promise<T>): Promise<Built<T>> {
  const [startedMs, before] = [performance.now(), process.memoryUsage().heapUsed];
  const value = await build();
  return { value, tookMs: Math.round(performance.now() - startedMs), heapMb: heapSince(before) };
}

function heapSince(before: number): number {
  return Math.round((process.memoryUsage().heapUsed - before) / 1024 / 1024);
}
