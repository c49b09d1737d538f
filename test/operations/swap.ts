/**
 * Swaps snapshots under constant mixed load and looks at every answer: each must be, byte for byte, the one that the
 * snapshot of its ETag gives at rest. Run: `node --import tsx test/operations/swap.ts [swaps]`; prints its figures.
 */
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSnapshot } from '../../pipeline/build.ts';
import { pointCurrentTo } from '../../pipeline/write/publish.ts';
import { Client, quantile, type Response, runLoad } from './load.ts';
import { footprint, projectFolder, type ServiceProcess, startProcess, waitFor } from './service-process.ts';

const swaps = Number(process.argv[2] ?? 200);
const connections = 32;
const baselineMs = 8000;

const api = (network: string, rest: string) => `/networks/${network}/api/infrastructure-providers/${rest}`;
const paths: readonly string[] = [
  '/',
  '/api/networks',
  '/llms.txt',
  '/networks/ethereum/',
  '/networks/ethereum/toolbox/apis',
  '/networks/filecoin/toolbox/storages',
  '/networks/solana/toolbox/wallets?search=ledger',
  api('ethereum', 'categories'),
  api('ethereum', 'rows?category=apis'),
  api('base', 'rows?category=bridges&pageSize=5&page=2'),
  api('arbitrum', 'rows?category=apis&search=archive'),
  api('filecoin', 'rows?category=apis&sorting=[{%22id%22:%22accessPrice%22,%22desc%22:false}]'),
  api('ethereum', 'facets?category=apis'),
  api('ethereum', 'export?category=apis&format=csv'),
  api('solana', 'export?category=sdks&format=ndjson'),
  api('base', 'export?category=wallets&format=parquet'),
  api('base', 'providers'),
];

/** Path -> ETag -> hash of the body, as each snapshot gives it at rest. */
type Expected = ReadonlyMap<string, Map<string, string>>;

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-swap-'));
  const build = path.join(folder, 'build');
  const ids = await buildTwo(folder, build);
  const service = await startProcess(build, { SNAPSHOT_POLL_MS: '25' });
  try {
    await measure(service, build, ids);
  } finally {
    await service.stop();
    await rm(folder, { recursive: true });
  }
}

async function measure(service: ServiceProcess, build: string, ids: readonly [string, string]): Promise<void> {
  const client = new Client(service.port, connections);
  const expected: Expected = new Map(paths.map((address) => [address, new Map()]));
  for (const id of ids) {
    await swapTo(service, build, id);
    for (const address of paths) {
      const { etag, sha256, status } = await client.request(address);
      assert.equal(status, 200, address);
      expected.get(address)?.set(etag, sha256);
    }
  }
  const telling = [...expected.values()].filter((answers) => answers.size === 2).length;
  assert.ok(telling > paths.length / 2, 'most answers tell the two snapshots apart');
  const atRest = await load(client, expected, () => delayUntil(baselineMs));
  const pid = service.process.pid ?? 0;
  const before = await footprint(pid);
  let done = 0;
  const swapping = await load(client, expected, async () => {
    for (; done < swaps; done++) await swapTo(service, build, ids[done % 2] ?? ids[0]);
  });
  const after = await footprint(pid);
  client.close();
  report('at rest', atRest);
  report(`${done} swaps`, swapping);
  const ratio = quantile(swapping.times, 0.99) / quantile(atRest.times, 0.99);
  process.stdout.write(`p99 while swapping / at rest: ${ratio.toFixed(2)}\n`);
  process.stdout.write(
    `memory ${before.residentMb} -> ${after.residentMb} MB, open files ${before.openFiles} -> ${after.openFiles}\n`,
  );
  assert.deepEqual(
    [...atRest.failures, ...swapping.failures].slice(0, 10),
    [],
    'no request fails, none mixes two snapshots',
  );
  assert.ok(after.openFiles <= before.openFiles + 10, 'open files stay flat');
  assert.ok(after.residentMb <= before.residentMb * 1.5 + 50, 'memory stays flat');
}

/** Two snapshots that differ on every path: one offer less and another price, at another time. */
async function buildTwo(folder: string, build: string): Promise<[string, string]> {
  const first = path.join(projectFolder, 'sources');
  const second = path.join(folder, 'sources');
  await cp(first, second, { recursive: true });
  const providers = path.join(second, 'references/providers/providers.csv');
  await writeFile(providers, (await readFile(providers, 'utf8')).replaceAll('https://', 'https://www.'));
  const ids: string[] = [];
  for (const sources of [first, second]) {
    const options = { sources, build, project: projectFolder, now: new Date(), force: true, lockWaitMs: 0 };
    const { manifest } = await buildSnapshot({ ...options, progress: () => undefined });
    assert.ok(manifest);
    ids.push(manifest.id);
  }
  const [a, b] = ids;
  assert.ok(a && b);
  return [a, b];
}

async function swapTo(service: ServiceProcess, build: string, id: string): Promise<void> {
  await pointCurrentTo(build, id);
  await waitFor(`snapshot ${id}`, 10_000, async () => {
    const response = await fetch(`http://127.0.0.1:${service.port}/readyz`);
    return response.ok && (await response.text()).includes(id);
  });
}

interface Load {
  readonly times: number[];
  readonly failures: string[];
}

async function load(client: Client, expected: Expected, work: () => Promise<void>): Promise<Load> {
  const result: Load = { times: [], failures: [] };
  let ended = false;
  let asked = 0;
  const running = runLoad(client, {
    connections,
    until: () => ended,
    // Every third request has a name of its own, so that the routes work and not only the cache.
    nextPath: () => {
      asked++;
      const address = paths[asked % paths.length] ?? '/';
      return asked % 3 === 0 ? `${address}${address.includes('?') ? '&' : '?'}_=${asked}` : address;
    },
    onResponse: (asking, response) => {
      result.times.push(response.tookMs);
      const problem = check(expected, asking, response);
      if (problem !== null) result.failures.push(problem);
    },
    onFailure: (asking, error) => result.failures.push(`${asking}: ${error.message}`),
  });
  await work();
  ended = true;
  await running;
  return result;
}

function check(expected: Expected, asking: string, { status, etag, sha256 }: Response): string | null {
  const address = asking.replace(/[?&]_=\d+$/, '');
  if (status !== 200) return `${asking}: status ${status}`;
  const known = expected.get(address)?.get(etag);
  return known === sha256
    ? null
    : `${asking}: ${known === undefined ? `an answer of no snapshot (${etag})` : 'a body of another snapshot'}`;
}

function report(name: string, { times, failures }: Load): void {
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  process.stdout.write(
    `${name}: ${times.length} requests, ${failures.length} failed, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms\n`,
  );
}

function delayUntil(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

await main();
