/**
 * What readers press most, in a real browser. The other pages and controls are in `*.full.test.ts`.
 */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { oddTree } from '../support/odd-tree.ts';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { assertShowsAddress } from './support/page-state.ts';
import { assertNoSidewaysScroll, desktop, phone } from './support/reader.ts';

const apis = '/networks/ethereum/toolbox/apis';
const wallets = '/networks/ethereum/toolbox/wallets';
const background = 'getComputedStyle(document.body).backgroundColor';

/** Cells of a line of a Markdown table, as its readers divide it. */
function readMarkdownLine(line: string): string[] {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

describe('a reader in a browser', { skip: withoutBrowser }, () => {
  const { test } = useBrowser(useService());
  const { test: oddTest } = useBrowser(useService(oddTree));

  test('filters, searches, sorts, unfolds and compares', [apis, desktop], async (reader) => {
    const { page, change, choose, counts, providers, chips, tray } = reader;
    await page.evaluate('window.sameDocument = true');
    const all = await counts();
    await choose('Plan type', 'Tiered');
    assert.deepEqual(await chips(), ['Plan type Tiered']);
    const tiered = await counts();
    assert.notEqual(tiered, all);
    const head = page.getByRole('columnheader', { name: 'Access price' });
    for (const order of ['ascending', 'descending', null]) {
      await change(() => head.getByRole('link').click());
      assert.equal(await head.getAttribute('aria-sort'), order);
    }
    await page.locator('#search').fill('tatum');
    await page.waitForURL(/search=tatum/);
    await page.locator('.chip-off', { hasText: 'tatum' }).waitFor();
    assert.deepEqual(await providers(), ['Tatum']);
    await assertShowsAddress(page, 'filtered and searched');
    await change(() => page.goBack());
    assert.equal(await counts(), tiered);
    const found = await page.locator('#search').inputValue();
    assert.equal(found, '', 'the field follows the address, though it has the focus');

    const line = page.locator('tr.offer').first();
    await change(() => line.getByRole('button', { name: 'Details' }).click());
    await page.locator('tr.offer:first-child + tr.fold .facts').waitFor();
    await change(() => page.locator('.pick input').first().check());
    const [first] = await tray();
    await change(() => page.locator('.pick input').nth(3).check());
    assert.equal(await page.evaluate('window.sameDocument'), true);
    const picked = await tray();
    assert.deepEqual([picked.length, picked[0]], [2, first]);
    await assertShowsAddress(page, 'picked');
    await page.getByRole('button', { name: 'Compare (2)' }).click();
    await page.waitForURL(/\/compare\?/);
    assert.equal(await page.locator('.versus thead th').count(), 2);
  });

  test(
    'uses filters, menu and theme on a phone',
    [wallets, { ...phone, colorScheme: 'light' }],
    async ({ page, choose, chips }) => {
      await assertNoSidewaysScroll(page);
      const lines = await page
        .locator('tr.offer')
        .evaluateAll((all) => all.map((line) => line.getBoundingClientRect().bottom));
      assert.ok(lines.filter((bottom) => bottom <= phone.viewport.height).length >= 3, `${lines}`);
      await page.getByRole('link', { name: /^Filters/ }).tap();
      await choose('Tags', 'Hardware wallet');
      await page.getByRole('button', { name: /^Show \d*,?\d* ?results?$/ }).tap();
      assert.ok(!(await page.locator('#filters').isVisible()));
      assert.deepEqual(await chips(), ['Tags Hardware wallet']);
      const light = await page.evaluate(background);
      await page.getByRole('button', { name: 'Dark theme' }).tap();
      assert.notEqual(await page.evaluate(background), light);
      await page.reload();
      assert.notEqual(await page.evaluate(background), light);
      await page.locator('summary[aria-label="Other categories"]').tap();
      await assertNoSidewaysScroll(page);
      await page
        .locator('.menu')
        .getByRole('link', { name: /^Faucets/ })
        .tap();
      await page.waitForURL(/\/toolbox\/faucets$/);
    },
  );

  test('finds a provider by the suggestions of the search box', '/', async ({ page }) => {
    await page.locator('input[data-suggest]').first().pressSequentially('alche');
    await page
      .getByRole('option', { name: /^Alchemy/ })
      .first()
      .click();
    await page.waitForURL(/\/providers\/alchemy$/);
  });

  const copied = '/networks/bora/toolbox/apis?cols=technology&cols=planName&cols=regions';
  oddTest(
    'copies the cells of the table to where they are read back',
    [copied, { permissions: ['clipboard-read', 'clipboard-write'], ...desktop }],
    async ({ page }) => {
      const copy = async (name: string) => {
        await page.getByRole('button', { name }).click();
        await page.locator(`[data-form="${name}"]`, { hasText: 'Copied' }).waitFor();
        return String(await page.evaluate('navigator.clipboard.readText()')).split('\n');
      };
      const [head = [], rule = [], ...rows] = (await copy('Copy as Markdown')).map(
        readMarkdownLine,
      );
      const sheet = (await copy('Copy for a spreadsheet')).map((line) => line.split('\t'));
      assert.deepEqual(
        [head, rule],
        [
          ['Provider', 'Plan', 'Technology', 'Regions', 'Address'],
          ['---', '---', '---', '---', '---'],
        ],
      );
      const piped = ['Aardvark', 'a|b | c | d|', '=1|2|3', 'x|y|z, =1+1', ''];
      const firehose = 'Firehose and Substreams';
      const address = 'https://www.streamingfast.io/';
      const streaming = ['StreamingFast', firehose, 'Firehose', '', address];
      const lineOf = (plan: string) => rows.find((cells) => cells[1] === plan);
      assert.deepEqual([lineOf(piped[1] ?? ''), lineOf(firehose)], [piped, streaming]);
      assert.equal(rows.length, await page.locator('tr.offer').count());
      const disarmed = [head, ...rows].map((cells) =>
        cells.map((cell) => (/^[=+\-@]/.test(cell) ? `'${cell}` : cell)),
      );
      assert.deepEqual(sheet, disarmed, 'the same cells, none of which a spreadsheet computes');
    },
  );

  test(
    'filters without script',
    [apis, { javaScriptEnabled: false }],
    async ({ choose, apply, chips }) => {
      await choose('Plan type', 'Tiered');
      await apply();
      assert.deepEqual(await chips(), ['Plan type Tiered']);
    },
  );
});
