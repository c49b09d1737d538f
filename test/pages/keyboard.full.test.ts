/** Pages by keyboard: tab stops, suggestions, popups, notes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { boxOf, phone } from './support/reader.ts';

const apis = '/networks/ethereum/toolbox/apis';
const wallets = '/networks/ethereum/toolbox/wallets';
const active = (expression: string) => `document.activeElement.${expression}`;
const matches = (selector: string) => active(`matches(${JSON.stringify(selector)})`);

describe('by keyboard', { skip: withoutBrowser }, () => {
  const { test, testBoth, visit, at } = useBrowser(useService());
  const press = async (page: Page, ...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const tabTo = async (page: Page, selector: string, most = 120) => {
    for (let pressed = 0; pressed < most; pressed++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(matches(selector))) return;
    }
    assert.fail(`the keyboard does not reach ${selector}`);
  };

  it('the slash leads to the search, but not in a field, and has no hint on touch screens', async () => {
    await visit({}, async (page) => {
      for (const path of ['/', wallets]) {
        await page.goto(at(path));
        await press(page, 'Control+/');
        assert.notEqual(await page.evaluate(active('type')), 'search');
        await press(page, '/', '/');
        assert.equal(await page.evaluate(active('type')), 'search');
        assert.equal(await page.evaluate(active('value')), '/');
      }
    });
    await visit({ ...phone, isMobile: true }, async (page) => {
      await page.goto(at(wallets));
      for (const hint of await page.locator('kbd').all())
        assert.equal(await hint.isVisible(), false);
    });
  });

  it('the skip link leads to the first offer, and Compare comes after it', async () => {
    for (const path of [apis, wallets])
      await visit({}, async (page) => {
        await page.goto(at(path));
        await press(page, 'Tab');
        assert.equal(await page.evaluate(active('textContent')), 'Skip to content');
        await press(page, 'Enter');
        const target = 'document.querySelector(location.hash)';
        assert.ok(await page.evaluate(`document.querySelector('#results').contains(${target})`));
        await tabTo(page, '.pick input', 15);
        await press(page, 'Space', 'Tab');
        assert.equal(await page.evaluate(active('textContent.trim()')), 'Compare (1)');
        await press(page, 'Shift+Tab');
        assert.ok(await page.evaluate(matches('.pick input:checked')));
        await press(page, 'Tab', 'Tab');
        assert.ok(await page.evaluate(active(`closest('tr.offer, tr.fold') !== null`)));
      });
  });

  testBoth(
    'a reader searches, filters and unfolds a row',
    apis,
    async ({ page, script, providers }) => {
      if (script) await press(page, '/');
      else await page.locator('#search').focus();
      await page.keyboard.type('alchemy');
      await press(page, 'Enter');
      await page.waitForURL(/search=alchemy/);
      await page.locator('.offers .name', { hasText: 'Alchemy' }).first().waitFor();
      assert.deepEqual(await providers(), ['Alchemy']);
      await tabTo(page, 'input[name="f.planType"][value="Free"]');
      await press(page, 'Space', ...(script ? [] : ['Enter']));
      await page.waitForURL(/f\.planType=Free/);
      await page.locator('.chip-off', { hasText: 'Free' }).waitFor();
      if (script)
        assert.equal(await page.evaluate(active('value')), 'Free', 'the box keeps the focus');
      await tabTo(page, '.act button');
      assert.equal(
        await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'),
        'solid',
      );
      await press(page, 'Enter');
      await page.locator('.fold .facts').waitFor();
    },
  );

  test(
    'entries of the navigation are whole where they have the focus, on a small phone',
    ['/about', { viewport: { width: 320, height: 640 } }],
    async ({ page }) => {
      const { x, width } = await boxOf(page.locator('.top-nav'));
      for (const name of ['Networks', 'MCP gateway', 'About']) {
        await page.locator('.top-nav a', { hasText: name }).focus();
        const link = page.locator('.top-nav a:focus');
        assert.equal(await link.innerText(), name);
        const box = await boxOf(link);
        // The last 40 pixels fade.
        assert.ok(box.x >= x && box.x + box.width <= x + width - 39, `${name} at ${box.x}`);
      }
    },
  );

  testBoth(
    'an entry of the navigation opens its page under a finger, cut or whole, on a phone',
    ['/about', { ...phone, isMobile: true }],
    async ({ page }) => {
      for (const name of ['Data', 'MCP gateway']) {
        await page.goto(at('/about'));
        const link = page.locator('.top-nav a', { hasText: name });
        const href = await link.getAttribute('href');
        const { x, y, height } = await boxOf(link);
        await page.touchscreen.tap(x + 25, y + height / 2);
        await page.waitForURL(at(String(href)), { timeout: 15_000 });
      }
    },
  );

  test('Escape closes a popup, which gets the focus back', apis, async ({ page }) => {
    const popup = page.locator('details.pop.menu').first();
    await popup.locator('summary').click();
    await press(page, 'Tab', 'Escape');
    assert.equal(await popup.getAttribute('open'), null);
    assert.equal(await page.evaluate(active(`closest('.menu') !== null`)), true);
  });

  test(
    'the star is explained on focus and on hover',
    `${wallets}?search=ledger`,
    async ({ page }) => {
      const star = page.locator('a.star').first();
      const note = star.getByText('Recommended by the editors');
      const visible = async () => ((await note.boundingBox())?.height ?? 0) > 10;
      assert.ok(!(await visible()));
      await star.focus();
      await press(page, 'Shift+Tab', 'Tab');
      assert.ok(await visible());
      await page.locator('h1').click();
      await press(page, 'Escape');
      await page.mouse.move(0, 0);
      await page.evaluate(active('blur()'));
      assert.ok(!(await visible()));
      await star.hover();
      assert.ok(await visible());
      await star.click();
      await page.waitForURL(/\/about#star$/);
      await page.getByRole('heading', { name: 'The star' }).waitFor();
    },
  );

  describe('suggestions', () => {
    const fieldOf = (page: Page) => page.locator('input[data-suggest]').first();
    const options = (page: Page) => page.getByRole('option');

    /** Waits for the suggestions of the whole text: those of its first letters come before. */
    async function type(page: Page, text: string): Promise<void> {
      const answered = page.waitForResponse(
        (response) => new URL(response.url()).searchParams.get('q') === text,
      );
      await fieldOf(page).pressSequentially(text);
      const { result } = (await (await answered).json()) as { result: { suggestions: unknown[] } };
      await options(page)
        .nth(result.suggestions.length - 1)
        .waitFor();
    }

    test('are chosen by arrow keys and Enter, and closed by Escape', '/', async ({ page }) => {
      await type(page, 'alch');
      const box = fieldOf(page);
      assert.equal(await box.getAttribute('aria-expanded'), 'true');
      assert.equal(
        await box.getAttribute('aria-activedescendant'),
        null,
        'none is chosen at first',
      );
      await press(page, 'ArrowDown');
      const chosen = page.locator('[role=option][aria-selected=true]');
      assert.equal(
        await box.getAttribute('aria-activedescendant'),
        await chosen.getAttribute('id'),
      );
      assert.match((await chosen.textContent()) ?? '', /^Alchemy/);
      await press(page, 'ArrowUp');
      assert.equal(await chosen.count(), 0, 'before the first is the field');
      await press(page, 'ArrowUp');
      assert.equal(await chosen.getAttribute('id'), await options(page).last().getAttribute('id'));
      await press(page, 'Escape');
      assert.equal(await options(page).count(), 0);
      assert.equal(await box.getAttribute('aria-expanded'), 'false');
      assert.equal(await box.inputValue(), 'alch');
      await page.keyboard.type('e');
      await options(page).first().waitFor();
      await press(page, 'ArrowDown', 'Enter');
      await page.waitForURL(/\/providers\/alchemy$/);
    });

    it('leave Enter without a chosen one to the form, as it is without script', async () => {
      for (const javaScriptEnabled of [true, false])
        await visit({ javaScriptEnabled }, async (page) => {
          await page.goto(at('/'));
          if (javaScriptEnabled) await type(page, 'alchemy');
          else {
            assert.equal(await fieldOf(page).getAttribute('role'), null);
            await fieldOf(page).fill('alchemy');
          }
          await press(page, 'Enter');
          await page.waitForURL(/\/search\?q=alchemy$/);
        });
    });

    test(
      'are those of the network, and forgive a typing error',
      '/networks/ethereum/',
      async ({ page }) => {
        await type(page, 'wallet');
        await options(page).filter({ hasText: 'Category' }).first().click();
        await page.waitForURL(/\/networks\/ethereum\/toolbox\/wallets$/);
        await page.goto(at('/about'));
        await type(page, 'alchmey');
        await page.getByText('Showing results for “Alchemy”', { exact: true }).waitFor();
        const status = page.locator('form [role=status]').first();
        assert.match(
          (await status.textContent()) ?? '',
          /Showing results for “Alchemy”\. \d+ suggestions?/,
        );
      },
    );
  });
});
