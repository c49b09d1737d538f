/** Use of each kind of control, as a reader uses it, with script and without. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { assertShowsAddress } from './page-state.ts';
import { assertNoSidewaysScroll, type Reader } from './reader.ts';

/** By kind: uses the control, and fails unless the page then shows what its address says. */
export const pressers = {
  async theme({ page, script }: Reader, target: Locator) {
    assert.equal(await target.isVisible(), script, 'a theme switch needs script');
    if (!script) return;
    const address = page.url();
    const before = await target.getAttribute('aria-pressed');
    await target.click();
    assert.notEqual(await target.getAttribute('aria-pressed'), before);
    assert.equal(page.url(), address);
  },

  async copy(_: Reader, target: Locator) {
    await reveal(target);
    await target.click();
    // The button pressed before this one may still say so too.
    await target.filter({ hasText: /^(Copied|Press Ctrl\+C)$/ }).waitFor();
  },

  async copyTable({ script }: Reader, target: Locator) {
    assert.equal(await target.isVisible(), script, 'copying needs script');
    if (!script) return;
    await target.click();
    await target.filter({ hasText: /^(Copied|Copying is not allowed)$/ }).waitFor();
  },

  async keys({ page }: Reader, target: Locator) {
    // Touch screens have no hints about keys.
    if (!(await target.isVisible())) return;
    await target.click();
    await page.getByRole('dialog', { name: 'Keys' }).getByRole('button', { name: 'Close' }).click();
    // The browser tells the page of the closing in a later task, and the page removes the dialog then.
    await page.locator('dialog').waitFor({ state: 'detached' });
    assert.equal(await page.locator('dialog').count(), 0);
  },

  /** Shows the offers of a provider that a page of cards leaves out. */
  async rest(_: Reader, target: Locator) {
    const label = target.locator('xpath=..');
    if (!(await label.isVisible())) return;
    const last = target.locator('xpath=ancestor::tbody').locator('.offer').last();
    await label.click();
    assert.equal(await last.isVisible(), true);
    await label.click();
    assert.equal(await last.isVisible(), false);
  },

  async fold({ page }: Reader, target: Locator) {
    await reveal(target, 1);
    const isOpen = () =>
      target.evaluate((summary) => (summary.parentElement as { open?: boolean } | null)?.open === true);
    const address = page.url();
    const before = await isOpen();
    await target.click();
    assert.equal(await isOpen(), !before);
    assert.equal(page.url(), address);
    await assertNoSidewaysScroll(page);
  },

  async unfold({ page, script }: Reader, target: Locator) {
    await reveal(target);
    const { name, value } = await nameOf(target);
    await changed(page, () => target.click());
    assert.equal(parameters(page).get(name), value);
    const row = page.locator('tr.offer', { has: page.locator(`button[value="${value}"][aria-expanded="true"]`) });
    const details = page.locator('tr.offer:has([aria-expanded="true"]) + tr.fold');
    await details.waitFor();
    assert.ok((await details.locator('.slugs').innerText()).split('\n').includes(value), value);
    assert.equal(await row.count(), 1);
    await assertShowsAddress(page, 'unfold');
    await assertNoSidewaysScroll(page);
    if (!script) return;
    await target.click();
    assert.equal(await details.count(), 0);
    assert.equal(parameters(page).get(name), null);
  },

  async listFilter({ script }: Reader, target: Locator) {
    await reveal(target);
    assert.equal(await target.isVisible(), script, 'a list filter needs script');
    if (!script) return;
    const list = target.page().locator(`#${await target.getAttribute('data-filters-list')} > li:visible`);
    const all = await list.count();
    await target.fill('no item has this text');
    assert.equal(await list.count(), 0);
    await target.fill('');
    assert.equal(await list.count(), all);
  },

  async facetSearch({ page, script }: Reader, target: Locator) {
    await reveal(target);
    assert.equal(await target.isVisible(), script, 'a search in values needs script');
    if (!script) return;
    const boxes = target.locator('xpath=ancestor::details').getByRole('checkbox');
    const value = (await boxes.last().getAttribute('value')) ?? '';
    await target.fill(value);
    await boxes.last().waitFor();
    assert.ok((await boxes.all()).length > 0);
    await assertShowsAddress(page, 'search in values');
  },

  async box(reader: Reader, target: Locator) {
    await reveal(target);
    const { name, value } = await nameOf(target);
    const checked = !(await target.isChecked());
    // The page may replace the box, so its new state is that of the address.
    await applied(reader, () => target.click());
    assert.equal(
      parameters(reader.page).getAll(name).includes(value),
      checked,
      `${name}=${value} in ${reader.page.url()}`,
    );
    await assertShowsAddress(reader.page, 'box');
  },

  async radio(reader: Reader, target: Locator) {
    await reveal(target);
    const { name, value } = await nameOf(target);
    if (await target.isChecked()) return;
    await applied(reader, () => target.click());
    assert.equal(parameters(reader.page).get(name) ?? '', value);
    await assertShowsAddress(reader.page, 'radio');
  },

  async number(reader: Reader, target: Locator) {
    await reveal(target);
    const { name } = await nameOf(target);
    const value = (await target.inputValue()) === '1' ? '2' : '1';
    await target.fill(value);
    await applied(reader, () => target.press('Tab'));
    assert.equal(parameters(reader.page).get(name), value);
    await assertShowsAddress(reader.page, 'number');
  },

  async unit(reader: Reader, target: Locator) {
    await reveal(target);
    const { name } = await nameOf(target);
    const value = await otherOption(target);
    await applied(reader, async () => void (await target.selectOption(value)));
    assert.equal(parameters(reader.page).get(name) ?? '', value);
    await assertShowsAddress(reader.page, 'unit');
  },

  async search({ page }: Reader, target: Locator) {
    const { name } = await nameOf(target);
    await target.fill('node');
    await changed(page, () => target.press('Enter'));
    assert.equal(parameters(page).get(name), 'node');
    await assertShowsAddress(page, 'search');
  },

  async column({ page }: Reader, target: Locator) {
    await reveal(target);
    const { value } = await nameOf(target);
    const checked = !(await target.isChecked());
    await target.setChecked(checked);
    await changed(page, () => page.getByRole('button', { name: 'Apply', exact: true }).click());
    assert.equal(parameters(page).getAll('cols').includes(value), checked);
    await assertShowsAddress(page, 'column');
  },

  async select({ page }: Reader, target: Locator) {
    await reveal(target);
    const { name } = await nameOf(target);
    const value = await otherOption(target);
    await target.selectOption(value);
    await changed(page, () => page.getByRole('button', { name: 'Apply', exact: true }).click());
    assert.equal(parameters(page).get(name) ?? '', value);
    await assertShowsAddress(page, 'select');
  },

  async pick({ page, script }: Reader, target: Locator) {
    await reveal(target);
    const { value } = await nameOf(target);
    const checked = !(await target.isChecked());
    if (script) {
      await changed(page, () => target.setChecked(checked));
      assert.equal(parameters(page).getAll('compare').includes(value), checked);
      await assertShowsAddress(page, 'pick');
    } else await target.setChecked(checked);
    const compare = page.getByRole('button', { name: /^Compare/ });
    if (await compare.isDisabled()) return;
    await changed(page, () => compare.click());
    assert.equal(parameters(page).getAll('offer').includes(value), checked);
    await assertShowsAddress(page, 'compare');
  },

  /** A link to another view of the page: a set, a sortable header, a chip, a page. */
  async view({ page, script }: Reader, target: Locator) {
    await reveal(target);
    // Narrow pages sort by Columns and sort, and hide the header of the table.
    if (await target.evaluate((link) => (link.closest('thead, .sr')?.getBoundingClientRect().width ?? 2) < 2)) return;
    const wanted = new URL((await target.getAttribute('href')) ?? '', page.url());
    // Script takes what is picked along.
    const picked = parameters(page).getAll('compare');
    if (script && picked.length > 0) wanted.searchParams.delete('compare');
    if (script) for (const slug of picked) wanted.searchParams.append('compare', slug);
    await changed(page, () => target.click());
    const { pathname, searchParams } = new URL(page.url());
    assert.equal(pathname, wanted.pathname);
    assert.deepEqual([...searchParams].toSorted(), [...wanted.searchParams].toSorted());
    await assertShowsAddress(page, 'view');
  },

  async panel({ page }: Reader, target: Locator) {
    const filters = page.locator('#filters');
    const opener = page.locator('.filters-open');
    if (!(await opener.isVisible())) return;
    const closes = await target.evaluate((link) => link.matches('.rail-close'));
    if (closes) await opener.click();
    await target.click();
    await filters.waitFor({ state: closes ? 'hidden' : 'visible' });
    await assertShowsAddress(page, 'panel');
  },

  async allValues({ page, script }: Reader, target: Locator) {
    await reveal(target);
    const key = (await target.getAttribute('data-all')) ?? '';
    const count = Number.parseInt((await target.innerText()).replace(/\D+/g, ''), 10);
    await (script ? target.click() : changed(page, () => target.click()));
    await page.locator(`[data-all="${key}"]`).waitFor({ state: 'hidden' });
    assert.equal(await page.locator(`[data-choices="${key}"] input`).count(), count);
    await assertShowsAddress(page, 'all values');
  },

  async unpick({ page }: Reader, target: Locator) {
    const slug = (await target.locator('xpath=ancestor::li').getAttribute('data-slug')) ?? '';
    await changed(page, () => target.click());
    assert.ok(!parameters(page).getAll('compare').includes(slug));
    await assertShowsAddress(page, 'unpick');
  },

  async searchButton({ page }: Reader, target: Locator) {
    if (!(await target.isVisible())) return;
    const field = target.locator('xpath=..').locator('input[type=search]');
    const { name } = await nameOf(field);
    await field.fill('node');
    await changed(page, () => target.click());
    assert.equal(parameters(page).get(name), 'node');
    await assertShowsAddress(page, 'search button');
  },
};

