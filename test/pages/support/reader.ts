/** What a reader does on a directory page, with script and without, and what they see. */
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';

export const desktop = { viewport: { width: 1440, height: 900 } };
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

/** The methods are fields, so that a test can take those that it uses. */
export class Reader {
  readonly page: Page;
  readonly script: boolean;

  constructor(page: Page, script: boolean) {
    this.page = page;
    this.script = script;
  }

  /** Does something that asks for another view, and waits until it is there. */
  readonly change = async (act: () => Promise<unknown>): Promise<void> => {
    const before = this.page.url();
    await act();
    await this.page.waitForURL((url) => url.href !== before, { waitUntil: 'domcontentloaded' });
    await this.page.locator('main:not(:has(#results[aria-busy]))').waitFor();
  };

  /** Sends the form of filters, which script does by itself. */
  readonly apply = async (): Promise<void> => {
    if (!this.script)
      await this.change(() =>
        this.page.getByRole('button', { name: /^Show \d*,?\d* ?results?$/ }).click(),
      );
  };

  readonly facet = (filter: string): Locator => {
    const summary = this.page.locator('summary', { hasText: new RegExp(`^\\s*${filter}`) });
    return this.page.locator('details.facet').filter({ has: summary });
  };

  /** Chooses a value of a filter, whose list is opened where it is folded. */
  readonly choose = async (filter: string, value: string): Promise<void> => {
    const facet = this.facet(filter);
    if ((await facet.getAttribute('open')) === null) await facet.locator('summary').click();
    const box = facet.getByRole('checkbox', { name: new RegExp(`^${value}\\b`) });
    await (this.script ? this.change(() => box.check()) : box.check());
  };

  /** `14 providers, 112 offers` */
  readonly counts = async (): Promise<string> =>
    (await this.page.locator('.counts strong').textContent()) ?? '';

  readonly providers = async (): Promise<string[]> => {
    const names = await this.page
      .locator('.offers tbody > .offer:first-child .name')
      .allTextContents();
    return [...new Set(names)];
  };

  /** Active filters: `Plan type Free`. */
  readonly chips = async (): Promise<string[]> => {
    const list = this.page.getByRole('list', { name: 'Active filters' });
    return (await list.locator('.chip-off').allTextContents()).map((text) =>
      squeeze(text).replace(/ remove$/, ''),
    );
  };

  /** Picked offers: `Brave Brave Wallet`. */
  readonly tray = async (): Promise<string[]> =>
    (await this.page.locator('.picks .pick-text').allTextContents()).map(squeeze);
}

export function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  assert.ok(box, 'the element is shown');
  return box;
}

/**
 * Waits for a condition in the page. Playwright's own wait evaluates a text in the page, which its
 * policy forbids.
 */
export async function until(page: Page, condition: string): Promise<void> {
  await page.evaluate(
    `new Promise((resolve, reject) => {
      const end = performance.now() + 60000;
      const wait = () => performance.now() > end ? reject(new Error('never so: ' + ${JSON.stringify(condition)})) : requestAnimationFrame(look);
      const look = () => (${condition}) ? resolve() : wait();
      look();
    })`,
  );
}

export async function assertNoSidewaysScroll(page: Page, what = ''): Promise<void> {
  const root = 'document.documentElement';
  const excess = Number(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`));
  assert.ok(excess <= 0, `the page is ${excess} px too wide ${what}`);
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Fails with the violations that axe-core finds, of all rules of WCAG and the best practices unless
 * some are given.
 */
export async function assertNoViolation(
  page: Page,
  how: string,
  rules: readonly string[] = [],
): Promise<void> {
  // Pages have no frames, so that axe need not open a window to put results of frames together.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules.length > 0
    ? axe.withRules([...rules])
    : axe.withTags(tags)
  ).analyze();
  const told = violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`);
    return `${how}: ${id}, ${help}: ${places.join('\n')}`;
  });
  assert.deepEqual(told, []);
}
