/**
 * One client reads the large documents of all networks: what everybody reads stays in the response
 * cache.
 */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, describe, it } from 'node:test';
import { directory, toCsv } from '../../support/directory.ts';
import { asBrowser } from '../../support/service-get.ts';
import { toolboxOf } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';

const keys = Array.from({ length: 155 }, (_, at) => `net-${at}`);
const plan = {
  planType: 'Free',
  apiType: 'RPC',
  technology: 'EVM JSON-RPC',
  starred: false,
  trial: false,
};
const listing = toCsv([
  { ...plan, slug: 'beacon-other', provider: 'Beacon', chain: 'mainnet', planName: 'Free' },
]);
const tree = {
  ...directory,
  ...Object.fromEntries(keys.map((key) => [`listings/specific-networks/${key}/apis.csv`, listing])),
  'meta/networks.csv': `${directory['meta/networks.csv']}${keys.map((key) => `${key},${key},,https://docs.${key}.example/,,,,\n`).join('')}`,
};
const pages = ['/', '/providers', '/networks/aria/', ...keys.map((key) => toolboxOf(key, 'apis'))];
const documents = [
  '/openapi.json',
  '/llms.txt',
  '/assets/style.css',
  '/assets/icons.svg',
  ...['csv', 'ndjson', 'parquet'].map(
    (format) => `/api/infrastructure-providers/export?category=apis&format=${format}`,
  ),
];

describe('the response cache beside a client that reads all large documents', () => {
  const { get } = useService(tree, { LOG_LEVEL: 'silent' });
  const agent = new Agent({ keepAlive: true });
  after(() => agent.destroy());

  const ask = async (path: string, headers = {}) => {
    const { status } = await get(path, { headers: { ...asBrowser.headers, ...headers }, agent });
    assert.equal(status, 200, path);
  };
  const countHits = async () => {
    const { text } = await get('/metrics', { agent });
    return Number(/^directory_answer_cache_hits_total (\d+)$/m.exec(text)?.[1]);
  };

  it('still has the pages of everybody', async () => {
    const browser = { 'accept-encoding': 'gzip, br' };
    for (const page of pages) await ask(page, browser);
    const asked = keys.flatMap((key) => documents.map((document) => `/networks/${key}${document}`));
    for (const encoding of ['identity', 'gzip', 'br'])
      for (const path of asked) await ask(path, { 'accept-encoding': encoding });
    const before = await countHits();
    for (const page of pages) await ask(page, browser);
    assert.equal((await countHits()) - before, pages.length);
  });
});
