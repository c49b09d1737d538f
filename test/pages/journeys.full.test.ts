/** What readers come for, in a real browser: with script, and what needs another way without. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { projectFolder } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import {
  assertNoSidewaysScroll,
  choose,
  chooseFlag,
  facetOf,
  limit,
  makeReader,
  readChips,
  readCounts,
  readProviders,
} from './support/reader.ts';

describe('a reader', { skip: withoutBrowser }, () => {
  const { service } = useService(`${projectFolder}/sources`);
  const { visit } = useBrowser();
  for (const script of [true, false]) describe(script ? 'with script' : 'without script', () => read(script));

  function read(script: boolean): void {
    const window = { javaScriptEnabled: script };
    const at = (path: string) => `${service().url}${path}`;

    it('finds archive access under $100 a month with a free trial, and shares the link', async () => {
      let address = '';
      await visit(window, async (page) => {
        const reader = makeReader(page, script);
        await page.goto(at('/'));
        await page
          .getByRole('link', { name: /^Ethereum/ })
          .first()
          .click();
        await page.getByRole('heading', { level: 3 }).getByRole('link', { name: 'APIs' }).click();
        assert.equal(await readCounts(page), '27 providers, 79 offers');
        await choose(reader, 'Historical data', 'Archive');
        await limit(reader, 'Access price', '100');
        await chooseFlag(reader, 'Trial', 'Yes');
        await reader.apply();
        assert.equal(await readCounts(page), '1 provider, 1 offer');
        assert.deepEqual(await readProviders(page), ['Covalent']);
        assert.deepEqual(await readChips(page), ['Historical data Archive', 'Access price up to 100', 'Trial Yes']);
        address = page.url();
      });
      assert.match(address, /f\.historicalData=Archive/);
      await visit(window, async (page) => {
        await page.goto(address);
        assert.equal(await readCounts(page), '1 provider, 1 offer');
        assert.deepEqual(await readChips(page), ['Historical data Archive', 'Access price up to 100', 'Trial Yes']);
      });
    });

    it('uses the directory by keyboard alone', async () => {
      await visit(window, async (page) => {
        await page.goto(at('/networks/ethereum/toolbox/apis'));
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content');
        if (script) await page.keyboard.press('/');
        else await page.locator('#search').focus();
        await page.keyboard.type('alchemy');
        await page.keyboard.press('Enter');
        await page.waitForURL(/search=alchemy/);
        await page.locator('.offers .name', { hasText: 'Alchemy' }).first().waitFor();
        assert.deepEqual(await readProviders(page), ['Alchemy']);
        await tabTo(page, 'input[name="f.planType"][value="Free"]');
        await page.keyboard.press('Space');
        if (!script) await page.keyboard.press('Enter');
        await page.waitForURL(/f\.planType=Free/);
        await page.locator('.chip-off', { hasText: 'Free' }).waitFor();
        if (script) {
          const focused = await page.evaluate('document.activeElement.value');
          assert.equal(focused, 'Free', 'the box keeps the focus when the results change');
        }
        await tabTo(page, '.act button');
        const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
        assert.equal(outline, 'solid');
        await page.keyboard.press('Enter');
        await page.locator('.fold .facts').waitFor();
      });
    });

    it('works on a phone of 360 px', async () => {
      await visit({ ...window, viewport: { width: 360, height: 740 }, hasTouch: true }, async (page) => {
        const reader = makeReader(page, script);
        await page.goto(at('/networks/ethereum/toolbox/apis'));
        await assertNoSidewaysScroll(page);
        await page.getByRole('link', { name: /^Filters/ }).tap();
        await page.getByRole('heading', { name: 'Filters' }).waitFor();
        await choose(reader, 'Plan type', 'Dedicated');
        await page.getByRole('button', { name: 'Show results' }).tap();
        await page.locator('.chip-off', { hasText: 'Dedicated' }).waitFor();
        await page.locator('.offers').waitFor();
        assert.ok(!(await page.locator('#filters').isVisible()));
        await page.locator('.act button').first().tap();
        await page.locator('.facts').waitFor();
        await assertNoSidewaysScroll(page);
      });
    });

    // The walks over controls press the same kinds without script.
    if (!script) return;

    it('is told what to loosen on Filecoin, where nobody of the kind gives a trial', async () => {
      await visit(window, async (page) => {
        const { change } = makeReader(page, script);
        await page.goto(
          at(
            '/networks/filecoin/toolbox/apis?f.historicalData=Archive&f.apiType=RPC&f.accessPrice.max=100&f.trial=true',
          ),
        );
        assert.equal(await readCounts(page), '0 providers, 0 offers');
        await change(() => page.getByRole('link', { name: 'Remove Trial' }).click());
        assert.deepEqual(await readProviders(page), ['dRPC']);
        await change(() => page.getByRole('link', { name: /Access price up to 100/ }).click());
        assert.deepEqual(await readChips(page), ['Historical data Archive', 'API type RPC']);
      });
    });

    it('compares three wallets, what differs first, and takes one away', async () => {
      await visit(window, async (page) => {
        await page.goto(at('/networks/ethereum/toolbox/wallets'));
        for (const name of [/^Compare Brave/, /^Compare Coinbase/, /^Compare Exodus/]) {
          await page.getByRole('checkbox', { name }).check();
        }
        await page.getByRole('button', { name: /^Compare/ }).click();
        await page.waitForURL(/\/compare\?/);
        const heads = page.locator('.versus thead th');
        assert.equal(await heads.count(), 3);
        const groups = await page.locator('.versus th[scope=rowgroup]').allTextContents();
        assert.deepEqual(groups, ['Differences', 'Identical values']);
        const differing = page.locator('.versus tbody').first().locator('tr:has(td)');
        for (const row of await differing.all()) {
          const cells = (await row.locator('td').allTextContents()).map((text) => text.trim());
          assert.ok(new Set(cells).size > 1, cells.join(' | '));
        }
        await page.getByRole('link', { name: 'Remove Exodus Exodus Wallet' }).click();
        assert.equal(await heads.count(), 2);
      });
    });

    it('sorts by a column, up, down and not at all', async () => {
      await visit(window, async (page) => {
        const { change } = makeReader(page, script);
        const head = page.getByRole('columnheader', { name: 'Access price' });
        await page.goto(at('/networks/ethereum/toolbox/apis'));
        await change(() => head.getByRole('link').click());
        assert.equal(await head.getAttribute('aria-sort'), 'ascending');
        const cheapest = await readProviders(page);
        await change(() => head.getByRole('link').click());
        assert.equal(await head.getAttribute('aria-sort'), 'descending');
        assert.notDeepEqual(await readProviders(page), cheapest);
        await change(() => head.getByRole('link').click());
        assert.equal(await head.getAttribute('aria-sort'), null);
      });
    });

    it('chooses columns and page size, and keeps the filters', async () => {
      await visit(window, async (page) => {
        const { change } = makeReader(page, script);
        await page.goto(at('/networks/ethereum/toolbox/apis?f.planType=Free'));
        await page.getByText('Columns and sort', { exact: true }).click();
        await page.getByRole('checkbox', { name: 'Uptime SLA' }).check();
        await page.getByRole('checkbox', { name: 'API type' }).uncheck();
        await page.getByRole('combobox', { name: 'Providers per page' }).selectOption('25');
        await change(() => page.getByRole('button', { name: 'Apply', exact: true }).click());
        const heads = await page.locator('.offers thead th').allTextContents();
        assert.ok(heads.some((text) => text.includes('Uptime SLA')));
        assert.ok(!heads.some((text) => text.includes('API type')));
        assert.ok((await readProviders(page)).length > 10);
        assert.deepEqual(await readChips(page), ['Plan type Free']);
      });
    });

    it('lists all values of a long filter and chooses a rare one', async () => {
      await visit(window, async (page) => {
        const reader = makeReader(page, script);
        await page.goto(at('/networks/ethereum/toolbox/apis'));
        const facet = facetOf(page, 'Provider');
        await facet.locator('summary').click();
        await facet.getByRole('link', { name: /^All \d+ values/ }).click();
        await facet.getByRole('checkbox', { name: /^Tatum/ }).waitFor();
        await choose(reader, 'Provider', 'Tatum');
        await reader.apply();
        assert.deepEqual(await readProviders(page), ['Tatum']);
      });
    });
  }
});

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let pressed = 0; pressed < 120; pressed++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  assert.fail(`the keyboard does not reach ${selector}`);
}
