/** Presses controls as a reader does, with script and without, and compares the page with its address after each. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { assertShowsAddress } from './page-state.ts';
import { assertNoSidewaysScroll, makeReader, type Reader } from './reader.ts';

type Press = (reader: Reader, target: Locator) => Promise<void>;

/** Kinds of controls by the selector that tells them, the first that matches. Submit buttons are pressed with the fields that they send. */
const kinds: readonly (readonly [selector: string, press: Press | null])[] = [
  // Tests of their own press these.
  ['[data-theme-switch], .keys-open *, .rest *, [data-note] a', null],
  ['.copy', withReveal(pressCopy)],
  ['[data-form]', withScript(pressCopy)],
  ['summary', pressFold],
  ['[data-filters-list]', withScript(pressListFilter)],
  ['.facet-search', withScript(pressFacetSearch)],
  ['[name^="f."][type=checkbox]', field(click, 'filters')],
  ['[type=radio]', field(click, 'filters')],
  ['[name^="f."][type=number]', field(typeNumber, 'filters')],
  ['select[name^="f."]', field(selectOther, 'filters')],
  ['[type=search][name]', pressSearch],
  ['[name=cols]', field(click, 'display')],
  ['[data-display] select', field(selectOther, 'display')],
  ['[name=offer]', withReveal(pressPick)],
  ['.search button, .top-search button', pressSearchButton],
  ['button[type=submit]:not([name=open], .unpick)', null],
  ['.filters-open, .rail-close', pressPanel],
  ['[data-all]', withReveal(pressAllValues)],
  ['.unpick', pressUnpick],
  ['[name=open]', withReveal(pressUnfold)],
  ['a.is-view', withReveal(pressView)],
  ['a', null],
];

export interface Control {
  readonly kind: number;
  /** Among all elements of `selector`. */
  readonly index: number;
  readonly text: string;
}

export interface Walk {
  readonly page: Page;
  readonly script: boolean;
  readonly address: string;
  readonly status: number;
  readonly choose: (controls: readonly Control[]) => readonly Control[];
}

const selector = 'button, summary, select, input:not([type=hidden]), main a[href]';

/** Runs in the page. A link to another view of the page is a control, one to another page is not. */
const readControls = `[...document.querySelectorAll('${selector}')].map((control, index) => {
  const pathOf = ({ origin, pathname }) => origin + pathname;
  const isView = control.href && pathOf(control) === pathOf(location) && control.search !== location.search;
  const kinds = ${JSON.stringify(kinds.map(([own]) => own))};
  const kind = kinds.findIndex((own) => (own === 'a.is-view' ? isView : control.matches(own)));
  return { kind, index, text: control.outerHTML.slice(0, 160) };
})`;

/** The first control of each kind. */
export function firstOfEachKind(controls: readonly Control[]): readonly Control[] {
  return controls.filter(({ kind }, at) => controls.findIndex((other) => other.kind === kind) === at);
}

export async function pressControls({ page, script, address, status, choose }: Walk): Promise<void> {
  const load = () => page.goto(address, { waitUntil: 'domcontentloaded' });
  await load();
  await assertShowsAddress(page, 'as loaded', status);
  await assertNoSidewaysScroll(page);
  const controls = (await page.evaluate(readControls)) as Control[];
  for (const { kind, text } of controls) assert.notEqual(kind, -1, `a control of no known kind: ${text}`);
  for (const { kind, index, text } of choose(controls.filter(({ kind }) => kinds[kind]?.[1] !== null))) {
    // An open panel may cover the control, and a list of all values moves it.
    const isCovered = await page.locator('#filters.is-open').count();
    const isMoved = page.url() !== address || (await page.locator(selector).count()) !== controls.length;
    if (isCovered || isMoved) await load();
    await kinds[kind]?.[1]?.(makeReader(page, script), page.locator(selector).nth(index)).catch((error: Error) => {
      throw new Error(`${text} on ${address}: ${error.message}`, { cause: error });
    });
  }
}

