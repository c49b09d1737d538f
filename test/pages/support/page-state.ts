/**
 * Compares a page with its address: with what the server renders there, and with the parameters
 * themselves.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/**
 * Title, counts, chips, headings, columns and current links, as the page has them now and as its
 * address is answered.
 */
interface PageState {
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** Slugs in the tray. */
  readonly picked: readonly string[];
  /**
   * `name=value` of every ticked box, selected option and filled field with a name, sorted: after a
   * search in it, a facet may list more values.
   */
  readonly fields: readonly string[];
  /**
   * Addresses of orders, pages, chips and of the comparison, with their parameters in order. Clicks
   * add the tray to them.
   */
  readonly links: readonly string[];
}

/** Runs in the page. */
const readBoth = `(async () => {
  const text = (element) => element.textContent.replace(/\\s+/g, ' ').trim();
  const isSet = (field) => (field.matches('[type=checkbox], [type=radio]') ? field.checked : field.type !== 'hidden');
  const read = (root) => {
    const all = (selector) => [...root.querySelectorAll(selector)];
    return {
      texts: Object.fromEntries(['title', '.counts', '.chip-off', 'main :is(h1, h2, h3)', '[aria-current=page]']
        .map((selector) => [selector, all(selector).map(text)])
        .concat([['columns', all('thead th').map((head) => text(head) + (head.getAttribute('aria-sort') ?? ''))]])),
      picked: all('[data-picks] > [data-slug]').map((item) => item.dataset.slug),
      fields: all('main input[name], main select[name]')
        .filter((field) => isSet(field) && field.value !== '')
        .map((field) => field.name + '=' + field.value)
        .sort(),
      links: all('thead a, .pages a, .chip-off, [data-compare-link]').map((link) => {
        const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', location.href);
        searchParams.delete('compare');
        return [pathname, ...[...searchParams].map((pair) => pair.join('=')).sort()].join(' ');
      }),
    };
  };
  const response = await fetch(location.href, { headers: { accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return { status: response.status, shown: read(document), expected: read(page) };
})()`;

/** Fails unless the page shows what its address says. */
export async function assertShowsAddress(
  page: Page,
  what: string,
  expectedStatus = 200,
): Promise<void> {
  const both = (await page.evaluate(readBoth)) as {
    status: number;
    shown: PageState;
    expected: PageState;
  };
  const { status, shown, expected } = both;
  const where = `${what}: ${page.url()}`;
  assert.equal(status, expectedStatus, where);
  assert.deepEqual(shown, expected, where);
  const { searchParams, pathname } = new URL(page.url());
  // A comparison keeps the conditions of its list for its links, and has no fields for them.
  const hasFields = !pathname.endsWith('/compare');
  for (const [name, value] of searchParams)
    if (hasFields && /^(f\..+|search|q|sort|dir|pageSize|cols)$/.test(name) && value !== '')
      assert.ok(
        shown.fields.includes(`${name}=${value}`),
        `${where} has no field for ${name}=${value}`,
      );
  assert.deepEqual(shown.picked, searchParams.getAll('compare'), `${where}: the tray`);
  // The path of a ready set has its filters.
  if (/\/toolbox\/[^/]+\/[^/]+$/.test(pathname)) return;
  for (const field of shown.fields.filter((each) => each.startsWith('f.'))) {
    const [name = '', value = ''] = field.split(/=(.*)/s);
    assert.ok(
      searchParams.getAll(name).includes(value),
      `${where} lacks ${field}, which the page shows`,
    );
  }
}
