/** Over HTTP at 32 connections: finished answers beside node:http alone, uncached ones beside the plain design. */
import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import autocannon from 'autocannon';
import { compare } from './measure.ts';
import { peerProgram, type RunningProcess, service, start } from './processes.ts';
import type { Result } from './table.ts';

const connections = 32;
const seconds = 3;
const runs = 5;

const rows = '/networks/ethereum/api/infrastructure-providers/rows?category=apis';
const page = '/networks/ethereum/toolbox/apis';

interface Asked {
  readonly port: number;
  /** Asked in turn. */
  readonly paths: readonly string[];
  readonly headers?: Record<string, string>;
}

interface Answered {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

async function ask({ port, paths, headers = {} }: Asked): Promise<Answered> {
  const requests = paths.map((address) => ({ path: address, headers: { 'accept-encoding': 'br', ...headers } }));
  const result = await autocannon({ url: `http://127.0.0.1:${port}`, connections, duration: seconds, requests });
  if (result.errors > 0 || result.non2xx > result['3xx']) throw new Error(`${result.non2xx} failures on port ${port}`);
  return { perSecond: result.requests.average, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
}

export async function benchCached(build: string, scratch: string): Promise<Result[]> {
  const ours = await start(service, { BUILD_DIR: build, LOG_LEVEL: 'info' });
  const results: Result[] = [];
  const measure = async (what: string, asked: Omit<Asked, 'port'>, peer: RunningProcess, least: number) => {
    const perSecond = (port: number) => async () => (await ask({ ...asked, port })).perSecond;
    await perSecond(ours.port)();
    const comparison = await compare(runs, perSecond(ours.port), perSecond(peer.port));
    results.push({ section: 'HTTP', what, peer: 'node:http alone', unit: '/s', comparison, target: { least } });
  };
  for (const [what, address] of [
    ['cached rows', rows],
    ['cached toolbox page', page],
  ] as const) {
    const answer = await getRaw(ours.port, address, {});
    const known = { 'if-none-match': answer.headers[answer.headers.indexOf('etag') + 1] ?? '' };
    const unchanged = await getRaw(ours.port, address, known);
    const peer = await startRaw(answer, unchanged, scratch);
    await measure(what, { paths: [address] }, peer, 0.8);
    if (address === rows) await measure('304', { paths: [address], headers: known }, peer, 0.9);
    await peer.stop();
  }
  await ours.stop();
  return results;
}

interface RawAnswer {
  /** Name, value, name, value, ... but for those that node sends by itself. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** The bytes as they go over the wire: fetch would unpack them. */
function getRaw(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { 'accept-encoding': 'br', ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: ownHeaders(response.rawHeaders), body: Buffer.concat(chunks) }));
    }).on('error', reject);
  });
}

function ownHeaders(raw: readonly string[]): string[] {
  const names = raw.filter((_, at) => at % 2 === 0);
  const own = names.filter((name) => !/^(date|connection|keep-alive)$/i.test(name));
  return own.flatMap((name) => [name.toLowerCase(), raw[2 * names.indexOf(name) + 1] ?? '']);
}

/** The peer sends the same answer, header by header: what is left is what ours does to find it, count it and log it. */
async function startRaw(answer: RawAnswer, unchanged: RawAnswer, scratch: string): Promise<RunningProcess> {
  const files = [path.join(scratch, 'body'), path.join(scratch, 'headers.json')] as const;
  await writeFile(files[0], answer.body);
  await writeFile(files[1], JSON.stringify([answer.headers, unchanged.headers]));
  return start(peerProgram('raw-http.ts', ...files), {});
}

/** Pages, a search and a provider filter on several networks: what a mixed audience asks. */
const mixed: readonly string[] = ['ethereum', 'base', 'filecoin', 'solana', 'bsc', 'polygon'].flatMap((network) => {
  const base = `/networks/${network}/api/infrastructure-providers/rows?category=`;
  const filter = encodeURIComponent(JSON.stringify([{ id: 'provider', value: ['Alchemy', 'Ankr', 'QuickNode'] }]));
  return [
    `${base}apis`,
    `${base}apis&page=2`,
    `${base}apis&search=archive`,
    `${base}wallets`,
    `${base}apis&filters=${filter}`,
  ];
});

export async function benchUncached(build: string, snapshot: string): Promise<{ results: Result[]; notes: string[] }> {
  const ours = await start(service, { BUILD_DIR: build, LOG_LEVEL: 'warn', ANSWER_CACHE: 'off' });
  const plain = await start(peerProgram('plain-service.ts', snapshot), {});
  const latencies: Answered[] = [];
  // Without compression on either side: the plain design has none.
  const identity = { 'accept-encoding': 'identity' };
  const comparison = await compare(
    runs,
    async () => {
      const answered = await ask({ port: ours.port, paths: mixed, headers: identity });
      latencies.push(answered);
      return answered.perSecond;
    },
    async () => (await ask({ port: plain.port, paths: mixed, headers: identity })).perSecond,
  );
  // As browsers ask, compression included. The JSON's rate by the page's is the page's time by the JSON's.
  const perSecond = (address: string) => async () => (await ask({ port: ours.port, paths: [address] })).perSecond;
  const pages = await compare(runs, perSecond(rows), perSecond(page));
  await Promise.all([ours.stop(), plain.stop()]);
  const { p50Ms = 0, p99Ms = 0 } = latencies.at(-1) ?? {};
  const notes = [
    `uncached rows at ${connections} connections: p50 ${p50Ms} ms, p99 ${p99Ms} ms, p99 / p50 ${(p99Ms / p50Ms).toFixed(1)} (target at most 5)`,
  ];
  return {
    results: [
      {
        section: 'HTTP',
        what: 'uncached rows, mixed',
        peer: 'plain design',
        unit: '/s',
        comparison,
        target: { least: 3 },
      },
      {
        section: 'HTTP',
        what: 'uncached rows of a toolbox page',
        peer: 'the page',
        unit: '/s',
        comparison: pages,
        target: { most: 2 },
      },
    ],
    notes,
  };
}
