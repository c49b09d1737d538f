/**
 * In this process, without HTTP: a page, a search, facets, beside `select 1`, plain JavaScript and
 * the plain design's SQL.
 */
import { parseListQuery } from '../service/api/lists.ts';
import { answerOffers, parseOffersRequest } from '../service/api/offers/offers.ts';
import { answerRows } from '../service/api/rows/rows.ts';
import { findFacets } from '../service/query/facets.ts';
import { openSnapshot } from '../service/snapshot/open/open.ts';
import type { Snapshot } from '../service/snapshot/snapshot.ts';
import { Urls } from '../service/urls.ts';
import { compare, p50 } from './measure.ts';
import type { Result } from './table.ts';

const times = 300;
const runs = 5;

const networks = [
  'ethereum',
  'base',
  'bsc',
  'polygon',
  'filecoin',
  'solana',
  'arbitrum',
  'optimism',
] as const;

export const openOptions = {
  connections: 4,
  timeoutMs: 5000,
  maxWaiting: 100,
  memoryMb: 4096,
  querySeconds: { observe: () => undefined },
} as const;

interface Pair extends Pick<Result, 'what' | 'peer' | 'target'> {
  readonly ours: (index: number) => unknown;
  readonly theirs: (index: number) => unknown;
}

export async function benchQueries(folder: string): Promise<Result[]> {
  const snapshot = await openSnapshot(folder, openOptions);
  const provider = encodeURIComponent(
    JSON.stringify([{ id: 'provider', value: ['Alchemy', 'Ankr', 'QuickNode'] }]),
  );
  const page = (index: number) => answer(snapshot, networkAt(index), 'category=apis');
  const filtered = (index: number) =>
    answer(snapshot, networkAt(index), `category=apis&search=archive&filters=${provider}`);
  const facets = async (index: number) => {
    const selection = { category: 'apis', terms: [], filters: [] };
    return findFacets(snapshot, { network: networkAt(index), selection });
  };
  const urls = new Urls({
    siteUrl: 'http://a',
    networkUrlTemplate: 'http://a/{network}',
    onlyNetwork: null,
  });
  const offers = () =>
    answerOffers(snapshot, parseOffersRequest({ category: ['apis'] }, { snapshot, urls }));
  const floor = () => snapshot.query({ sql: 'SELECT 1', values: [] });
  const plain = await plainJavaScript(snapshot);
  await p50(times, page);
  const row = async ({ ours, theirs, ...told }: Pair): Promise<Result> => {
    const comparison = await compare(
      runs,
      () => p50(times, ours),
      () => p50(times, theirs),
    );
    return { section: 'query', unit: 'ms', comparison, ...told };
  };
  const results = [
    await row({
      what: 'page of a category',
      ours: page,
      peer: 'select 1',
      theirs: floor,
      target: { most: 20 },
    }),
    await row({
      what: 'search and provider filter',
      ours: filtered,
      peer: 'select 1',
      theirs: floor,
      target: { most: 30 },
    }),
    await row({
      what: 'page of a category',
      ours: page,
      peer: 'plain JavaScript',
      theirs: plain,
      target: null,
    }),
    // The facets of a whole listing need no query.
    await row({
      what: 'facets of a category',
      ours: facets,
      peer: 'select 1',
      theirs: floor,
      target: { most: 12 },
    }),
    await row({
      what: 'offers of all networks',
      ours: offers,
      peer: 'page of a category',
      theirs: page,
      target: { most: 3 },
    }),
  ];
  snapshot.close();
  return results;
}

function networkAt(index: number): string {
  return networks[index % networks.length] ?? 'ethereum';
}

/** What the rows endpoint does for a request, but for HTTP. */
export async function answer(
  snapshot: Snapshot,
  network: string,
  queryString: string,
): Promise<string> {
  const { json } = await answerRows(
    snapshot,
    network,
    parseListQuery(queryString, snapshot.catalog),
  );
  return json.join('');
}

/**
 * The limit: the rows of a network and category as objects in arrays, grouped and turned into JSON
 * for each request.
 */
async function plainJavaScript(snapshot: Snapshot): Promise<(index: number) => string> {
  const byNetwork = new Map<string, { provider: string }[]>();
  for (const network of networks) {
    const ids = snapshot.rowsOfListing(network, 'apis');
    byNetwork.set(
      network,
      Array.from(ids, (id) => JSON.parse(snapshot.rowJson(network, id))),
    );
  }
  return (index) => {
    const groups = new Map<string, object[]>();
    for (const row of byNetwork.get(networkAt(index)) ?? []) {
      const group = groups.get(row.provider);
      if (group) group.push(row);
      else groups.set(row.provider, [row]);
    }
    return JSON.stringify([...groups.values()].slice(0, 10).flat());
  };
}
