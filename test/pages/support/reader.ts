/** What a reader does on a directory page, with script and without, and what they see. */
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';

export const desktop = { viewport: { width: 1440, height: 900 } };
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

export interface Reader {
  readonly page: Page;
  readonly script: boolean;
  /** Does something that asks for another view, and waits until it is there. */
  readonly change: (act: () => Promise<unknown>) => Promise<void>;
  /** Sends the form of filters, which script does by itself. */
  readonly apply: () => Promise<void>;
}

export function makeReader(page: Page, script = true): Reader {
  const change = async (act: () => Promise<unknown>) => {
    const before = page.url();
    await act();
    await page.waitForURL((url) => url.href !== before, { waitUntil: 'domcontentloaded' });
    await page.locator('main:not(:has(#results[aria-busy]))').waitFor();
  };
  const apply = async () => {
    if (!script) await change(() => page.getByRole('button', { name: 'Show results' }).click());
  };
  return { page, script, change, apply };
}

export function facetOf(page: Page, filter: string): Locator {
  return page
    .locator('details.facet')
    .filter({ has: page.locator('summary', { hasText: new RegExp(`^\\s*${filter}`) }) });
}

async function unfold(facet: Locator): Promise<void> {
  if ((await facet.getAttribute('open')) === null) await facet.locator('summary').click();
}

/** Chooses a value of a filter, whose list is opened where it is folded. */
export async function choose({ page, script, change }: Reader, filter: string, value: string): Promise<void> {
  const facet = facetOf(page, filter);
  await unfold(facet);
  const box = facet.getByRole('checkbox', { name: new RegExp(`^${value}\\b`) });
  await (script ? change(() => box.check()) : box.check());
}

export async function limit({ page, script, change }: Reader, filter: string, most: string): Promise<void> {
  const facet = facetOf(page, filter);
  await unfold(facet);
  const field = facet.getByLabel('To');
  await field.fill(most);
  if (script) await change(() => field.press('Tab'));
}

/** `14 providers, 112 offers` */
export async function readCounts(page: Page): Promise<string> {
  return (await page.locator('.counts strong').textContent()) ?? '';
}

export async function readProviders(page: Page): Promise<string[]> {
  return [...new Set(await page.locator('.offers tbody > .offer:first-child .name').allTextContents())];
}

/** Active filters: `Plan type Free`. */
export async function readChips(page: Page): Promise<string[]> {
  const texts = await page.getByRole('list', { name: 'Active filters' }).locator('.chip-off').allTextContents();
  return texts.map((text) => squeeze(text).replace(/ remove$/, ''));
}

/** Picked offers: `Brave Brave Wallet`. */
export async function readTray(page: Page): Promise<string[]> {
  return (await page.locator('.picks .pick-text').allTextContents()).map(squeeze);
}

export function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  assert.ok(box, 'the element is shown');
  return box;
}

export async function assertNoSidewaysScroll(page: Page, what = ''): Promise<void> {
  const root = 'document.documentElement';
  const excess = Number(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`));
  assert.ok(excess <= 0, `the page is ${excess} px too wide ${what}`);
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails with the violations that axe-core finds, of all rules of WCAG and the best practices unless some are given. */
export async function assertNoViolation(page: Page, how: string, rules: readonly string[] = []): Promise<void> {
  // Pages have no frames, so that axe need not open a window to put results of frames together.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules.length > 0 ? axe.withRules([...rules]) : axe.withTags(tags)).analyze();
  const told = violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`);
    return `${how}: ${id}, ${help}: ${places.join('\n')}`;
  });
  assert.deepEqual(told, []);
}
