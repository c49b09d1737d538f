/**
 * Opens the snapshot in a folder as the service does, and writes what it costs to open and to ask,
 * as JSON.
 */
import { performance } from 'node:perf_hooks';
import { searchAll } from '../../service/answers/search/search.ts';
import { findFacets } from '../../service/query/facets.ts';
import { openSnapshot } from '../../service/snapshot/open/open.ts';
import type { Snapshot } from '../../service/snapshot/snapshot.ts';
import { p50 } from '../measure.ts';
import { answer, openOptions } from '../queries.ts';

/** Milliseconds are medians in this process, without HTTP and without the cache of answers. */
export interface Served {
  readonly rows: number;
  readonly networks: number;
  readonly contents: number;
  readonly snapshotMb: number;
  readonly openMs: number;
  readonly residentMb: number;
  readonly floorMs: number;
  /** A page of the APIs of networks evenly over all of them, by how many APIs they have. */
  readonly pageMs: number;
  readonly filteredMs: number;
  /** A search that finds something in several categories of a network. */
  readonly networkSearchMs: number;
  /** A page of the APIs of a network by their price. */
  readonly sortedMs: number;
  readonly facetsMs: number;
  /** A page of the APIs of the network that has most of them. */
  readonly largestPageMs: number;
  /** Over all networks and categories, as the search page does it. */
  readonly searchMs: number;
  /** Rows behind the page in the middle, and behind the largest. */
  readonly pageRows: number;
  readonly largestPageRows: number;
}

const times = 300;
const searches = [
  'alchemy',
  'archive',
  'free trial',
  'websocket mainnet',
  'hardware wallet',
  'solidity audit',
];
const sampled = 16;
const category = 'apis';
const providers = JSON.stringify([{ id: 'provider', value: ['Alchemy', 'Ankr', 'QuickNode'] }]);
const filtered = `category=${category}&search=archive&filters=${encodeURIComponent(providers)}`;

const sorted = `category=${category}&sorting=${encodeURIComponent(JSON.stringify([{ id: 'accessPrice', desc: false }]))}`;

function wanted(index: number) {
  return { terms: (searches[index % searches.length] ?? '').split(' '), category: null };
}

const [folder = ''] = process.argv.slice(2);
const snapshot = await openSnapshot(folder, openOptions);
const openMs = performance.now();
process.stdout.write(JSON.stringify(await measure(snapshot)));
snapshot.close();

async function measure(snapshot: Snapshot): Promise<Served> {
  const { manifest } = snapshot;
  const counts = Object.entries(manifest.metrics.networks).map(([network, { categories }]) => {
    return { network, rows: categories.find(({ key }) => key === category)?.count ?? 0 };
  });
  const bySize = counts.filter(({ rows }) => rows > 0).toSorted((a, b) => a.rows - b.rows);
  const networks = Array.from(
    { length: sampled },
    (_, at) => bySize[Math.floor(((at + 0.5) * bySize.length) / sampled)],
  );
  const networkAt = (index: number) => networks[index % sampled]?.network ?? '';
  const page = (index: number) => answer(snapshot, networkAt(index), `category=${category}`);
  await p50(times, page);
  return {
    rows: manifest.metrics.site.entries,
    networks: counts.length,
    contents: snapshot.rowCount,
    snapshotMb: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20,
    openMs,
    floorMs: await p50(times, () => snapshot.query({ sql: 'SELECT 1', values: [] })),
    pageMs: await p50(times, page),
    filteredMs: await p50(times, (index) => answer(snapshot, networkAt(index), filtered)),
    networkSearchMs: await p50(times, (index) =>
      searchAll(snapshot, { ...wanted(index), network: networkAt(index) }),
    ),
    sortedMs: await p50(times, (index) => answer(snapshot, networkAt(index), sorted)),
    facetsMs: await p50(times, async (index) => {
      return findFacets(snapshot, {
        network: networkAt(index),
        selection: { category, terms: [], filters: [] },
      });
    }),
    largestPageMs: await p50(times, () =>
      answer(snapshot, bySize.at(-1)?.network ?? '', `category=${category}`),
    ),
    searchMs: await p50(searches.length * 3, (index) =>
      searchAll(snapshot, { ...wanted(index), network: null }),
    ),
    pageRows: bySize[Math.floor(bySize.length / 2)]?.rows ?? 0,
    largestPageRows: bySize.at(-1)?.rows ?? 0,
    residentMb: process.memoryUsage().rss / 2 ** 20,
  };
}
