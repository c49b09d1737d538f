/** What surrounds the offers: filters, chips, sorting, pages, hints. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isFact } from '../../../service/pages/shared/offer-table/offer-row.ts';
import { presentPager } from '../../../service/pages/shared/pager.ts';
import { presentChips, presentHints } from '../../../service/pages/toolbox/active.ts';
import { presentFilterPanel } from '../../../service/pages/toolbox/filter-panel.ts';
import { viewLinks } from '../../../service/pages/toolbox/links.ts';
import { presentDisplay, presentHead } from '../../../service/pages/toolbox/table.ts';
import type { Facet } from '../../../service/query/filters/kind.ts';
import { parseView } from '../../../service/query/view.ts';
import { Urls } from '../../../service/urls.ts';
import { someCatalog, someColumns } from '../../support/service-columns.ts';

const site = 'https://dir.test';
const urls = new Urls({ siteUrl: site, networkUrlTemplate: `${site}/n/{network}`, onlyNetwork: null });
const href = viewLinks(urls, 'aria', '/toolbox/apis');
const parse = (query: string) => parseView('apis', query, someCatalog);
const base = '/n/aria/toolbox/apis';

describe('presentFilterPanel', () => {
  const chains = Array.from({ length: 20 }, (_, index) => ({
    value: `c${index}`,
    count: 40 - 2 * index,
    offersCount: 20 - index,
    providersCount: 1,
  }));
  const facets: readonly Facet[] = [
    { kind: 'values', column: someColumns.chain, values: chains },
    {
      kind: 'values',
      column: someColumns.supportSla,
      values: [{ value: '24/7', count: 3, offersCount: 3, providersCount: 1 }],
    },
    {
      kind: 'values',
      column: someColumns.trial,
      values: [
        { value: 'false', count: 1500, offersCount: 1500, providersCount: 9 },
        { value: 'true', count: 7, offersCount: 7, providersCount: 2 },
      ],
    },
    { kind: 'numbers', column: someColumns.accessPrice, min: 0, max: 499.5, count: 30, prices: null },
  ];
  const scopes = new Map([['network', 12] as const, ['all-networks', 1500] as const]);
  const panel = (query: string, shown: readonly string[] = []) =>
    presentFilterPanel({ view: parse(query), facets, shown, href, scopes, confirmed: 5 });
  const facet = (query: string, key: string, shown: readonly string[] = []) =>
    panel(query, shown).facets.find((candidate) => candidate.key === key);

  it('offers a choice of the scope, with the offers of each', () => {
    const { flag, chosen } = facet('scope=all-networks', 'scope') ?? {};
    assert.equal(chosen, 1);
    assert.deepEqual(flag, {
      any: false,
      choices: [
        { value: 'network', text: 'this network', count: '12', checked: false },
        { value: 'all-networks', text: 'all networks', count: '1,500', checked: true },
      ],
    });
    assert.deepEqual(panel('scope=all-networks&sort=chain').hidden, [{ name: 'sort', value: 'chain' }]);
  });

  it('offers what was confirmed lately, with the number of its offers', () => {
    const { flag, chosen } = facet('confirmed=1', 'confirmed') ?? {};
    assert.equal(chosen, 1);
    assert.deepEqual(flag, {
      any: false,
      choices: [{ value: '1', text: 'in the last 30 days', count: '5', checked: true }],
    });
    assert.equal(facet('', 'confirmed')?.flag?.any, true);
    assert.deepEqual(panel('confirmed=1&sort=chain').hidden, [{ name: 'sort', value: 'chain' }]);
  });

  it('lists the first values of a long filter, and leads to all', () => {
    const { values } = facet('', 'chain') ?? {};
    assert.equal(values?.list.length, 8);
    assert.deepEqual(values?.all, { href: `${base}?facet=chain`, count: '20' });
  });

  it('lists all values where that is asked for', () => {
    const { values, open } = facet('facet=chain', 'chain') ?? {};
    assert.equal(values?.list.length, 20);
    assert.equal(values?.all, null);
    assert.equal(open, true);
  });

  it('lists what is chosen, however rare and however spelled, and even if nobody has it', () => {
    const { values, chosen } = facet('f.chain=C19&f.chain=gone', 'chain') ?? {};
    const checked = values?.list.filter((choice) => choice.checked).map(({ value, count }) => [value, count]);
    assert.deepEqual(checked, [
      ['c19', '1'],
      ['gone', '0'],
    ]);
    assert.equal(chosen, 2);
  });

  it('leaves out filters that leave no choice, unless they are used', () => {
    assert.equal(facet('', 'supportSla'), undefined);
    assert.ok(facet('f.supportSla=24/7', 'supportSla'));
  });

  it('asks yes or no with counts', () => {
    const { flag } = facet('f.trial=true', 'trial') ?? {};
    assert.equal(flag?.any, false);
    assert.deepEqual(
      flag?.choices.map(({ text, count, checked }) => [text, count, checked]),
      [
        ['Yes', '7', true],
        ['No', '1,500', false],
      ],
    );
  });

  it('takes yes and no together for any', () => {
    assert.equal(facet('f.trial=true&f.trial=false', 'trial')?.flag?.any, true);
  });

  it('asks for numbers, and says between which ones', () => {
    assert.deepEqual(facet('f.accessPrice.max=100', 'accessPrice')?.range, {
      min: '',
      max: '100',
      smallest: '0',
      largest: '499.5',
      unit: null,
      units: null,
    });
  });

  it('opens what the table shows and what is used', () => {
    assert.equal(facet('', 'chain')?.open, false);
    assert.equal(facet('', 'chain', ['chain'])?.open, true);
    assert.equal(facet('f.accessPrice.max=1', 'accessPrice')?.open, true);
  });

  it('carries along what it does not ask', () => {
    const { hidden } = panel('search=x&f.chain=c1&sort=chain&cols=chain&cols=trial&page=3&compare=a');
    assert.deepEqual(
      hidden.map(({ name, value }) => `${name}=${value}`),
      ['sort=chain', 'cols=chain', 'cols=trial', 'compare=a'],
    );
  });
});

describe('presentChips', () => {
  it('has one for the search and for each value, each with the view without it', () => {
    const { chips } = presentChips(parse('search=node&f.chain=a&f.chain=b&f.trial=true&f.accessPrice.min=5'), href);
    assert.deepEqual(
      chips.map(({ label, text }) => `${label}: ${text}`),
      ['Search: node', 'chain: a', 'chain: b', 'trial: Yes', 'accessPrice: from 5'],
    );
    assert.equal(chips[1]?.href, `${base}?search=node&f.chain=b&f.trial=true&f.accessPrice.min=5`);
    assert.equal(chips[0]?.href, `${base}?f.chain=a&f.chain=b&f.trial=true&f.accessPrice.min=5`);
  });

  it('calls ranges by their ends', () => {
    const texts = ['f.accessPrice.max=9', 'f.accessPrice.min=1&f.accessPrice.max=9'].map(
      (query) => presentChips(parse(query), href).chips[0]?.text,
    );
    assert.deepEqual(texts, ['up to 9', '1 to 9']);
    const open = JSON.stringify([{ id: 'accessPrice', value: ['', ''] }]);
    assert.equal(presentChips(parse(`filters=${encodeURIComponent(open)}`), href).chips[0]?.text, 'any number');
  });
});

describe('presentHints', () => {
  it('links each thing whose absence would help', () => {
    const view = parse('search=x&f.chain=a');
    const hints = { dropFilters: [{ id: 'chain', totalOffers: 1 }], providers: ['Xenia'] };
    const { drops, providers, all } = presentHints(view, { hints, foundWithoutSearch: 2 }, href);
    assert.deepEqual(drops, [
      { label: 'the search', count: '2 listings', href: `${base}?f.chain=a` },
      { label: 'chain', count: '1 listing', href: `${base}?search=x` },
    ]);
    assert.deepEqual(providers, [{ name: 'Xenia', href: `${base}?search=Xenia` }]);
    assert.equal(all, base);
  });
});

describe('presentHead', () => {
  const steps = ['', 'sort=chain', 'sort=chain&dir=desc'].map((query) =>
    presentHead(someColumns.chain, parse(query), href),
  );

  it('sorts up, then down, then not at all', () => {
    assert.deepEqual(
      steps.map(({ href: next }) => next),
      [`${base}?sort=chain`, `${base}?sort=chain&dir=desc`, base],
    );
    assert.deepEqual(
      steps.map(({ order }) => order),
      [null, 'ascending', 'descending'],
    );
  });

  it('does not sort by what cannot be sorted by', () => {
    assert.equal(presentHead(someColumns.slug, parse(''), href).href, null);
  });
});

describe('presentDisplay', () => {
  it('offers what can be shown and sorted by, and keeps the filters', () => {
    const columns = Object.values(someColumns);
    const view = parse('f.chain=a&sort=accessPrice&dir=desc&pageSize=25&page=2');
    const display = presentDisplay(view, {
      columns,
      listing: { filled: columns.filter(isFact), hasPlans: true },
      shown: [someColumns.chain],
    });
    assert.deepEqual(display.hidden, [{ name: 'f.chain', value: 'a' }]);
    assert.deepEqual(
      display.columns.filter(({ checked }) => checked).map(({ key }) => key),
      ['chain'],
    );
    assert.ok(!display.columns.some(({ key }) => key === 'slug' || key === 'provider'));
    assert.equal(display.sorts.find(({ selected }) => selected)?.key, 'accessPrice');
    assert.equal(display.descending, true);
    assert.equal(display.sizes.find(({ selected }) => selected)?.size, 25);
  });

  it('offers no column that is empty for the whole listing', () => {
    const columns = Object.values(someColumns);
    const offered = [someColumns.chain];
    const display = presentDisplay(parse(''), {
      columns,
      listing: { filled: offered, hasPlans: false },
      shown: offered,
    });
    assert.deepEqual(
      display.columns.map(({ key }) => key),
      ['chain'],
    );
    assert.ok(!display.sorts.some(({ key }) => key === 'accessPrice'));
  });
});

describe('presentPager', () => {
  const pager = (page: number, totalPages: number) => presentPager({ page, totalPages }, (number) => `p${number}`);

  it('is not there for one page', () => {
    assert.equal(pager(1, 1), null);
    assert.equal(pager(1, 0), null);
  });

  it('has the first, the last and those around, with gaps between', () => {
    const { numbers, previous, next, position } = pager(6, 12) ?? {};
    assert.deepEqual(
      numbers?.map(({ number, gap, current }) => `${gap ? '… ' : ''}${number}${current ? '!' : ''}`),
      ['1', '… 5', '6!', '7', '… 12'],
    );
    assert.deepEqual([previous, next, position], ['p5', 'p7', 'page 6 of 12']);
  });

  it('leads back from past the end', () => {
    const { previous, next } = pager(99, 3) ?? {};
    assert.deepEqual([previous, next], ['p3', null]);
  });
});
