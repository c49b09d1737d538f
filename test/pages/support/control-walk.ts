/** Presses the controls of a page, and compares the page with its address after each. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { pressers } from './control-pressers.ts';
import { assertShowsAddress } from './page-state.ts';
import { assertNoSidewaysScroll, makeReader } from './reader.ts';

/** Submit buttons are pressed together with the fields that they send. Links to other pages are not controls. */
type Kind = keyof typeof pressers | 'submit' | 'elsewhere' | 'unknown';

export interface Control {
  readonly kind: Kind;
  /** Among all elements of `selector`. */
  readonly index: number;
  readonly text: string;
}

export interface Walk {
  readonly page: Page;
  readonly script: boolean;
  /** Address of the page whose controls are pressed. */
  readonly address: string;
  /** Status of the page. */
  readonly status?: number;
  readonly choose: (controls: readonly Control[]) => readonly Control[];
}

const selector = 'button, summary, select, input:not([type=hidden]), main a[href]';

/** Runs in the page. */
const readControls = `[...document.querySelectorAll('${selector}')].map((control, index) => {
  const kinds = [
    ['[data-theme-switch]', 'theme'], ['.copy', 'copy'], ['[data-form]', 'copyTable'], ['.keys-open *', 'keys'], ['.rest *', 'rest'],
    ['summary', 'fold'], ['[data-filters-list]', 'listFilter'],
    ['.facet-search', 'facetSearch'], ['[name^="f."][type=checkbox]', 'box'], ['[type=radio]', 'radio'],
    ['[name^="f."][type=number]', 'number'], ['select[name^="f."]', 'unit'], ['[type=search][name]', 'search'],
    ['[name=cols]', 'column'], ['[data-display] select', 'select'], ['[name=offer]', 'pick'],
    ['.search button, .top-search button', 'searchButton'], ['button[type=submit]', 'submit'],
    // Shown only if a view could not be loaded; a test of its own presses it.
    ['[data-note] a', 'elsewhere'],
    ['.filters-open, .rail-close', 'panel'], ['[data-all]', 'allValues'], ['.unpick', 'unpick'], ['[name=open]', 'unfold'],
  ];
  const [, known] = kinds.find(([selector]) => control.matches(selector)) ?? [];
  const pathOf = ({ origin, pathname }) => origin + pathname;
  const isView = control.href && pathOf(control) === pathOf(location) && control.search !== location.search;
  const kind = known ?? (control.matches('a') ? (isView ? 'view' : 'elsewhere') : 'unknown');
  return { kind, index, text: control.outerHTML.slice(0, 160) };
})`;

/** The first control of each kind. */
export function firstOfEachKind(controls: readonly Control[]): readonly Control[] {
  return controls.filter(({ kind }, at) => controls.findIndex((other) => other.kind === kind) === at);
}

/**
 * The share of all controls that is one of `shares`, so that all shares press each; with `pressesAllKinds`, also the first control of
 * each kind that no page before had.
 */
export function shareOf(share: number, shares: number, pressesAllKinds: boolean): Walk['choose'] {
  const known = new Set<Kind>();
  return (controls) => {
    const first = new Set(pressesAllKinds ? firstOfEachKind(controls).filter(({ kind }) => !known.has(kind)) : []);
    for (const { kind } of first) known.add(kind);
    return controls.filter((control, at) => first.has(control) || at % shares === share);
  };
}

export async function pressControls({ page, script, address, status = 200, choose }: Walk): Promise<void> {
  const load = () => page.goto(address, { waitUntil: 'domcontentloaded' });
  await load();
  await assertShowsAddress(page, 'as loaded', status);
  await assertNoSidewaysScroll(page);
  const controls = (await page.evaluate(readControls)) as Control[];
  for (const control of controls)
    assert.notEqual(control.kind, 'unknown', `a control of no known kind: ${control.text}`);
  const pressed = choose(controls.filter(({ kind }) => kind !== 'elsewhere' && kind !== 'submit'));
  for (const { kind, index, text } of pressed) {
    if (kind === 'submit' || kind === 'elsewhere' || kind === 'unknown') continue;
    // An open panel or menu may cover the control, and a list of all values moves it.
    const isCovered = (await page.locator('#filters.is-open').count()) > 0 || kind === 'listFilter';
    const isMoved = page.url() !== address || (await page.locator(selector).count()) !== controls.length;
    if (isCovered || isMoved) await load();
    const control = page.locator(selector).nth(index);
    await pressers[kind](makeReader(page, script), control).catch((error: Error) => {
      throw new Error(`${text} on ${address}: ${error.message}`, { cause: error });
    });
  }
}
