/** Suggestions below the search boxes, in a browser: keyboard, mouse, screen readers, phones, and typing errors. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { projectFolder } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';
import { assertNoViolation } from './support/axe.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { assertNoSidewaysScroll } from './support/reader.ts';

describe('suggestions', { skip: withoutBrowser }, () => {
  const { service } = useService(`${projectFolder}/sources`);
  const { visit } = useBrowser();
  const at = (path: string) => `${service().url}${path}`;
  const boxOf = (page: Page) => page.locator('input[data-suggest]').first();
  const options = (page: Page) => page.getByRole('option');

  /** Waits for the suggestions of the whole text: those of its first letters come before. */
  async function type(page: Page, text: string): Promise<void> {
    const answered = page.waitForResponse((response) => new URL(response.url()).searchParams.get('q') === text);
    await boxOf(page).pressSequentially(text);
    const { result } = (await (await answered).json()) as { result: { suggestions: unknown[] } };
    const count = result.suggestions.length;
    await page.waitForFunction(`document.querySelectorAll('[role=option]').length === ${count}`);
  }

  it('are chosen by arrow keys and Enter, and closed by Escape', async () => {
    await visit({}, async (page) => {
      await page.goto(at('/'));
      await type(page, 'alch');
      const box = boxOf(page);
      assert.equal(await box.getAttribute('aria-expanded'), 'true');
      assert.equal(await box.getAttribute('aria-activedescendant'), null, 'none is chosen at first');
      await page.keyboard.press('ArrowDown');
      const chosen = page.locator('[role=option][aria-selected=true]');
      assert.equal(await box.getAttribute('aria-activedescendant'), await chosen.getAttribute('id'));
      assert.match((await chosen.textContent()) ?? '', /^Alchemy/);
      await page.keyboard.press('ArrowUp');
      assert.equal(await chosen.count(), 0, 'before the first is the field');
      await page.keyboard.press('ArrowUp');
      assert.equal(await chosen.getAttribute('id'), await options(page).last().getAttribute('id'));
      await page.keyboard.press('Escape');
      assert.equal(await options(page).count(), 0);
      assert.equal(await box.getAttribute('aria-expanded'), 'false');
      assert.equal(await box.inputValue(), 'alch');
      await page.keyboard.type('e');
      await options(page).first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/providers\/alchemy$/);
    });
  });

  it('leave Enter without a chosen one to the form', async () => {
    await visit({}, async (page) => {
      await page.goto(at('/'));
      await type(page, 'alchemy');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/search\?q=alchemy$/);
    });
  });

  it('are opened by mouse, on a network those of the network', async () => {
    await visit({}, async (page) => {
      await page.goto(at('/networks/ethereum/'));
      await type(page, 'wallet');
      await options(page).filter({ hasText: 'Category' }).first().click();
      await page.waitForURL(/\/networks\/ethereum\/toolbox\/wallets$/);
    });
  });

  it('forgive a typing error and say so', async () => {
    await visit({}, async (page) => {
      await page.goto(at('/about'));
      await type(page, 'alchmey');
      await page.getByText('Showing results for “Alchemy”', { exact: true }).waitFor();
      const status = page.locator('form [role=status]').first();
      assert.match((await status.textContent()) ?? '', /Showing results for “Alchemy”\. \d+ suggestions?/);
    });
  });

  it('have no violation of axe-core, move nothing, and fit on a phone', async () => {
    await visit({ viewport: { width: 360, height: 740 }, colorScheme: 'light' }, async (page) => {
      await page.goto(at('/'));
      const topOf = () => page.locator('footer').evaluate((footer) => footer.getBoundingClientRect().top);
      const before = await topOf();
      await type(page, 'et');
      await page.keyboard.press('ArrowDown');
      assert.equal(await topOf(), before, 'the page stays where it is');
      await assertNoSidewaysScroll(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await assertNoViolation(page, colorScheme);
      }
    });
  });

  it('are absent without script, where the form searches', async () => {
    await visit({ javaScriptEnabled: false }, async (page) => {
      await page.goto(at('/'));
      assert.equal(await boxOf(page).getAttribute('role'), null);
      await boxOf(page).fill('alchemy');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/search\?q=alchemy$/);
    });
  });
});
