/** What readers come for, with script and without: at most three clicks to what they want to know. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openBuilt, publishChanges } from '../support/published-changes.ts';
import { startService, type TestService, useService } from '../support/service-server.ts';
import { afterAll } from '../support/temporary-folder.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import {
  assertNoSidewaysScroll,
  choose,
  desktop,
  facetOf,
  limit,
  makeReader,
  phone,
  readChips,
  readCounts,
  readProviders,
} from './support/reader.ts';

const apis = '/networks/ethereum/toolbox/apis';

describe('a reader', { skip: withoutBrowser }, () => {
  const { service } = useService();
  const visit = useBrowser();
  const at = (path: string) => `${service().url}${path}`;
  const cleanUp = afterAll();
  let changed: TestService;

  before(async () => {
    changed = await startService({ snapshot: await openBuilt(await publishChanges(cleanUp)) });
    cleanUp.after(changed.close);
  });

  function test(
    name: string,
    window: BrowserContextOptions,
    work: (task: Task, script: boolean) => Promise<void>,
  ): void {
    for (const javaScriptEnabled of [true, false])
      it(`${name}, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
        await visit({ ...window, javaScriptEnabled }, (page) => work(new Task(page), javaScriptEnabled));
      });
  }

  test('finds the cheapest paid archive RPC on Base', {}, async (task) => {
    const { page } = task;
    await page.goto(at('/'));
    await task.search('cheapest paid archive RPC on Base');
    assert.match((await page.locator('.answer .lines p').first().textContent()) ?? '', /\$/);
    await task.click(page.locator('.answer .lines a').first());
    assert.match(page.url(), /\/networks\/base\/toolbox\/apis\?.*open=/);
    await page.locator('#open + .fold').waitFor();
  });

  test('compares three MCP servers', {}, async (task) => {
    const { page } = task;
    await page.goto(at('/'));
    await task.search('etherscan vs moralis vs coinbase mcp');
    await task.click(page.locator('.answer').getByRole('link', { name: 'Compare' }));
    const providers = await page.locator('.versus-name > div > span:first-of-type').allTextContents();
    assert.deepEqual([...new Set(providers)].toSorted(), ['Coinbase', 'Etherscan', 'Moralis']);
  });

  test('finds a Solana faucet on a phone', phone, async (task) => {
    const { page } = task;
    await page.goto(at('/'));
    await task.search('solana faucet');
    await task.click(page.locator('.answer .lines a').first());
    assert.match((await page.locator('#open .act a').getAttribute('href')) ?? '', /^https:/);
  });

  test('decides on a profile that a search engine found, and goes on to the category', {}, async (task) => {
    const { page } = task;
    await page.goto(at('/networks/ethereum/providers/alchemy'));
    assert.match((await page.locator('main').textContent()) ?? '', /\$0|free/);
    assert.match((await page.locator('.button.main').first().getAttribute('href')) ?? '', /^https:/);
    await task.click(page.getByRole('link', { name: /^Filter and compare APIs/ }));
    const box = facetOf(page, 'Provider').getByRole('checkbox', { name: /^Alchemy/ });
    assert.ok((await box.isChecked()) && (await box.isVisible()));
    assert.deepEqual(await readProviders(page), ['Alchemy']);
  });

  test('sees which prices fell', {}, async (task) => {
    const { page } = task;
    await page.goto(`${changed.url}/`);
    await task.click(page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Changes' }));
    await task.click(page.getByRole('link', { name: /^Prices/ }));
    const prices = await page.locator('.news-list > li:has(.price-down)').allTextContents();
    assert.ok(prices.length > 0 && prices.every((line) => /lowered/.test(line)), prices.join());
  });

  test('finds archive access under $100 a month, and shares the link', {}, async ({ page }, script) => {
    const reader = makeReader(page, script);
    await page.goto(at('/'));
    await page
      .getByRole('link', { name: /^Ethereum/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 3 }).getByRole('link', { name: 'APIs' }).click();
    assert.equal(await readCounts(page), '28 providers, 62 offers');
    await choose(reader, 'Historical data', 'Archive');
    await limit(reader, 'Access price', '100');
    const yes = page.getByRole('group', { name: 'Trial', exact: true }).getByRole('radio', { name: 'Yes' });
    await (script ? reader.change(() => yes.check()) : yes.check());
    await reader.apply();
    const found = [await readCounts(page), ...(await readChips(page))];
    assert.deepEqual(found, ['1 provider, 1 offer', 'Historical data Archive', 'Access price up to 100', 'Trial Yes']);
    assert.deepEqual(await readProviders(page), ['Covalent']);
    await visit({ javaScriptEnabled: script }, async (other) => {
      await other.goto(page.url());
      assert.deepEqual([await readCounts(other), ...(await readChips(other))], found);
    });
  });

  test('filters on a phone, and unfolds a row', phone, async ({ page }, script) => {
    await page.goto(at(apis));
    await assertNoSidewaysScroll(page);
    await page.getByRole('link', { name: /^Filters/ }).tap();
    await page.getByRole('heading', { name: 'Filters' }).waitFor();
    await choose(makeReader(page, script), 'Plan type', 'Dedicated');
    await page.getByRole('button', { name: 'Show results' }).tap();
    await page.locator('.chip-off', { hasText: 'Dedicated' }).waitFor();
    await page.locator('.offers').waitFor();
    assert.ok(!(await page.locator('#filters').isVisible()));
    await page.locator('.act button').first().tap();
    await page.locator('.facts').waitFor();
    await assertNoSidewaysScroll(page);
  });

  test('is told what to loosen on Solana, where nobody of the kind gives a trial', {}, async ({ page }, script) => {
    const { change } = makeReader(page, script);
    await page.goto(
      at('/networks/solana/toolbox/apis?f.historicalData=Archive&f.planType=Tiered&f.accessPrice.max=100&f.trial=true'),
    );
    assert.equal(await readCounts(page), '0 providers, 0 offers');
    await change(() => page.getByRole('link', { name: 'Remove Trial' }).click());
    assert.ok((await readProviders(page)).length > 0);
    await change(() => page.getByRole('link', { name: /Access price up to 100/ }).click());
    assert.deepEqual(await readChips(page), ['Plan type Tiered', 'Historical data Archive']);
  });

  test('filters changes by what the form says', phone, async ({ page }) => {
    const news = page.locator('.news-list > li');
    await page.goto(`${changed.url}/changes`);
    const all = await news.count();
    assert.equal(all, 5);
    await page.getByRole('link', { name: /^Removed offers/ }).click();
    await page.waitForURL(/fact=removed/);
    await page.getByLabel('Category').selectOption('wallets');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.waitForURL(/category=wallets/);
    assert.deepEqual(await news.locator('p').allTextContents(), ['zephyr Wallet was removed from Wallets on Aria']);
    await page.getByRole('link', { name: 'Show all changes' }).click();
    await page.waitForURL(`${changed.url}/changes`);
    await page.getByLabel('Offered for').selectOption({ label: 'Single networks' });
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.waitForURL(/scope=network/);
    assert.equal(await page.getByLabel('Offered for').inputValue(), 'network');
    assert.ok((await news.count()) > 0 && (await news.count()) < all);
  });

  it('sees the past of an offer when its details are opened, which are loaded once', async () => {
    await visit(desktop, async (page) => {
      await page.goto(`${changed.url}/networks/aria/toolbox/apis`);
      const button = page.locator('button[value="beacon-free-mainnet"]');
      const past = page.locator('tr.fold .past');
      assert.equal(await page.locator('.past').count(), 0);
      await button.click();
      await past.waitFor();
      const text = (await past.textContent()) ?? '';
      assert.match(text, /History.*Access price: \$2\/mo → \$1\/mo.*Listed before 3 January 2026/s);
      assert.match((await past.getByRole('img').getAttribute('aria-label')) ?? '', /then \$1\/month$/);
      for (const count of [0, 1]) {
        await button.click();
        assert.equal(await past.count(), count);
      }
    });
  });

  it('has the theme that they chose before the first paint, whatever the page', async () => {
    const background = 'getComputedStyle(document.body).backgroundColor';
    await visit({ colorScheme: 'light' }, async (page) => {
      await page.goto(at('/about'));
      await page.getByRole('button', { name: 'Dark theme' }).click();
      const dark = await page.evaluate(background);
      await page.addInitScript(`
        window.painted = new Promise((resolve) => {
          new PerformanceObserver((list) => {
            for (const { name } of list.getEntries()) if (name === 'first-paint') resolve(${background});
          }).observe({ type: 'paint', buffered: true });
        });
      `);
      await page.goto(at('/data'));
      assert.equal(await page.evaluate('window.painted'), dark);
      assert.equal(await page.getByRole('button', { name: 'Dark theme' }).getAttribute('aria-pressed'), 'true');
      await page.getByPlaceholder('Filter').fill('accessPrice');
      assert.equal(await page.locator('#columns > li:visible').count(), 1);
    });
  });
});

/** Fails after more than three clicks. Enter after typing counts as a click. */
class Task {
  readonly page: Page;
  #clicks = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async search(words: string): Promise<void> {
    const field = this.page.locator('main [type=search]').first();
    await field.fill(words);
    this.#count();
    await Promise.all([this.page.waitForURL(/\/search\?/), field.press('Enter')]);
  }

  async click(target: Locator): Promise<void> {
    const from = this.page.url();
    this.#count();
    await target.click();
    await this.page.waitForURL((url) => url.href !== from);
  }

  #count(): void {
    assert.ok(++this.#clicks <= 3, 'more than three clicks');
  }
}
