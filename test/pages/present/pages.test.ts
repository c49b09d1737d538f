/** The other pages: search, providers, comparison, data, home, charts, icons. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { IconSet } from '../../../service/files/assets.ts';
import { presentCompare } from '../../../service/pages/compare.ts';
import { formatBytes } from '../../../service/pages/data.ts';
import { presentSearch } from '../../../service/pages/search/view.ts';
import { presentChart } from '../../../service/pages/shared/chart.ts';
import { iconId, iconOf, ownIcons, ownPicture } from '../../../service/pages/shared/icons.ts';
import { splitNetworks } from '../../../service/query/ask.ts';
import { type Comparison, factsOf } from '../../../service/query/offers/compare.ts';
import { searchProviders } from '../../../service/query/search/rank.ts';
import type { Row } from '../../../service/snapshot/catalog.ts';
import { monogramOf } from '../../../service/text/monogram.ts';
import { Urls } from '../../../service/urls.ts';
import { makeColumn } from '../../support/service-columns.ts';
import { projectMeta } from '../../support/service-tiny-sources.ts';

const site = 'https://dir.test';
const urls = new Urls({ siteUrl: site, networkUrlTemplate: `${site}/n/{network}`, onlyNetwork: null });

/** A comparison of the rows with the slugs. */
function comparisonOf(
  slugs: readonly string[],
  { columns, rows }: { readonly columns: ColumnDefinition[]; readonly rows: readonly Row[] },
): Comparison {
  const chosen = slugs.map((slug) => rows.find((row) => row.slug === slug)).filter((row) => row !== undefined);
  return {
    category: { key: 'wallets', label: 'Wallets', icon: null, description: null },
    offers: chosen.map((row) => ({
      slug: String(row.slug),
      provider: String(row.provider),
      offer: { category: 'wallets', provider: String(row.provider), slug: String(row.slug), rows: [] },
      listings: [],
      id: 0,
      row,
      presence: { networks: ['aria'], chains: [] },
    })),
    facts: factsOf(columns, chosen),
    missing: slugs.filter((slug) => !chosen.some((row) => row.slug === slug)),
  };
}

describe('presentCompare', () => {
  const columns = [
    makeColumn('price', { label: 'Price' }),
    makeColumn('open', { label: 'Open source', valueKind: 'boolean' }),
    makeColumn('platforms', { label: 'Platforms', valueKind: 'array' }),
    makeColumn('nothing', { label: 'Nothing' }),
  ];
  const rows: readonly Row[] = [
    { slug: 'a', provider: 'Acme', offer: 'One', price: '$0', open: 1, platforms: ['iOS'] },
    { slug: 'b', provider: 'Bora', offer: 'Two', price: '$0', open: 0, platforms: ['iOS', 'Web'] },
  ];
  const compare = (slugs: readonly string[], given = { columns, rows }) =>
    presentCompare({
      network: {
        network: 'aria',
        name: 'Aria',
        icon: null,
        docs: 'https://docs.aria.example/',
        chains: [],
        caip2: null,
        aliases: [],
        color: null,
        logoPath: null,
      },
      slugs,
      comparison: comparisonOf(slugs, given),
      tooMany: 0,
      profileOf: (provider) => provider.toLowerCase(),
      presenceOf: () => '',
      logoOf: (provider) => ({ ...monogramOf(provider), logo: null }),
      urls,
    });

  it('tells what differs from what is the same', () => {
    const { differing, shared } = compare(['a', 'b']);
    assert.deepEqual(
      differing.map(({ label }) => label),
      ['Open source', 'Platforms'],
    );
    assert.deepEqual(
      shared.map(({ label }) => label),
      ['Price'],
    );
  });

  it('compares meanings, not spellings', () => {
    const prices = [
      { slug: 'a', provider: 'A', price: '$0', platforms: ['iOS', 'Web'] },
      { slug: 'b', provider: 'B', price: '$0/1M requests', platforms: ['web', 'ios'] },
    ];
    const all = [makeColumn('price', { cellType: 'numericRange' }), makeColumn('platforms', { valueKind: 'array' })];
    const { hasDiffering, shared } = compare(['a', 'b'], { columns: all, rows: prices });
    assert.deepEqual([hasDiffering, shared.length], [false, 2]);
  });

  it('stands in the order that was asked for, and can be made smaller and larger', () => {
    const { heads, add } = compare(['b', 'a']);
    assert.deepEqual(
      heads.map(({ provider }) => provider),
      ['Bora', 'Acme'],
    );
    assert.equal(heads[0]?.remove, '/n/aria/compare?category=wallets&offer=a');
    assert.equal(add, '/n/aria/toolbox/wallets?compare=b&compare=a');
  });

  it('names what it does not know', () => {
    const { missing, hasAny } = compare(['zzz']);
    assert.deepEqual([missing, hasAny], [['zzz'], false]);
  });

  it('shows one offer alone without comparing it', () => {
    const { differing, shared } = compare(['a']);
    assert.equal(differing.length, 3);
    assert.deepEqual(shared, []);
  });
});

