/**
 * Views of a list in a real browser: results while one types, history, back and forward, ready
 * sets, other networks, errors.
 */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { assertShowsAddress } from './support/page-state.ts';
import { boxOf, desktop, phone } from './support/reader.ts';

const apis = '/networks/ethereum/toolbox/apis';
const wallets = '/networks/ethereum/toolbox/wallets';
/** A directory page that loads fast. */
const few = `${apis}?pageSize=3`;

describe('views', { skip: withoutBrowser }, () => {
  const { test } = useBrowser(useService());
  const fieldOf = (page: Page) => page.locator('main [data-instant] [type=search]');
  const isAt = (q: string | null) => (url: URL) => url.searchParams.get('q') === q;
  const entries = async (page: Page) => Number(await page.evaluate('history.length'));
  const planTypes = async (page: Page) =>
    (await page
      .locator('input[name="f.planType"]:checked')
      .evaluateAll((all) => all.map((box) => box.getAttribute('value')))) as string[];
  async function atSearch(page: Page, q: string): Promise<void> {
    await page.waitForURL(isAt(q));
    await page.locator(`[data-instant] [type=search][value="${q}"]`).waitFor();
  }

  test(
    'of a search are one entry of the history for all letters',
    '/search?q=alchemy',
    async ({ page }) => {
      await fieldOf(page).fill('archive rpc');
      await atSearch(page, 'archive rpc');
      await page.keyboard.press('End');
      await page.keyboard.type(' on ethereum');
      await atSearch(page, 'archive rpc on ethereum');
      assert.equal(await page.locator('h1').textContent(), 'Archive RPC APIs on Ethereum');
      assert.equal(
        await page.evaluate(`document.activeElement.matches('[data-instant] [type=search]')`),
        true,
      );
      const counts = await page.locator('.answer .counts').first().textContent();
      assert.equal(await page.locator('[data-instant] [role=status]').textContent(), counts);
      await assertShowsAddress(page, 'typed');
      await page.goBack();
      await atSearch(page, 'alchemy');
      assert.equal(await fieldOf(page).inputValue(), 'alchemy');
      await assertShowsAddress(page, 'back');
      await page.goForward();
      await atSearch(page, 'archive rpc on ethereum');
      await assertShowsAddress(page, 'forward');
    },
  );

  test(
    'of a search stay if the server cannot be reached',
    '/search?q=alchemy',
    async ({ page }) => {
      await page.route('**/search?q=wallet', (route) => route.abort());
      const failed = page.waitForEvent('requestfailed');
      await fieldOf(page).fill('wallet');
      await failed;
      assert.equal(await page.locator('h1').textContent(), '“alchemy”');
      await page.unroute('**/search?q=wallet');
      await page.keyboard.press('Enter');
      await page.waitForURL(/q=wallet$/);
      await assertShowsAddress(page, 'Enter');
    },
  );

  test(
    'of a list are asked for once if one types and presses Enter',
    few,
    async ({ page, change }) => {
      await page.clock.install();
      await page.reload();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).search));
      await page.locator('#search').focus();
      await page.keyboard.type('tatum');
      await change(() => page.keyboard.press('Enter'));
      await page.clock.runFor(1000);
      assert.equal(asked.filter((query) => query.includes('search=')).length, 1, asked.join());
    },
  );

  test(
    'are one entry for an action on a phone, and none for a panel',
    [few, phone],
    async ({ page, change, choose }) => {
      const first = await entries(page);
      const open = page.getByRole('link', { name: /^Filters/ });
      await open.tap();
      await page.getByRole('link', { name: 'Close' }).tap();
      await open.tap();
      await choose('Plan type', 'Dedicated');
      await choose('API type', 'RPC');
      await page.getByRole('button', { name: /^Show \d*,?\d* ?results?$/ }).tap();
      assert.ok(!(await page.locator('#filters').isVisible()));
      for (let times = 0; times < 2; times++)
        await page.getByText('Columns and sort', { exact: true }).tap();
      assert.equal(await entries(page), first + 2);
      assert.equal(new URL(page.url()).hash, '');
      for (const expected of [['Dedicated'], []]) {
        await change(() => page.goBack());
        assert.deepEqual(await planTypes(page), expected);
        assert.deepEqual(new URL(page.url()).searchParams.getAll('f.planType'), expected);
      }
    },
  );

  test(
    'are those of an address with a fragment',
    `${few}#results`,
    async ({ page, change, choose }) => {
      await choose('Plan type', 'Dedicated');
      await change(() => page.goBack());
      assert.equal(new URL(page.url()).hash, '#results');
      await page.locator('.chip-off').waitFor({ state: 'detached' });
      assert.deepEqual(await planTypes(page), []);
    },
  );

  test('are one entry for a word with pauses', wallets, async ({ page, change }) => {
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

  test(
    'stay when a filter cannot be loaded, and say so',
    few,
    async ({ page, change, facet, providers, chips }) => {
      const [address, shown] = [page.url(), await providers()];
      await page.context().setOffline(true);
      const box = facet('Plan type').getByRole('checkbox', { name: /^Free/ });
      await box.click();
      const note = page.getByRole('alert');
      await note.getByText('could not be loaded').waitFor();
      assert.equal(page.url(), address);
      assert.deepEqual(await providers(), shown);
      assert.ok(!(await box.isChecked()));
      await page.context().setOffline(false);
      await change(() => note.getByRole('link', { name: 'Try again' }).click());
      assert.deepEqual(await chips(), ['Plan type Free']);
      assert.ok(!(await note.isVisible()));
    },
  );

  test('keep a filter under the pointer', few, async ({ facet, change }) => {
    const technology = facet('Technology');
    const summary = technology.locator('summary');
    await technology.scrollIntoViewIfNeeded();
    const closed = await boxOf(summary);
    await summary.click();
    assert.equal((await boxOf(summary)).y, closed.y);
    const box = technology.getByRole('checkbox').last();
    const name = await box.getAttribute('value');
    await box.scrollIntoViewIfNeeded();
    const { y } = await boxOf(box);
    await change(() => box.check());
    const after = await boxOf(technology.locator(`input[value="${name}"]`));
    assert.ok(Math.abs(after.y - y) <= 2, `${y} -> ${after.y}`);
  });

  test('are filtered by dragging over a plot', `${apis}?chart=prices`, async ({ page, change }) => {
    const plot = page.locator('svg[data-range="f.accessPrice"]').first();
    await plot.scrollIntoViewIfNeeded();
    const box = await boxOf(plot);
    const least = Number(await plot.getAttribute('data-least'));
    await change(async () => {
      await page.mouse.move(box.x + 0.05 * box.width, box.y + 8);
      await page.mouse.down();
      await page.mouse.move(box.x + 0.5 * box.width, box.y + 8);
      await page.mouse.up();
    });
    const asked = new URL(page.url()).searchParams;
    assert.equal(asked.get('f.accessPrice.min'), null);
    assert.ok(Number(asked.get('f.accessPrice.max')) > least, page.url());
    // A pile of dots is a link to the list of its offers.
    const count = await page.locator('.counts strong').textContent();
    await change(() => page.locator('.plot a:has(title)').first().click());
    const pile = new URL(page.url()).searchParams;
    assert.ok(pile.get('f.planType') && pile.get('f.accessPrice.min'), page.url());
    assert.notEqual(await page.locator('.counts strong').textContent(), count);
  });

  test(
    'of ready sets are marked',
    [`${apis}?compare=alchemy-mainnet-free-full-archive`, desktop],
    async ({ page, tray }) => {
      const sets = page.getByRole('list', { name: 'Ready sets' });
      assert.ok((await boxOf(sets)).y < (await boxOf(page.locator('.offers'))).y);
      await sets.getByRole('link', { name: 'Archive under $50' }).click();
      await page.locator('.sets [aria-current]', { hasText: 'Archive under $50' }).waitFor();
      assert.match(await page.title(), /^Archive APIs on Ethereum under \$50/);
      assert.deepEqual(await tray(), ['Alchemy Free']);
      await page.goBack();
      await page.locator('.sets [aria-current]').waitFor({ state: 'detached' });
    },
  );

  test(
    'of a long search have its cross in view on a phone',
    [`${apis}?search=${'archive+nodes+'.repeat(6)}&f.planType=Free`, phone],
    async ({ page }) => {
      const { x, width } = await boxOf(page.locator('.chip-off').first().locator('.icon'));
      assert.ok(x > 0 && x + width < phone.viewport.width, `the cross is at ${x}`);
    },
  );
});
