/**
 * Mixed requests to a service. Each answer must be, byte for byte, the one that the snapshot of its
 * ETag gives at rest.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import path from 'node:path';
import { directory, directoryText } from '../support/directory.ts';
import { type Answer, get } from '../support/service-get.ts';
import { rowsOf, toolboxOf } from '../support/service-paths.ts';
import { until } from '../support/service-process.ts';
import { buildFolder, buildTreeIn, builtAt } from '../support/service-server.ts';

export const clients = 16;
const api = (network: string, rest: string) =>
  `/networks/${network}/api/infrastructure-providers/${rest}`;
/**
 * `#` stands for a value that no cell has: each request is new to the service, and the answer stays
 * the same.
 */
const filters = [{ id: 'planType', value: ['Free', 'Tiered', '#'] }];

const addresses: readonly string[] = [
  ...['/', '/api/networks', '/llms.txt', '/networks/ethereum/', toolboxOf('ethereum', 'apis')],
  ...[
    toolboxOf('aria', 'apis', { search: 'archive' }),
    rowsOf('aria', { category: 'apis' }),
    api('base', 'providers'),
  ],
  ...[
    rowsOf('base', { category: 'bridges', pageSize: 5, page: 2 }),
    api('aria', 'facets?category=apis'),
  ],
  rowsOf('aria', { category: 'apis', sorting: [{ id: 'accessPrice', desc: false }] }),
  ...['csv', 'ndjson', 'parquet'].map((format) =>
    api('aria', `export?category=apis&format=${format}`),
  ),
  rowsOf('aria', { category: 'apis', filters }),
  rowsOf('base', { category: 'apis', search: 'a', filters }),
  api('aria', `facets?category=apis&filters=${encodeURIComponent(JSON.stringify(filters))}`),
].map((address) => address.replace('%23', '#'));

export class Load {
  /** Address -> ETag -> hash of the body. */
  readonly #expected = new Map(addresses.map((address) => [address, new Map<unknown, string>()]));
  /** Requests that were answered wrongly, or not at all. */
  readonly failures: string[] = [];
  answered = 0;

  /** Asks everything of a service at rest. */
  async learn(port: number): Promise<void> {
    for (const [address, known] of this.#expected) {
      const [one, two] = [
        await get(port, address.replace('#', 'x')),
        await get(port, address.replace('#', 'y')),
      ];
      assert.deepEqual([one.status, two.headers.etag], [200, one.headers.etag], address);
      assert.equal(hashOf(two), hashOf(one), address);
      known.set(one.headers.etag, hashOf(one));
    }
  }

  /** Fails unless all answers tell two snapshots apart, but for files whose rows are the same. */
  assertTelling(): void {
    const same = [...this.#expected]
      .filter(([, answers]) => answers.size !== 2)
      .map(([address]) => address);
    assert.ok(same.length < addresses.length / 2, same.join('\n'));
  }

  /** Asks until the work is done. */
  async during(port: number, work: () => Promise<void>): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: clients });
    let isOver = false;
    let asked = 0;
    const client = async () => {
      while (!isOver) {
        asked++;
        const template = addresses[asked % addresses.length] ?? '/';
        const named = template.replace('#', `x${asked}`);
        // Every third has a parameter of its own, so that more answers than the cache.
        const address =
          asked % 3 === 0 ? `${named}${named.includes('?') ? '&' : '?'}_=${asked}` : named;
        await get(port, address, { agent }).then(
          (answer) => this.#check(template, answer),
          (error: Error) => this.failures.push(`${address}: ${error.message}`),
        );
      }
    };
    const running = Promise.all(Array.from({ length: clients }, client));
    try {
      await work();
    } finally {
      isOver = true;
      await running;
      agent.destroy();
    }
  }

  /** Resolves when so many more requests have been answered. */
  async more(count: number): Promise<void> {
    const wanted = this.answered + count;
    await until(`${count} more answers`, () => this.answered >= wanted);
  }

  #check(template: string, answer: Answer): void {
    this.answered++;
    const { status, headers } = answer;
    const expected = this.#expected.get(template)?.get(headers.etag);
    if (status !== 200)
      this.failures.push(`${template}: status ${status} ${answer.text.slice(0, 200)}`);
    else if (expected !== hashOf(answer))
      this.failures.push(`${template}: not the answer of a snapshot`);
  }
}

function hashOf({ bytes }: Answer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Resolves when the service answers from the snapshot. */
export async function untilServed(port: number, id: string): Promise<void> {
  await until(`the service of ${id}`, async () => {
    const answer = await get(port, '/readyz').catch(() => null);
    return answer?.status === 200 && answer.text.includes(id);
  });
}

/**
 * A build folder with two snapshots: the second has other addresses of providers, and another time.
 */
export async function buildTwo(
  folder: string,
): Promise<{ readonly build: string; readonly ids: readonly string[] }> {
  const providers = 'references/providers/providers.csv';
  const { build, manifest } = await buildTreeIn(folder, directory);
  const sources = path.join(folder, 'sources');
  await writeFile(
    path.join(sources, providers),
    directoryText(providers).replaceAll('https://', 'https://www.'),
  );
  const second = await buildFolder(sources, build, new Date(builtAt.getTime() + 3_600_000));
  return { build, ids: [manifest, second.manifest].map((each) => each?.id ?? '') };
}
