/**
 * Every kind of page: no violation of axe-core in both themes, no complaint of the browser, nothing
 * that jumps or is wider than the window; and what pages weigh.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { corpusFolder, corpusMissing } from '../support/paths.ts';
import { openBuilt, publishChanges } from '../support/published-changes.ts';
import { startService, type TestService, useService } from '../support/service-server.ts';
import { afterAll } from '../support/temporary-folder.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { firstOfTemplates, templateOf, testedPageTypes } from './support/page-types.ts';
import {
  assertNoSidewaysScroll,
  assertNoViolation,
  boxOf,
  desktop,
  phone,
  until,
} from './support/reader.ts';

const apis = '/networks/ethereum/toolbox/apis';
/** Google's limit for a good page is 0.1. */
const maxLayoutShift = 0.01;
/**
 * Rules whose result depends on the theme and the size of the window. The others depend on the
 * document.
 */
const rulesOfLooks = [
  'color-contrast',
  'link-in-text-block',
  'target-size',
  'scrollable-region-focusable',
];

const openAll =
  "document.querySelectorAll('details:not(.pop)').forEach((details) => { details.open = true; })";
const watchShifts = `
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;
const word = 'Donaudampfschiffahrtsgesellschaft'.repeat(5);
/** Runs in the page: every text of its content becomes one long word. */
const replaceTexts = `{
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text.textContent.trim() && !text.parentElement.closest('button, .sr')) text.textContent = '${word}';
}`;

describe('every kind of page', { skip: withoutBrowser }, () => {
  const { test, visit, at } = useBrowser(useService());
  const cleanUp = afterAll();
  let changed: TestService;

  before(async () => {
    changed = await startService({ snapshot: await openBuilt(await publishChanges(cleanUp)) });
    cleanUp.after(changed.close);
  });

  async function look(
    address: string,
    { light = true, dark = rulesOfLooks as readonly string[] | null, status = 200 },
  ) {
    // A context each would cost more than the checks: the page is turned round instead.
    await visit({ ...desktop, colorScheme: 'light' }, async (page) => {
      await page.addInitScript(watchShifts);
      assert.equal((await page.goto(address, { waitUntil: 'load' }))?.status(), status);
      const shift = Number(await page.evaluate('window.layoutShift'));
      assert.ok(shift <= maxLayoutShift, `layout shift of ${shift}`);
      await assertNoSidewaysScroll(page);
      await page.evaluate(openAll);
      if (light) await assertNoViolation(page, 'light');
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize(phone.viewport);
      if (dark) await assertNoViolation(page, 'dark on a phone', dark);
      await assertNoSidewaysScroll(page);
    });
  }

  // Pages of one template take turns, and are seen in one look each. A page with a template of its
  // own is seen in both.
  for (const type of testedPageTypes) {
    const variants = testedPageTypes.filter((other) => templateOf(other) === templateOf(type));
    const turn = variants.indexOf(type) % 2;
    const looks = variants.length === 1 ? {} : { light: turn === 0, dark: turn === 0 ? null : [] };
    it(`${type.name} has no violation of axe-core`, () =>
      look(at(type.path), { ...looks, status: type.status }));
  }
  for (const path of ['/changes', '/networks/aria/providers/p03'])
    it(`${path} with changes has no violation of axe-core`, () =>
      look(`${changed.url}${path}`, { dark: [] }));

  test(
    'with suggestions moves nothing',
    ['/', { ...phone, colorScheme: 'light' }],
    async ({ page }) => {
      const topOf = async () => (await boxOf(page.locator('footer'))).y;
      const top = await topOf();
      await page.locator('input[data-suggest]').first().pressSequentially('et');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
      assert.equal(await topOf(), top, 'the page stays where it is');
      await assertNoSidewaysScroll(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await assertNoViolation(page, colorScheme);
      }
    },
  );

  const searched = [
    `/search?q=${word}`,
    `${apis}?search=${word}`,
    `/networks/ethereum/providers?q=${word}`,
  ];
  for (const path of [...firstOfTemplates.map(({ path }) => path), ...searched])
    test(`${path.slice(0, 40)} is as wide as the window`, [path, phone], async ({ page }) => {
      await page.evaluate(
        `for (const details of document.querySelectorAll('details')) details.open = true`,
      );
      await page.evaluate(replaceTexts);
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 740 });
        await assertNoSidewaysScroll(page, `at ${width}`);
      }
    });

  test('opens popups inside the window', `${apis}?pageSize=3`, async ({ page }) => {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      for (const popup of await page.locator('details.pop').all()) {
        await popup.locator('summary').click();
        const panel = popup.locator('.panel');
        const box = await boxOf(panel);
        assert.ok(box.x >= 0 && box.x + box.width <= width, `${width}: ${JSON.stringify(box)}`);
        await panel.locator('a, button').last().click({ trial: true });
        const items = panel.locator('li');
        assert.equal(await items.filter({ visible: true }).count(), await items.count());
        await assertNoSidewaysScroll(page);
        await popup.locator('summary').click();
      }
    }
  });

  it('loads the page of providers in at most 200 kB with style, scripts and logos, each asset from one address', async () => {
    await visit({}, async (page) => {
      const bytes = await countBytes(page);
      const scripts: string[] = [];
      page.on(
        'request',
        (request) => /\/assets\/.*\.js/.test(request.url()) && scripts.push(request.url()),
      );
      await page.goto(at('/networks/ethereum/providers'));
      const logos = page.locator('img[src*="/logos/"]');
      // Logos are loaded when they come near the window.
      for (const logo of await logos.all()) await logo.scrollIntoViewIfNeeded();
      await until(
        page,
        '[...document.images].every((image) => image.complete && image.naturalWidth > 0)',
      );
      assert.ok(bytes() > 10_000 && bytes() <= 200_000, `${bytes()} bytes`);
      for (const url of scripts) assert.match(url, /\?v=[\w-]{10}$/);
      assert.equal(new Set(scripts.map((url) => new URL(url).pathname)).size, scripts.length);
    });
  });
});

describe('the largest directory page of the corpus', { skip: corpusMissing }, () => {
  const { get } = useService(corpusFolder, { ANSWER_CACHE: 'off' });

  for (const [path, most] of [
    [apis, 20_000],
    [`${apis}?chart=prices`, 24_000],
    [`${apis}?chart=prices&requests=40000000`, 24_000],
  ] as const)
    it(`${path} weighs at most ${most} bytes, compressed`, async () => {
      const answer = await get(path, { headers: { accept: 'text/html', 'accept-encoding': 'br' } });
      assert.equal(answer.headers['content-encoding'], 'br');
      const { length } = answer.bytes;
      assert.ok(length > 1000 && length <= most, `${length} bytes`);
    });
});

/** Bytes that the browser received, as sent. */
async function countBytes(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}
