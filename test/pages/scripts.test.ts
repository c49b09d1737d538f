/** What scripts show, by content: as the server answers the same question, or as a reader typed it. */
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe } from 'node:test';
import type { Locator, Page, Route } from 'playwright-core';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { assertShowsAddress } from './support/page-state.ts';
import { boxOf, desktop, squeeze, until } from './support/reader.ts';

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
    (response) => new URL(response.url()).searchParams.get('q') === text.trim(),
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

  test('move through suggestions by keys, and ask nothing for spaces', '/', async ({ page }) => {
    const field = page.locator('input[data-suggest]').first();
    const box = page.locator('.suggestions').first();
    const options = box.getByRole('option');
    const { suggestions } = await typed(page, field, 'eth');
    await options.nth(suggestions.length - 1).waitFor();
    const last = suggestions.length - 1;
    const active = async () =>
      (await options.evaluateAll((all) => all.map((each) => each.ariaSelected))).indexOf('true');
    const steps = [
      ['ArrowUp', [last, last - 1]],
      ['ArrowDown', [last, -1, 0]],
      ['ArrowUp', [-1, last]],
    ] as const;
    for (const [key, places] of steps)
      for (const place of places) {
        await field.press(key);
        assert.equal(await active(), place, key);
      }
    // Keys with which an input method composes a word are its own.
    const composed = `dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', isComposing: true, cancelable: true }))`;
    const isLeft = `document.querySelector('input[data-suggest]').${composed}`;
    assert.deepEqual([await page.evaluate(isLeft), await active()], [true, last]);
    const asked: (string | null)[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).searchParams.get('q')));
    await field.fill('  ');
    await box.waitFor({ state: 'hidden' });
    await typed(page, field, 'eth ');
    assert.equal(asked.includes(''), false);
    await options.first().waitFor();
    await field.press('Escape');
    assert.equal(await box.isVisible(), false);
  });

  const costs = `${apis}?requests=4000000&peak=20&archive=1&mix=eth_call%3A1&f.trial=true`;
  test('remember the workload and the last networks, and forget them', costs, async ({ page }) => {
    const costOf = async (start: string) => {
      await page.goto(at(start));
      await page.locator('[data-cost]').click();
      await page.waitForURL((url) => url.searchParams.has('requests'));
      return new URL(page.url()).search;
    };
    const list = '/networks/base/toolbox/apis?f.planType=Free';
    assert.equal(
      await costOf(list),
      '?f.planType=Free&requests=4000000&peak=20&mix=eth_call%3A1&archive=1',
    );
    await page.goto(at('/toolbox/apis?requests=100&workload=indexer&peak='));
    assert.equal(
      await costOf(`${list}&pageSize=5`),
      '?f.planType=Free&requests=100&pageSize=5&workload=indexer',
    );
    await page.goto(at(`${network}/`));
    await page.goto(at('/about'));
    const options = page.locator('.suggestions').first().getByRole('option');
    const field = page.locator('input[data-suggest]').first();
    await field.focus();
    assert.deepEqual(await textsOf(options), ['Ethereum Seen recently', 'Base Seen recently']);
    const urls = await options.evaluateAll((all) =>
      all.map((option) => new URL(option.getAttribute('data-url') ?? '', 'http://x').pathname),
    );
    assert.deepEqual(urls, ['/networks/ethereum/', '/networks/base/']);
    const forget = page.locator('[data-forget]');
    await forget.click();
    assert.deepEqual([await forget.textContent(), await forget.isDisabled()], ['Cleared', true]);
    await field.focus();
    assert.equal(await page.locator('.suggestions').first().isVisible(), false);
  });

  test('search the values of a filter, and those that are chosen stay', apis, async (reader) => {
    const { choose, facet, page } = reader;
    await choose('Provider', 'Alchemy');
    // Columns that nobody chose are no part of the address.
    assert.equal(new URL(page.url()).search, '?f.provider=Alchemy');
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
    for (const [number, query] of [
      [2, ''],
      [5, '?page=2&pageSize=10'],
    ] as const) {
      if (query !== '') await page.goto(at(apis + query));
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

  const kept = `${apis}?requests=4000000&f.planType=Free&f.planType=Tiered&pageSize=10`;
  test('keep picked offers in a tray, in the order of picking', kept, async ({ page, tray }) => {
    const boxes = page.locator('.pick input');
    const slugs: string[] = [];
    for (const number of [4, 0, 2, 6, 8, 9]) {
      assert.equal(await boxes.nth(3).isEnabled(), true);
      await boxes.nth(number).check();
      slugs.push((await boxes.nth(number).getAttribute('value')) ?? '');
    }
    const compared = async () => {
      const link = page.locator('[data-compare-link]');
      const address = new URL((await link.getAttribute('href')) ?? '', page.url());
      const named = await page.locator('[data-compare] button[type=submit]').textContent();
      return [address.searchParams.getAll('offer'), squeeze(named ?? '')];
    };
    assert.deepEqual(await compared(), [slugs, 'Compare (6)']);
    await assertShowsAddress(page, 'six are picked');
    assert.equal((await tray()).length, 6);
    const full = page.locator('[data-full]');
    assert.equal(await full.isVisible(), true);
    assert.equal(await boxes.nth(3).isDisabled(), true);
    const reason = await boxes.nth(3).locator('..').getAttribute('title');
    assert.equal(reason, await full.textContent());
    for (const number of [9, 8, 6]) await boxes.nth(number).uncheck();
    slugs.splice(3);
    assert.equal(await boxes.nth(3).isEnabled(), true);
    assert.equal(await full.isVisible(), false);
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
    await page.locator('details:has([data-filters-list]) > summary').first().click();
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
    assert.deepEqual(
      await page.locator('[data-answer] :is(th, td).num').allTextContents(),
      ['e', 'f', '', '-2'],
      'numbers are aligned to the right',
    );
    const odd = `'=1+1' AS a, 'x;@y' AS b, '-5' AS c, 'q"' AS d, NULL AS e, 1e-7 AS f, 'l\nm' AS g`;
    await run(`SELECT ${odd}, '+x' AS "=h" ; \n`, /^1 row in /);
    const csv = async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download CSV' }).click(),
      ]);
      assert.equal(download.suggestedFilename(), 'answer.csv');
      return text(await download.createReadStream());
    };
    assert.equal(await csv(), `a,b,c,d,e,f,g,'=h\n'=1+1,x;'@y,-5,"q""",,1e-07,"l\nm",'+x\n`);
    await run(
      'SELECT range AS n\nFROM range(1001)',
      /^1001 rows in .* The first 1000 are shown\.$/,
    );
    assert.equal(await cells.count(), 1000);
    assert.equal(await csv(), ['n', ...Array(1001).keys(), ''].join('\n'));
    await run('SELECT 1,\n  nothing\nFROM range(1)', /LINE 2:/);
    assert.equal(await cells.count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Download CSV' }).isVisible(), false);
    // By keys, by an example, and back.
    const editor = page.getByLabel('Query');
    await editor.fill('SELECT 7 AS n UNION ALL SELECT 8 ORDER BY n');
    await editor.press('Control+Enter');
    await status.filter({ hasText: /^2 rows in / }).waitFor();
    assert.deepEqual(await cells.allTextContents(), ['7', '8']);
    const example = page.locator('[data-example]').first();
    const sql = decodeURIComponent(((await example.getAttribute('href')) ?? '').slice(1));
    await example.click();
    await status.filter({ hasText: /^(?!2 rows)\d+ rows? in / }).waitFor();
    assert.equal(await editor.inputValue(), sql);
    assert.equal(await page.getByRole('button', { name: 'Stop' }).isVisible(), false);
    await page.goBack();
    await until(page, `document.querySelector('textarea').value.startsWith('SELECT 7')`);
    await status.filter({ hasText: 'Press Run' }).waitFor();
    // A query that does not end is stopped, and the next one runs. Of the answer before it, which
    // stays, no file is offered meanwhile.
    await editor.press('Control+Enter');
    await status.filter({ hasText: /^2 rows in / }).waitFor();
    const file = page.getByRole('link', { name: 'Download CSV' });
    assert.equal(await file.isVisible(), true);
    await editor.fill(
      'SELECT sum(a.range % (b.range + 1)) FROM range(1000000) a, range(1000000) b',
    );
    await editor.press('Meta+Enter');
    const stop = page.getByRole('button', { name: 'Stop' });
    await stop.waitFor();
    assert.equal(await file.isVisible(), false);
    assert.equal(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled(), true);
    await stop.click();
    await status.filter({ hasText: 'Stopped.' }).waitFor();
    await page.goto(at('/data/sql#SELECT%201'));
    await status.filter({ hasText: 'Press Run' }).waitFor();
  });

  test(
    'keep the theme that was chosen, and lead to the search by its key',
    ['/', { colorScheme: 'dark' }],
    async ({ page }) => {
      const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
      const theme = page.getByRole('button', { name: 'Dark theme' });
      const dark = await background();
      assert.equal(await theme.getAttribute('aria-pressed'), 'true');
      await theme.click();
      const light = await background();
      assert.notEqual(light, dark);
      await page.reload();
      assert.equal(await background(), light);
      assert.equal(await theme.getAttribute('aria-pressed'), 'false');
      const focused = () => page.evaluate('document.activeElement.type ?? null');
      for (const [key, type] of [
        ['Control+/', null],
        ['/', 'search'],
      ] as const) {
        await page.keyboard.press(key);
        assert.equal(await focused(), type, key);
      }
      await page.keyboard.press('/');
      assert.equal(await page.evaluate('document.activeElement.value'), '/');
    },
  );

  test('keep the view that they cannot replace, and lead to the other', apis, async (reader) => {
    const { page, change, facet, counts } = reader;
    await change(() => page.locator('#search').fill('tatum'));
    const before = [page.url(), await counts()];
    await page.route('**/toolbox/apis?*planType*', (route) => route.abort());
    const box = facet('Plan type').getByRole('checkbox').first();
    await box.click();
    const note = page.locator('[data-note]');
    await note.waitFor();
    const link = new URL((await note.locator('a').getAttribute('href')) ?? '', page.url());
    assert.deepEqual(link.searchParams.getAll('search'), ['tatum']);
    assert.deepEqual(link.searchParams.getAll('f.planType'), [await box.getAttribute('value')]);
    assert.deepEqual([page.url(), await counts()], before);
    assert.equal(await page.locator('#search').inputValue(), 'tatum');
    await assertShowsAddress(page, 'without an answer');
  });

  test('keep the picks of the tray, when a view cannot be loaded', apis, async (reader) => {
    const { page } = reader;
    const boxes = page.locator('.pick input');
    const picked = () =>
      page
        .locator('[data-picks] > [data-slug]')
        .evaluateAll((all) => all.map((item) => item.getAttribute('data-slug')));
    const slugs: (string | null)[] = [];
    for (const number of [0, 2, 4, 5]) {
      await boxes.nth(number).check();
      slugs.push(await boxes.nth(number).getAttribute('value'));
    }
    // One is taken away in the tray, one by its box.
    await page.locator('[data-picks] .unpick').first().click();
    await boxes.nth(5).uncheck();
    const expected = slugs.slice(1, 3);
    assert.deepEqual(await picked(), expected);
    await page.route('**/toolbox/apis?*planType*', (route) => route.abort());
    await reader.facet('Plan type').getByRole('checkbox').first().click();
    await page.locator('[data-note]').waitFor();
    assert.deepEqual(await picked(), expected);
    const checked = page.locator('.pick input:checked');
    assert.deepEqual(
      await checked.evaluateAll((all) => all.map((box) => box.getAttribute('value'))),
      expected,
    );
    await assertShowsAddress(page, 'picks after a failure');
    // The tray goes along to another network.
    await page.locator('.networks summary').click();
    await page.locator('.networks a', { hasText: 'Base' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/networks/base/'));
    assert.equal(new URL(page.url()).searchParams.getAll('compare').length, expected.length);
  });

  test('show the last of several answers, whichever comes first', '/search', async ({ page }) => {
    const field = page.locator('[data-instant] [type=search]');
    const held: Route[] = [];
    await page.route(
      (url) => url.searchParams.get('q') === 'wal',
      (route) => void held.push(route),
    );
    const asked = page.waitForRequest((request) => request.url().endsWith('q=wal'));
    await field.fill('wal');
    await asked;
    await field.fill('archive');
    await page.waitForURL((url) => url.searchParams.get('q') === 'archive');
    await assertShowsAddress(page, 'the last answer');
    const title = await page.title();
    for (const route of held) await route.continue().catch(() => undefined);
    // What came late has been read, and what follows it too.
    for (let frame = 0; frame < 3; frame++)
      await page.evaluate(`fetch('/search?q=zz').then((answer) => answer.text())`);
    assert.equal(await page.title(), title);
    await assertShowsAddress(page, 'a late answer');
  });

  test('leave in the field what is typed before an answer', '/search', async ({ page }) => {
    const field = page.locator('[data-instant] [type=search]');
    await page.route(
      (url) => url.searchParams.get('q') === 'wallet',
      async (route) => {
        // The next word has begun, and is not asked yet.
        await page.evaluate(
          `document.querySelector('[data-instant] [type=search]').value = 'wallet on b'`,
        );
        await route.continue();
      },
    );
    await field.fill('wallet');
    await page.waitForURL((url) => url.searchParams.get('q') === 'wallet');
    await until(page, `document.title.includes('allet')`);
    assert.equal(await field.inputValue(), 'wallet on b');
  });

  test('leave clicks that open a tab or a window to the browser', apis, async ({ page }) => {
    const links = [
      page.locator('.pages a[rel="next"]').first(),
      page.getByRole('columnheader', { name: 'Access price' }).getByRole('link'),
    ];
    const before = [page.url(), await page.title()];
    // Whether the page took the click: the browser itself is kept from opening anything.
    await page.evaluate(`addEventListener('click', (event) => {
      (globalThis.taken ??= []).push(event.defaultPrevented);
      event.preventDefault();
    })`);
    for (const link of links)
      for (const modifiers of [['Meta'], ['Control'], ['Shift']] as const)
        await link.click({ modifiers: [...modifiers] });
    assert.deepEqual(await page.evaluate('taken'), Array(6).fill(false));
    assert.deepEqual([page.url(), await page.title()], before);
    await links[0]?.click();
    assert.equal(await page.evaluate('taken.at(-1)'), true);
    await until(page, `location.href !== ${JSON.stringify(before[0])}`);
  });

  test('take the prices of a plot that is dragged over', `${apis}?chart=prices`, async (reader) => {
    const { page, change } = reader;
    const plot = page.locator('svg[data-range="f.accessPrice"]').first();
    await plot.scrollIntoViewIfNeeded();
    const { x, y, width } = await boxOf(plot);
    const data = async (name: string) => Number(await plot.getAttribute(`data-${name}`));
    const [least = 0, most = 0, from = 0, to = 0] = await Promise.all(
      ['least', 'most', 'from', 'to'].map(data),
    );
    const priceAt = (share: number) =>
      least * (most / least) ** ((100 * share - from) / (to - from));
    await change(async () => {
      await page.mouse.move(x + 0.7 * width, y + 8);
      await page.mouse.down();
      await page.mouse.move(x + 0.4 * width, y + 8);
      await page.mouse.up();
    });
    const asked = new URL(page.url()).searchParams;
    for (const [end, share] of [
      ['min', 0.4],
      ['max', 0.7],
    ] as const) {
      const price = Number(asked.get(`f.accessPrice.${end}`));
      // Two digits, and a pixel.
      assert.ok(Math.abs(price / priceAt(share) - 1) < 0.06, `${end} ${price}, ${priceAt(share)}`);
      assert.equal(price, Number(price.toPrecision(2)));
    }
    await assertShowsAddress(page, 'dragged');
    // A side of the plot is an open end; numbers are in order, not texts.
    for (const [shares, names] of [
      [[0.6, 1.2], ['min']],
      [[0.6, -0.1], ['max']],
      [[0.095, 0.6], ['max']],
    ] as const) {
      await page.goto(at(`${apis}?chart=prices`));
      await plot.scrollIntoViewIfNeeded();
      const box = await boxOf(plot);
      const [start, end] = shares;
      await change(async () => {
        await page.mouse.move(box.x + start * box.width, box.y + 8);
        await page.mouse.down();
        await page.mouse.move(box.x + end * box.width, box.y + 8);
        await page.mouse.up();
      });
      const ends = [...new URL(page.url()).searchParams].flatMap(([name, value]) =>
        name.startsWith('f.accessPrice.') && value !== '' ? [name.slice(14)] : [],
      );
      assert.deepEqual(
        ends.toSorted().filter((name) => name !== 'in'),
        [...names],
        `${shares}`,
      );
    }
  });

  test('add a chain to a wallet, if there is one', `${network}/rpc-endpoints`, async ({ page }) => {
    const button = page.getByRole('button', { name: 'Add to wallet' }).first();
    assert.equal(await button.count(), 0);
    // A wallet of EIP-6963, which refuses the second time.
    await page.addInitScript(`
      const asked = (globalThis.asked = []);
      const request = async (call) => {
        asked.push(call);
        if (asked.length > 1) throw new Error('User rejected');
        return null;
      };
      addEventListener('eip6963:requestProvider', () => {
        const detail = Object.freeze({ info: { name: 'Test' }, provider: { request } });
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
      });`);
    await page.reload();
    for (const text of ['The wallet has the chain', 'The wallet refused: User rejected']) {
      await button.click();
      await until(
        page,
        `document.querySelector('.wallet [role=status]').textContent === '${text}'`,
      );
    }
    const [call] = (await page.evaluate('asked')) as { method: string; params: object[] }[];
    const [, url] = JSON.stringify(call).match(/"rpcUrls":\["(https:[^"]+)"\]/) ?? [];
    assert.deepEqual(call, {
      method: 'wallet_addEthereumChain',
      params: [
        {
          chainId: '0x1',
          chainName: 'Ethereum',
          rpcUrls: [url],
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          blockExplorerUrls: ['https://etherscan.io'],
        },
      ],
    });
  });

  test(
    'copy cells whole, of which the table shows the beginning',
    [`${apis}?cols=chain&pageSize=20`, { permissions: ['clipboard-read', 'clipboard-write'] }],
    async ({ page }) => {
      const whole = await page
        .locator('.offers td[title]')
        .evaluateAll((all) => all.map((cell) => cell.getAttribute('title') ?? ''));
      assert.ok(whole.length > 0, 'a cell is cut');
      const name = 'Copy for a spreadsheet';
      await page.getByRole('button', { name }).click();
      await page.locator(`[data-form="${name}"]`, { hasText: 'Copied' }).waitFor();
      const copied = String(await page.evaluate('navigator.clipboard.readText()'));
      const cells = copied.split('\n').flatMap((line) => line.split('\t'));
      for (const each of whole) assert.ok(cells.includes(each), each);
    },
  );
});
