/** The tray of picked offers, their comparison and its print, and copies of tables. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { boxOf, desktop, phone } from './support/reader.ts';

// Reads PDF files, as a browser prints them.

interface PdfPage {
  /** In points of 1/72 inch. */
  readonly width: number;
  readonly height: number;
  /** White space is one space. */
  readonly text: string;
}

async function readPdf(bytes: Uint8Array): Promise<PdfPage[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: false });
  const pages = text.map(async (words, at) => {
    const { width, height } = (await document.getPage(at + 1)).getViewport({ scale: 1 });
    return { width, height, text: words.replace(/\s+/g, ' ').trim() };
  });
  return Promise.all(pages);
}

const network = '/networks/ethereum';
const wallets = `${network}/toolbox/wallets`;
const compared = (category: string, ...slugs: readonly string[]) =>
  `${network}/compare?category=${category}&${slugs.map((slug) => `offer=${slug}`).join('&')}`;
const sixWallets = compared(
  'wallets',
  'brave-wallet',
  'ledger',
  'metamask',
  'exodus',
  'trust-wallet',
  'rainbow',
);

describe('the tray and the comparison', { skip: withoutBrowser }, () => {
  const { test, at } = useBrowser(useService(), desktop);

  test(
    'survives paging, filters and the back button',
    `${wallets}?pageSize=5`,
    async ({ page, change, tray }) => {
      await page.locator('.pick input').first().check();
      const [first] = await tray();
      await change(() => page.getByRole('link', { name: 'Next' }).click());
      await page.locator('.pick input').nth(1).check();
      const both = await tray();
      assert.deepEqual([both[0], both.length], [first, 2]);
      await change(() =>
        page.getByRole('group', { name: 'Multisig', exact: true }).getByLabel(/^No/).check(),
      );
      assert.deepEqual(await tray(), both);
      await page.getByRole('button', { name: /^Compare \(2\)/ }).click();
      await page.waitForURL(/\/compare\?/);
      await page.goBack();
      await page.locator('.picks li').nth(1).waitFor();
      assert.deepEqual(await tray(), both);
      await page.locator('.unpick').first().click();
      assert.deepEqual(await tray(), both.slice(1));
    },
  );

  test('keeps rows of a search in its address', '/search?q=ethereum+archive', async (reader) => {
    const { page, tray } = reader;
    await page.locator('.pick input').nth(1).check();
    await page.getByRole('button', { name: 'Details' }).first().click();
    await page.locator('tr.fold').waitFor();
    const picked = await tray();
    assert.equal(picked.length, 1);
    assert.match(page.url(), /&compare=[^&]+&open=[^&]+$/);
    await page.reload();
    assert.deepEqual(await tray(), picked);
    assert.equal(await page.locator('tr.fold').count(), 1);
    await page.getByRole('button', { name: /^Compare \(1\)/ }).click();
    await page.waitForURL(/\/compare\?/);
  });

  test('says why a seventh offer cannot be picked', wallets, async ({ page }) => {
    const boxes = page.locator('.pick input');
    for (let number = 0; number < 6; number++) await boxes.nth(number).check();
    const { y, height } = await boxOf(
      page.getByText('6 offers are the most that a comparison can show'),
    );
    assert.ok(y + height <= 900, 'the reason is in view');
    assert.ok(await boxes.nth(6).isDisabled());
    await boxes.nth(0).uncheck();
    assert.ok(await boxes.nth(6).isEnabled());
  });

  test('tells offers of one title apart', '/networks/aria/toolbox/apis', async ({ page, tray }) => {
    const names = (await page
      .locator('.pick input')
      .evaluateAll((boxes) => boxes.map(({ ariaLabel }) => ariaLabel))) as string[];
    assert.equal(new Set(names).size, names.length);
    const two = names.filter((name) => name.startsWith('Compare Alchemy Growth · '));
    assert.equal(two.length, 2);
    for (const name of two) await page.getByRole('checkbox', { name, exact: true }).check();
    const told = two.map((name) => name.replace('Compare ', ''));
    assert.deepEqual(await tray(), told);
    await page.reload();
    assert.deepEqual(await tray(), told);
    await page.getByRole('button', { name: /^Compare \(2\)/ }).click();
    await page.waitForURL(/\/compare\?/);
    const heads = (await page.locator('.versus-name').allTextContents()).map((text) =>
      text.replace(/\s+/g, ''),
    );
    for (const [place, text] of told.entries())
      assert.ok(heads[place]?.includes(text.replace(/\s+/g, '')), heads[place]);
  });

  for (const window of [phone, desktop])
    test(
      `keeps its header and the names of the facts in view at ${window.viewport.width} px`,
      [sixWallets, window],
      async ({ page }) => {
        if (window === desktop) await page.setViewportSize({ width: 1000, height: 500 });
        const box = page.locator('.versus-box');
        const scrolled = await box.evaluate((element) => {
          const scrolling = element as unknown as {
            scrollTo(x: number, y: number): void;
            scrollLeft: number;
            scrollTop: number;
          };
          scrolling.scrollTo(150, 200);
          return [scrolling.scrollLeft, scrolling.scrollTop];
        });
        assert.deepEqual(scrolled, [150, 200], 'the box scrolls both ways');
        const frame = await boxOf(box);
        assert.ok(
          Math.abs((await boxOf(page.locator('.versus thead th').first())).y - frame.y) <= 2,
        );
        assert.ok(
          Math.abs((await boxOf(page.locator('.versus tbody th').nth(5))).x - frame.x) <= 2,
        );
      },
    );

  const sixServers =
    'alchemy-mcp etherscan-mcp moralis-mcp coinbase-agentkit-mcp goldsky-docs-mcp tatum-mcp'.split(
      ' ',
    );
  for (const [path, most] of [
    [sixWallets, 2],
    [compared('mcpservers', ...sixServers), 3],
  ] as const)
    test(
      `prints six offers on at most ${most} landscape pages of A4, with all columns and facts`,
      path,
      async ({ page }) => {
        const names = await page
          .locator('.versus-name > div > span:first-of-type')
          .allTextContents();
        const facts = await page.locator('.versus :is(th[scope=row], tbody td)').allTextContents();
        const pages = await readPdf(await page.pdf({ preferCSSPageSize: true }));
        assert.ok(
          names.length >= 5 && pages.length <= most,
          `${names.length} offers on ${pages.length} pages`,
        );
        for (const { width, height } of pages)
          assert.deepEqual([width, height].map(Math.round), [842, 595]);
        const squeeze = (text: string) => text.replace(/\s+/g, '');
        const printed = squeeze(pages.map(({ text }) => text).join(''));
        const missing = [...facts.filter((text) => !printed.includes(squeeze(text)))];
        missing.push(
          ...names.filter((name) => !squeeze(pages[0]?.text ?? '').includes(squeeze(name))),
        );
        assert.deepEqual(missing, []);
      },
    );

  for (const path of [wallets, sixWallets])
    test(
      `of ${path.slice(0, 50)} has a line for each row and a cell for each column`,
      [`${path}`, { permissions: ['clipboard-read', 'clipboard-write'] }],
      async ({ page }) => {
        const rows = await page.locator('tr.offer, .versus tbody tr:has(td)').count();
        const columns = await page.locator('thead tr').first().locator('th, td').count();
        const copy = async (name: string) => {
          await page.getByRole('button', { name }).click();
          await page.locator(`[data-form="${name}"]`, { hasText: 'Copied' }).waitFor();
          return String(await page.evaluate('navigator.clipboard.readText()')).split('\n');
        };
        const markdown = await copy('Copy as Markdown');
        assert.equal(markdown.length, rows + 2);
        assert.equal(markdown[1], `| ${Array(columns).fill('---').join(' | ')} |`);
        const cells = (await copy('Copy for a spreadsheet')).map((line) => line.split('\t'));
        assert.equal(cells.length, rows + 1);
        assert.deepEqual([...new Set(cells.map((line) => line.length))], [columns]);
        assert.ok(cells.flat().some((cell) => cell.startsWith('Brave')));
      },
    );

  test(
    'and of a query is that of the page',
    [`/data`, { permissions: ['clipboard-read', 'clipboard-write'] }],
    async ({ page }) => {
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const copied = String(await page.evaluate('navigator.clipboard.readText()'));
      assert.match(copied, /^SELECT network/);
      assert.ok(copied.includes(`${at('/snapshots/')}`));
    },
  );
});
