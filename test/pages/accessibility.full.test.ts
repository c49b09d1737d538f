/** Every kind of page: no violation of axe-core in both themes, no complaint of the browser, nothing that jumps or overflows. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { projectFolder } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';
import { assertNoViolation } from './support/axe.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { templateOf, testedPageTypes } from './support/page-types.ts';
import { assertNoSidewaysScroll } from './support/reader.ts';

const desktop = { width: 1280, height: 900 };
const phone = { width: 360, height: 740 };

/** Google's limit for a good page is 0.1. */
const maxLayoutShift = 0.01;

describe('every kind of page', { skip: withoutBrowser }, () => {
  const { service } = useService(`${projectFolder}/sources`);
  const { visit } = useBrowser();

  for (const [at, { name, path, status = 200 }] of testedPageTypes.entries()) {
    it(`${name} has no violation of axe-core`, async () => {
      // A context each would cost more than the checks: the page is turned round instead.
      await visit({ viewport: desktop, colorScheme: 'light' }, async (page) => {
        await watchLayoutShift(page);
        const answer = await page.goto(`${service().url}${path}`, { waitUntil: 'load' });
        assert.equal(answer?.status(), status);
        assert.ok((await layoutShift(page)) <= maxLayoutShift, `layout shift of ${await layoutShift(page)}`);
        await assertNoSidewaysScroll(page);
        await openAll(page);
        const { isSeenLight, darkRules } = looksAt(at);
        if (isSeenLight) await assertNoViolation(page, 'light');
        await page.emulateMedia({ colorScheme: 'dark' });
        await page.setViewportSize(phone);
        if (darkRules) await assertNoViolation(page, 'dark on a phone', darkRules);
        await assertNoSidewaysScroll(page);
      });
    });
  }
});

/** Rules whose result depends on the theme and the size of the window. The others depend on the document. */
const rulesOfLooks = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];

interface Looks {
  readonly isSeenLight: boolean;
  /** Rules for the page in dark on a phone: none are all of them. */
  readonly darkRules: readonly string[] | null;
}

/** Pages of one template take turns, and are seen in one look each. A page with a template of its own is seen in both. */
function looksAt(at: number): Looks {
  const kinds = testedPageTypes.map(({ name }) => templateOf(name));
  const variants = kinds.flatMap((kind, other) => (kind === kinds[at] ? [other] : []));
  if (variants.length === 1) return { isSeenLight: true, darkRules: rulesOfLooks };
  return variants.indexOf(at) % 2 === 0
    ? { isSeenLight: true, darkRules: null }
    : { isSeenLight: false, darkRules: [] };
}

async function openAll(page: Page): Promise<void> {
  await page.evaluate("document.querySelectorAll('details:not(.pop)').forEach((details) => { details.open = true; })");
}

async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(`
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.layoutShift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
}

async function layoutShift(page: Page): Promise<number> {
  return Number(await page.evaluate('window.layoutShift'));
}
