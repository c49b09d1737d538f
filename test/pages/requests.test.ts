/**
 * What scripts ask for and when, what they do with an answer that comes late, entries of the
 * history, and keys: several of them in each page.
 */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { assertShowsAddress } from './support/page-state.ts';
import { desktop, phone, squeeze, until } from './support/reader.ts';

const network = '/networks/ethereum';
const apis = `${network}/toolbox/apis`;
const plans = '/networks/bora/toolbox/storages?search=plan&pageSize=3';

/** Requests whose address matches wait until they are let go. */
async function hold(page: Page, matches: (url: URL) => boolean) {
  const held: Route[] = [];
  await page.route(matches, (route) => void held.push(route));
  return {
    release: async () => {
      await page.unroute(matches);
      for (const route of held) await route.continue().catch(() => undefined);
      // What was let go has been read, and what follows it, too.
      for (let frame = 0; frame < 3; frame++)
        await page.evaluate(`fetch('/healthz').then((answer) => answer.text())`);
    },
  };
}

/** Addresses of pages that scripts load, with their parameters. */
function listen(page: Page): URL[] {
  const asked: URL[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.push(new URL(request.url()));
  });
  return asked;
}

const entries = async (page: Page) => Number(await page.evaluate('history.length'));

describe('scripts that wait for answers', { skip: withoutBrowser }, () => {
  const used = useService();
  const { test, at } = useBrowser(used, desktop);

  test(
    'suggest for the last text only, and nothing after a key or a click elsewhere',
    '/',
    async ({ page }) => {
      const field = page.locator('input[data-suggest]').first();
      const box = page.locator('.suggestions').first();
      const options = box.getByRole('option');
      const late = await hold(page, (url) => url.searchParams.get('q') === 'wall');
      await field.fill('wall');
      await page.waitForRequest((request) => request.url().endsWith('q=wall'));
      await field.fill('alchemy');
      await options.filter({ hasText: 'Alchemy' }).first().waitFor();
      const told = await options.allTextContents();
      await late.release();
      assert.deepEqual(await options.allTextContents(), told);
      assert.equal(await field.getAttribute('aria-expanded'), 'true');
      for (const leave of [
        () => field.press('Escape'),
        () => page.locator('main').click({ position: { x: 2, y: 2 } }),
      ]) {
        const held = await hold(page, (url) => url.searchParams.get('q') === 'arch');
        await field.fill('arch');
        await page.waitForRequest((request) => request.url().endsWith('q=arch'));
        await leave();
        await box.waitFor({ state: 'hidden' });
        await held.release();
        assert.equal(await box.isVisible(), false);
      }
      // A pause of typing that a click ended asks for nothing.
      const asked = listen(page);
      await page.evaluate(`(() => {
      const input = document.querySelector('input[data-suggest]');
      input.focus();
      input.value = 'etherscan';
      input.dispatchEvent(new Event('input'));
      input.blur();
    })()`);
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))');
      assert.deepEqual(asked.map(String), []);
      // One suggestion, and none.
      await field.fill('zzzzqqqq');
      const status = page.locator('.suggestions + [role=status]').first();
      await status.filter({ hasText: 'No suggestions' }).waitFor();
      assert.equal(await field.getAttribute('aria-expanded'), 'false');
      // Without a choice, Enter sends the form.
      await field.fill('alchemy');
      await options.first().waitFor();
      await field.press('Enter');
      await page.waitForURL((url) => url.pathname === '/search');
      assert.equal(new URL(page.url()).searchParams.get('q'), 'alchemy');
    },
  );

  test('show the view of the last press, with an entry for each', apis, async (reader) => {
    const { page, facet, change, counts } = reader;
    const first = await entries(page);
    const late = await hold(page, (url) => url.searchParams.getAll('f.planType').length === 1);
    const boxes = facet('Plan type').getByRole('checkbox');
    const values = [await boxes.nth(0).inputValue(), await boxes.nth(1).inputValue()];
    await boxes.nth(0).click();
    await boxes.nth(1).click();
    await page.waitForURL((url) => url.searchParams.getAll('f.planType').length === 2);
    await page.locator('main:not(:has(#results[aria-busy]))').waitFor();
    const shown = [page.url(), await page.title(), await counts()];
    await late.release();
    assert.deepEqual([page.url(), await page.title(), await counts()], shown);
    assert.deepEqual(new URL(page.url()).searchParams.getAll('f.planType'), values);
    await assertShowsAddress(page, 'a late view');
    assert.equal(await entries(page), first + 1, 'the view that was not shown has no entry');
    // The box that was pressed keeps the focus, and the reader is told the numbers.
    assert.equal(await page.evaluate('document.activeElement.value'), values[1]);
    const status = page.locator('[data-view] > [role=status]');
    assert.equal(squeeze((await status.textContent()) ?? ''), squeeze(await counts()));
    // Typing is one entry until the field is left.
    const search = page.locator('#search');
    for (const text of ['a', 'al'])
      await change(async () => {
        await search.focus();
        await page.keyboard.press('End');
        await page.keyboard.type(text.slice(-1));
      });
    assert.equal(await entries(page), first + 2);
    await search.blur();
    await change(async () => {
      await search.focus();
      await page.keyboard.press('End');
      await page.keyboard.type('c');
    });
    assert.equal(await entries(page), first + 3);
    await assertShowsAddress(page, 'typed');
    const order = page.getByRole('columnheader', { name: 'Access price' }).getByRole('link');
    await change(() => order.click());
    await assertShowsAddress(page, 'sorted');
    // Back and forward, one after the other without waiting.
    for (const [step, text] of [
      ['back', 'alc'],
      ['back', 'al'],
      ['back', null],
    ] as const) {
      await page.evaluate(`history.${step}()`);
      await page.waitForURL((url) => url.searchParams.get('search') === text);
      await until(page, `!document.querySelector('#results').hasAttribute('aria-busy')`);
      await assertShowsAddress(page, `${step} to ${text}`);
    }
    assert.equal(await search.inputValue(), '');
    await page.evaluate('history.go(3)');
    await page.waitForURL((url) => url.searchParams.has('sorting') || url.searchParams.has('sort'));
    await until(page, `document.querySelector('#search').value === 'alc'`);
    await assertShowsAddress(page, 'forward');
    // The same view again is no entry.
    const before = [page.url(), await entries(page)];
    await page
      .locator('#filters form, form#filters')
      .first()
      .evaluate((form) => {
        (form as unknown as { requestSubmit(): void }).requestSubmit();
      });
    assert.deepEqual([page.url(), await entries(page)], before);
  });

  test('unfold a row once, and not one that was folded meanwhile', apis, async ({ page }) => {
    const rows = page.locator('tr.offer');
    const folds = page.locator('tr.fold');
    const button = (at: number) => rows.nth(at).getByRole('button', { name: 'Details' });
    const slug = String(await button(1).getAttribute('value'));
    const isOfRow = (url: URL) => url.searchParams.get('open') === slug;
    const late = await hold(page, isOfRow);
    await button(1).click();
    assert.equal(await button(1).getAttribute('aria-expanded'), 'true');
    assert.equal(new URL(page.url()).searchParams.get('open'), slug);
    await button(1).click();
    await late.release();
    assert.equal(await folds.count(), 0, 'it was folded before its details came');
    assert.equal(await button(1).getAttribute('aria-expanded'), 'false');
    assert.equal(new URL(page.url()).searchParams.has('open'), false);
    const asked = listen(page);
    // A click beside the links of a row is one on its button.
    const cell = rows.nth(1).locator('td').last();
    for (const count of [1, 0, 1]) {
      // Clicks of a mouse at one place would select a word, which keeps the row as it is.
      await rows.nth(1).locator('td').nth(2).dispatchEvent('click');
      await until(page, `document.querySelectorAll('tr.fold').length === ${count}`);
    }
    assert.ok(asked.filter(isOfRow).length <= 1, 'details are loaded once');
    await assertShowsAddress(page, 'unfolded');
    // A text that is being selected stays.
    await rows.nth(3).locator('td').nth(2).selectText();
    await rows.nth(3).locator('td').nth(2).dispatchEvent('click');
    assert.equal(await folds.count(), 1);
    await page.evaluate('getSelection().removeAllRanges()');
    assert.ok(await cell.isVisible());
    // Two rows may be unfolded; the address names the last one.
    await button(4).click();
    await until(page, `document.querySelectorAll('tr.fold').length === 2`);
    const second = await button(4).getAttribute('value');
    assert.equal(new URL(page.url()).searchParams.get('open'), second);
    // Without an answer the row is folded again, and a link leads to it.
    await page.route('**/*open=*', (route) => route.abort());
    const third = await button(6).getAttribute('value');
    await button(6).click();
    const note = page.locator('[data-note]');
    await note.waitFor();
    assert.equal(await button(6).getAttribute('aria-expanded'), 'false');
    const link = new URL((await note.locator('a').getAttribute('href')) ?? '', page.url());
    assert.deepEqual(
      [link.searchParams.get('open'), link.searchParams.get('pageSize')],
      [third, '1'],
    );
  });

  test('list all values of a filter once, where the reader is', apis, async ({ page }) => {
    const facet = page.locator('details.facet:has([data-all])').first();
    if ((await facet.getAttribute('open')) === null) await facet.locator('summary').click();
    const all = facet.locator('[data-all]');
    const boxes = facet.locator('.choices > li');
    const before = [page.url(), await entries(page)];
    const few = await boxes.count();
    const asked = listen(page);
    await all.click();
    await until(page, `document.activeElement.matches('.facet-search')`);
    const many = await boxes.count();
    assert.ok(many > few, `${few} and ${many}`);
    assert.equal(await all.isVisible(), false);
    assert.deepEqual([page.url(), await entries(page)], before);
    await facet.locator('.facet-search').fill('ZZZ');
    await until(
      page,
      `document.querySelectorAll('.facet[open] .choices > li:not([hidden])').length < ${many}`,
    );
    assert.equal(await facet.locator('.choices > li:not([hidden])').count(), 0);
    await facet.locator('.facet-search').fill('');
    assert.equal(await facet.locator('.choices > li:not([hidden])').count(), many);
    assert.equal(asked.length, 1);
    // The page was loaded for its list: nothing else of it is shown.
    await assertShowsAddressOfFields(page);
  });

  async function assertShowsAddressOfFields(page: Page): Promise<void> {
    const address = new URL(page.url());
    assert.deepEqual([...address.searchParams], []);
  }

  test(
    'keep filters of a narrow window closed, and the focus where it was',
    [apis, phone],
    async ({ page }) => {
      const opener = page.locator('.filters-open').first();
      const panel = page.locator('[data-filters]');
      const focused = (selector: string) =>
        page.evaluate(`document.activeElement.matches('${selector}')`);
      const before = [page.url(), await entries(page)];
      for (const close of [
        () => page.keyboard.press('Escape'),
        () => page.locator('.rail-close').first().click(),
      ]) {
        await opener.click();
        assert.equal(await panel.isVisible(), true);
        assert.equal(await focused('.rail-close'), true);
        await close();
        assert.equal(await panel.isVisible(), false);
        assert.equal(await focused('.filters-open'), true);
      }
      assert.deepEqual([page.url(), await entries(page)], before);
      await page.goto(at(`${plans}&compare=store-048#filters`));
      assert.equal(await panel.isVisible(), true);
      assert.equal(new URL(page.url()).hash, '');
      await page.keyboard.press('Escape');
      // Of a provider with many offers, the first two are shown, and those that are picked.
      const boxes = page.locator('tbody:has(.rest)').first().locator('.offer:visible .pick input');
      const shown = await boxes.evaluateAll((all) => all.map((box) => box.getAttribute('value')));
      assert.deepEqual(shown, ['store-084', 'store-036', 'store-048']);
      // Escape closes a menu and gives the focus back; a click elsewhere closes it, too.
      const menu = page.locator('header details.pop > summary, details.pop > summary').first();
      await menu.click();
      const isOpen = () => menu.locator('..').getAttribute('open');
      assert.notEqual(await isOpen(), null);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      assert.equal(await isOpen(), null);
      assert.equal(await menu.evaluate((each) => each.matches(':focus')), true);
      await menu.click();
      await page.locator('footer').click({ position: { x: 2, y: 2 } });
      assert.equal(await isOpen(), null);
    },
  );

  test('lead from a picked box to the comparison by keys', apis, async ({ page }) => {
    const boxes = page.locator('.pick input');
    const active = () =>
      page.evaluate(`document.activeElement.value || document.activeElement.textContent.trim()`);
    const slug = await boxes.nth(2).getAttribute('value');
    await boxes.nth(2).focus();
    await page.keyboard.press('Space');
    await page.waitForURL((url) => url.searchParams.has('compare'));
    await page.keyboard.press('Tab');
    assert.match(String(await active()), /^Compare/);
    await page.keyboard.press('Shift+Tab');
    assert.equal(await active(), slug);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    assert.notEqual(await active(), slug);
    assert.doesNotMatch(String(await active()), /^Compare/);
    // The tray goes along: to the next page, to another network, and into the history.
    await page.locator('.pages a[rel="next"]').first().click();
    await page.waitForURL((url) => url.searchParams.get('page') === '2');
    assert.deepEqual(new URL(page.url()).searchParams.getAll('compare'), [slug]);
    await page.locator('main:not(:has(#results[aria-busy]))').waitFor();
    await assertShowsAddress(page, 'the next page');
    const kept = page.locator('[data-compare-link]');
    const compared = new URL((await kept.getAttribute('href')) ?? '', page.url());
    assert.deepEqual(compared.searchParams.getAll('offer'), [slug]);
    await boxes.nth(0).check();
    const other = await boxes.nth(0).getAttribute('value');
    await page.waitForURL((url) => url.searchParams.getAll('compare').length === 2);
    await page.goBack();
    await page.waitForURL((url) => url.searchParams.getAll('compare').length === 1);
    await page.locator('main:not(:has(#results[aria-busy]))').waitFor();
    await until(page, `!document.querySelector('.pick input[value="${other}"]').checked`);
    await assertShowsAddress(page, 'unpicked by going back');
    // The item of another page goes by its cross, and the focus to what is left.
    await page.locator('[data-picks] .unpick').first().click();
    await page.waitForURL((url) => !url.searchParams.has('compare'));
    assert.equal(await page.evaluate(`document.activeElement.matches('.pick input')`), true);
    await assertShowsAddress(page, 'nothing is picked');
  });

  test(
    'remember networks and the workload on the device',
    `${apis}?requests=7000000&peak=9&mix=eth_call:1`,
    async ({ page }) => {
      const asked = 'requests=7000000&peak=9&mix=eth_call%3A1';
      const stored = async () =>
        JSON.parse(String(await page.evaluate(`localStorage.getItem('recent')`)));
      assert.deepEqual(await stored(), {
        networks: [{ name: 'Ethereum', href: `${network}/` }],
        workload: asked,
      });
      for (const key of ['base', 'solana', 'aria', 'bora', 'cela', 'base'])
        await page.goto(at(`/networks/${key}/`));
      const { networks, workload } = await stored();
      assert.deepEqual(
        networks.map(({ href }: { href: string }) => href.split('/')[2]),
        ['base', 'cela', 'bora', 'aria', 'solana'],
        'the last five',
      );
      assert.equal(workload, asked);
      await page.goto(at('/'));
      const field = page.locator('input[data-suggest]').first();
      await field.focus();
      const options = page.locator('.suggestions').first().getByRole('option');
      await options.first().waitFor();
      const told = (await options.allTextContents()).map(squeeze);
      assert.deepEqual(
        told,
        ['Base', 'Cela', 'bora & Co', 'Aria', 'Solana'].map((name) => `${name} Seen recently`),
      );
      await field.evaluate((input) => {
        const typed = input as unknown as { value: string; blur(): void; focus(): void };
        typed.value = 'typed before';
        typed.blur();
        typed.focus();
      });
      assert.equal(await options.first().isVisible(), false, 'a text has suggestions of its own');
      await field.evaluate((input) => {
        const typed = input as unknown as { value: string; blur(): void; focus(): void };
        typed.value = '';
        typed.blur();
        typed.focus();
      });
      await field.press('ArrowDown');
      await field.press('Enter');
      await page.waitForURL((url) => url.pathname.startsWith('/networks/base'));
      // The form of costs begins with what was asked last.
      await page.goto(at('/toolbox/apis'));
      const cost = page.locator('[data-cost]').first();
      await cost.click();
      await page.waitForURL((url) => url.searchParams.get('requests') === '7000000');
      const { searchParams: begun } = new URL(page.url());
      assert.deepEqual([begun.get('peak'), begun.get('mix')], ['9', 'eth_call:1']);
      await page.goto(at('/about'));
      const forget = page.locator('[data-forget]');
      if ((await forget.count()) > 0) {
        await forget.click();
        assert.equal(await forget.textContent(), 'Cleared');
        assert.equal(await forget.isDisabled(), true);
        assert.equal(await page.evaluate(`localStorage.getItem('recent')`), null);
      }
    },
  );

  test(
    'copy code and comparisons, and say where copying is not allowed',
    [
      '/compare?category=wallets&offer=metamask&offer=ledger',
      { permissions: ['clipboard-read', 'clipboard-write'] },
    ],
    async ({ page }) => {
      const clipboard = async () => String(await page.evaluate('navigator.clipboard.readText()'));
      const name = 'Copy as Markdown';
      await page.getByRole('button', { name }).click();
      await page.locator(`[data-form="${name}"]`, { hasText: 'Copied' }).waitFor();
      const lines = (await clipboard()).split('\n');
      const head = await page.locator('.versus thead th').allTextContents();
      assert.equal(lines[0]?.split(' | ').length, head.length + 1);
      assert.match(lines[0] ?? '', /MetaMask.*Ledger/);
      const facts = await page.locator('.versus tbody tr:not(.versus-links, .alone)').count();
      assert.ok(lines.length > 10 && lines.length <= facts + 2, `${lines.length} of ${facts}`);
      for (const line of lines) assert.match(line, /^\| .* \|$/);
      assert.ok(lines.includes('| Open source | Yes | No |'), lines.join('\n'));
      // The label comes back.
      await page.locator(`[data-form="${name}"]`, { hasText: name }).waitFor();
      await page.goto(at('/data'));
      const box = page.locator('.copy-box:visible').last();
      if ((await box.count()) === 0)
        await page.locator('details:has(.copy-box) > summary').first().click();
      await box.locator('.copy').click();
      await box.locator('.copy', { hasText: 'Copied' }).waitFor();
      assert.equal(await clipboard(), await box.locator('[data-copy]').textContent());
      await page.evaluate(
        `navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))`,
      );
      await box.locator('.copy', { hasText: /^Copy$/ }).waitFor();
      await box.locator('.copy').click();
      await box.locator('.copy', { hasText: 'Press Ctrl+C' }).waitFor();
      const selected = await page.evaluate('getSelection().toString()');
      assert.equal(
        String(selected).trim(),
        (await box.locator('[data-copy]').textContent())?.trim(),
      );
    },
  );

  test(
    'follow the system with their colours, until somebody chooses',
    ['/about', { colorScheme: 'light' }],
    async ({ page }) => {
      const theme = page.getByRole('button', { name: 'Dark theme' });
      const pressed = () => theme.getAttribute('aria-pressed');
      assert.equal(await pressed(), 'false');
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('.theme[aria-pressed="true"]').waitFor();
      await theme.click();
      assert.equal(await pressed(), 'false');
      assert.equal(await page.evaluate(`localStorage.getItem('theme')`), 'light');
      assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'light');
      await page.emulateMedia({ colorScheme: 'light' });
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.equal(await pressed(), 'false', 'what was chosen stays');
      await page.evaluate(`localStorage.setItem('theme', 'purple')`);
      await page.reload();
      assert.equal(await pressed(), 'true', 'what nobody can choose is not read');
    },
  );

  test(
    'tell a wallet of the window which chain to add',
    `${network}/rpc-endpoints`,
    async ({ page }) => {
      await page.addInitScript(`globalThis.ethereum = {
      request: (call) => {
        globalThis.asked = call;
        return new Promise((resolve) => (globalThis.accept = resolve));
      },
    };`);
      await page.reload();
      const button = page.getByRole('button', { name: 'Add to wallet' }).first();
      await button.click();
      const status = page.locator('.wallet [role=status]').first();
      assert.equal(await status.textContent(), 'Waiting for the wallet');
      assert.equal(await page.evaluate('asked.method'), 'wallet_addEthereumChain');
      await page.evaluate('accept(null)');
      await status.filter({ hasText: 'The wallet has the chain' }).waitFor();
    },
  );
});
