/** What scripts show, by content: as the server answers the same question, or as a reader typed it. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { assertShowsAddress } from './support/page-state.ts';
import { desktop, squeeze, until } from './support/reader.ts';

const network = '/networks/ethereum';
const apis = `${network}/toolbox/apis`;

interface Suggestions {
  readonly corrected?: string;
  readonly suggestions: readonly {
    readonly kind: string;
    readonly text: string;
    readonly detail?: string;
    readonly url: string;
  }[];
}

/** Types into a field, and gives what was answered to the whole text. */
async function typed(page: Page, field: Locator, text: string): Promise<Suggestions> {
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).searchParams.get('q') === text,
  );
  await field.fill('');
  await field.pressSequentially(text);
  return ((await (await answered).json()) as { result: Suggestions }).result;
}

const textsOf = async (items: Locator) => (await items.allTextContents()).map(squeeze);

describe('scripts of pages', { skip: withoutBrowser }, () => {
  const used = useService();
  const { test, at } = useBrowser(used, desktop);
  const read = async <T>(path: string) => {
    const answer = await used.get(path);
    return (answer.json() as { result: T }).result;
  };

  test('list what is suggested, and open the chosen one', '/', async ({ page }) => {
    const field = page.locator('input[data-suggest]').first();
    const box = page.locator('.suggestions').first();
    const options = box.getByRole('option');
    const kinds: Readonly<Record<string, string>> = {
      ...{ network: 'Network', category: 'Category', provider: 'Provider', offer: 'Offer' },
    };
    for (const text of ['arc', 'archve rpc', 'eth']) {
      const { suggestions, corrected } = await typed(page, field, text);
      assert.ok(suggestions.length > 1, text);
      const wanted = suggestions.map((each) => `${each.text} ${each.detail ?? kinds[each.kind]}`);
      await options.nth(wanted.length - 1).waitFor();
      assert.deepEqual(await textsOf(options), wanted.map(squeeze));
      const note = corrected === undefined ? '' : `Showing results for “${corrected}”`;
      assert.equal(await box.locator('.suggestions-note').textContent(), note);
      assert.equal(await box.locator('.suggestions-note').isVisible(), corrected !== undefined);
      const told = `${note === '' ? '' : `${note}. `}${wanted.length} suggestions`;
      assert.equal(await page.locator('.suggestions + [role=status]').first().textContent(), told);
    }
    const urls = await options.evaluateAll((all) =>
      all.map((option) => option.getAttribute('data-url') ?? ''),
    );
    assert.equal(new Set(urls).size, urls.length);
    for (const key of ['ArrowDown', 'ArrowDown']) await field.press(key);
    await field.press('Enter');
    await page.waitForURL(urls[1] ?? '');
  });

  test('search the values of a filter, and those that are chosen stay', apis, async (reader) => {
    const { choose, facet } = reader;
    await choose('Provider', 'Alchemy');
    const { facets } = await read<{ facets: { values: { value: string }[] }[] }>(
      `${network}/api/infrastructure-providers/facets?category=apis&column=provider`,
    );
    const [{ values } = { values: [] }] = facets;
    const list = facet('Provider');
    await list.locator('.facet-search').fill(' NOD');
    const wanted = values.flatMap(({ value }) => (/nod/i.test(value) ? [value] : []));
    assert.ok(wanted.length > 0 && wanted.length < values.length - 5);
    const shown = list.locator('.choices > li:not([hidden]) input');
    await list.locator('.choices > li[hidden]').first().waitFor({ state: 'attached' });
    const seen = await shown.evaluateAll((all) => all.map((box) => box.getAttribute('value')));
    assert.deepEqual(seen.toSorted(), ['Alchemy', ...wanted].toSorted());
  });

  test('unfold the details of a row, as its address has them', apis, async ({ page }) => {
    const rows = page.locator('tr.offer');
    const folds = page.locator('tr.fold');
    for (const number of [2, 5]) {
      const button = rows.nth(number).getByRole('button', { name: 'Details' });
      const slug = (await button.getAttribute('value')) ?? '';
      await button.click();
      await rows.nth(number).locator('+ tr.fold .facts').waitFor();
      await page.waitForURL((url) => url.searchParams.get('open') === slug);
      const { text } = await used.get(`${apis}?open=${slug}&pageSize=1`);
      const expected = await page.evaluate(
        `new DOMParser().parseFromString(${JSON.stringify(text)}, 'text/html').querySelector('#open + .fold').textContent`,
      );
      assert.equal(squeeze((await folds.first().textContent()) ?? ''), squeeze(String(expected)));
      await button.click();
      assert.equal(await folds.count(), 0);
      await page.waitForURL((url) => !url.searchParams.has('open'));
    }
  });

  test('keep picked offers in a tray, in the order of picking', apis, async ({ page, tray }) => {
    const boxes = page.locator('.pick input');
    const slugs: string[] = [];
    for (const number of [4, 0, 2]) {
      await boxes.nth(number).check();
      slugs.push((await boxes.nth(number).getAttribute('value')) ?? '');
    }
    const compared = async () => {
      const link = page.locator('[data-compare-link]');
      const address = new URL((await link.getAttribute('href')) ?? '', page.url());
      const named = await page.locator('[data-compare] button[type=submit]').textContent();
      return [address.searchParams.getAll('offer'), squeeze(named ?? '')];
    };
    assert.deepEqual(await compared(), [slugs, 'Compare (3)']);
    assert.equal((await tray()).length, 3);
    await page.locator('[data-picks] .unpick').first().click();
    assert.deepEqual(await compared(), [slugs.slice(1), 'Compare (2)']);
    assert.equal(await boxes.nth(4).isChecked(), false);
    await boxes.nth(0).uncheck();
    assert.deepEqual(await compared(), [slugs.slice(2), 'Compare (1)']);
    await boxes.nth(2).uncheck();
    assert.equal(await page.locator('[data-hint]').isVisible(), true);
    await assertShowsAddress(page, 'nothing is picked');
  });

  test('list the columns that have what is typed', '/data', async ({ page }) => {
    const field = page.locator('[data-filters-list]').first();
    const list = page.locator(`#${await field.getAttribute('data-filters-list')} > li`);
    const all = await textsOf(list);
    await field.fill('  PRI');
    const wanted = all.filter((text) => text.toLowerCase().includes('pri'));
    assert.ok(wanted.length > 0 && wanted.length < all.length);
    assert.deepEqual(await textsOf(list.filter({ visible: true })), wanted);
    await field.fill('');
    assert.equal(await list.filter({ visible: true }).count(), all.length);
  });

  test(
    'show results while a search is typed, as its address has them',
    '/search',
    async (reader) => {
      const { page } = reader;
      const field = page.locator('[data-instant] [type=search]');
      for (const text of ['arc', 'archive on ethereum']) {
        await field.fill(text);
        await page.waitForURL((url) => url.searchParams.get('q') === text);
        await assertShowsAddress(page, text);
      }
      await page.goBack();
      await until(page, `document.querySelector('[data-instant] [type=search]').value === ''`);
      await assertShowsAddress(page, 'before a search');
    },
  );

  test('run a query of SQL, and show every cell as it is', '/data/sql', async ({ page }) => {
    const head = page.locator('[data-answer] th');
    const cells = page.locator('[data-answer] td');
    const status = page.locator('[data-status]');
    const run = async (sql: string, done: RegExp) => {
      await page.getByLabel('Query').fill(sql);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await status.filter({ hasText: done }).waitFor();
      assert.equal(decodeURIComponent(new URL(page.url()).hash.slice(1)), sql);
    };
    await run(
      `SELECT 'it''s "q"' AS "a ""b""", 'x,y' AS c, 'two\nlines' AS d, NULL AS e, -2 AS f;`,
      /^1 row in [\d.]+ seconds\.$/,
    );
    assert.deepEqual(await head.allTextContents(), ['a "b"', 'c', 'd', 'e', 'f']);
    assert.deepEqual(await cells.allTextContents(), ['it\'s "q"', 'x,y', 'two\nlines', '', '-2']);
    await run(
      'SELECT range AS n\nFROM range(1001)',
      /^1001 rows in .* The first 1000 are shown\.$/,
    );
    assert.equal(await cells.count(), 1000);
    await run('SELECT 1,\n  nothing\nFROM range(1)', /LINE 2:/);
    assert.equal(await cells.count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Download CSV' }).isVisible(), false);
    await page.goto(at('/data/sql#SELECT%201'));
    await status.filter({ hasText: 'Press Run' }).waitFor();
  });
});
