/**
 * CPU time of the server process per request, beside Koa with one prepared answer and beside the
 * plain design.
 */
import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import autocannon from 'autocannon';
import { pageSizeOfPages } from '../service/questions/list.ts';
import { compare, spreadOf } from './measure.ts';
import { peerProgram, type RunningProcess, service, start } from './processes.ts';
import { connections, saturate } from './saturate.ts';
import type { Result } from './table.ts';

const runs = 5;

const rows = '/networks/ethereum/api/infrastructure-providers/rows?category=apis';
const page = '/networks/ethereum/toolbox/apis';

interface Load {
  /** Requested in turn. */
  readonly paths: readonly string[];
  /** Requests in one run. */
  readonly requests: number;
  readonly headers?: Record<string, string>;
}

/**
 * Requests of one run that take a server about a second of CPU: the kernel counts CPU time in steps
 * of 10 ms.
 */
const uncachedRequests = 1000;
/** The same of the prepared answer. */
const rawRequests = 20_000;

interface Measured {
  readonly cpuMicros: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

async function measureLoad(
  server: RunningProcess,
  { paths, requests, headers = {} }: Load,
): Promise<Measured> {
  const before = server.cpuMs();
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}`,
    connections,
    amount: requests,
    requests: paths.map((address) => ({
      path: address,
      headers: { 'accept-encoding': 'br', ...headers },
    })),
  });
  if (result.errors > 0 || result.non2xx > result['3xx']) {
    throw new Error(`${result.errors + result.non2xx} failures on port ${server.port}`);
  }
  const cpuMicros = ((server.cpuMs() - before) * 1000) / result.requests.total;
  return { cpuMicros, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
}

interface Pair extends Pick<Result, 'what' | 'peer' | 'target'> {
  readonly ours: readonly [RunningProcess, Load];
  readonly theirs: readonly [RunningProcess, Load];
}

/** The first run of each server warms up V8 and the cache, and is not counted. */
async function comparePair({ ours, theirs, ...described }: Pair): Promise<Result> {
  const cpuOf = (side: Pair['ours']) => async () => (await measureLoad(...side)).cpuMicros;
  await cpuOf(ours)();
  await cpuOf(theirs)();
  const comparison = await compare(runs, cpuOf(ours), cpuOf(theirs));
  return { section: 'HTTP, CPU per request', unit: 'µs', comparison, ...described };
}

interface Cached {
  readonly what: string;
  readonly path: string;
  readonly encoding: 'br' | 'gzip';
  /** The client has the response. */
  readonly isKnown?: boolean;
}

const cached: readonly Cached[] = [
  { what: 'cached rows, gzip', path: rows, encoding: 'gzip' },
  { what: 'cached rows, br', path: rows, encoding: 'br' },
  { what: '304', path: rows, encoding: 'br', isKnown: true },
  { what: 'cached toolbox page, br', path: page, encoding: 'br' },
];

/**
 * Responses from the cache under a load that saturates a core; the peer sends the same headers and
 * bytes.
 */
export async function benchCached(
  build: string,
  scratch: string,
): Promise<{ results: Result[]; notes: string[] }> {
  const ours = await start(service, { BUILD_DIR: build, LOG_LEVEL: 'info' });
  const results: Result[] = [];
  const shares: number[] = [];
  for (const load of cached) {
    const { peer, etag } = await startPrepared(ours, load, scratch);
    const headers = {
      'accept-encoding': load.encoding,
      ...(load.isKnown && { 'if-none-match': etag }),
    };
    const cpuOf = (server: RunningProcess) => () => saturate(server, load.path, headers);
    // The first run of each server warms up V8 and the cache, and is not counted.
    for (const server of [ours, peer]) await cpuOf(server)();
    const comparison = await compare(
      runs,
      async () => {
        const { cpuMicros, coreShare } = await cpuOf(ours)();
        shares.push(coreShare);
        return cpuMicros;
      },
      async () => (await cpuOf(peer)()).cpuMicros,
    );
    results.push({
      section: 'HTTP, CPU per request',
      what: load.what,
      peer: preparedPeer,
      unit: 'µs',
      comparison,
      target: { most: 1.05 },
    });
    await peer.stop();
  }
  await ours.stop();
  const { median, min } = spreadOf(shares.map((share) => Math.round(100 * share)));
  return {
    results,
    notes: [`cached responses: the service used ${median} % of a core (at least ${min} %)`],
  };
}

interface RawResponse {
  readonly status: number;
  /** Name, value, name, value, ... without those that node sends by itself. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** The bytes as they are sent; fetch would decompress them. */
export function getRaw(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    get(
      { host: '127.0.0.1', port, path, headers: { 'accept-encoding': 'br', ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const { statusCode: status = 0, rawHeaders } = response;
          resolve({ status, headers: ownHeaders(rawHeaders), body: Buffer.concat(chunks) });
        });
      },
    ).on('error', reject);
  });
}

function ownHeaders(raw: readonly string[]): string[] {
  const names = raw.filter((_, at) => at % 2 === 0);
  const own = names.filter((name) => !/^(date|connection|keep-alive)$/i.test(name));
  return own.flatMap((name) => [name.toLowerCase(), raw[2 * names.indexOf(name) + 1] ?? '']);
}

const preparedPeer = 'Koa, router, a line of pino, prom-client';

/**
 * The peer sends one response of ours to every request, and routes, counts and logs it as every
 * service of its packages: the difference is what finding it costs.
 */
async function startPrepared(
  ours: RunningProcess,
  load: Pick<Cached, 'path' | 'encoding'>,
  scratch: string,
) {
  const accepted = { 'accept-encoding': load.encoding };
  const response = await getRaw(ours.port, load.path, accepted);
  const etag = response.headers[response.headers.indexOf('etag') + 1] ?? '';
  const unchanged = await getRaw(ours.port, load.path, { ...accepted, 'if-none-match': etag });
  const files = [path.join(scratch, 'body'), path.join(scratch, 'headers.json')] as const;
  await writeFile(files[0], response.body);
  await writeFile(files[1], JSON.stringify([response.headers, unchanged.headers]));
  return { peer: await start(peerProgram('koa-http.ts', ...files), {}), etag };
}

/** First pages, a search and a provider filter on several networks. */
export const mixed: readonly string[] = [
  'ethereum',
  'base',
  'filecoin',
  'solana',
  'bsc',
  'polygon',
].flatMap((network) => {
  const base = `/networks/${network}/api/infrastructure-providers/rows?category=`;
  const filter = encodeURIComponent(
    JSON.stringify([{ id: 'provider', value: ['Alchemy', 'Ankr', 'QuickNode'] }]),
  );
  return [
    `${base}apis`,
    `${base}apis&page=2`,
    `${base}apis&search=archive`,
    `${base}wallets`,
    `${base}apis&filters=${filter}`,
  ];
});

export async function benchUncached(
  build: string,
  snapshot: string,
  scratch: string,
): Promise<{ results: Result[]; notes: string[] }> {
  const ours = await start(service, { BUILD_DIR: build, LOG_LEVEL: 'info', ANSWER_CACHE: 'off' });
  const plain = await start(peerProgram('plain-service.ts', snapshot), {});
  const { peer: raw } = await startPrepared(ours, { path: rows, encoding: 'br' }, scratch);
  // The plain design compresses nothing, so neither does ours beside it.
  const uncompressed = {
    paths: mixed,
    requests: uncachedRequests,
    headers: { 'accept-encoding': 'identity' },
  };
  const json: Load = { paths: [rows], requests: uncachedRequests };
  const results = [
    await comparePair({
      what: 'uncached rows',
      peer: preparedPeer,
      ours: [ours, json],
      theirs: [raw, { ...json, requests: rawRequests }],
      target: { most: 25 },
    }),
    await comparePair({
      what: 'uncached rows, mixed, uncompressed',
      peer: 'plain design',
      ours: [ours, uncompressed],
      theirs: [plain, { ...uncompressed, requests: 60 }],
      target: { most: 0.34 },
    }),
    await comparePair({
      what: 'uncached toolbox page',
      peer: 'its rows as JSON',
      ours: [ours, { ...json, paths: [page] }],
      theirs: [ours, { ...json, paths: [`${rows}&pageSize=${pageSizeOfPages}`] }],
      target: { most: 3 },
    }),
  ];
  const { p50Ms, p99Ms } = await measureLoad(ours, uncompressed);
  await Promise.all([ours.stop(), plain.stop(), raw.stop()]);
  const notes = [
    `uncached rows at ${connections} connections: p50 ${p50Ms} ms, p99 ${p99Ms} ms, p99 / p50 ${(p99Ms / p50Ms).toFixed(1)} (target at most 5)`,
  ];
  return { results, notes };
}
