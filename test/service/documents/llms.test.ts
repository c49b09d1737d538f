/** llms-full.txt of a large directory, and llms.txt of a network. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { unnamedSite } from '../../../model/site.ts';
import { type LlmsInput, presentLlmsFull } from '../../../service/documents/llms.ts';
import { Templates } from '../../../service/pages/shared/templates.ts';
import { estimateTokens } from '../../../service/text/tokens.ts';
import { Urls } from '../../../service/urls.ts';
import { projectFolder } from '../../support/paths.ts';

const templates = await Templates.read(path.join(projectFolder, 'templates'));
const urls = new Urls({
  siteUrl: 'https://dir.test',
  networkUrlTemplate: 'https://dir.test/networks/{network}',
  onlyNetwork: null,
});
const keys = Array.from({ length: 14 }, (_, at) => `category${at}`);
const metrics = {
  entries: 28,
  providers: 2,
  activeCategories: keys.length,
  categories: keys.map((key) => ({ key, count: 2, providersCount: 1 })),
};

function inputOf(count: number): LlmsInput {
  const names = Array.from({ length: count }, (_, at) => `network${at}`);
  return {
    coverage: {
      networks: names.map((network) => ({ network, name: network, chains: ['mainnet'] })),
      offers: 2,
      entries: 28,
      providers: 2,
      categories: keys.map((key) => ({ key, label: key, count: 2, providersCount: 1 })),
    },
    catalog: { application: [] },
    manifest: {
      generatedAt: '2026-03-01T00:00:00.000Z',
      metrics: { networks: Object.fromEntries(names.map((name) => [name, metrics])) },
    },
    gateway: () => ({ summary: '', mcp: '', steps: [], networks: [] }),
    publisher: null,
    site: unnamedSite,
    hasGateway: true,
    urls,
    templates,
  } as unknown as LlmsInput;
}

describe('llms-full.txt', () => {
  it('has the facts of each category of each network while it is short', () => {
    const text = presentLlmsFull(inputOf(3));
    assert.equal(
      text.match(/\/toolbox\/category\d+\): 2 listings from 1 provider as of 2026-03-01$/gm)
        ?.length,
      42,
    );
  });

  it('links to the texts of the networks if it is longer than 20,000 tokens', () => {
    const text = presentLlmsFull(inputOf(150));
    assert.ok(estimateTokens(text) <= 20_000, String(estimateTokens(text)));
    const line =
      '- [network9](https://dir.test/networks/network9/llms.txt): As of 2026-03-01, network9 has 28 listings from 2 providers in 14 categories. Chains: mainnet.';
    assert.ok(text.includes(`\n${line}\n`), text.slice(-1000));
    assert.equal(text.match(/\/llms\.txt\): As of/g)?.length, 150);
    for (const part of [
      'How to cite',
      'Product context',
      'Gateway context',
      'Recommended crawl targets',
    ])
      assert.ok(text.includes(`\n## ${part}\n`), part);
  });
});
