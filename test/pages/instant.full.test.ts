/** Results while a search is typed, in a browser: the page shows its address, and back and forward work. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { projectFolder } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { assertShowsAddress } from './support/page-state.ts';

describe('results while one types', { skip: withoutBrowser }, () => {
  const { service } = useService(`${projectFolder}/sources`);
  const { visit } = useBrowser();
  const at = (path: string) => `${service().url}${path}`;
  const fieldOf = (page: Page) => page.locator('main [data-instant] [type=search]');
  const isAt = (q: string | null) => (url: URL) => url.searchParams.get('q') === q;
  async function atSearch(page: Page, q: string): Promise<void> {
    await page.waitForURL(isAt(q));
    await page.getByRole('heading', { name: `“${q}”`, exact: true }).waitFor();
  }

  it('are those of the address, with one entry of the history for all letters', async () => {
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

  it('are the providers with the text, and all of them without it', async () => {
    await visit({}, async (page) => {
      await page.goto(at('/networks/ethereum/providers'));
      const all = await page.locator('main .card').count();
      await fieldOf(page).fill('alchemy');
      await page.waitForURL(isAt('alchemy'));
      await page.getByRole('link', { name: 'Show all', exact: true }).waitFor();
      assert.equal(await page.locator('main .card').count(), 1);
      await assertShowsAddress(page, 'providers');
      await fieldOf(page).fill('');
      await page.waitForURL(isAt(null));
      await page.locator('main .card').nth(1).waitFor();
      assert.equal(await page.locator('main .card').count(), all);
    });
  });

  it('stay as they are if the server cannot be reached, and Enter loads the page', async () => {
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
});
