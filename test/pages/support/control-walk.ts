/** Presses every control of a page, and compares the page with its address after each. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { assertShowsAddress } from './page-state.ts';
import { assertNoSidewaysScroll, makeReader, type Reader } from './reader.ts';

type Kind = keyof typeof pressers | 'submit' | 'unknown';

interface Control {
  readonly kind: Kind;
  /** Among all controls of the page. */
  readonly index: number;
  /** Controls of one group do the same with another value. */
  readonly group: string;
  readonly text: string;
}

export interface Walk {
  readonly page: Page;
  readonly script: boolean;
  /** Address of the page whose controls are pressed. */
  readonly address: string;
  /** Presses the first and the last control of each filter instead of the first of its kind. */
  readonly thorough: boolean;
}

const selector = 'button, summary, select, input:not([type=hidden])';

/** Runs in the page. */
const readControls = `[...document.querySelectorAll('${selector}')].map((control, index) => {
  const kinds = [
    ['[data-theme-switch]', 'theme'], ['.copy', 'copy'], ['summary', 'fold'], ['[data-filters-list]', 'listFilter'],
    ['.facet-search', 'facetSearch'], ['[name^="f."][type=checkbox]', 'box'], ['[name^="f."][type=radio]', 'radio'],
    ['[name^="f."][type=number]', 'number'], ['select[name^="f."]', 'unit'], ['[type=search][name]', 'search'], ['[name=cols]', 'column'],
    ['[data-display] select', 'select'], ['[name=offer]', 'pick'], ['button[type=submit]', 'submit'],
  ];
  const [, kind] = kinds.find(([selector]) => control.matches(selector)) ?? ['', 'unknown'];
  const group = control.name || control.parentElement.className || control.className;
  return { kind, index, group, text: control.outerHTML.slice(0, 120) };
})`;

/** Returns the number of pressed controls. */
export async function pressControls(walk: Walk): Promise<number> {
  const { page, address } = walk;
  await page.goto(address);
  await assertShowsAddress(page, 'as loaded');
  await assertNoSidewaysScroll(page);
  const controls = (await page.evaluate(readControls)) as Control[];
  for (const control of controls)
    assert.notEqual(control.kind, 'unknown', `a control of no known kind: ${control.text}`);
  const chosen = choose(controls, walk.thorough);
  for (const { kind, index, text } of chosen) {
    // The fields that a submit button sends are pressed together with it.
    if (kind === 'submit' || kind === 'unknown') continue;
    const isCovered = (await page.locator('#filters.is-open').count()) > 0;
    // An open menu may cover the list of another.
    if (page.url() !== address || isCovered || kind === 'listFilter') await page.goto(address);
    await pressers[kind](makeReader(page, walk.script), page.locator(selector).nth(index)).catch((error: Error) => {
      error.message = `${text} on ${address}, ${walk.script ? 'with' : 'without'} script: ${error.message}`;
      throw error;
    });
  }
  return chosen.length;
}

function choose(controls: readonly Control[], thorough: boolean): Control[] {
  const groups = new Map<string, Control[]>();
  for (const control of controls) {
    const key = thorough ? `${control.kind} ${control.group}` : control.kind;
    groups.set(key, [...(groups.get(key) ?? []), control]);
  }
  // The first radio button of a group is chosen already.
  const endsOf = (kind: Kind | undefined) => (thorough ? [0, -1] : kind === 'radio' ? [-1] : [0]);
  const chosen = [...groups.values()].flatMap((group) => endsOf(group[0]?.kind).flatMap((end) => group.at(end) ?? []));
  return [...new Set(chosen)];
}

const pressers = {
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
    await target
      .page()
      .getByText(/^(Copied|Press Ctrl\+C)$/)
      .waitFor();
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
    await applied(reader, () => target.setChecked(checked));
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
    await applied(reader, () => target.check());
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
    const value = (await target.locator('option').last().getAttribute('value')) ?? '';
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
    await changed(page, () => page.getByRole('button', { name: 'Show', exact: true }).click());
    assert.equal(parameters(page).getAll('cols').includes(value), checked);
    await assertShowsAddress(page, 'column');
  },

  async select({ page }: Reader, target: Locator) {
    await reveal(target);
    const { name } = await nameOf(target);
    const values = await target
      .locator('option')
      .evaluateAll((options) => options.map((each) => each.getAttribute('value')));
    const current = await target.inputValue();
    const value = values.findLast((each) => each !== current) ?? '';
    await target.selectOption(value);
    await changed(page, () => page.getByRole('button', { name: 'Show', exact: true }).click());
    assert.equal(parameters(page).get(name) ?? '', value);
    await assertShowsAddress(page, 'select');
  },

  async pick({ page, script }: Reader, target: Locator) {
    const { value } = await nameOf(target);
    const checked = !(await target.isChecked());
    if (script) {
      await changed(page, () => target.setChecked(checked));
      assert.equal(parameters(page).getAll('compare').includes(value), checked);
      await assertShowsAddress(page, 'pick');
    } else await target.setChecked(checked);
    if (checked) await changed(page, () => page.getByRole('button', { name: /^Compare/ }).click());
    if (checked) assert.ok(parameters(page).getAll('offer').includes(value));
    await assertShowsAddress(page, 'compare');
  },
};

/** Does something that leads to another address, and waits until the page is there. */
async function changed(page: Page, act: () => Promise<void>): Promise<void> {
  const before = page.url();
  await act();
  await page.waitForURL((url) => url.href !== before);
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
  const around = await target.locator('xpath=ancestor::details').all();
  for (const details of around.slice(0, around.length - inner))
    if ((await details.getAttribute('open')) === null) await details.locator('summary').first().click();
}
