/**
 * Mixed requests at full rate: conditional, compressed, uncached, exports, pages. No 5xx but a deliberate 503; memory at
 * the end within 10 % of after warm-up. Run: `node --import tsx test/operations/soak.ts [seconds]`, 180 at most.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { publish } from './faults/fault.ts';
import { quantile } from './load.ts';
import { footprint, projectFolder, startProcess } from './service-process.ts';

const seconds = Math.min(180, Number(process.argv[2] ?? 60));
/** Until the caches are full, 64 MB of answers: some 5,000 new questions. */
const warmUpSeconds = seconds / 2;
const connections = 32;
const mostGrowth = 1.1;

const networks = ['ethereum', 'solana', 'base', 'arbitrum', 'filecoin'];
const categories = ['apis', 'wallets', 'explorers', 'bridges', 'sdks', 'storages'];
const syllables = ['ar', 'che', 'mi', 'no', 'de', 'ti', 'rpc', 'lo', 'qua', 'fre', 'en', 'ser'];

function pick<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

const word = () => Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => pick(syllables)).join('');
const api = (rest: string) => `/networks/${pick(networks)}/api/infrastructure-providers/${rest}`;

/** What is asked, and how often of a hundred. */
const kinds: readonly { readonly name: string; readonly share: number; readonly path: () => string }[] = [
  { name: 'page', share: 20, path: () => `/networks/${pick(networks)}/toolbox/${pick(categories)}` },
  { name: 'page, searched', share: 10, path: () => `/networks/${pick(networks)}/toolbox/apis?search=${word()}` },
  { name: 'site', share: 10, path: () => pick(['/', '/api/networks', '/llms.txt', '/sitemap.xml', '/openapi.json']) },
  { name: 'rows', share: 20, path: () => api(`rows?category=${pick(categories)}&page=${pick(['1', '2', '3'])}`) },
  { name: 'rows, searched', share: 20, path: () => api(`rows?category=apis&search=${word()}+${word()}`) },
  { name: 'facets', share: 8, path: () => api(`facets?category=apis&search=${word()}`) },
  { name: 'export', share: 8, path: () => api(`export?category=apis&format=${pick(['csv', 'ndjson', 'parquet'])}`) },
  { name: 'mistake', share: 4, path: () => api(`rows?category=${word()}&filters=[`) },
];
const byShare = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind));

interface Figures {
  readonly times: Map<string, number[]>;
  readonly statuses: Map<number, number>;
  readonly failures: string[];
}

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-soak-'));
  const build = path.join(folder, 'build');
  await publish(path.join(projectFolder, 'sources'), build);
  const service = await startProcess(build);
  try {
    const figures: Figures = { times: new Map(), statuses: new Map(), failures: [] };
    const endMs = performance.now() + seconds * 1000;
    const working = Promise.all(Array.from({ length: connections }, () => work(service.port, endMs, figures)));
    const samples = await sample(service.process.pid ?? 0, endMs);
    await working;
    print(figures, samples);
    assert.deepEqual(figures.failures.slice(0, 10), [], 'no request fails');
    const [warm, last] = [median(samples, warmUpSeconds), median(samples, seconds * (11 / 12))];
    assert.ok(last <= warm * mostGrowth, `memory grew from ${warm} to ${last} MB`);
    assert.equal(await service.stop(), 0);
  } finally {
    service.process.kill('SIGKILL');
    await rm(folder, { recursive: true });
  }
}

async function work(port: number, endMs: number, figures: Figures): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const etags = new Map<string, string>();
  while (performance.now() < endMs) {
    const kind = pick(byShare);
    const address = kind.path();
    const etag = Math.random() < 0.3 ? etags.get(address) : undefined;
    const headers = { 'accept-encoding': pick(['br', 'gzip', 'identity']), ...(etag && { 'if-none-match': etag }) };
    const startedMs = performance.now();
    const response = await ask({ port, path: address, agent, headers }).catch((error: Error) => error);
    note(figures, { kind: kind.name, address, response, tookMs: performance.now() - startedMs });
    if (!(response instanceof Error) && response.headers.etag !== undefined && etags.size < 1000)
      etags.set(address, response.headers.etag);
  }
  agent.destroy();
}

interface Asked {
  readonly kind: string;
  readonly address: string;
  readonly response: IncomingMessage | Error;
  readonly tookMs: number;
}

function note({ times, statuses, failures }: Figures, { kind, address, response, tookMs }: Asked): void {
  if (response instanceof Error) {
    failures.push(`${address}: ${response.message}`);
    return;
  }
  const { statusCode: status = 0, headers } = response;
  const known = times.get(kind);
  if (known) known.push(tookMs);
  else times.set(kind, [tookMs]);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const deliberate = status === 503 && headers['retry-after'] !== undefined;
  const wanted = kind === 'mistake' ? status === 400 : status === 200 || status === 304;
  if (!wanted && !deliberate) failures.push(`${address}: status ${status}`);
}

function ask(options: { port: number; path: string; agent: Agent; headers: object }): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', ...options, headers: { ...options.headers } }, (response) => {
      response
        .resume()
        .on('end', () => resolve(response))
        .on('error', reject);
    }).on('error', reject);
  });
}

interface Sample {
  readonly atSeconds: number;
  readonly residentMb: number;
  readonly openFiles: number;
}

async function sample(pid: number, endMs: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  while (performance.now() < endMs) {
    samples.push({ atSeconds: seconds - (endMs - performance.now()) / 1000, ...(await footprint(pid)) });
    await delay(500);
  }
  return samples;
}

/** Of the samples of a twelfth of the time from `fromSeconds` on: one sample may fall before or after a collection. */
function median(samples: readonly Sample[], fromSeconds: number): number {
  const some = samples.filter(({ atSeconds }) => atSeconds >= fromSeconds && atSeconds < fromSeconds + seconds / 12);
  return quantile(
    some.map(({ residentMb }) => residentMb),
    0.5,
  );
}

function print({ times, statuses, failures }: Figures, samples: readonly Sample[]): void {
  const total = [...times.values()].reduce((sum, each) => sum + each.length, 0);
  const byStatus = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
  const lines = [`${total} requests in ${seconds} s, ${failures.length} failed; ${byStatus}`];
  for (const [name, each] of times) {
    const [p50, p99] = [quantile(each, 0.5), quantile(each, 0.99)].map((ms) => ms.toFixed(2));
    lines.push(`  ${name}: ${each.length}, p50 ${p50} ms, p99 ${p99} ms`);
  }
  const [warm, last] = [median(samples, warmUpSeconds), median(samples, seconds * (11 / 12))];
  const most = Math.max(...samples.map(({ residentMb }) => residentMb));
  lines.push(
    `memory ${warm} MB after warm-up, ${last} MB at the end (${(last / warm).toFixed(2)}), ${most} MB at most`,
  );
  const curve = Array.from(
    { length: 10 },
    (_, tenth) => samples[Math.floor((tenth * samples.length) / 10)]?.residentMb,
  );
  lines.push(`memory in tenths of the time: ${curve.join(', ')} MB`);
  lines.push(`open files ${samples[0]?.openFiles} -> ${samples.at(-1)?.openFiles}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

await main();
