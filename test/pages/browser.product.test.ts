/** The pages in a real browser, as far as `make test` goes: one walk over controls, and two looks at the table. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { projectFolder } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { firstOfEachKind } from './support/control-walk.ts';
import { boxOf, countWhole, scrollBox } from './support/layout.ts';
import { pageTypes } from './support/page-types.ts';
import { assertNoSidewaysScroll } from './support/reader.ts';
import { readings, testControls } from './support/walks.ts';

const apis = '/networks/ethereum/toolbox/apis';
const wallets = '/networks/ethereum/toolbox/wallets';
const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 360, height: 800 }, hasTouch: true };

describe('a directory page', { skip: withoutBrowser }, () => {
  const { service } = useService({ folder: `${projectFolder}/sources` });
  const { visit } = useBrowser();
  const at = (path: string) => `${service().url}${path}`;

  const types = pageTypes.filter(({ name }) => name === 'toolbox-picked');
  for (const type of types)
    testControls({ reading: readings[0], type, choose: firstOfEachKind }, { visit, addressOf: at });

  const densities = [
    [apis, desktop, 12],
    [wallets, desktop, 14],
    [apis, phone, 4],
    [wallets, phone, 4],
  ] as const;
  for (const [path, window, least] of densities) {
    const { width, height } = window.viewport;
    it(`shows at least ${least} offers of ${path} at ${width} x ${height}`, async () => {
      await visit(window, async (page) => {
        await page.goto(at(path));
        const visible = await countWhole(page.locator('tr.offer'), height);
        assert.ok(visible >= least, `${visible} offers`);
        await assertNoSidewaysScroll(page);
      });
    });
  }

  for (const javaScriptEnabled of [true, false]) {
    it(`names facts and shows all offers of a provider on a phone ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
      await visit({ ...phone, javaScriptEnabled }, async (page) => {
        await page.goto(at(apis));
        const provider = page.locator('tbody:has(.rest)').first();
        const visible = async () => (await provider.locator('.offer').all()).map((offer) => offer.isVisible());
        const countVisible = async () => (await Promise.all(await visible())).filter(Boolean).length;
        assert.equal(await countVisible(), 2);
        await provider.getByRole('checkbox', { name: /^\d+ more offers of / }).check();
        assert.equal(await countVisible(), await provider.locator('.offer').count());
        assert.ok((await countVisible()) > 3);
        if (!javaScriptEnabled) return;
        await page.goto(at(wallets));
        const named = `[...document.querySelectorAll('.offer > [data-label]:not(.price)')]
          .filter((cell) => cell.offsetParent !== null)
          .map((cell) => getComputedStyle(cell, '::before').content.includes(cell.dataset.label))`;
        assert.deepEqual([...new Set((await page.evaluate(named)) as boolean[])], [true]);
      });
    });
  }

  it('keeps its header in view while the page scrolls', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at(apis));
      await page.locator('tr.offer').nth(20).scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 600);
      await page.waitForFunction('scrollY > 400');
      assert.equal(Math.round((await boxOf(page.locator('.offers thead th').first())).y), 0);
    });
  });

  it('keeps header and provider in view while a wide table scrolls', async () => {
    await visit(desktop, async (page) => {
      const columns = [
        'planType',
        'historicalData',
        'apiType',
        'technology',
        'accessPrice',
        'regions',
        'availableApis',
      ];
      const cols = [...columns, 'limitations', 'trial', 'uptimeSla', 'chain'].map((key) => `cols=${key}`).join('&');
      await page.goto(at(`${apis}?${cols}`));
      const box = page.locator('.table-box');
      await scrollBox(box, 300, 400);
      const [frame, head] = [await boxOf(box), await boxOf(page.locator('.offers thead th').first())];
      const name = await boxOf(page.locator('tr.offer > th').nth(14));
      assert.ok(Math.abs(head.y - frame.y) <= 2, `header at ${head.y}, box at ${frame.y}`);
      assert.ok(Math.abs(name.x - frame.x) <= 2, `provider at ${name.x}, box at ${frame.x}`);
    });
  });
});
