/**
 * Every surface states the figures of the manifest: text files, pages, OpenAPI documents,
 * categories.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CategoryMetrics, NetworkMetrics } from '../../../service/snapshot/metrics.ts';
import { countMetrics } from '../../support/count-metrics.ts';
import { directory } from '../../support/directory.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { readCategories, readRows } from '../../support/service-answers.ts';
import { categoriesOf, rowsOf } from '../../support/service-paths.ts';

const networks = ['aria', 'base', 'bora', 'cela', 'ethereum', 'nemo', 'solana'];

/** With commas, as people read them. */
function shown(count: number): string {
  return count.toLocaleString('en-US');
}

function counted(count: number, noun: string): string {
  return `${shown(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `1 listing from 1 provider`; `none yet` for a category without rows. */
function described({
  count,
  providersCount,
}: Pick<CategoryMetrics, 'count' | 'providersCount'>): string {
  if (count === 0) return 'none yet';
  return `${counted(count, 'listing')} from ${counted(providersCount, 'provider')}`;
}

/** service.md: `1,499` is shown as `1,490+`, down to the ten below, from 100 up. */
function rounded(count: number): string {
  return count < 100 ? String(count) : `${shown(count - (count % 10))}+`;
}

describe('the figures', () => {
  const { get, built } = useDescribedService(directory);
  const manifest = () => built().manifest ?? assert.fail('a manifest');
  const metrics = () => countMetrics(built().checked);
  const site = () => metrics().site;
  const networkMetrics = (network: string): NetworkMetrics =>
    metrics().networks[network] ?? assert.fail(`metrics of ${network}`);
  const textAt = async (path: string) => {
    const answer = await get(path);
    assert.equal(answer.status, 200, path);
    return answer.text;
  };
  const day = () => manifest().generatedAt.slice(0, 10);
  const active = ({ categories }: { categories: readonly CategoryMetrics[] }) =>
    categories.filter(({ count }) => count > 0);

  it('stand in the heading of both text files', async () => {
    const { entries, providers } = site();
    const claim = `from ${shown(providers)} Web3 infrastructure providers, in ${shown(entries)} listings, in ${site().categories.length} categories on ${networks.length} networks, as of ${day()}. Last updated: ${manifest().generatedAt}.`;
    for (const path of ['/llms.txt', '/llms-full.txt']) {
      const [title = '', summary = ''] = (await textAt(path)).split('\n\n');
      assert.match(title, /^# /, path);
      const seen =
        summary.startsWith('> ') &&
        summary.includes(claim) &&
        /compares [\d,]+ offers from/.test(summary);
      assert.ok(seen, `${path}: ${summary}`);
    }
  });

  it('stand behind each category in both text files', async () => {
    const facts =
      /^- \[.+ \(`(\w+)`\)\]\(\S+\): (none yet|[\d,]+ listings? from [\d,]+ providers?)\./gm;
    for (const path of ['/llms.txt', '/llms-full.txt']) {
      const stated = Array.from((await textAt(path)).matchAll(facts), (found) => found.slice(1));
      const expected = site().categories.map((category) => [category.key, described(category)]);
      assert.deepEqual(stated, expected, path);
    }
  });

  it('stand in a block of the full text for each network and category', async () => {
    const full = await textAt('/llms-full.txt');
    const blocks = full.split(/^### /m).slice(1);
    assert.equal(blocks.length, networks.length);
    for (const network of networks) {
      const { entries, providers, activeCategories, categories } = networkMetrics(network);
      const block = blocks.find((text) => text.includes(`/networks/${network}/`)) ?? '';
      const inCategories = activeCategories === 1 ? '1 category' : `${activeCategories} categories`;
      const total = `${described({ count: entries, providersCount: providers })} in ${inCategories}.`;
      assert.ok(block.includes(total) && block.includes(`As of ${day()}, `), block.slice(0, 300));
      const links = /\/toolbox\/(\w+)\): ([\d,]+ listings? from [\d,]+ providers?) as of (\S+)$/gm;
      const told = Array.from(block.matchAll(links), (found) => found.slice(1));
      assert.deepEqual(
        told,
        active({ categories }).map((category) => [category.key, described(category), day()]),
      );
    }
  });

  for (const network of ['bora', 'base']) {
    it(`stand in the categories of ${network}, exact and rounded`, async () => {
      const metrics = networkMetrics(network);
      const { categories, metrics: stated } = readCategories(await get(categoriesOf(network)));
      const listed = categories.map(({ key, count, providersCount }) => ({
        key,
        count,
        providersCount,
      }));
      assert.deepEqual(listed, active(metrics));
      const both = (count: number) => ({ value: count, display: rounded(count) });
      assert.deepEqual(stated, {
        asOf: manifest().generatedAt,
        entries: both(metrics.entries),
        providers: both(metrics.providers),
        activeCategories: both(metrics.activeCategories),
        providerCategoryEntries: both(metrics.providerCategoryEntries),
        providersByCategory: Object.fromEntries(
          active(metrics).map(({ key, providersCount }) => [key, both(providersCount)]),
        ),
        apiEntriesByProvider: Object.fromEntries(
          Object.entries(metrics.apiEntriesByProvider).map(([provider, count]) => [
            provider,
            both(count),
          ]),
        ),
      });
    });

    it(`are those of the rows of ${network}`, async () => {
      for (const { key, count, providersCount } of networkMetrics(network).categories) {
        const { pagination } = readRows(await get(rowsOf(network, { category: key, pageSize: 1 })));
        assert.deepEqual(
          [pagination.totalOffers, pagination.totalProviders],
          [count, providersCount],
          key,
        );
      }
    });
  }
});

describe('the text files', () => {
  const { get } = useDescribedService(directory);
  const parts = {
    '/llms.txt': ['Key pages', 'Entity facts', 'Recommended crawl targets'],
    '/networks/ethereum/llms.txt': ['Categories', 'Pages', 'Machine-readable', 'Optional'],
    '/llms-full.txt': [
      'How to cite',
      'Product context',
      'Gateway context',
      'Categories',
      'Networks',
      'Recommended crawl targets',
    ],
  };

  for (const [path, headings] of Object.entries(parts)) {
    it(`${path} has the form of llmstxt.org and the parts of interface.md`, async () => {
      const [head = '', ...sections] = (await get(path)).text.split(/^## /m);
      const wanted = /^# [^\n]+\n\n> [^\n]+\n\n(?:Contains [^\n]+\n\n)?$/;
      assert.match(head, wanted, 'a title, a summary and perhaps the contents');
      const found = sections.map((section) => section.split('\n')[0]);
      const wrong = headings.filter((heading) => !found.includes(heading));
      assert.deepEqual(wrong, []);
      for (const link of sections.join('').match(/^- \[.*$/gm) ?? []) {
        assert.match(link, /^- \[[^\]]+\]\(http:\/\/[^\s)]+\): \S.+$/, 'a link with a sentence');
      }
    });
  }
});
