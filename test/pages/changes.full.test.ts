/** The pages of changes in a browser: axe-core in both themes, wide and narrow; the past of an offer on a directory page. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openBuilt, publishChanges } from '../support/published-changes.ts';
import { startService, type TestService } from '../support/service-server.ts';
import { afterAll } from '../support/temporary-folder.ts';
import { assertNoViolation } from './support/axe.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { assertNoSidewaysScroll } from './support/reader.ts';

const desktop = { width: 1280, height: 900 };
const phone = { width: 360, height: 740 };

describe('the pages of changes', { skip: withoutBrowser }, () => {
  const cleanUp = afterAll();
  const { visit } = useBrowser();
  let service: TestService;

  before(async () => {
    service = await startService({ snapshot: await openBuilt(await publishChanges(cleanUp)) });
    cleanUp.after(service.close);
  });

  for (const path of ['/changes', '/networks/aria/providers/p03']) {
    it(`${path} has no violation of axe-core and fits a phone`, async () => {
      await visit({ viewport: desktop, colorScheme: 'light' }, async (page) => {
        await page.goto(`${service.url}${path}`);
        await page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })");
        await assertNoViolation(page, 'light');
        await page.emulateMedia({ colorScheme: 'dark' });
        await page.setViewportSize(phone);
        await assertNoSidewaysScroll(page);
        await assertNoViolation(page, 'dark on a phone');
      });
    });
  }

  it('filter by what the form says', async () => {
    await visit({ viewport: phone }, async (page) => {
      await page.goto(`${service.url}/changes`);
      assert.equal(await page.locator('.news-list > li').count(), 5);
      await page.getByRole('link', { name: /^Removed offers/ }).click();
      await page.waitForURL(/fact=removed/);
      await page.getByLabel('Category').selectOption('wallets');
      await page.getByRole('button', { name: 'Apply', exact: true }).click();
      await page.waitForURL(/category=wallets/);
      assert.deepEqual(await page.locator('.news-list > li p').allTextContents(), [
        'zephyr Wallet was removed from Wallets on Aria',
      ]);
      await page.getByRole('link', { name: 'Show all changes' }).click();
      await page.waitForURL(`${service.url}/changes`);
      const all = await page.locator('.news-list > li').count();
      await page.getByLabel('Offered for').selectOption({ label: 'Single networks' });
      await page.getByRole('button', { name: 'Apply', exact: true }).click();
      await page.waitForURL(/scope=network/);
      assert.equal(await page.getByLabel('Offered for').inputValue(), 'network');
      const few = await page.locator('.news-list > li').count();
      assert.deepEqual([few > 0, few < all], [true, true], `${few} of ${all}`);
    });
  });

  it('tell the past of an offer when its details are opened on a directory page', async () => {
    await visit({ viewport: desktop }, async (page) => {
      await page.goto(`${service.url}/networks/aria/toolbox/apis`);
      const button = page.locator('button[value="beacon-free-mainnet"]');
      assert.equal(await page.locator('.past').count(), 0);
      await button.click();
      const past = page.locator('tr.fold .past');
      await past.waitFor();
      assert.match(
        (await past.textContent()) ?? '',
        /History.*Access price: \$2\/mo → \$1\/mo.*Listed before 3 January 2026/s,
      );
      assert.match((await past.getByRole('img').getAttribute('aria-label')) ?? '', /then \$1\/month$/);
      await button.click();
      assert.equal(await past.count(), 0);
      await button.click();
      assert.equal(await past.count(), 1, 'it is loaded once');
    });
  });
});
