/** Over HTTP at 32 connections: finished answers beside node:http alone, uncached ones beside the plain design. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import autocannon from 'autocannon';
import { compare } from './measure.ts';
import { type RunningProcess, startNode } from './processes.ts';
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
  const ours = await startNode('service/main.ts', [], { BUILD_DIR: build, LOG_LEVEL: 'info' });
  const results: Result[] = [];
  for (const [what, address] of [
    ['cached rows', rows],
    ['cached toolbox page', page],
  ] as const) {
    const answer = await fetch(`http://127.0.0.1:${ours.port}${address}`, { headers: { 'accept-encoding': 'br' } });
    const etag = answer.headers.get('etag') ?? '';
    const peer = await startRaw(await rawBody(ours.port, address), scratch);
    const perSecond = (asked: Asked) => async () => (await ask(asked)).perSecond;
    const [a, b] = [
      { port: ours.port, paths: [address] },
      { port: peer.port, paths: ['/'] },
    ];
    await ask(a);
    const comparison = await compare(runs, perSecond(a), perSecond(b));
    results.push({ section: 'HTTP', what, peer: 'node:http alone', unit: '/s', comparison, target: { least: 0.8 } });
    if (address === rows) {
      const unchanged = { ...a, headers: { 'if-none-match': etag } };
      const theirs = { ...b, headers: { 'if-none-match': '"peer"' } };
      const times = await compare(runs, perSecond(unchanged), perSecond(theirs));
      results.push({
        section: 'HTTP',
        what: '304',
        peer: 'node:http alone',
        unit: '/s',
        comparison: times,
        target: { least: 0.9 },
      });
    }
    await peer.stop();
  }
  await ours.stop();
  return results;
}

/** The bytes as they go over the wire: fetch would unpack them. */
async function rawBody(port: number, address: string): Promise<Buffer> {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: address, headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    }).on('error', reject);
  });
}

async function startRaw(body: Buffer, scratch: string): Promise<RunningProcess> {
  const file = path.join(scratch, 'body.br');
  await writeFile(file, body);
  return startNode('bench/peers/raw-http.ts', [file, 'br'], {});
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
  const ours = await startNode('service/main.ts', [], { BUILD_DIR: build, LOG_LEVEL: 'warn', ANSWER_CACHE: 'off' });
  const plain = await startNode('bench/peers/plain-service.ts', [snapshot], {});
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
    ],
    notes,
  };
}
