/** Keys, their list, and copies of a table, in a real browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { projectFolder } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';

const wallets = '/networks/ethereum/toolbox/wallets';
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

describe('keys', { skip: withoutBrowser }, () => {
  const { service } = useService(`${projectFolder}/sources`);
  const { visit } = useBrowser();
  const at = (path: string) => `${service().url}${path}`;
  const label = async (page: Page) => String(await page.evaluate('document.activeElement.ariaLabel'));

  it('move through offers, select two, unfold one and compare', async () => {
    await visit({}, async (page) => {
      await page.goto(at(wallets));
      await page.keyboard.press('j');
      const first = await label(page);
      await page.keyboard.press('x');
      await page.keyboard.press('j');
      assert.notEqual(await label(page), first);
      await page.keyboard.press('k');
      assert.equal(await label(page), first);
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      await page.keyboard.press('o');
      await page.locator('tr.offer + .fold').waitFor();
      await page.keyboard.press('c');
      await page.waitForURL(/\/compare\?/);
      assert.equal(await page.locator('.versus thead th').count(), 2);
    });
  });

  it('do nothing in a field, with a modifier or when they are off', async () => {
    await visit({}, async (page) => {
      await page.goto(at(wallets));
      await page.locator('#search').focus();
      await page.keyboard.type('jkxc?');
      assert.equal(await page.locator('#search').inputValue(), 'jkxc?');
      assert.equal(await page.locator('dialog').count(), 0);
      await page.goto(at(wallets));
      await page.keyboard.press('Control+j');
      await page.keyboard.press('Alt+j');
      assert.equal(await label(page), 'null');
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).getByRole('checkbox').uncheck();
      await page.keyboard.press('Escape');
      await page.keyboard.press('j');
      await page.keyboard.press('?');
      assert.equal(await page.locator('dialog').count(), 0);
      await page.getByRole('button', { name: 'Keys' }).click();
      assert.equal(await page.getByRole('dialog').getByRole('checkbox').isChecked(), false);
    });
  });

  it('are listed on every page, with those of the page', async () => {
    await visit({}, async (page) => {
      for (const [path, keys] of [
        ['/', ['/', '?', 'Esc']],
        [wallets, ['/', '?', 'Esc', 'j', 'k', 'o', 'x', 'c']],
      ] as const) {
        await page.goto(at(path));
        await page.keyboard.press('?');
        assert.deepEqual(await page.locator('dialog kbd').allTextContents(), keys);
        await page.getByRole('button', { name: 'Close' }).click();
        await page.keyboard.press('/');
        assert.equal(await page.evaluate('document.activeElement.type'), 'search');
      }
    });
  });

  it('have no hints on touch screens', async () => {
    await visit({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }, async (page) => {
      await page.goto(at(wallets));
      for (const hint of await page.locator('kbd, .keys-open').all()) assert.equal(await hint.isVisible(), false);
    });
  });
});

describe('a copy of the table', { skip: withoutBrowser }, () => {
  const { service } = useService(`${projectFolder}/sources`);
  const { visit } = useBrowser();

  for (const path of [
    wallets,
    '/networks/ethereum/compare?category=wallets&offer=brave-wallet&offer=ledger&offer=metamask',
  ]) {
    it(`of ${path} has a line for each row and a cell for each column`, async () => {
      await visit(clipboard, async (page) => {
        await page.goto(`${service().url}${path}`);
        const rows = await page.locator('tr.offer, .versus tbody tr:has(td)').count();
        const columns = await page.locator('thead tr').first().locator('th, td').count();
        const copy = async (name: string) => {
          await page.getByRole('button', { name }).click();
          await page.locator(`[data-form="${name}"]`, { hasText: 'Copied' }).waitFor();
          return String(await page.evaluate('navigator.clipboard.readText()')).split('\n');
        };
        const markdown = await copy('Copy as Markdown');
        assert.equal(markdown.length, rows + 2);
        assert.equal(markdown[1], `| ${Array(columns).fill('---').join(' | ')} |`);
        const cells = (await copy('Copy for a spreadsheet')).map((line) => line.split('\t'));
        assert.equal(cells.length, rows + 1);
        assert.deepEqual([...new Set(cells.map((line) => line.length))], [columns]);
        assert.ok(cells.flat().includes('Brave') || cells[0]?.some((cell) => cell.startsWith('Brave')));
      });
    });
  }

  it('is offered only with script', async () => {
    await visit({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${service().url}${wallets}`);
      assert.equal(await page.getByRole('button', { name: /^Copy/ }).count(), 0);
    });
  });
});
