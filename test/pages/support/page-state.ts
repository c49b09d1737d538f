/** Compares a page with its address: with what the server renders there, and with the parameters themselves. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

interface PageState {
  readonly title: string;
  readonly counts: string;
  readonly chips: readonly string[];
  readonly headings: readonly string[];
  readonly columns: readonly string[];
  readonly current: readonly string[];
  /** Slugs in the tray. */
  readonly picked: readonly string[];
  /** `name=value` of every ticked box, selected option and filled field with a name. */
  readonly fields: readonly string[];
}

/** Runs in the page. The response is what the address stands for. */
const readBoth = `(async () => {
  const text = (element) => (element?.textContent ?? '').replace(/\\s+/g, ' ').trim();
  const texts = (root, selector) => [...root.querySelectorAll(selector)].map(text);
  const isSet = (field) => (field.matches('[type=checkbox], [type=radio]') ? field.checked : field.type !== 'hidden');
  const read = (root) => ({
    title: root.title,
    counts: text(root.querySelector('.counts')),
    chips: texts(root, '.chip-off'),
    headings: texts(root, 'main h1, main h2, main h3'),
    columns: [...root.querySelectorAll('thead th')].map((head) => text(head) + (head.getAttribute('aria-sort') ?? '')),
    current: texts(root, '[aria-current=page]'),
    picked: [...root.querySelectorAll('[data-picks] > [data-slug]')].map((item) => item.dataset.slug),
    fields: [...root.querySelectorAll('main input[name], main select[name]')]
      .filter((field) => isSet(field) && field.value !== '')
      .map((field) => field.name + '=' + field.value),
  });
  const response = await fetch(location.href, { headers: { accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return { status: response.status, shown: read(document), expected: read(page) };
})()`;

/** Fails unless the page shows what its address says. */
export async function assertShowsAddress(page: Page, what: string, expectedStatus = 200): Promise<void> {
  const both = (await page.evaluate(readBoth)) as { status: number; shown: PageState; expected: PageState };
  const { status, shown, expected } = both;
  const where = `${what}: ${page.url()}`;
  assert.equal(status, expectedStatus, where);
  // All values of a facet may be listed after a search in it, so the order of boxes is not compared.
  assert.deepEqual(
    { ...shown, fields: shown.fields.toSorted() },
    { ...expected, fields: expected.fields.toSorted() },
    where,
  );
  const { searchParams } = new URL(page.url());
  for (const [name, value] of searchParams) {
    if (isField(name) && value !== '')
      assert.ok(shown.fields.includes(`${name}=${value}`), `${where} has no field for ${name}=${value}`);
  }
  assert.deepEqual(shown.picked, searchParams.getAll('compare'), `${where}: the tray`);
  for (const field of shown.fields.filter((each) => each.startsWith('f.'))) {
    const [name = '', value = ''] = field.split(/=(.*)/s);
    assert.ok(searchParams.getAll(name).includes(value), `${where} lacks ${field}, which the page shows`);
  }
}

function isField(name: string): boolean {
  return /^(f\..+|search|q|sort|dir|pageSize|cols)$/.test(name);
}
