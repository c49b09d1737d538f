/**
 * The table of a directory page in a real browser: what a line shows, when its columns change, and
 * how many fit on a screen.
 */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { corpusFolder, corpusMissing } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import {
  assertNoSidewaysScroll,
  assertNoViolation,
  boxOf,
  desktop,
  phone,
  squeeze,
  until,
} from './support/reader.ts';

const network = '/networks/ethereum';
const apis = `${network}/toolbox/apis`;
const wallets = `${network}/toolbox/wallets`;
const servers = `${network}/toolbox/mcpservers`;

describe('a table', { skip: withoutBrowser }, () => {
  const { test, testBoth, at } = useBrowser(useService(), desktop);

  test('has the amount that decides first, in figures of equal width', apis, async ({ page }) => {
    const cell = page.locator('td.price', { hasText: 'if paid yearly' }).first();
    assert.match(squeeze(await cell.innerText()), /^\$[\d.]+ \/month \$[\d.]+\/mo if paid yearly$/);
    const ends =
      (await page.evaluate(`[...document.querySelectorAll('td[data-label="Access price"]')]
      .map((cell) => cell.querySelector('.per') ?? cell.querySelector('.amount, .quiet'))
      .filter((end) => end !== null)
      .map((end) => Math.round(end.getBoundingClientRect().right) + getComputedStyle(end).fontVariantNumeric)`)) as string[];
    assert.ok(ends.length > 10);
    assert.match([...new Set(ends)].join(), /^\d+tabular-nums$/);
    const weightOf = (part: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('td.price ${part}')).fontWeight`);
    assert.ok(
      Number(await weightOf('.amount')) > Number(await weightOf('.quiet')),
      'Custom is quiet',
    );
  });

  test('shows what is chosen in the colours of the system', apis, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    const colourOf = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
    const chosen = await colourOf('.either input:checked + span');
    assert.notEqual(chosen, await colourOf('.either input:not(:checked) + span'));
    await page.goto(at(`${apis}/free`));
    assert.equal(await colourOf('.sets a[aria-current]'), chosen);
    await page.goto(at('/about'));
    assert.equal(await colourOf('.top-nav a[aria-current]'), chosen);
  });

  test(
    'breaks no name on paper, says its page, and has the list on one',
    apis,
    async ({ page }) => {
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 1047, height: 900 });
      const broken = await page.evaluate(`[...document.querySelectorAll('.offers .name')]
      .filter((name) => !name.innerText.includes(' ') && name.getClientRects().length > 1
        || name.offsetHeight > 24 && !/[ -]/.test(name.innerText)).map((name) => name.innerText)`);
      assert.deepEqual(broken, []);
      assert.equal(await page.locator('.pages').innerText(), 'page 1 of 2');
      await page.emulateMedia({ media: 'screen' });
      const all = await page.locator('.counts strong').innerText();
      await page.getByRole('link', { name: 'To print: ' }).click();
      await page.waitForURL(/pageSize=100/);
      assert.equal(await page.locator('tr.offer').count(), Number(/(\d+) offers/.exec(all)?.[1]));
      assert.equal(await page.getByRole('link', { name: 'To print: ' }).count(), 0);
    },
  );

  test(
    'of a profile is a table on paper, with folded rows',
    `${network}/providers/alchemy`,
    async ({ page }) => {
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 1047, height: 900 });
      assert.equal(await page.locator('.offers thead').first().isVisible(), true);
      assert.equal(await page.locator('tr.offer').first().isVisible(), true);
      assert.equal(await page.locator('tr.fold:visible').count(), 0);
    },
  );

  test('unfolds what its cells leave out', apis, async ({ page }) => {
    const full = (await page.locator('td.price[title]').first().getAttribute('title')) ?? '';
    const line = page.locator('tr.offer', { has: page.locator('td.price[title]') }).first();
    await line.getByRole('button', { name: 'Details' }).click();
    // `innerText` has a character for each place where a long amount may break.
    const facts = page.locator('tr.offer:has(td.price[title]) + tr.fold .facts').first();
    const told = (await facts.textContent()) ?? '';
    assert.ok(told.includes(full), `${full}: ${told}`);
    const { height } = await boxOf(line);
    // Three lines: the note on payment by the year takes two.
    assert.ok(height < 60, `${height} px`);
    await page.goto(at(apis));
    const limited = 'tr.offer:has(td[data-label="Limitations"] .more)';
    const cell = page.locator(`${limited} td[data-label="Limitations"]`).first();
    const [, shown = '', hidden = ''] =
      /^(.+) \+(\d+)$/.exec(squeeze(await cell.innerText())) ?? [];
    const fold = page.locator(`${limited} + tr.fold`).first();
    assert.equal(await fold.count(), 0);
    await cell.click();
    const items = (await fold.locator('dt:text-is("Limitations") + dd').innerText()).split('\n');
    const seen = items.filter((item) => shown.includes(item.slice(0, 20)));
    assert.ok(seen.length >= 1, shown);
    assert.equal(
      items.length,
      seen.length + Number(hidden),
      `${shown} +${hidden}: ${items.join(' | ')}`,
    );
  });

  const plans = '/networks/bora/toolbox/storages?search=plan&pageSize=3';
  testBoth(
    'shows all offers of a provider on a phone',
    [plans, phone],
    async ({ page, script }) => {
      const provider = page.locator('tbody:has(.rest)').first();
      const visible = () => provider.locator('.offer').filter({ visible: true }).count();
      assert.equal(await visible(), 2);
      const rest = provider.getByRole('checkbox', { name: /^\d+ more offers? of / });
      await rest.check();
      assert.ok((await visible()) >= 3);
      assert.equal(await visible(), await provider.locator('.offer').count());
      await rest.uncheck();
      assert.equal(await visible(), 2);
      if (!script) return;
      await page.goto(at(wallets));
      const named = `[...document.querySelectorAll('.offer > [data-label]:not(.price)')]
      .filter((cell) => cell.offsetParent !== null)
      .map((cell) => getComputedStyle(cell, '::before').content.includes(cell.dataset.label))`;
      assert.deepEqual([...new Set((await page.evaluate(named)) as boolean[])], [true]);
    },
  );

  test('keeps its header in view, and the provider if it is wide', apis, async ({ page }) => {
    await page.locator('tr.offer').nth(20).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 600);
    await until(page, 'scrollY > 400');
    const head = page.locator('.offers thead th').first();
    assert.equal(Math.round((await boxOf(head)).y), 0);
    const keys = [
      'planType',
      'historicalData',
      'apiType',
      'technology',
      'accessPrice',
      'regions',
      'availableApis',
    ];
    const cols = [...keys, 'limitations', 'trial', 'uptimeSla', 'chain']
      .map((key) => `cols=${key}`)
      .join('&');
    await page.goto(at(`${apis}?${cols}`));
    const box = page.locator('.table-box');
    await box.evaluate((element) =>
      (element as unknown as { scrollTo(x: number, y: number): void }).scrollTo(300, 400),
    );
    const frame = await boxOf(box);
    assert.ok(Math.abs((await boxOf(head)).y - frame.y) <= 2);
    assert.ok(Math.abs((await boxOf(page.locator('tr.offer > th').nth(14))).x - frame.x) <= 2);
  });

  const logins = `${network}/toolbox/faucets?cols=requiresLogin`;
  test('colours a flag by its meaning', logins, async ({ page }) => {
    const colourOf = async (label: string, text: string) => {
      const flags = `[...document.querySelectorAll('td[data-label="${label}"] span')]`;
      return page.evaluate(
        `getComputedStyle(${flags}.find((flag) => flag.textContent === '${text}')).color`,
      );
    };
    const [bad, absent] = [
      await colourOf('Login required', 'Yes'),
      await colourOf('Login required', 'No'),
    ];
    await page.goto(at(`${wallets}?cols=openSource`));
    const good = await colourOf('Open source', 'Yes');
    assert.notEqual(bad, good);
    assert.equal(absent, good);
    await page.goto(at(`${servers}?cols=onChainWrite&f.onChainWrite=true`));
    const neutral = await colourOf('Writes on-chain', 'Yes');
    assert.ok(neutral !== good && neutral !== bad);
  });
});

describe('a table of the corpus', { skip: withoutBrowser || corpusMissing }, () => {
  const { test, at } = useBrowser(useService(corpusFolder));

  const pageOf = (category: string) => `${network}/toolbox/${category}`;

  test(
    'marks a referral code below its link, within the row',
    `${pageOf('apis')}?search=ankr`,
    async ({ page }) => {
      for (const viewport of [desktop.viewport, phone.viewport]) {
        await page.setViewportSize(viewport);
        const row = await boxOf(page.locator('tr.offer:has(> .act > .referral)').first());
        const link = await boxOf(page.locator('.act > a:has(+ .referral)').first());
        // The mark takes no width: what is measured is its text.
        const text = (await page.evaluate(`{
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('.act > .referral'));
        range.getBoundingClientRect().toJSON();
      }`)) as Record<'x' | 'y' | 'right' | 'bottom', number>;
        assert.ok(text.y >= link.y + 8 && text.bottom <= row.y + row.height, JSON.stringify(text));
        assert.ok(text.x >= link.x && text.right <= link.x + link.width, JSON.stringify(text));
      }
    },
  );

  for (const [category, width, height, least] of [
    ['apis', 1440, 900, 12],
    ['wallets', 1440, 900, 14],
    // Each figure has its label on a phone.
    ['apis', 360, 800, 3],
    ['wallets', 360, 800, 4],
  ] as const) {
    const name = `has at least ${least} offers of ${category} on a screen of ${width} x ${height}`;
    const viewport = { width, height };
    test(name, [pageOf(category), { viewport }], async ({ page }) => {
      const ends = `[...document.querySelectorAll('tr.offer')].map((line) => line.getBoundingClientRect().bottom)`;
      const visible = Number(
        await page.evaluate(`${ends}.filter((end) => end > 0 && end <= innerHeight).length`),
      );
      assert.ok(visible >= least, `${visible} offers`);
      await assertNoSidewaysScroll(page);
      if (width === 360) await assertNoViolation(page, 'on a phone', ['target-size']);
    });
  }

  for (const [width, selector, ...categories] of [
    [
      1280,
      '.offers thead th, .offers .tag, .offers .name',
      'apis',
      'wallets',
      'mcpservers',
      'oracles',
    ],
    [
      1440,
      '.offers thead th, .offers .tag, .offers .name',
      'apis',
      'wallets',
      'mcpservers',
      'oracles',
    ],
    [
      1024,
      '.offers th, .offers td',
      'apis?pageSize=100',
      'storages?pageSize=100',
      'services?pageSize=100',
    ],
  ] as const)
    test(`breaks no word and cuts no price at ${width}`, pageOf('explorers'), async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      for (const category of categories) {
        await page.goto(at(pageOf(category)));
        // One of 100 providers has a longer word in its name.
        const broken = (await brokenWords(page, selector)).filter(
          (word) => width === 1024 || word.length < 14,
        );
        assert.equal(broken.join(), '', category);
        const prices = `[...document.querySelectorAll('.offers td.price')]`;
        const cut = await page.evaluate(
          `${prices}.filter((cell) => cell.scrollWidth > cell.clientWidth).length`,
        );
        if (width === 1024) assert.equal(cut, 0, category);
      }
    });
});

/**
 * Words of the visible elements that stand on two lines. A word may be divided after a hyphen or a
 * slash, and at a zero-width space.
 */
function brokenWords(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(`{
    const broken = [];
    for (const element of document.querySelectorAll(${JSON.stringify(selector)})) {
      if (!element.checkVisibility()) continue;
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: word, index } of text.data.matchAll(/[^\\s\\u200b/-]+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1) broken.push(word);
        }
      }
    }
    broken;
  }`);
}
