/** The tray of picked offers and their comparison in a real browser: what stays in view, what it says, print. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { projectFolder } from '../support/paths.ts';
import { readPdf } from '../support/pdf.ts';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { boxOf, scrollBox } from './support/layout.ts';
import { makeReader } from './support/reader.ts';

const apis = '/networks/ethereum/toolbox/apis';
const wallets = '/networks/ethereum/toolbox/wallets';
const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 360, height: 800 }, hasTouch: true };

describe('the tray', { skip: withoutBrowser }, () => {
  const { service } = useService(`${projectFolder}/sources`);
  const { visit } = useBrowser();
  const at = (path: string) => `${service().url}${path}`;

  for (const javaScriptEnabled of [true, false]) {
    it(`stays in view with names and logos on page 2, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
      await visit({ ...desktop, javaScriptEnabled }, async (page) => {
        await page.goto(at(`${wallets}?pageSize=5&compare=brave-wallet`));
        await page.getByRole('link', { name: 'Next' }).click();
        await page.waitForURL(/page=2/);
        await page.locator('.offers .name', { hasText: 'Brave' }).first().waitFor({ state: 'detached' });
        assert.deepEqual(await readTray(page), ['Brave Brave Wallet']);
        assert.equal(await page.locator('.picks li .mark').count(), 1);
        const tray = await boxOf(page.locator('.compare-bar'));
        assert.ok(tray.y + tray.height <= 900, 'the tray is in view');
      });
    });
  }

  it('survives paging, filters and the back button', async () => {
    await visit(desktop, async (page) => {
      const reader = makeReader(page, true);
      await page.goto(at(`${wallets}?pageSize=5`));
      await page.locator('.pick input').first().check();
      const [first] = await readTray(page);
      await reader.change(() => page.getByRole('link', { name: 'Next' }).click());
      await page.locator('.pick input').nth(1).check();
      const both = await readTray(page);
      assert.equal(both[0], first);
      assert.equal(both.length, 2);
      await reader.change(() => page.getByRole('group', { name: 'MFA', exact: true }).getByLabel(/^Yes/).check());
      assert.deepEqual(await readTray(page), both);
      await page.getByRole('button', { name: /^Compare \(2\)/ }).click();
      await page.waitForURL(/\/compare\?/);
      assert.equal(await page.locator('.versus thead th').count(), 2);
      await page.goBack();
      await page.locator('.picks li').nth(1).waitFor();
      assert.deepEqual(await readTray(page), both);
      await page.locator('.unpick').first().click();
      assert.deepEqual(await readTray(page), both.slice(1));
    });
  });

  it('says why a seventh offer cannot be picked', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at(wallets));
      const boxes = page.locator('.pick input');
      for (let number = 0; number < 6; number++) await boxes.nth(number).check();
      const reason = page.getByText('6 offers are the most that a comparison can show');
      const { y, height } = await boxOf(reason);
      assert.ok(y + height <= 900, 'the reason is in view');
      assert.ok(await boxes.nth(6).isDisabled());
      await boxes.nth(0).uncheck();
      assert.ok(await boxes.nth(6).isEnabled());
    });
  });

  it('tells offers of the same title apart, as the comparison does', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at(`${apis}?pageSize=100`));
      const names = await page.locator('.pick input').evaluateAll((boxes) => boxes.map((box) => box.ariaLabel));
      assert.deepEqual(
        names.filter((name, place) => names.indexOf(name) !== place),
        [],
      );
      const [one, other] = twoOfOneTitle(names as string[]);
      for (const name of [one, other]) await page.getByRole('checkbox', { name, exact: true }).check();
      const told = [one, other].map((name) => name.replace('Compare ', ''));
      assert.deepEqual(await readTray(page), told);
      await page.reload();
      assert.deepEqual(await readTray(page), told);
      await page.getByRole('button', { name: /^Compare \(2\)/ }).click();
      await page.waitForURL(/\/compare\?/);
      const heads = await page.locator('.versus-name').evaluateAll((all) => all.map((head) => head.textContent));
      for (const [place, text] of told.entries())
        assert.ok(heads[place]?.replace(/\s+/g, '').includes(text.replace(/\s+/g, '')), `${heads[place]}: ${text}`);
    });
  });

  it('is linked from every listing', async () => {
    await visit(desktop, async (page) => {
      for (const path of [wallets, apis]) {
        await page.goto(at(path));
        await page.getByRole('link', { name: 'Compare', exact: true }).click();
        await page.getByRole('heading', { name: 'No offers selected' }).waitFor();
      }
    });
  });
});

describe('the comparison', { skip: withoutBrowser }, () => {
  const { service } = useService(`${projectFolder}/sources`);
  const { visit } = useBrowser();
  const slugs = ['brave-wallet', 'ledger', 'metamask', 'exodus', 'trust-wallet', 'rainbow'];
  const address = () =>
    `${service().url}/networks/ethereum/compare?category=wallets&${slugs.map((slug) => `offer=${slug}`).join('&')}`;

  for (const window of [phone, desktop]) {
    it(`keeps its header and the names of the facts in view at ${window.viewport.width} px`, async () => {
      await visit(window, async (page) => {
        await page.goto(address());
        if (window === desktop) await page.setViewportSize({ width: 1000, height: 500 });
        const box = page.locator('.versus-box');
        await scrollBox(box, 150, 200);
        const frame = await boxOf(box);
        assert.ok(Math.abs((await boxOf(page.locator('.versus thead th').first())).y - frame.y) <= 2);
        assert.ok(Math.abs((await boxOf(page.locator('.versus tbody th').nth(5))).x - frame.x) <= 2);
      });
    });
  }

  it('prints six offers on landscape pages of A4, with all columns and facts', async () => {
    await visit(desktop, async (page) => {
      await page.goto(address());
      const names = await page.locator('.versus-name > div > span:first-of-type').allTextContents();
      const facts = await page.locator('.versus th[scope=row]').allTextContents();
      const cells = await page.locator('.versus tbody td').allTextContents();
      const pages = await readPdf(await page.pdf({ preferCSSPageSize: true }));
      assert.equal(names.length, 6);
      for (const { width, height } of pages) assert.deepEqual([width, height].map(Math.round), [842, 595]);
      const squeeze = (text: string) => text.replace(/\s+/g, '');
      const printed = squeeze(pages.map(({ text }) => text).join(''));
      for (const name of names) assert.ok(squeeze(pages[0]?.text ?? '').includes(squeeze(name)), name);
      for (const text of [...facts, ...cells]) assert.ok(printed.includes(squeeze(text)), text);
      assert.ok(pages.length <= 2, `${pages.length} pages`);
    });
  });
});

/** Two names that begin with the same provider and title. */
function twoOfOneTitle(names: readonly string[]): [string, string] {
  for (const one of names) {
    const title = one.split(' · ').slice(0, -1).join(' · ');
    const other = names.find((name) => name !== one && title !== '' && name.startsWith(`${title} · `));
    if (other) return [one, other];
  }
  return assert.fail('no two offers of one title');
}

/** `Brave Brave Wallet` */
async function readTray(page: Page): Promise<string[]> {
  const texts = await page.locator('.picks .pick-text').allTextContents();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}
