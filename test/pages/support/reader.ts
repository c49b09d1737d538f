/** What a reader does on a directory page, and what they see there: the same with script and without. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

export interface Reader {
  readonly page: Page;
  readonly script: boolean;
  /** Does something that asks for another view, and waits until it is there. */
  readonly change: (act: () => Promise<void>) => Promise<void>;
  /** Sends the form of filters, which script does by itself. */
  readonly apply: () => Promise<void>;
}

export function makeReader(page: Page, script: boolean): Reader {
  const change = async (act: () => Promise<void>) => {
    const before = page.url();
    await act();
    await page.waitForURL((url) => url.href !== before);
    await page.locator('#results:not([aria-busy])').waitFor();
  };
  const apply = async () => {
    if (!script) await change(() => page.getByRole('button', { name: 'Show results' }).click());
  };
  return { page, script, change, apply };
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

export async function chooseFlag(
  { page, script, change }: Reader,
  filter: string,
  answer: 'Yes' | 'No',
): Promise<void> {
  const choice = page.getByRole('group', { name: filter, exact: true }).getByRole('radio', { name: answer });
  await (script ? change(() => choice.check()) : choice.check());
}

export function facetOf(page: Page, filter: string): Locator {
  return page
    .locator('details.facet')
    .filter({ has: page.locator('summary', { hasText: new RegExp(`^\\s*${filter}`) }) });
}

async function unfold(facet: Locator): Promise<void> {
  if ((await facet.getAttribute('open')) === null) await facet.locator('summary').click();
}

/** `14 providers, 112 offers` */
export async function readCounts(page: Page): Promise<string> {
  return (await page.locator('.counts strong').textContent()) ?? '';
}

export async function readProviders(page: Page): Promise<string[]> {
  const names = await page.locator('.offers tbody > .offer:first-child .name').allTextContents();
  return [...new Set(names)];
}

export async function readChips(page: Page): Promise<string[]> {
  const texts = await page.getByRole('list', { name: 'Active filters' }).locator('.chip-off').allTextContents();
  return texts.map((text) =>
    text
      .replace(/\s+/g, ' ')
      .replace(/ remove$/, '')
      .trim(),
  );
}

export async function assertNoSidewaysScroll(page: Page): Promise<void> {
  const [shown, needed] = (await page.evaluate(
    '[document.documentElement.clientWidth, document.documentElement.scrollWidth]',
  )) as [number, number];
  assert.ok(needed <= shown, `the page is ${needed - shown} px too wide`);
}
