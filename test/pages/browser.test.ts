/** What readers press most, in a real browser. The other pages and controls are in `*.full.test.ts`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { assertShowsAddress } from './support/page-state.ts';
import {
  assertNoSidewaysScroll,
  choose,
  desktop,
  makeReader,
  phone,
  readChips,
  readCounts,
  readProviders,
  readTray,
} from './support/reader.ts';

const apis = '/networks/ethereum/toolbox/apis';
const background = 'getComputedStyle(document.body).backgroundColor';

describe('a reader in a browser', { skip: withoutBrowser }, () => {
  const { service } = useService();
  const visit = useBrowser();
  const at = (path: string) => `${service().url}${path}`;

  it('filters, searches, sorts, unfolds a row and compares two offers, without loading the page anew', async () => {
    await visit(desktop, async (page) => {
      const reader = makeReader(page);
      await page.goto(at(apis));
      await page.evaluate('window.sameDocument = true');
      const all = await readCounts(page);
      await choose(reader, 'Plan type', 'Tiered');
      assert.deepEqual(await readChips(page), ['Plan type Tiered']);
      const tiered = await readCounts(page);
      assert.notEqual(tiered, all);
      const head = page.getByRole('columnheader', { name: 'Access price' });
      for (const order of ['ascending', 'descending', null]) {
        await reader.change(() => head.getByRole('link').click());
        assert.equal(await head.getAttribute('aria-sort'), order);
      }
      await page.locator('#search').fill('tatum');
      await page.waitForURL(/search=tatum/);
      await page.locator('.chip-off', { hasText: 'tatum' }).waitFor();
      assert.deepEqual(await readProviders(page), ['Tatum']);
      await assertShowsAddress(page, 'filtered and searched');
      await reader.change(() => page.goBack());
      assert.equal(await readCounts(page), tiered);
      assert.equal(
        await page.locator('#search').inputValue(),
        '',
        'the field follows the address, though it has the focus',
      );

      const line = page.locator('tr.offer').first();
      await reader.change(() => line.getByRole('button', { name: 'Details' }).click());
      await page.locator('tr.offer:first-child + tr.fold .facts').waitFor();
      await reader.change(() => page.locator('.pick input').first().check());
      const [first] = await readTray(page);
      await reader.change(() => page.locator('.pick input').nth(3).check());
      assert.equal(await page.evaluate('window.sameDocument'), true);
      const picked = await readTray(page);
      assert.deepEqual([picked.length, picked[0]], [2, first]);
      await assertShowsAddress(page, 'picked');
      await page.getByRole('button', { name: 'Compare (2)' }).click();
      await page.waitForURL(/\/compare\?/);
      assert.equal(await page.locator('.versus thead th').count(), 2);
    });
  });

  it('uses filters, menu and theme on a phone, and sees offers without scrolling sideways', async () => {
    await visit({ ...phone, colorScheme: 'light' }, async (page) => {
      const reader = makeReader(page);
      await page.goto(at('/networks/ethereum/toolbox/wallets'));
      await assertNoSidewaysScroll(page);
      const lines = await page
        .locator('tr.offer')
        .evaluateAll((all) => all.map((line) => line.getBoundingClientRect().bottom));
      assert.ok(lines.filter((bottom) => bottom <= phone.viewport.height).length >= 3, `${lines}`);
      await page.getByRole('link', { name: /^Filters/ }).tap();
      await choose(reader, 'Tags', 'Hardware wallet');
      await page.getByRole('button', { name: 'Show results' }).tap();
      assert.ok(!(await page.locator('#filters').isVisible()));
      assert.deepEqual(await readChips(page), ['Tags Hardware wallet']);
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
    });
  });

  it('finds a provider by the suggestions of the search box', async () => {
    await visit({}, async (page) => {
      await page.goto(at('/'));
      await page.locator('input[data-suggest]').first().pressSequentially('alche');
      await page
        .getByRole('option', { name: /^Alchemy/ })
        .first()
        .click();
      await page.waitForURL(/\/providers\/alchemy$/);
    });
  });

  it('filters without script, by a form', async () => {
    await visit({ javaScriptEnabled: false }, async (page) => {
      const reader = makeReader(page, false);
      await page.goto(at(`${apis}?pageSize=3`));
      await choose(reader, 'Plan type', 'Tiered');
      await reader.apply();
      assert.deepEqual(await readChips(page), ['Plan type Tiered']);
    });
  });
});
