/** The table and the comparison on the corpus: 719 listings of APIs on Ethereum, with texts of all lengths. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { corpusFolder, corpusMissing } from '../support/paths.ts';
import { readPdf } from '../support/pdf.ts';
import { useService } from '../support/service-server.ts';
import { assertNoViolation } from './support/axe.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { brokenWords, countWhole } from './support/layout.ts';
import { assertNoSidewaysScroll } from './support/reader.ts';

const ethereum = '/networks/ethereum';

/** One of 100 providers has a longer word in its name. */
function isUsual(word: string): boolean {
  return word.length < 14;
}

interface Scrolling {
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly textContent: string;
}

describe('on the corpus', { skip: withoutBrowser || corpusMissing }, () => {
  const { service, get } = useService(corpusFolder);
  const { visit } = useBrowser();
  const at = (path: string) => `${service().url}${ethereum}${path}`;

  for (const [category, width, height, least] of [
    ['apis', 1440, 900, 12],
    ['wallets', 1440, 900, 14],
    ['apis', 360, 800, 4],
    ['wallets', 360, 800, 4],
  ] as const) {
    it(`shows at least ${least} offers of ${category} at ${width} x ${height}`, async () => {
      await visit({ viewport: { width, height } }, async (page) => {
        await page.goto(at(`/toolbox/${category}`));
        const visible = await countWhole(page.locator('tr.offer'), height);
        assert.ok(visible >= least, `${visible} offers`);
        await assertNoSidewaysScroll(page);
      });
    });
  }

  for (const width of [1280, 1440]) {
    it(`breaks no usual word of a heading, a plan type or the name of a provider at ${width}`, async () => {
      const categories = ['apis', 'wallets', 'mcpservers', 'oracles'];
      await visit({ viewport: { width, height: 900 } }, async (page) => {
        for (const category of categories) {
          await page.goto(at(`/toolbox/${category}`));
          const broken = await brokenWords(page, '.offers thead th, .offers .tag, .offers .name');
          assert.deepEqual(broken.filter(isUsual), [], category);
        }
      });
    });
  }

  it('breaks no word of a table at 1024', async () => {
    const categories = ['apis', 'storages', 'services', 'explorers'];
    await visit({ viewport: { width: 1024, height: 800 } }, async (page) => {
      for (const category of categories) {
        await page.goto(at(`/toolbox/${category}?pageSize=100`));
        assert.deepEqual(await brokenWords(page, '.offers th, .offers td'), [], category);
        const prices = page.locator('.offers td.price');
        const cut = await prices.evaluateAll((cells: readonly Scrolling[]) =>
          cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
        );
        assert.deepEqual(cut, [], category);
      }
    });
  });

  it('has targets of at least 24 px on a phone', async () => {
    await visit({ viewport: { width: 390, height: 844 } }, async (page) => {
      await page.goto(at('/toolbox/apis'));
      assert.ok((await page.locator('.alone a').count()) > 0);
      await assertNoViolation(page, 'on a phone', ['target-size']);
    });
  });

  it('lists no difference between $0 and $0/1M requests', async () => {
    await visit({}, async (page) => {
      const slugs = ['1rpc-hoodi-public-recent-state', 'allthatnode-mainnet-free-recent-state'];
      await page.goto(at(`/compare?category=apis&${slugs.map((slug) => `offer=${slug}`).join('&')}`));
      const prices = page.locator('tr', { has: page.locator('th', { hasText: 'Query price' }) }).locator('td');
      assert.deepEqual((await prices.allTextContents()).map((text) => text.trim()).toSorted(), ['$0', '$0/1M request']);
      const shared = page.locator('tbody', { has: page.getByText('Identical values') });
      assert.equal(await shared.locator('th', { hasText: 'Query price' }).count(), 1);
    });
  });

  for (const category of ['apis', 'mcpservers']) {
    it(`prints six ${category} on landscape pages of A4, with all columns`, async () => {
      const { text } = await get(`${ethereum}/api/infrastructure-providers/rows?category=${category}&pageSize=6`);
      const { rows } = JSON.parse(text).result as { rows: { slug: string; provider: string }[] };
      const six = [...new Map(rows.map((row) => [row.provider, row.slug])).values()].slice(0, 6);
      await visit({}, async (page) => {
        await page.goto(at(`/compare?category=${category}&${six.map((slug) => `offer=${slug}`).join('&')}`));
        const names = await page.locator('.versus-name > div > span:first-of-type').allTextContents();
        const facts = await page.locator('.versus th[scope=row]').allTextContents();
        const pages = await readPdf(await page.pdf({ preferCSSPageSize: true }));
        const squeeze = (words: string) => words.replace(/\s+/g, '');
        const printed = squeeze(pages.map((each) => each.text).join(''));
        assert.equal(names.length, 6);
        for (const name of names) assert.ok(squeeze(pages[0]?.text ?? '').includes(squeeze(name)), name);
        for (const fact of facts) assert.ok(printed.includes(squeeze(fact)), fact);
        assert.ok(pages.every(({ width }) => Math.round(width) === 842));
        assert.ok(pages.length <= 3, `${pages.length} pages`);
      });
    });
  }
});
