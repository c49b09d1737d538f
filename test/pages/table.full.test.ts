/** The table of a directory page in a real browser: what a line shows, when its columns change, and how many fit on a screen. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { corpusFolder, corpusMissing } from '../support/paths.ts';
import { rowsOf } from '../support/service-paths.ts';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import {
  assertNoSidewaysScroll,
  assertNoViolation,
  boxOf,
  choose,
  desktop,
  makeReader,
  phone,
  squeeze,
} from './support/reader.ts';

const network = '/networks/ethereum';
const apis = `${network}/toolbox/apis`;
const wallets = `${network}/toolbox/wallets`;
const servers = `${network}/toolbox/mcpservers`;

interface Rows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly columnsMeta: readonly { readonly key: string; readonly label: string }[];
}

describe('a table', { skip: withoutBrowser }, () => {
  const { service, get } = useService();
  const visit = useBrowser();
  const at = (path: string) => `${service().url}${path}`;

  it('has logo, provider and plan in each line, and the columns that decide, where the category has them', async () => {
    await visit(desktop, async (page) => {
      for (const path of [apis, wallets, servers]) {
        await page.goto(at(path));
        const { offered, shown } = await readColumns(page);
        // A plan type that all have in common is told without its label: `All: Free`.
        const common = (await page.locator('.common').allTextContents()).join();
        const told = common.replace('All: Free', 'plan type').toLowerCase();
        const deciding = /^(Plan type|Chain|Price|Access price|Query price|Limitations|Trial|Transport)/;
        const left = offered.filter((label) => deciding.test(label) && !shown.includes(label));
        assert.deepEqual(
          left.filter((label) => !told.includes(label.toLowerCase())),
          [],
          path,
        );
        const lines = page.locator('tr.offer');
        assert.ok((await lines.count()) > 5);
        const first = page.locator('.offers tbody > tr.offer:first-child');
        assert.equal(await first.filter({ has: page.locator('.by .mark') }).count(), await first.count());
        assert.equal(await lines.filter({ has: page.locator('.plan') }).count(), await lines.count());
        for (const name of await lines.locator('.by .name').allTextContents()) assert.notEqual(name.trim(), '');
      }
    });
  });

  it('groups nothing if each provider has one offer, and no sorted list', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at(wallets));
      assert.equal(await page.locator('.offers tbody:has(.offer ~ .offer)').count(), 0);
      await page.goto(at(`${apis}?sort=planName&pageSize=100`));
      const names = (await page.locator('tr.offer .offer-name').allTextContents()).slice(0, 20);
      const plans = names.map((name) => name.split(' · ').at(-1)?.replace('★ Recommended by the editors', '').trim());
      assert.deepEqual(plans, plans.toSorted(new Intl.Collator('en').compare));
      assert.ok(new Set(await page.locator('tr.offer .name').allTextContents()).size > 10);
    });
  });

  it('keeps its columns when a filter is set', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at(apis));
      const before = await readColumns(page);
      await choose(makeReader(page), 'Plan type', 'Enterprise');
      assert.deepEqual(await readColumns(page), before);
    });
  });

  it('neither offers nor shows a column that is empty in the whole listing', async () => {
    await visit(desktop, async (page) => {
      for (const [category, path] of [
        ['apis', apis],
        ['mcpservers', servers],
      ] as const) {
        await page.goto(at(path));
        const { offered, shown } = await readColumns(page);
        const { result } = (await get(rowsOf('ethereum', { category, pageSize: 100 }))).json() as { result: Rows };
        const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null);
        const labels = (filled: boolean) =>
          result.columnsMeta
            .filter(({ key }) => result.rows.some((row) => isFilled(row[key])) === filled)
            .map(({ label }) => label);
        const empty = labels(false);
        assert.ok(empty.length > 3);
        assert.deepEqual(
          [...offered, ...shown].filter((label) => empty.includes(label)),
          [],
        );
        const named = ['Slug', 'Provider', 'Offer', 'Plan', 'Starred', 'Actions', 'Description'];
        assert.deepEqual(
          labels(true).filter((label) => !offered.includes(label) && !named.includes(label)),
          [],
        );
      }
    });
  });

  it('has the amount that decides first, in figures of equal width that end at one line', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at(apis));
      const cell = page.locator('td.price', { hasText: 'if paid yearly' }).first();
      assert.match(squeeze(await cell.innerText()), /^\$[\d.]+ \/month \$[\d.]+ if paid yearly$/);
      const ends = (await page.evaluate(`[...document.querySelectorAll('td[data-label="Access price"]')]
        .map((cell) => cell.querySelector('.per') ?? cell.querySelector('.amount, .quiet'))
        .filter((end) => end !== null)
        .map((end) => Math.round(end.getBoundingClientRect().right) + getComputedStyle(end).fontVariantNumeric)`)) as string[];
      assert.ok(ends.length > 10);
      assert.match([...new Set(ends)].join(), /^\d+tabular-nums$/);
      const weights = `['.amount', '.quiet'].map((part) => getComputedStyle(document.querySelector('td.price ' + part)).fontWeight)`;
      const [amount, quiet] = (await page.evaluate(weights)) as [string, string];
      assert.ok(Number(amount) > Number(quiet), 'Custom is quiet');
    });
  });

  it('unfolds the text of the editor beside a price, and the items that a cell leaves out, wherever a row is pressed', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at(apis));
      const full = (await page.locator('td.price[title]').first().getAttribute('title')) ?? '';
      const line = page.locator('tr.offer', { has: page.locator('td.price[title]') }).first();
      await line.getByRole('button', { name: 'Details' }).click();
      assert.ok(
        (await page.locator('tr.offer:has(td.price[title]) + tr.fold .facts').first().innerText()).includes(full),
        full,
      );
      assert.ok((await boxOf(line)).height < 50);
      await page.goto(at(apis));
      const limited = 'tr.offer:has(td[data-label="Limitations"] .more)';
      const cell = page.locator(`${limited} td[data-label="Limitations"]`).first();
      const [, shown = '', hidden = ''] = /^(.+) \+(\d+)$/.exec(squeeze(await cell.innerText())) ?? [];
      const fold = page.locator(`${limited} + tr.fold`).first();
      assert.equal(await fold.count(), 0);
      await cell.click();
      const items = (await fold.locator('dt:text-is("Limitations") + dd').innerText()).split('\n');
      const seen = items.filter((item) => shown.includes(item.slice(0, 20)));
      assert.ok(seen.length >= 1, shown);
      assert.equal(items.length, seen.length + Number(hidden), `${shown} +${hidden}: ${items.join(' | ')}`);
    });
  });

  for (const javaScriptEnabled of [true, false])
    it(`names facts and shows all offers of a provider on a phone ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
      await visit({ ...phone, javaScriptEnabled }, async (page) => {
        await page.goto(at('/networks/bora/toolbox/storages?search=plan&pageSize=3'));
        const provider = page.locator('tbody:has(.rest)').first();
        const visible = () => provider.locator('.offer').filter({ visible: true }).count();
        assert.equal(await visible(), 2);
        const rest = provider.getByRole('checkbox', { name: /^\d+ more offers? of / });
        await rest.check();
        assert.ok((await visible()) >= 3);
        assert.equal(await visible(), await provider.locator('.offer').count());
        await rest.uncheck();
        assert.equal(await visible(), 2);
        if (!javaScriptEnabled) return;
        await page.goto(at(wallets));
        const named = `[...document.querySelectorAll('.offer > [data-label]:not(.price)')]
          .filter((cell) => cell.offsetParent !== null)
          .map((cell) => getComputedStyle(cell, '::before').content.includes(cell.dataset.label))`;
        assert.deepEqual([...new Set((await page.evaluate(named)) as boolean[])], [true]);
      });
    });

  it('keeps its header in view while the page scrolls, and header and provider while a wide table does', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at(apis));
      await page.locator('tr.offer').nth(20).scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 600);
      await page.waitForFunction('scrollY > 400');
      const head = page.locator('.offers thead th').first();
      assert.equal(Math.round((await boxOf(head)).y), 0);
      const keys = ['planType', 'historicalData', 'apiType', 'technology', 'accessPrice', 'regions', 'availableApis'];
      const cols = [...keys, 'limitations', 'trial', 'uptimeSla', 'chain'].map((key) => `cols=${key}`).join('&');
      await page.goto(at(`${apis}?${cols}`));
      const box = page.locator('.table-box');
      await box.evaluate((element) =>
        (element as unknown as { scrollTo(x: number, y: number): void }).scrollTo(300, 400),
      );
      const frame = await boxOf(box);
      assert.ok(Math.abs((await boxOf(head)).y - frame.y) <= 2);
      assert.ok(Math.abs((await boxOf(page.locator('tr.offer > th').nth(14))).x - frame.x) <= 2);
    });
  });

  it('colours a flag by its meaning', async () => {
    await visit({}, async (page) => {
      const colourOf = async (label: string, text: string) => {
        const flags = `[...document.querySelectorAll('td[data-label="${label}"] span')]`;
        return page.evaluate(`getComputedStyle(${flags}.find((flag) => flag.textContent === '${text}')).color`);
      };
      await page.goto(at(`${network}/toolbox/faucets?cols=requiresLogin`));
      const [bad, absent] = [await colourOf('Login required', 'Yes'), await colourOf('Login required', 'No')];
      await page.goto(at(`${wallets}?cols=openSource`));
      const good = await colourOf('Open source', 'Yes');
      assert.notEqual(bad, good);
      assert.equal(absent, good);
      await page.goto(at(`${servers}?cols=onChainWrite&f.onChainWrite=true`));
      const neutral = await colourOf('Writes on-chain', 'Yes');
      assert.ok(neutral !== good && neutral !== bad);
    });
  });
});

describe('a table of the corpus', { skip: withoutBrowser || corpusMissing }, () => {
  const { service } = useService(corpusFolder);
  const visit = useBrowser();
  const at = (category: string) => `${service().url}${network}/toolbox/${category}`;

  for (const [category, width, height, least] of [
    ['apis', 1440, 900, 12],
    ['wallets', 1440, 900, 14],
    ['apis', 360, 800, 4],
    ['wallets', 360, 800, 4],
  ] as const)
    it(`has at least ${least} offers of ${category} on a screen of ${width} x ${height}`, async () => {
      await visit({ viewport: { width, height } }, async (page) => {
        await page.goto(at(category));
        const ends = await page
          .locator('tr.offer')
          .evaluateAll((all) => all.map((line) => line.getBoundingClientRect().bottom));
        const visible = ends.filter((end) => end > 0 && end <= height).length;
        assert.ok(visible >= least, `${visible} offers`);
        await assertNoSidewaysScroll(page);
        if (width === 360) await assertNoViolation(page, 'on a phone', ['target-size']);
      });
    });

  for (const [width, selector, categories] of [
    [1280, '.offers thead th, .offers .tag, .offers .name', ['apis', 'wallets', 'mcpservers', 'oracles']],
    [1440, '.offers thead th, .offers .tag, .offers .name', ['apis', 'wallets', 'mcpservers', 'oracles']],
    [
      1024,
      '.offers th, .offers td',
      ['apis?pageSize=100', 'storages?pageSize=100', 'services?pageSize=100', 'explorers?pageSize=100'],
    ],
  ] as const)
    it(`breaks no word and cuts no price at ${width}`, async () => {
      await visit({ viewport: { width, height: 900 } }, async (page) => {
        for (const category of categories) {
          await page.goto(at(category));
          const broken = await brokenWords(page, selector);
          // One of 100 providers has a longer word in its name.
          assert.deepEqual(
            broken.filter((word) => width === 1024 || word.length < 14),
            [],
            category,
          );
          const cut = `[...document.querySelectorAll('.offers td.price')].filter((cell) => cell.scrollWidth > cell.clientWidth).length`;
          if (width === 1024) assert.equal(await page.evaluate(cut), 0, category);
        }
      });
    });
});

/** Labels of the columns in the View panel, and those in the table. */
async function readColumns(page: Page): Promise<{ readonly offered: string[]; readonly shown: string[] }> {
  const offered = await page.locator('.display .choices span').allTextContents();
  return { offered, shown: (await page.locator('.offers thead th').allTextContents()).map(squeeze) };
}

/** Words of the visible elements that stand on two lines. A word may be divided after a hyphen or a slash, and at a zero-width space. */
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
