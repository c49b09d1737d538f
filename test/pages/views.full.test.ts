/** Views of a list in a real browser: results while one types, history, back and forward, ready sets, other networks, errors. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { assertShowsAddress } from './support/page-state.ts';
import {
  boxOf,
  choose,
  desktop,
  facetOf,
  makeReader,
  phone,
  readChips,
  readCounts,
  readProviders,
  readTray,
} from './support/reader.ts';

const apis = '/networks/ethereum/toolbox/apis';
const wallets = '/networks/ethereum/toolbox/wallets';
/** A directory page that loads fast. */
const few = `${apis}?pageSize=3`;

describe('views', { skip: withoutBrowser }, () => {
  const { service } = useService();
  const visit = useBrowser();
  const at = (path: string) => `${service().url}${path}`;
  const fieldOf = (page: Page) => page.locator('main [data-instant] [type=search]');
  const isAt = (q: string | null) => (url: URL) => url.searchParams.get('q') === q;
  const entries = async (page: Page) => Number(await page.evaluate('history.length'));
  const planTypes = async (page: Page) =>
    (await page
      .locator('input[name="f.planType"]:checked')
      .evaluateAll((all) => all.map((box) => box.getAttribute('value')))) as string[];
  async function atSearch(page: Page, q: string): Promise<void> {
    await page.waitForURL(isAt(q));
    await page.getByRole('heading', { name: `“${q}”`, exact: true }).waitFor();
  }

  it('of a search are those of the address while one types, with one entry of the history for all letters', async () => {
    await visit({}, async (page) => {
      await page.goto(at('/search?q=alchemy'));
      await fieldOf(page).fill('archive rpc');
      await atSearch(page, 'archive rpc');
      await page.keyboard.press('End');
      await page.keyboard.type(' on ethereum');
      await atSearch(page, 'archive rpc on ethereum');
      assert.equal(await page.locator('#answer').textContent(), 'RPC Archive APIs on Ethereum');
      assert.equal(await page.evaluate(`document.activeElement.matches('[data-instant] [type=search]')`), true);
      const counts = await page.locator('.answer .muted').first().textContent();
      assert.equal(await page.locator('[data-instant] [role=status]').textContent(), counts);
      await assertShowsAddress(page, 'typed');
      await page.goBack();
      await atSearch(page, 'alchemy');
      assert.equal(await fieldOf(page).inputValue(), 'alchemy');
      await assertShowsAddress(page, 'back');
      await page.goForward();
      await atSearch(page, 'archive rpc on ethereum');
      await assertShowsAddress(page, 'forward');
    });
  });

  it('of providers are those with the text, and all of them without it', async () => {
    await visit({}, async (page) => {
      await page.goto(at('/networks/ethereum/providers'));
      const cards = page.locator('main .card');
      const all = await cards.count();
      await fieldOf(page).fill('alchemy');
      await page.waitForURL(isAt('alchemy'));
      await page.getByRole('link', { name: 'Show all', exact: true }).waitFor();
      assert.equal(await cards.count(), 1);
      await assertShowsAddress(page, 'providers');
      await fieldOf(page).fill('');
      await page.waitForURL(isAt(null));
      await cards.nth(1).waitFor();
      assert.equal(await cards.count(), all);
    });
  });

  it('of a search stay as they are if the server cannot be reached, and Enter loads the page', async () => {
    await visit({}, async (page) => {
      await page.goto(at('/search?q=alchemy'));
      await page.route('**/search?q=wallet', (route) => route.abort());
      const failed = page.waitForEvent('requestfailed');
      await fieldOf(page).fill('wallet');
      await failed;
      assert.equal(await page.locator('h1').textContent(), '“alchemy”');
      await page.unroute('**/search?q=wallet');
      await page.keyboard.press('Enter');
      await page.waitForURL(/q=wallet$/);
      await assertShowsAddress(page, 'Enter');
    });
  });

  it('of a list are asked for once if one types and presses Enter', async () => {
    await visit({}, async (page) => {
      await page.clock.install();
      await page.goto(at(few));
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).search));
      await page.locator('#search').focus();
      await page.keyboard.type('tatum');
      await makeReader(page).change(() => page.keyboard.press('Enter'));
      await page.clock.runFor(1000);
      assert.equal(asked.filter((query) => query.includes('search=')).length, 1, asked.join());
    });
  });

  it('are one entry of the history for an action on a phone, and none for a panel', async () => {
    await visit(phone, async (page) => {
      const reader = makeReader(page);
      await page.goto(at(few));
      const first = await entries(page);
      const open = page.getByRole('link', { name: /^Filters/ });
      await open.tap();
      await page.getByRole('link', { name: 'Close' }).tap();
      await open.tap();
      await choose(reader, 'Plan type', 'Dedicated');
      await choose(reader, 'API type', 'RPC');
      await page.getByRole('button', { name: 'Show results' }).tap();
      assert.ok(!(await page.locator('#filters').isVisible()));
      for (let times = 0; times < 2; times++) await page.getByText('Columns and sort', { exact: true }).tap();
      assert.equal(await entries(page), first + 2);
      assert.equal(new URL(page.url()).hash, '');
      for (const expected of [['Dedicated'], []]) {
        await reader.change(() => page.goBack());
        assert.deepEqual(await planTypes(page), expected);
        assert.deepEqual(new URL(page.url()).searchParams.getAll('f.planType'), expected);
      }
    });
  });

  it('are those of the address when Back leads to an address with a fragment', async () => {
    await visit({}, async (page) => {
      const reader = makeReader(page);
      await page.goto(at(`${few}#results`));
      await choose(reader, 'Plan type', 'Dedicated');
      await reader.change(() => page.goBack());
      assert.equal(new URL(page.url()).hash, '#results');
      await page.locator('.chip-off').waitFor({ state: 'detached' });
      assert.deepEqual(await planTypes(page), []);
    });
  });

  it('are one entry for a word that is typed with pauses, and one for a picked offer', async () => {
    await visit({}, async (page) => {
      const { change } = makeReader(page);
      await page.goto(at(wallets));
      const first = await entries(page);
      await page.locator('#search').focus();
      await change(() => page.keyboard.type('co'));
      await change(() => page.keyboard.type('in'));
      assert.equal(await entries(page), first + 1);
      await page.locator('.pick input').first().check();
      assert.equal(await entries(page), first + 2);
      assert.match(page.url(), /compare=/);
      await change(() => page.goBack());
      await page.locator('.pick input:checked').waitFor({ state: 'detached' });
    });
  });

  it('stay when a filter cannot be loaded, and say so', async () => {
    await visit({}, async (page) => {
      await page.goto(at(few));
      const [address, shown] = [page.url(), await readProviders(page)];
      await page.context().setOffline(true);
      const box = facetOf(page, 'Plan type').getByRole('checkbox', { name: /^Free/ });
      await box.click();
      const note = page.getByRole('alert');
      await note.getByText('could not be loaded').waitFor();
      assert.equal(page.url(), address);
      assert.deepEqual(await readProviders(page), shown);
      assert.ok(!(await box.isChecked()));
      await page.context().setOffline(false);
      await makeReader(page).change(() => note.getByRole('link', { name: 'Try again' }).click());
      assert.deepEqual(await readChips(page), ['Plan type Free']);
      assert.ok(!(await note.isVisible()));
    });
  });

  it('keep a filter under the pointer while the panel around it changes', async () => {
    await visit({}, async (page) => {
      await page.goto(at(few));
      const facet = facetOf(page, 'Technology');
      const summary = facet.locator('summary');
      await facet.scrollIntoViewIfNeeded();
      const closed = await boxOf(summary);
      await summary.click();
      assert.equal((await boxOf(summary)).y, closed.y);
      const box = facet.getByRole('checkbox').last();
      const name = await box.getAttribute('value');
      await box.scrollIntoViewIfNeeded();
      const { y } = await boxOf(box);
      await makeReader(page).change(() => box.check());
      const after = await boxOf(facet.locator(`input[value="${name}"]`));
      assert.ok(Math.abs(after.y - y) <= 2, `${y} -> ${after.y}`);
    });
  });

  it('are filtered by a value that is found in a long filter, with columns and page size', async () => {
    await visit({}, async (page) => {
      const reader = makeReader(page);
      await page.goto(at(`${apis}?f.trial=false`));
      const facet = facetOf(page, 'Provider');
      await facet.locator('summary').click();
      await facet.getByRole('searchbox').fill('tat');
      await facet.getByRole('checkbox', { name: /^Tatum/ }).waitFor();
      assert.equal(await facet.getByRole('checkbox').count(), 1);
      await choose(reader, 'Provider', 'Tatum');
      assert.deepEqual(await readProviders(page), ['Tatum']);
      await page.getByText('Columns and sort', { exact: true }).click();
      await page.getByRole('checkbox', { name: 'Uptime SLA' }).check();
      await page.getByRole('checkbox', { name: 'Trial' }).uncheck();
      await page.getByRole('combobox', { name: 'Providers per page' }).selectOption('10');
      await reader.change(() => page.getByRole('button', { name: 'Apply', exact: true }).click());
      const heads = (await page.locator('.offers thead th').allTextContents()).join();
      assert.ok(heads.includes('Uptime SLA') && !heads.includes('Trial'), heads);
      assert.deepEqual(await readChips(page), ['Provider Tatum', 'Trial No']);
    });
  });

  it('are filtered by dragging over a plot of prices, whose dots lead to offers', async () => {
    await visit({}, async (page) => {
      await page.goto(at(`${apis}?chart=prices`));
      const plot = page.locator('svg[data-range="f.accessPrice"]').first();
      await plot.scrollIntoViewIfNeeded();
      const box = await boxOf(plot);
      const least = Number(await plot.getAttribute('data-least'));
      await makeReader(page).change(async () => {
        await page.mouse.move(box.x + 0.05 * box.width, box.y + 8);
        await page.mouse.down();
        await page.mouse.move(box.x + 0.5 * box.width, box.y + 8);
        await page.mouse.up();
      });
      const asked = new URL(page.url()).searchParams;
      assert.equal(asked.get('f.accessPrice.min'), null);
      assert.ok(Number(asked.get('f.accessPrice.max')) > least, page.url());
      await page.locator('.plot circle').last().click();
      await page.waitForURL(/\/compare\?/);
    });
  });

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'with' : 'without';

    it(`of ready sets stand above the list, open and are marked, ${how} script`, async () => {
      await visit({ ...desktop, javaScriptEnabled }, async (page) => {
        await page.goto(at(`${apis}?compare=alchemy-mainnet-free-full-archive`));
        const sets = page.getByRole('list', { name: 'Ready sets' });
        assert.ok((await boxOf(sets)).y < (await boxOf(page.locator('.offers'))).y);
        await sets.getByRole('link', { name: 'Archive under $50' }).click();
        await page.waitForURL(/f\.historicalData=Archive/);
        await page.locator('.sets [aria-current]', { hasText: 'Archive under $50' }).waitFor();
        assert.match(await page.title(), /^Archive APIs on Ethereum under \$50/);
        assert.deepEqual(await readTray(page), ['Alchemy Free']);
        await page.goBack();
        await page.locator('.sets [aria-current]').waitFor({ state: 'detached' });
      });
    });

    it(`on another network keep category, filters and sorting, ${how} script`, async () => {
      await visit({ ...desktop, javaScriptEnabled }, async (page) => {
        const reader = makeReader(page, javaScriptEnabled);
        await page.goto(at(`${apis}?sort=accessPrice&page=2`));
        await choose(reader, 'Plan type', 'Free');
        await reader.apply();
        await page.getByText('Other networks').click();
        await page.locator('.networks a', { hasText: 'Solana' }).click();
        await page.waitForURL(/networks\/solana\/toolbox\/apis/);
        const { searchParams } = new URL(page.url());
        assert.deepEqual([...searchParams].map(String).toSorted(), ['f.planType,Free', 'sort,accessPrice']);
        assert.deepEqual(await readChips(page), ['Plan type Free']);
        assert.match(await readCounts(page), /^\d+ providers, \d+ offers/);
      });
    });

    it(`without results keep the filters, ${how} script`, async () => {
      await visit({ javaScriptEnabled }, async (page) => {
        const reader = makeReader(page, javaScriptEnabled);
        await page.goto(at(`${apis}?search=qwertyuiop`));
        await choose(reader, 'Plan type', 'Free');
        await reader.apply();
        assert.deepEqual(await readChips(page), ['Search qwertyuiop', 'Plan type Free']);
        await page.getByRole('link', { name: 'Remove the search' }).click();
        await page.waitForURL((url) => !url.searchParams.has('search'));
        await page.locator('tr.offer').first().waitFor();
      });
    });
  }
});
