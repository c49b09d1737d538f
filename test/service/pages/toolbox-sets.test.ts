/** Ready sets above the list of a category. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRows } from '../../support/service-answers.ts';
import { asBrowser } from '../../support/service-get.ts';
import { listedOf, offersOf, unescapeHtml } from '../../support/service-html.ts';
import { type RowsParameters, rowsOf, toolboxOf } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';

const free = [{ id: 'planType', value: ['Free'] }];
const cheap = [{ id: 'accessPrice', value: ['', '30', 'USD/month'] }];
const byPrice = [{ id: 'accessPrice', desc: true }];
const definitions: readonly (RowsParameters & { readonly label: string })[] = [
  { category: 'apis', label: 'Free', filters: free },
  { category: 'apis', label: 'Cheap, but not <free>', filters: cheap, sorting: byPrice },
  { category: 'apis', label: 'Tried', filters: [{ id: 'trial', value: ['true'] }] },
  { category: 'apis', label: 'Dear', filters: [{ id: 'accessPrice', value: ['1000000', ''] }] },
  { category: 'wallets', label: 'Yours', filters: [{ id: 'custodial', value: ['false'] }] },
];
const quote = (json: unknown) => (json === undefined ? '' : `"${JSON.stringify(json).replaceAll('"', '""')}"`);
const lines = definitions.map(
  ({ category, label, filters, sorting }) => `${category},"${label}",About it.,${quote(filters)},${quote(sorting)}\n`,
);
const tree = { ...tinyTree, 'meta/sets.csv': `category,label,description,filters,sorting\n${lines.join('')}` };

describe('ready sets', () => {
  const { get } = useService(tree);

  async function readSets(path: string) {
    const { status, text } = await get(path, asBrowser);
    assert.equal(status, 200, text);
    const list = /<ul class="sets"[^>]*>(.*?)<\/ul>/s.exec(text)?.[1] ?? '';
    const sets = Array.from(
      list.matchAll(/<a href="([^"]*)"([^>]*)>([^<]*)<\/a>/g),
      ([, href = '', more = '', label = '']) => ({
        href: unescapeHtml(href),
        isCurrent: more.includes('aria-current="true"'),
        isDescribed: more.includes('title="About it."'),
        label: unescapeHtml(label),
      }),
    );
    return { text, sets };
  }

  async function find(network: string, { category = '', filters, sorting }: RowsParameters) {
    return readRows(await get(rowsOf(network, { category, filters, sorting, pageSize: 100 }))).rows;
  }

  for (const [network, category] of [
    ['aria', 'apis'],
    ['aria', 'wallets'],
    ['bora', 'apis'],
    ['bora', 'storages'],
  ] as const) {
    it(`are links above ${category} on ${network}, without those that find nothing there`, async () => {
      const own = definitions.filter((set) => set.category === category);
      const rows = await Promise.all(own.map((set) => find(network, set)));
      const { sets } = await readSets(toolboxOf(network, category));
      assert.deepEqual(
        sets.map(({ label }) => label),
        own.filter((_, index) => rows[index]?.length !== 0).map(({ label }) => label),
      );
      assert.ok(sets.every(({ isDescribed, isCurrent }) => isDescribed && !isCurrent));
    });
  }

  it('lead to the rows that their filters and order name, and are marked there', async () => {
    const { sets } = await readSets(toolboxOf('aria', 'apis'));
    assert.ok(sets.length >= 2 && sets.length < 4);
    for (const { label, href } of sets) {
      const { sets: there, text } = await readSets(href);
      assert.deepEqual(
        there.filter(({ isCurrent }) => isCurrent).map((set) => set.label),
        [label],
      );
      const rows = await find('aria', definitions.find((set) => set.label === label) ?? {});
      const listed = await listedOf(offersOf(text), async (slug) => (await readSets(`${href}&open=${slug}`)).text);
      assert.deepEqual(listed, rows.map(({ slug }) => String(slug)).toSorted());
    }
  });

  it('keep columns and picked offers, and drop search and other filters', async () => {
    const { sets } = await readSets(`${toolboxOf('aria', 'apis')}?search=a&f.trial=false&cols=planType&compare=x`);
    const { searchParams } = new URL(sets[0]?.href ?? '', 'http://localhost');
    assert.deepEqual([...searchParams].toSorted(), [
      ['cols', 'planType'],
      ['compare', 'x'],
      ['f.planType', 'Free'],
    ]);
  });
});
