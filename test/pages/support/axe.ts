/** axe-core on a page as it stands. */
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails with the violations, of all rules of WCAG and the best practices unless some are given. */
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
