/**
 * What readers press most, in a real browser. The other pages and controls are in `*.full.test.ts`.
 */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { assertShowsAddress } from './support/page-state.ts';
import { assertNoSidewaysScroll, desktop, phone } from './support/reader.ts';

const apis = '/networks/ethereum/toolbox/apis';
const wallets = '/networks/ethereum/toolbox/wallets';
const background = 'getComputedStyle(document.body).backgroundColor';

describe('a reader in a browser', { skip: withoutBrowser }, () => {
  const { test } = useBrowser(useService());

  test('filters, searches, sorts, unfolds and compares', [apis, desktop], async (reader) => {
    const { page, change, choose, counts, providers, chips, tray } = reader;
    await page.evaluate('window.sameDocument = true');
    const all = await counts();
    await choose('Plan type', 'Tiered');
    assert.deepEqual(await chips(), ['Plan type Tiered']);
    const tiered = await counts();
    assert.notEqual(tiered, all);
    const head = page.getByRole('columnheader', { name: 'Access price' });
    for (const order of ['ascending', 'descending', null]) {
      await change(() => head.getByRole('link').click());
      assert.equal(await head.getAttribute('aria-sort'), order);
    }
    await page.locator('#search').fill('tatum');
    await page.waitForURL(/search=tatum/);
    await page.locator('.chip-off', { hasText: 'tatum' }).waitFor();
    assert.deepEqual(await providers(), ['Tatum']);
    await assertShowsAddress(page, 'filtered and searched');
    await change(() => page.goBack());
    assert.equal(await counts(), tiered);
    const found = await page.locator('#search').inputValue();
    assert.equal(found, '', 'the field follows the address, though it has the focus');

    const line = page.locator('tr.offer').first();
    await change(() => line.getByRole('button', { name: 'Details' }).click());
    await page.locator('tr.offer:first-child + tr.fold .facts').waitFor();
    await change(() => page.locator('.pick input').first().check());
    const [first] = await tray();
    await change(() => page.locator('.pick input').nth(3).check());
    assert.equal(await page.evaluate('window.sameDocument'), true);
    const picked = await tray();
    assert.deepEqual([picked.length, picked[0]], [2, first]);
    await assertShowsAddress(page, 'picked');
    await page.getByRole('button', { name: 'Compare (2)' }).click();
    await page.waitForURL(/\/compare\?/);
    assert.equal(await page.locator('.versus thead th').count(), 2);
  });

  test(
    'uses filters, menu and theme on a phone',
    [wallets, { ...phone, colorScheme: 'light' }],
    async ({ page, choose, chips }) => {
      await assertNoSidewaysScroll(page);
      const lines = await page
        .locator('tr.offer')
        .evaluateAll((all) => all.map((line) => line.getBoundingClientRect().bottom));
      assert.ok(lines.filter((bottom) => bottom <= phone.viewport.height).length >= 3, `${lines}`);
      await page.getByRole('link', { name: /^Filters/ }).tap();
      await choose('Tags', 'Hardware wallet');
      await page.getByRole('button', { name: 'Show results' }).tap();
      assert.ok(!(await page.locator('#filters').isVisible()));
      assert.deepEqual(await chips(), ['Tags Hardware wallet']);
      const light = await page.evaluate(background);
      await page.getByRole('button', { name: 'Dark theme' }).tap();
      assert.notEqual(await page.evaluate(background), light);
      await page.reload();
      assert.notEqual(await page.evaluate(background), light);
      await page.locator('summary[aria-label="Other categories"]').tap();
      await assertNoSidewaysScroll(page);
      await page
        .locator('.menu')
        .getByRole('link', { name: /^Faucets/ })
        .tap();
      await page.waitForURL(/\/toolbox\/faucets$/);
    },
  );

  test('finds a provider by the suggestions of the search box', '/', async ({ page }) => {
    await page.locator('input[data-suggest]').first().pressSequentially('alche');
    await page
      .getByRole('option', { name: /^Alchemy/ })
      .first()
      .click();
    await page.waitForURL(/\/providers\/alchemy$/);
  });

  test(
    'filters without script',
    [apis, { javaScriptEnabled: false }],
    async ({ choose, apply, chips }) => {
      await choose('Plan type', 'Tiered');
      await apply();
      assert.deepEqual(await chips(), ['Plan type Tiered']);
    },
  );
});
