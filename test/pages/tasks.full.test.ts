/** Five tasks of readers, with the clicks that each takes: at most three, with script and without. */
import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { projectFolder } from '../support/paths.ts';
import { openBuilt, publishChanges } from '../support/published-changes.ts';
import { startService, type TestService, useService } from '../support/service-server.ts';
import { afterAll } from '../support/temporary-folder.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';

const maxClicks = 3;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

describe('a task of a reader', { skip: withoutBrowser }, () => {
  const { service } = useService(`${projectFolder}/sources`);
  const cleanUp = afterAll();
  const { visit } = useBrowser();
  let changed: TestService;

  before(async () => {
    changed = await startService({ snapshot: await openBuilt(await publishChanges(cleanUp)) });
    cleanUp.after(changed.close);
  });

  interface Task {
    readonly start: () => string;
    readonly window?: BrowserContextOptions;
    readonly work: (reader: Reader) => Promise<void>;
  }

  function test(name: string, { start, window = {}, work }: Task): void {
    for (const javaScriptEnabled of [true, false]) {
      it(`${name}, ${javaScriptEnabled ? 'with' : 'without'} script`, async (context) => {
        await visit({ ...window, javaScriptEnabled }, async (page) => {
          await page.goto(start());
          await work(new Reader(page, context));
        });
      });
    }
  }

  const home = () => `${service().url}/`;

  test('finds the cheapest paid archive RPC on Base', {
    start: home,
    work: async (reader) => {
      await reader.search('cheapest paid archive RPC on Base');
      const [first] = await reader.page.locator('.answer .lines p').allTextContents();
      assert.match(first ?? '', /\$/);
      await reader.click(reader.page.locator('.answer .lines a').first());
      assert.match(reader.page.url(), /\/networks\/base\/toolbox\/apis\?.*open=/);
      await reader.page.locator('#open + .fold').waitFor();
      reader.done();
    },
  });

  test('compares three MCP servers', {
    start: home,
    work: async (reader) => {
      await reader.search('etherscan vs moralis vs coinbase mcp');
      await reader.click(reader.page.locator('.answer').getByRole('link', { name: 'Compare' }));
      const providers = await reader.page.locator('.versus-name > div > span:first-of-type').allTextContents();
      assert.deepEqual([...new Set(providers)].toSorted(), ['Coinbase', 'Etherscan', 'Moralis']);
      reader.done();
    },
  });

  test('finds a Solana faucet on a phone', {
    start: home,
    window: phone,
    work: async (reader) => {
      await reader.search('solana faucet');
      await reader.click(reader.page.locator('.answer .lines a').first());
      const visit = reader.page.locator('#open .act a');
      assert.match((await visit.getAttribute('href')) ?? '', /^https:/);
      reader.done();
    },
  });

  test('decides on a profile that a search engine found', {
    start: () => `${service().url}/providers/alchemy`,
    work: async (reader) => {
      const text = (await reader.page.locator('main').textContent()) ?? '';
      assert.match(text, /\$0|free/);
      const main = reader.page.locator('.button.main').first();
      assert.match((await main.getAttribute('href')) ?? '', /^https:/);
      reader.clicks += 1;
      reader.done();
    },
  });

  test('sees which prices fell', {
    start: () => `${changed.url}/`,
    work: async (reader) => {
      await reader.click(reader.page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Changes' }));
      await reader.click(reader.page.getByRole('link', { name: /^Prices/ }));
      const prices = await reader.page.locator('.news-list > li:has(.price-down)').allTextContents();
      assert.ok(prices.length > 0 && prices.every((line) => /lowered/.test(line)), prices.join());
      reader.done();
    },
  });
});

/** Counts clicks and seconds. Enter after typing counts as a click. */
class Reader {
  readonly page: Page;
  readonly #context: TestContext;
  readonly #started = performance.now();
  clicks = 0;

  constructor(page: Page, context: TestContext) {
    this.page = page;
    this.#context = context;
  }

  async search(words: string): Promise<void> {
    const field = this.page.locator('main [type=search]').first();
    await field.fill(words);
    this.clicks += 1;
    await Promise.all([this.page.waitForURL(/\/search\?/), field.press('Enter')]);
  }

  async click(target: Locator): Promise<void> {
    const from = this.page.url();
    this.clicks += 1;
    await target.click();
    await this.page.waitForURL((url) => url.href !== from);
  }

  done(): void {
    const seconds = ((performance.now() - this.#started) / 1000).toFixed(1);
    this.#context.diagnostic(`${this.clicks} clicks, ${seconds} s`);
    assert.ok(this.clicks <= maxClicks, `${this.clicks} clicks`);
  }
}
