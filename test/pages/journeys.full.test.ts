/**
 * What readers come for, with script and without: at most three clicks to what they want to know.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe } from 'node:test';
import { askParquet } from '../support/parquet-answers.ts';
import { openBuilt, publishChanges } from '../support/published-changes.ts';
import { startService, type TestService, useService } from '../support/service-server.ts';
import { afterAll } from '../support/temporary-folder.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { desktop, phone, type Reader } from './support/reader.ts';

describe('a reader', { skip: withoutBrowser }, () => {
  const used = useService();
  const cleanUp = afterAll();
  const { test, testBoth, visit } = useBrowser(used);
  const background = 'getComputedStyle(document.body).backgroundColor';
  const search = async ({ page, change }: Reader, words: string) => {
    const field = page.locator('main [type=search]').first();
    await field.fill(words);
    await change(() => field.press('Enter'));
  };

  testBoth('finds the cheapest paid archive RPC on Base', '/', async (reader) => {
    const { page, change, script } = reader;
    await search(reader, 'cheapest paid archive RPC on Base');
    assert.match((await page.locator('.answer .offer').first().textContent()) ?? '', /\$/);
    const details = page.locator('.answer').getByRole('button', { name: 'Details' }).first();
    if (script) await details.click();
    else await change(() => details.click());
    assert.match(
      page.url(),
      script ? /\/search\?.*open=/ : /\/networks\/base\/toolbox\/apis\?.*open=/,
    );
    await page.locator('.offer + .fold').waitFor();
  });

  testBoth('compares three MCP servers', '/', async (reader) => {
    const { page, change } = reader;
    await search(reader, 'etherscan vs moralis vs coinbase mcp');
    await change(() =>
      page
        .locator('.answer')
        .getByRole('link', { name: /^Compare \S+, / })
        .click(),
    );
    const providers = await page
      .locator('.versus-name > div > span:first-of-type')
      .allTextContents();
    assert.deepEqual([...new Set(providers)].toSorted(), ['Coinbase', 'Etherscan', 'Moralis']);
  });

  test(
    'shows an answer on another site, which asks for nothing else',
    '/search?q=cheapest+paid+archive+RPC+on+Base',
    async ({ page }) => {
      await page.getByText('Show this answer on another site').click();
      const [frame = '', picture = ''] = await page
        .locator('.answer .queries pre')
        .allTextContents();
      const [, back = ''] = /\]\(([^()]*)\)$/.exec(picture) ?? [];
      assert.equal(back, page.url());
      let body = `<title>Another site</title>${frame}`;
      const other = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1');
      await once(other, 'listening');
      cleanUp.after(async () => void other.close());
      const elsewhere = `http://elsewhere.localhost:${(other.address() as AddressInfo).port}/`;
      await page.goto(elsewhere);
      const card = page.frameLocator('iframe').getByRole('link');
      await card.waitFor();
      assert.equal(await card.getAttribute('href'), back);
      assert.match(await card.innerText(), /Archive RPC APIs on Base.*\n\$\d/);
      const [box, room] = [await card.boundingBox(), await page.locator('iframe').boundingBox()];
      assert.ok((box?.height ?? 999) <= (room?.height ?? 0), 'the card fits into its frame');
      const [, svg = ''] = /\]\(([^()]*)\)\]/.exec(picture) ?? [];
      body = `<title>Another site</title><img alt="" src="${svg}">`;
      await page.goto(elsewhere);
      await page.waitForFunction('document.images[0].naturalWidth === 560');
    },
  );

  test(
    'asks the files with SQL, and shares the query',
    ['/data/sql', desktop],
    async ({ page }) => {
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(new URL(page.url()).origin)) foreign.push(request.url());
      });
      const sql = "SELECT count(DISTINCT provider) AS n FROM offers WHERE category = 'wallets'";
      const answer = async () =>
        (await page.locator('[data-answer] td').first().textContent()) ?? '';
      await page.getByLabel('Query').fill(sql);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      const [{ n } = {}] = await askParquet(used.built(), sql.replace('offers', 'listed'));
      assert.equal(await answer(), String(n));
      await page.reload();
      assert.equal(await page.getByLabel('Query').inputValue(), sql, 'the address has the query');
      assert.match((await page.locator('[data-status]').textContent()) ?? '', /Press Run/);
      assert.ok(await page.locator('[data-answer]').isHidden(), 'nothing runs by itself');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      assert.equal(await answer(), String(n));
      await page
        .getByLabel('Query')
        .fill(`SELECT '=1+1' AS "@a", -2 AS b, 'x,"y' AS c, ';-3' AS d`);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.locator('[data-answer] td', { hasText: '=1+1' }).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download CSV' }).click(),
      ]);
      const file = await readFile(await download.path(), 'utf8');
      assert.equal(file, `'@a,b,c,d\n'=1+1,-2,"x,""y",';'-3\n`);
      assert.deepEqual(foreign, []);
      const run = page.getByRole('button', { name: 'Run', exact: true });
      await run.hover();
      const [ground, field] = (await page.evaluate(
        `['button[type=submit].button', 'textarea'].map((each) => getComputedStyle(document.querySelector(each)).backgroundColor)`,
      )) as string[];
      assert.equal(ground, field, 'a button under the pointer has the ground of a field');
      await page.setViewportSize({ width: 360, height: 800 });
      await page.getByLabel('Query').fill('SELECT network, category, provider FROM offers LIMIT 1');
      await run.click();
      const heads = page.locator('[data-answer] th:visible');
      await heads.filter({ hasText: 'provider' }).waitFor();
      assert.deepEqual(await heads.allTextContents(), ['network', 'category', 'provider']);
    },
  );

  const profile = '/networks/ethereum/providers/alchemy';
  testBoth(
    'decides on a profile that a search engine found, or goes on to its category',
    profile,
    async (reader) => {
      const { page, change, facet, providers } = reader;
      assert.match((await page.locator('main').textContent()) ?? '', /\$0|free/);
      assert.match(
        (await page.locator('.button.main').first().getAttribute('href')) ?? '',
        /^https:/,
      );
      await change(() => page.getByRole('link', { name: /^Filter and compare APIs/ }).click());
      const box = facet('Provider').getByRole('checkbox', { name: /^Alchemy/ });
      assert.ok((await box.isChecked()) && (await box.isVisible()));
      assert.deepEqual(await providers(), ['Alchemy']);
    },
  );

  testBoth('finds archive access with a trial, and shares the link', '/', async (reader) => {
    const { page, script, change, choose, apply, counts, chips } = reader;
    await page
      .locator('main a', { hasText: /^\s*Ethereum/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 3 }).getByRole('link', { name: 'APIs' }).click();
    assert.equal(await counts(), '28 providers, 62 offers');
    await choose('Historical data', 'Archive');
    const yes = page
      .getByRole('group', { name: 'Trial', exact: true })
      .getByRole('radio', { name: 'Yes' });
    await (script ? change(() => yes.check()) : yes.check());
    await apply();
    const found = [await counts(), ...(await chips())];
    assert.deepEqual(found, ['1 provider, 1 offer', 'Historical data Archive', 'Trial Yes']);
    await visit({ javaScriptEnabled: script }, async (other) => {
      await other.goto(page.url());
      assert.equal(await other.locator('.counts strong').textContent(), found[0]);
    });
  });

  test('has the theme that they chose before the first paint', '/about', async ({ page }) => {
    await page.getByRole('button', { name: 'Dark theme' }).click();
    const dark = await page.evaluate(background);
    await page.addInitScript(`
      window.painted = new Promise((resolve) => {
        new PerformanceObserver((list) => {
          for (const { name } of list.getEntries()) if (name === 'first-paint') resolve(${background});
        }).observe({ type: 'paint', buffered: true });
      });
    `);
    await page.goto(new URL('/data', page.url()).href);
    assert.equal(await page.evaluate('window.painted'), dark);
    assert.equal(
      await page.getByRole('button', { name: 'Dark theme' }).getAttribute('aria-pressed'),
      'true',
    );
    await page.getByRole('heading', { name: /^Data dictionary/ }).click();
    await page.getByPlaceholder('Filter').fill('accessPrice');
    assert.equal(await page.locator('#columns > li:visible').count(), 1);
  });
});

describe('a reader of changes', { skip: withoutBrowser }, () => {
  const cleanUp = afterAll();
  let changed: TestService;
  before(async () => {
    changed = await startService({ snapshot: await openBuilt(await publishChanges(cleanUp)) });
    cleanUp.after(changed.close);
  });
  const { test, testBoth } = useBrowser({ service: () => changed });

  testBoth('sees which prices fell', '/', async ({ page, change }) => {
    const site = page.getByRole('navigation', { name: 'Site' });
    await change(() => site.getByRole('link', { name: 'Changes' }).click());
    await change(() => page.getByRole('link', { name: /^Prices/ }).click());
    const prices = await page.locator('.news-list > li:has(.price-down)').allTextContents();
    assert.ok(prices.length > 0 && prices.every((line) => /lowered/.test(line)), prices.join());
  });

  testBoth('filters by what the form says', ['/changes', phone], async ({ page, change }) => {
    const news = page.locator('.news-list > li');
    const apply = () =>
      change(() => page.getByRole('button', { name: 'Apply', exact: true }).click());
    assert.equal(await news.count(), 5);
    await change(() => page.getByRole('link', { name: /^Removed offers/ }).click());
    await page.getByLabel('Category').selectOption('wallets');
    await apply();
    assert.match(page.url(), /fact=removed.*category=wallets|category=wallets.*fact=removed/);
    assert.deepEqual(await news.locator('p').allTextContents(), [
      'zephyr Wallet was removed from Wallets on Aria',
    ]);
    await change(() => page.getByRole('link', { name: 'Show all changes' }).click());
    await page.getByLabel('Offered for').selectOption({ label: 'Single networks' });
    await apply();
    assert.equal(await page.getByLabel('Offered for').inputValue(), 'network');
    assert.ok((await news.count()) > 0 && (await news.count()) < 5);
  });

  test(
    'sees the past of an offer, which is loaded once',
    ['/networks/aria/toolbox/apis', desktop],
    async ({ page }) => {
      const button = page.locator('button[value="beacon-free-mainnet"]');
      const past = page.locator('tr.fold .past', { hasText: 'History' });
      assert.equal(await page.locator('.past').count(), 0);
      await button.click();
      await past.waitFor();
      const text = (await past.textContent()) ?? '';
      assert.match(text, /History.*Access price: \$2\/mo → \$1\/mo.*Listed before 3 January 2026/s);
      for (const count of [0, 1]) {
        await button.click();
        assert.equal(await past.count(), count);
      }
    },
  );
});
