/** The table of a directory page in a real browser: its density, what stays in view, the tray, print. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { projectFolder } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { assertNoSidewaysScroll, choose, makeReader } from './support/reader.ts';

const apis = '/networks/ethereum/toolbox/apis';
const wallets = '/networks/ethereum/toolbox/wallets';
const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 360, height: 800 }, hasTouch: true };

describe('the table', { skip: withoutBrowser }, () => {
  const { service } = useService({ folder: `${projectFolder}/sources` });
  const { visit } = useBrowser();
  const at = (path: string) => `${service().url}${path}`;

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
      await scroll(box, 300, 400);
      const [frame, head] = [await boxOf(box), await boxOf(page.locator('.offers thead th').first())];
      const name = await boxOf(page.locator('tr.offer > th').nth(14));
      assert.ok(Math.abs(head.y - frame.y) <= 2, `header at ${head.y}, box at ${frame.y}`);
      assert.ok(Math.abs(name.x - frame.x) <= 2, `provider at ${name.x}, box at ${frame.x}`);
    });
  });

  it('does not change its columns when a filter is set', async () => {
    await visit(desktop, async (page) => {
      const heads = () => page.locator('.offers thead th').allTextContents();
      await page.goto(at(apis));
      const before = await heads();
      await choose(makeReader(page, true), 'Plan type', 'Enterprise');
      assert.deepEqual(await heads(), before);
    });
  });

  for (const javaScriptEnabled of [true, false]) {
    it(`opens a ready set and marks it, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
      await visit({ ...desktop, javaScriptEnabled }, async (page) => {
        await page.goto(at(`${apis}?compare=alchemy-free-full-archive-mainnet`));
        const set = page.getByRole('list', { name: 'Ready sets' }).getByRole('link', { name: 'Archive under $50' });
        await set.click();
        await page.waitForURL(/f\.historicalData=Archive/);
        await page.locator('.sets [aria-current]', { hasText: 'Archive under $50' }).waitFor();
        assert.match(await page.title(), /^Archive APIs on Ethereum under \$50/);
        assert.equal(await page.locator('.picks li').count(), 1);
        await page.goBack();
        await page.locator('.sets [aria-current]').waitFor({ state: 'detached' });
      });
    });
  }

  it('unfolds the text of the editor beside the price', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at(apis));
      const cell = page.locator('td.price[title]').first();
      const full = (await cell.getAttribute('title')) ?? '';
      const line = page.locator('tr.offer', { has: cell }).first();
      const fold = page.locator('tr.offer:has(td.price[title]) + tr.fold').first();
      await fold.locator('summary').click();
      assert.ok((await fold.locator('.facts').innerText()).includes(full), full);
      assert.ok((await boxOf(line)).height < 50);
    });
  });

  for (const javaScriptEnabled of [true, false]) {
    it(`keeps the tray with names on page 2, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
      await visit({ ...desktop, javaScriptEnabled }, async (page) => {
        await page.goto(at(`${wallets}?pageSize=5&compare=brave-wallet`));
        await page.getByRole('link', { name: 'Next' }).click();
        await page.waitForURL(/page=2/);
        await page.locator('.offers .name', { hasText: 'Brave' }).first().waitFor({ state: 'detached' });
        assert.deepEqual(await readTray(page), ['Brave']);
        const tray = await boxOf(page.locator('.compare-bar'));
        assert.ok(tray.y + tray.height <= 900, 'the tray is in view');
      });
    });
  }

  it('keeps what is picked through paging, filters and the back button', async () => {
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
      await page.getByText('6 offers are the most that a comparison can show').waitFor();
      assert.ok(await boxes.nth(6).isDisabled());
      await boxes.nth(0).uncheck();
      assert.ok(await boxes.nth(6).isEnabled());
    });
  });

  for (const javaScriptEnabled of [true, false]) {
    it(`leads to the same view on another network, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
      await visit({ ...desktop, javaScriptEnabled }, async (page) => {
        const reader = makeReader(page, javaScriptEnabled);
        await page.goto(at(`${apis}?sort=accessPrice&page=2`));
        await choose(reader, 'Plan type', 'Free');
        await reader.apply();
        await page.getByText('Other networks').click();
        await page.locator('.networks a', { hasText: 'Solana' }).click();
        await page.waitForURL(/networks\/solana\/toolbox\/apis/);
        const { searchParams } = new URL(page.url());
        assert.deepEqual([...searchParams].toSorted(), [
          ['f.planType', 'Free'],
          ['sort', 'accessPrice'],
        ]);
        assert.equal(await page.title(), 'Free APIs on Solana - Web3 Infrastructure');
      });
    });
  }

  it('says which filter values a network does not have', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at('/networks/solana/toolbox/apis?f.chain=sepolia&f.chain=mainnet'));
      await page.getByText('APIs on Solana have no Chain “sepolia”.').waitFor();
      await page.goto(at('/networks/solana/toolbox/apis?f.chain=mainnet'));
      assert.equal(await page.getByText('have no Chain').count(), 0);
    });
  });

  it('links every listing to its comparison', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at(wallets));
      await page.getByRole('link', { name: 'Compare', exact: true }).click();
      await page.getByRole('heading', { name: 'No offers selected' }).waitFor();
    });
  });
});

describe('the comparison', { skip: withoutBrowser }, () => {
  const { service } = useService({ folder: `${projectFolder}/sources` });
  const { visit } = useBrowser();
  const slugs = ['brave-wallet', 'ledger', 'metamask', 'exodus-wallet', 'trust-wallet', 'rainbow'];
  const address = () =>
    `${service().url}/networks/ethereum/compare?category=wallets&${slugs.map((slug) => `offer=${slug}`).join('&')}`;

  it('keeps its header and the names of the facts in view at 360 px', async () => {
    await visit(phone, async (page) => {
      await page.goto(address());
      const box = page.locator('.versus-box');
      await scroll(box, 150, 200);
      const frame = await boxOf(box);
      assert.ok(Math.abs((await boxOf(page.locator('.versus thead th').first())).y - frame.y) <= 2);
      assert.ok(Math.abs((await boxOf(page.locator('.versus tbody th').nth(5))).x - frame.x) <= 2);
    });
  });

  it('fits on a landscape page of A4 with all columns', async () => {
    await visit(desktop, async (page) => {
      await page.goto(address());
      const count = await page.locator('.versus thead th').count();
      await page.emulateMedia({ media: 'print' });
      // A4 landscape without its margins of 10 mm, in CSS pixels.
      await page.setViewportSize({ width: 1047, height: 718 });
      const table = await boxOf(page.locator('.versus'));
      assert.ok(count >= 3 && table.width <= 1047, `${count} offers, ${table.width} px`);
      for (const head of await page.locator('.versus thead th').all()) {
        const { x, width } = await boxOf(head);
        assert.ok(width > 60 && x + width <= 1047);
      }
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      assert.match(pdf, /\/MediaBox \[0 0 84[12](\.\d+)? 59[45](\.\d+)?\]/);
    });
  });
});

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  assert.ok(box, 'the element is shown');
  return box;
}

interface Scrolling {
  scrollTo(x: number, y: number): void;
  readonly scrollLeft: number;
  readonly scrollTop: number;
}

async function scroll(box: Locator, x: number, y: number): Promise<void> {
  const at = await box.evaluate(
    (element, to) => {
      const scrolling = element as unknown as Scrolling;
      scrolling.scrollTo(to.x, to.y);
      return [scrolling.scrollLeft, scrolling.scrollTop];
    },
    { x, y },
  );
  assert.deepEqual(at, [x, y], 'the box scrolls both ways');
}

/** Number of elements that are wholly inside the window. */
async function countWhole(lines: Locator, height: number): Promise<number> {
  const boxes = await Promise.all((await lines.all()).slice(0, 40).map((line) => line.boundingBox()));
  return boxes.filter((box) => box !== null && box.y >= 0 && box.y + box.height <= height).length;
}

async function readTray(page: Page): Promise<string[]> {
  return page.locator('.picks li strong').allTextContents();
}