/** Does something that leads to another address, and waits until the page is there. */
async function changed(page: Page, act: () => Promise<void>): Promise<void> {
  const before = page.url();
  await act();
  await page.waitForURL((url) => url.href !== before, { waitUntil: 'domcontentloaded' });
  await page.locator('main:not(:has(#results[aria-busy]))').waitFor();
}

/** Changes a filter, and sends the form where script does not. */
async function applied(reader: Reader, act: () => Promise<void>): Promise<void> {
  if (reader.script) return changed(reader.page, act);
  await act();
  await reader.apply();
}

async function nameOf(target: Locator): Promise<{ name: string; value: string }> {
  return { name: (await target.getAttribute('name')) ?? '', value: (await target.getAttribute('value')) ?? '' };
}

function parameters(page: Page): URLSearchParams {
  return new URL(page.url()).searchParams;
}

/** Opens the panel of filters and the details around a control. `inner` is the number of details that stay closed. */
async function reveal(target: Locator, inner = 0): Promise<void> {
  const page = target.page();
  const inFilters = await target.evaluate((control) => control.closest('[data-filters]') !== null);
  const open = page.getByRole('link', { name: /^Filters/ });
  if (inFilters && (await open.isVisible()) && !(await page.locator('#filters').isVisible())) await open.click();
  const rest = target.locator('xpath=ancestor::tbody').locator('.rest label');
  if ((await rest.isVisible()) && !(await target.isVisible())) await rest.click();
  const around = await target.locator('xpath=ancestor::details').all();
  for (const details of around.slice(0, around.length - inner))
    if ((await details.getAttribute('open')) === null) await details.locator('summary').first().click();
}

/** The last option that is not selected. */
async function otherOption(select: Locator): Promise<string> {
  const current = await select.inputValue();
  const values = await select
    .locator('option')
    .evaluateAll((options) => options.map((each) => each.getAttribute('value')));
  return values.findLast((each) => each !== current) ?? '';
}
