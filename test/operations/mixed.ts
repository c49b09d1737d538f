/** Mixed questions whose answers are known: each must be, byte for byte, the one that the snapshot of its ETag gives at rest. */
import assert from 'node:assert/strict';
import { type Client, quantile, type Response, runLoad } from './load.ts';

export const connections = 32;

const api = (network: string, rest: string) => `/networks/${network}/api/infrastructure-providers/${rest}`;
/** `#` stands for a value that no cell has: each request is new to the service, and the answer stays the same. */
const someOf = `filters=${encodeURIComponent('[{"id":"planType","value":["Free","Tiered","')}#${encodeURIComponent('"]}]')}`;

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
  api('ethereum', `rows?category=apis&${someOf}`),
  api('base', `rows?category=apis&search=a&${someOf}`),
  api('arbitrum', `facets?category=apis&${someOf}`),
  api('solana', `export?category=apis&${someOf}`),
];

/** Path -> ETag -> hash of the body. */
export type Expected = ReadonlyMap<string, Map<string, string>>;

export function createExpected(): Expected {
  return new Map(paths.map((path) => [path, new Map()]));
}

/** Asks everything of a service at rest, twice: what a snapshot answers it answers again. */
export async function learn(client: Client, expected: Expected): Promise<void> {
  for (const path of paths) {
    const { etag, sha256, status } = await client.request(path.replace('#', 'x'));
    assert.equal(status, 200, path);
    const again = await client.request(path.replace('#', 'y'));
    assert.deepEqual([again.etag, again.sha256], [etag, sha256], path);
    expected.get(path)?.set(etag, sha256);
  }
}

/** Fails unless most answers tell two snapshots apart. */
export function assertTelling(expected: Expected): void {
  const telling = [...expected.values()].filter((answers) => answers.size === 2).length;
  assert.ok(telling > paths.length / 2, `${telling} of ${paths.length} answers tell the two snapshots apart`);
}

export interface Load {
  readonly times: number[];
  readonly failures: string[];
}

/** Asks until the work is done. */
export async function loadWhile(client: Client, expected: Expected, work: () => Promise<void>): Promise<Load> {
  const result: Load = { times: [], failures: [] };
  const templates = new Map<string, string>();
  let ended = false;
  let asked = 0;
  const running = runLoad(client, {
    connections,
    until: () => ended,
    nextPath: () => {
      asked++;
      const template = paths[asked % paths.length] ?? '/';
      // Every third of the others has a name of its own, so that more answers than the very last step.
      const named = asked % 3 === 0 ? `${template}${template.includes('?') ? '&' : '?'}_=${asked}` : template;
      const address = named.replace('#', `x${asked}`);
      templates.set(address, template);
      return address;
    },
    onResponse: (address, response) => {
      result.times.push(response.tookMs);
      const problem = check(expected.get(templates.get(address) ?? ''), address, response);
      if (address !== templates.get(address)) templates.delete(address);
      if (problem !== null) result.failures.push(problem);
    },
    onFailure: (address, error) => result.failures.push(`${address}: ${error.message}`),
  });
  try {
    await work();
  } finally {
    ended = true;
    await running;
  }
  return result;
}

function check(known: ReadonlyMap<string, string> | undefined, address: string, response: Response): string | null {
  const { status, etag, sha256 } = response;
  if (status !== 200) return `${address}: status ${status}`;
  const expected = known?.get(etag);
  if (expected === sha256) return null;
  return `${address}: ${expected === undefined ? `an answer of no snapshot (${etag})` : 'a body of another snapshot'}`;
}

export function printLoad(name: string, { times, failures }: Load): void {
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)].map((ms) => ms.toFixed(2));
  process.stdout.write(`${name}: ${times.length} requests, ${failures.length} failed, p50 ${p50} ms, p99 ${p99} ms\n`);
}