/** A field of a form: sets it, sends the form, and looks for what it was set to in the address. */
function field(set: (target: Locator) => Promise<string | boolean>, form: 'filters' | 'display'): Press {
  return withReveal(async (reader, target) => {
    const { page, script, change } = reader;
    const { name, value } = await nameOf(target);
    if ((await target.getAttribute('type')) === 'radio' && (await target.isChecked())) return;
    let wanted: string | boolean = '';
    const act = async () => void (wanted = await set(target));
    if (form === 'filters' && script) await change(act);
    else await act();
    if (form === 'filters') await reader.apply();
    else await change(() => page.getByRole('button', { name: 'Apply', exact: true }).click());
    await (typeof wanted === 'boolean' ? expectShown(page, name, value, wanted) : expectShown(page, name, wanted));
  });
}

async function click(target: Locator): Promise<string | boolean> {
  const isRadio = (await target.getAttribute('type')) === 'radio';
  const wanted = isRadio ? ((await target.getAttribute('value')) ?? '') : !(await target.isChecked());
  // The page may replace the box.
  await target.click();
  return wanted;
}

async function typeNumber(target: Locator): Promise<string> {
  const value = (await target.inputValue()) === '1' ? '2' : '1';
  await target.fill(value);
  await target.press('Tab');
  return value;
}

/** Selects the last option that is not selected. */
async function selectOther(target: Locator): Promise<string> {
  const current = await target.inputValue();
  const values = await target.locator('option').evaluateAll((all) => all.map((each) => each.getAttribute('value')));
  const value = values.findLast((each) => each !== current) ?? '';
  await target.selectOption(value);
  return value;
}

/** A control that is shown with script only. */
function withScript(press: Press): Press {
  return withReveal(async (reader, target) => {
    assert.equal(await target.isVisible(), reader.script, 'it needs script');
    if (reader.script) await press(reader, target);
  });
}

function withReveal(press: Press): Press {
  return async (reader, target) => {
    await reveal(target);
    await press(reader, target);
  };
}

async function pressCopy(_: Reader, target: Locator): Promise<void> {
  await target.click();
  await target.filter({ hasText: /^(Copied|Press Ctrl\+C|Copying is not allowed)$/ }).waitFor();
}

async function pressFold({ page }: Reader, target: Locator): Promise<void> {
  await reveal(target, 1);
  const isOpen = () => target.locator('xpath=..').evaluate((details) => details.hasAttribute('open'));
  const [address, before] = [page.url(), await isOpen()];
  await target.click();
  assert.equal(await isOpen(), !before);
  assert.equal(page.url(), address);
  await assertNoSidewaysScroll(page);
}

async function pressUnfold({ page, script, change }: Reader, target: Locator): Promise<void> {
  const { value } = await nameOf(target);
  await change(() => target.click());
  await expectShown(page, 'open', value);
  const details = page.locator('tr.offer:has([aria-expanded="true"]) + tr.fold');
  assert.ok((await details.locator('.slugs').innerText()).split('\n').includes(value), value);
  await assertNoSidewaysScroll(page);
  if (!script) return;
  await target.click();
  assert.equal(await details.count(), 0);
  await expectShown(page, 'open', value, false);
}

async function pressListFilter({ page }: Reader, target: Locator): Promise<void> {
  const list = page.locator(`#${await target.getAttribute('data-filters-list')} > li:visible`);
  const all = await list.count();
  await target.fill('no item has this text');
  assert.equal(await list.count(), 0);
  await target.fill('');
  assert.equal(await list.count(), all);
}

async function pressFacetSearch({ page }: Reader, target: Locator): Promise<void> {
  const last = target.locator('xpath=ancestor::details').getByRole('checkbox').last();
  await target.fill((await last.getAttribute('value')) ?? '');
  await last.waitFor();
  await assertShowsAddress(page, 'search in values');
}

