/** The table of a directory page in a real browser: what a line shows, and when its columns change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { projectFolder } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { boxOf, scrollBox } from './support/layout.ts';
import { choose, makeReader, readProviders } from './support/reader.ts';

const apis = '/networks/ethereum/toolbox/apis';
const wallets = '/networks/ethereum/toolbox/wallets';
const servers = '/networks/ethereum/toolbox/mcpservers';
const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 360, height: 800 }, hasTouch: true };

describe('the lines of the table', { skip: withoutBrowser }, () => {
  const { service, get } = useService(`${projectFolder}/sources`);
  const { visit } = useBrowser();
  const at = (path: string) => `${service().url}${path}`;
  const rowsOf = async (category: string, query = '') =>
    JSON.parse(
      (await get(`${apis.replace('/toolbox/apis', '')}/api/infrastructure-providers/rows?category=${category}${query}`))
        .text,
    ).result;

  it('shows logo, provider, plan, and the columns that decide, where the category has them', async () => {
    await visit(desktop, async (page) => {
      for (const path of [apis, wallets, servers]) {
        await page.goto(at(path));
        const { offered, shown } = await readColumns(page);
        // A plan type that all have in common is told without its label: `All: Free`.
        const told = (await page.locator('.common').allTextContents()).join().replace('All: Free', 'plan type');
        const deciding = /^(Plan type|Chain|Price|Access price|Query price|Limitations|Trial|Transport)/;
        assert.deepEqual(
          offered.filter(
            (label) => deciding.test(label) && !shown.includes(label) && !told.includes(label.toLowerCase()),
          ),
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
      const names = await page
        .locator('tr.offer .offer-name')
        .evaluateAll((all) => all.map((name) => name.textContent));
      const plans = names.map((name) =>
        (name ?? '').split(' · ').at(-1)?.replace('★ Recommended by the editors', '').trim(),
      );
      const named = plans.slice(0, 40);
      assert.deepEqual(named, named.toSorted(new Intl.Collator('en').compare));
      assert.ok(new Set(await page.locator('tr.offer .name').allTextContents()).size > 10);
    });
  });

  it('shows 25 providers on a page, of which the JSON has 10', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at(apis));
      assert.equal((await readProviders(page)).length, 25);
      const { rows } = await rowsOf('apis');
      assert.equal(new Set(rows.map(({ provider }: { provider: string }) => provider)).size, 10);
    });
  });

  it('does not change its columns when a filter is set', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at(apis));
      const before = await readColumns(page);
      await choose(makeReader(page, true), 'Plan type', 'Enterprise');
      assert.deepEqual(await readColumns(page), before);
    });
  });

  it('tells once what all rows have in common, unless the column is chosen', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at(servers));
      assert.match(await page.locator('.common').innerText(), /^All: Free\b/);
      assert.ok(!(await readColumns(page)).shown.includes('Plan type'));
      await page.goto(at(`${servers}?cols=planType&cols=transport`));
      assert.ok((await readColumns(page)).shown.includes('Plan type'));
      assert.equal(await page.locator('.common').count(), 0);
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
        const { rows, columnsMeta } = await rowsOf(category, '&pageSize=100');
        const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null);
        const labels = (filled: boolean): string[] =>
          columnsMeta
            .filter(
              ({ key }: { key: string }) => rows.some((row: Record<string, unknown>) => isFilled(row[key])) === filled,
            )
            .map(({ label }: { label: string }) => label);
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

  it('shows the amount that decides first, in figures of equal width that end at one line', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at(apis));
      const cell = page.locator('td.price', { hasText: 'if paid yearly' }).first();
      assert.match((await cell.innerText()).replace(/\s+/g, ' '), /^\$[\d.]+ \/month \$[\d.]+ if paid yearly$/);
      const ends = (await page.evaluate(`[...document.querySelectorAll('td[data-label="Access price"]')]
        .map((cell) => cell.querySelector('.per') ?? cell.querySelector('.amount, .quiet'))
        .filter((end) => end !== null)
        .map((end) => [Math.round(end.getBoundingClientRect().right), getComputedStyle(end).fontVariantNumeric])`)) as [
        number,
        string,
      ][];
      assert.ok(ends.length > 10);
      assert.deepEqual([...new Set(ends.map(([right]) => right))].length, 1);
      assert.ok(ends.every(([, figures]) => figures === 'tabular-nums'));
      const weights = `['.amount', '.quiet'].map((part) => getComputedStyle(document.querySelector('td.price ' + part)).fontWeight)`;
      const [amount, quiet] = (await page.evaluate(weights)) as [string, string];
      assert.ok(Number(amount) > Number(quiet), 'Custom is quiet');
    });
  });

  it('unfolds the text of the editor beside the price', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at(apis));
      const cell = page.locator('td.price[title]').first();
      const full = (await cell.getAttribute('title')) ?? '';
      const line = page.locator('tr.offer', { has: cell }).first();
      const fold = page.locator('tr.offer:has(td.price[title]) + tr.fold').first();
      await line.getByRole('button', { name: 'Details' }).click();
      assert.ok((await fold.locator('.facts').innerText()).includes(full), full);
      assert.ok((await boxOf(line)).height < 50);
    });
  });

  it('shows limits as facts, cuts long lists with a count, and unfolds them', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at(apis));
      const line = page.locator('tr.offer:has(td[data-label="Limitations"] .more)').first();
      const cell = line.locator('td[data-label="Limitations"]');
      const text = (await cell.innerText()).replace(/\s+/g, ' ');
      const [, shown = '', hidden = ''] = /^(.+) \+(\d+)$/.exec(text) ?? [];
      const fold = page.locator('tr.offer:has(td[data-label="Limitations"] .more) + tr.fold').first();
      assert.equal(await fold.count(), 0);
      // The row unfolds wherever it is pressed beside its links and fields.
      await cell.click();
      const items = (await fold.locator('dt:text-is("Limitations") + dd').innerText()).split('\n');
      const seen = items.filter((item) => shown.includes(item.slice(0, 20)));
      assert.ok(seen.length >= 1, text);
      assert.equal(items.length, seen.length + Number(hidden), `${text}: ${items.join(' | ')}`);
    });
  });

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

/** Labels of the columns in the View panel, and those in the table. */
async function readColumns(page: Page): Promise<{ readonly offered: string[]; readonly shown: string[] }> {
  const offered = await page.locator('.display .choices span').allTextContents();
  const shown = await page.locator('.offers thead th').allTextContents();
  return { offered, shown: shown.map((label) => label.trim()) };
}