describe('splitNetworks', () => {
  const networks = [
    { network: 'bsc', name: 'BNB Smart Chain' },
    { network: 'base', name: 'Base', caip2: 'eip155:8453' },
    { network: 'bitcoin', name: 'Bitcoin' },
    { network: 'bitcoin-cash', name: 'Bitcoin Cash' },
    { network: 'nemo', name: null },
  ];
  const cases: readonly (readonly [search: string, named: string[], rest: string])[] = [
    ['archive', [], 'archive'],
    ['base archive', ['base'], 'archive'],
    ['mcp on bnb smart chain', ['bsc'], 'mcp on'],
    ['bitcoin cash', ['bitcoin-cash'], ''],
    ['database', [], 'database'],
    ['nemo', ['nemo'], ''],
    ['rpc 8453', ['base'], 'rpc'],
    ['eip155:8453', ['base'], ''],
  ];
  for (const [search, named, rest] of cases) {
    it(`finds ${named.join() || 'no network'} in "${search}"`, () => {
      assert.deepEqual(splitNetworks(search.split(' '), networks), { named, rest: rest === '' ? [] : rest.split(' ') });
    });
  }
});

it('searchProviders puts names before descriptions, and the very name first', () => {
  const blank = { slug: 's', logoPath: null, website: null, docs: null, x: null, github: null, discord: null };
  const more = { telegram: null, linkedin: null, supportEmail: null, starred: null, tag: null };
  const make = (name: string, description: string | null = null) => ({ ...blank, ...more, name, description });
  const providers = [make('Zed', 'built on node'), make('My node'), make('Nodes'), make('Node'), make('Other')];
  const searched = providers.map((provider) => ({
    provider,
    name: provider.name.toLowerCase(),
    text: provider.description ?? '',
    words: new Set(['apis', 'api']),
  }));
  const find = (...terms: string[]) => searchProviders(searched, terms).map(({ name }) => name);
  assert.deepEqual(find('node'), ['Node', 'Nodes', 'My node', 'Zed']);
  assert.deepEqual(find('my', 'api'), ['My node'], 'a word of a category with an offer of the provider');
  assert.deepEqual(find('api'), [], 'a category names no provider');
});

describe('presentSearch', () => {
  const networks = new Map(
    Array.from({ length: 9 }, (_, number) => `net-${number}`).map((network) => [
      network,
      {
        network,
        name: network.toUpperCase(),
        icon: null,
        docs: `https://docs.example.org/${network}`,
        chains: [],
        caip2: null,
        aliases: [],
        color: null,
        logoPath: null,
      },
    ]),
  );
  const category = { key: 'apis', label: 'APIs', icon: null, description: null };
  const search = (chosen: typeof category | null) =>
    presentSearch({
      network: null,
      search: 'full node ',
      category: chosen,
      networks,
      categories: [{ ...category, count: 1, providersCount: 1 }],
      named: [],
      rest: '',
      hits: [...networks.keys()].map((network) => ({ network, category: 'apis', offers: 1, providers: 1 })),
      restOnly: false,
      required: null,
      offers: [],
      corrected: null,
      leftOut: [],
      asText: [],
      answer: null,
      namedHits: [],
      providers: [],
      presence: new Map(),
      presenceOf: () => '',
      logoOf: (provider) => ({ ...monogramOf(provider), logo: null }),
      networkLogoOf: (key) => ({ ...monogramOf(key), logo: null }),
      urls,
    }).groups[0];

  it('lists six networks of a category, and links to the search of the category for the others', () => {
    const group = search(null);
    assert.equal(group?.places.length, 6);
    assert.deepEqual(group?.more, {
      count: '3 more networks',
      href: '/search?q=full+node&category=apis',
      places: [],
    });
  });

  it('lists all networks of a chosen category', () => {
    const group = search(category);
    assert.equal(group?.more?.href, null);
    assert.deepEqual(
      [...(group?.places ?? []), ...(group?.more?.places ?? [])].map(({ name }) => name),
      [...networks.values()].map(({ name }) => name),
    );
  });
});

describe('presentChart', () => {
  it('draws bars as long as their figures, and shows that something is there', () => {
    const { bars } = presentChart('Offers', 'offers', [
      { label: 'a', href: null, value: 2000 },
      { label: 'b', href: null, value: 500 },
      { label: 'c', href: null, value: 1 },
      { label: 'd', href: null, value: 0 },
    ]);
    assert.deepEqual(
      bars.map(({ width, value }) => [width, value]),
      [
        [100, '2,000'],
        [25, '500'],
        [0.5, '1'],
        [0, '0'],
      ],
    );
  });
});

describe('icons', () => {
  it('are named by the first alternative that lucide may have', () => {
    assert.equal(iconOf('plan.svg||lucide:BookMarked'), 'bookmarked');
    assert.equal(iconOf('lucide:ChartNoAxesCombined'), 'chartnoaxescombined');
    assert.equal(iconOf('plan.svg'), null);
    assert.equal(iconOf(null), null);
  });

  it('are all drawn: those of the pages, and those that categories and columns name', async () => {
    const icons = await IconSet.read();
    const named = ['categories', 'columns'].flatMap((name) =>
      Array.from(projectMeta(name as 'columns').matchAll(/lucide:\w+/g), ([icon]) => iconOf(icon) ?? ''),
    );
    const wanted = new Set([...ownIcons.map(iconId), ...named]);
    const drawn = Array.from(icons.sprite(wanted).matchAll(/<symbol id="(\w+)"/g), ([, id]) => id);
    assert.deepEqual(drawn.toSorted(), [...wanted].toSorted());
  });
});

it('formatBytes counts in powers of ten', () => {
  assert.deepEqual([0, 999, 1000, 43_210, 1_540_000].map(formatBytes), [
    '0 bytes',
    '999 bytes',
    '1.0 kB',
    '43.2 kB',
    '1.5 MB',
  ]);
});

it('ownPicture shows no picture of another site', () => {
  assert.deepEqual(['/icons/a.svg', '//evil.example/a.svg', 'https://a.example/b.svg', null].map(ownPicture), [
    '/icons/a.svg',
    null,
    null,
    null,
  ]);
});