async function pressSearch(
  { page, change }: Reader,
  target: Locator,
  send = () => target.press('Enter'),
): Promise<void> {
  const { name } = await nameOf(target);
  await target.fill('node');
  await change(send);
  await expectShown(page, name, 'node');
}

async function pressSearchButton(reader: Reader, target: Locator): Promise<void> {
  if (!(await target.isVisible())) return;
  await pressSearch(reader, target.locator('xpath=..').locator('input[type=search]'), () => target.click());
}

async function pressPick({ page, script, change }: Reader, target: Locator): Promise<void> {
  const { value } = await nameOf(target);
  const checked = !(await target.isChecked());
  if (script) {
    await change(() => target.setChecked(checked));
    await expectShown(page, 'compare', value, checked);
  } else await target.setChecked(checked);
  const compare = page.getByRole('button', { name: /^Compare/ });
  if (await compare.isDisabled()) return;
  await change(() => compare.click());
  await expectShown(page, 'offer', value, checked);
}

/** A link to another view of the page: a set, a sortable header, a chip, a page. */
async function pressView({ page, script, change }: Reader, target: Locator): Promise<void> {
  // Narrow pages sort by Columns and sort, and hide the header of the table.
  if (await target.evaluate((link) => (link.closest('thead, .sr')?.getBoundingClientRect().width ?? 2) < 2)) return;
  const wanted = new URL((await target.getAttribute('href')) ?? '', page.url());
  const picked = new URL(page.url()).searchParams.getAll('compare');
  // Script takes what is picked along.
  if (script && picked.length > 0) wanted.searchParams.delete('compare');
  if (script) for (const slug of picked) wanted.searchParams.append('compare', slug);
  await change(() => target.click());
  const sorted = ({ pathname, searchParams }: URL) => [pathname, ...[...searchParams].map(String).toSorted()];
  assert.deepEqual(sorted(new URL(page.url())), sorted(wanted));
  await assertShowsAddress(page, 'view');
}

async function pressPanel({ page }: Reader, target: Locator): Promise<void> {
  const opener = page.locator('.filters-open');
  if (!(await opener.isVisible())) return;
  const closes = await target.evaluate((link) => link.matches('.rail-close'));
  if (closes) await opener.click();
  await target.click();
  await page.locator('#filters').waitFor({ state: closes ? 'hidden' : 'visible' });
  await assertShowsAddress(page, 'panel');
}

async function pressAllValues({ page, script, change }: Reader, target: Locator): Promise<void> {
  const key = (await target.getAttribute('data-all')) ?? '';
  const count = Number.parseInt((await target.innerText()).replace(/\D+/g, ''), 10);
  await (script ? target.click() : change(() => target.click()));
  await page.locator(`[data-all="${key}"]`).waitFor({ state: 'hidden' });
  assert.equal(await page.locator(`[data-choices="${key}"] input`).count(), count);
  await assertShowsAddress(page, 'all values');
}

async function pressUnpick({ page, change }: Reader, target: Locator): Promise<void> {
  const slug = (await target.locator('xpath=ancestor::li').getAttribute('data-slug')) ?? '';
  await change(() => target.click());
  await expectShown(page, 'compare', slug, false);
}

async function nameOf(target: Locator): Promise<{ name: string; value: string }> {
  return { name: (await target.getAttribute('name')) ?? '', value: (await target.getAttribute('value')) ?? '' };
}

/** Fails unless the address has the value of a parameter, or has it not, and the page shows its address. A blank value is none. */
async function expectShown(page: Page, name: string, value: string, isGiven = true): Promise<void> {
  const given = new URL(page.url()).searchParams.getAll(name);
  const isThere = value === '' ? given.length === 0 : given.includes(value);
  assert.equal(isThere, isGiven, `${name}=${value} in ${page.url()}`);
  await assertShowsAddress(page, name);
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
