/**
 * Texts made of values: titles of filtered views, values of filters that a listing lacks, links of
 * a profile.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProviderDefinition } from '../../../model/providers.ts';
import { unnamedSite } from '../../../model/site.ts';
import { termsOf } from '../../../model/terms.ts';
import { tellApart } from '../../../service/answers/offer-cells.ts';
import { describeView } from '../../../service/notations/title.ts';
import { missingValues } from '../../../service/pages/toolbox/networks.ts';
import { readList } from '../../../service/questions/read-list.ts';
import { profileLinks } from '../../../service/text/profile-links.ts';
import { call, connect, rowsOf } from '../../support/mcp-client.ts';
import { oddTree } from '../../support/odd-tree.ts';
import { makeColumn } from '../../support/service-columns.ts';
import { queryOf, toolboxOf } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const columns = [
  makeColumn('planType', { label: 'Plan type', filter: 'searchableMultiSelect' }),
  makeColumn('historicalData', { label: 'Historical data', filter: 'searchableMultiSelect' }),
  makeColumn('technology', { label: 'Technology', filter: 'searchableMultiSelect' }),
  makeColumn('trial', { label: 'Trial', valueKind: 'boolean', filter: 'select' }),
  makeColumn('accessPrice', {
    label: 'Access price',
    filter: 'range',
    cellType: 'numericRange',
    sorting: 'number',
  }),
  makeColumn('uptimeSla', {
    label: 'Uptime SLA',
    filter: 'range',
    cellType: 'slaNumeric',
    sorting: 'number',
  }),
];
const catalog = { categoryKeys: ['apis'], columnsOf: () => columns };
const parse = (query: string) => readList('apis', new URLSearchParams(query), catalog);
const titleOf = (query: string, unit = 'month') =>
  describeView(parse(query), {
    category: 'APIs',
    place: 'Ethereum',
    terms: termsOf(unnamedSite),
    isNetwork: true,
    comparedIn: (key) => (key === 'accessPrice' ? { currency: 'USD', unit } : null),
    wordFor: () => null,
  });

describe('describeView', () => {
  const cases: readonly (readonly [query: string, title: string])[] = [
    ['', 'APIs on Ethereum'],
    ['f.historicalData=Archive&f.accessPrice.max=50', 'Archive APIs on Ethereum under $50'],
    ['f.planType=Free&f.planType=Tiered', 'Free or Tiered APIs on Ethereum'],
    ['f.planType=A&f.planType=B&f.planType=C', 'A, B or C APIs on Ethereum'],
    ['f.trial=true', 'APIs on Ethereum with trial'],
    ['f.trial=false', 'APIs on Ethereum without trial'],
    ['f.technology=EVM', 'APIs on Ethereum with technology EVM'],
    ['f.accessPrice.min=10&f.accessPrice.max=50', 'APIs on Ethereum from $10 to $50'],
    ['f.accessPrice.max=50&f.accessPrice.in=EUR%2Fmonth', 'APIs on Ethereum under €50'],
    ['f.uptimeSla.min=99', 'APIs on Ethereum with uptime SLA from 99'],
    [
      'f.planType=Free&f.planType=Public&f.historicalData=Archive&f.technology=EVM&f.trial=true&f.accessPrice.max=5',
      'Free Archive APIs on Ethereum with technology EVM with trial under $5',
    ],
    ['search=geth&f.planType=Free', 'Free APIs on Ethereum: geth'],
  ];
  for (const [query, title] of cases)
    it(`is "${title}" for ${query}`, () => assert.equal(titleOf(query), title));

  it('names the unit unless it is a month', () => {
    assert.equal(
      titleOf('f.accessPrice.max=1', 'million requests'),
      'APIs on Ethereum under $1 per million requests',
    );
  });
});

describe('tellApart', () => {
  it('says of which of two equal amounts the unit is not stated', () => {
    assert.deepEqual(tellApart(['0.1 ETH', '0.1', '0.2']), [
      '0.1 ETH',
      '0.1 without a unit',
      '0.2',
    ]);
  });
});

describe('missingValues', () => {
  const [planType] = columns;
  assert.ok(planType);
  const facets = [
    {
      kind: 'values',
      column: planType,
      values: [{ value: 'Free', count: 1, offersCount: 1, providersCount: 1 }],
    },
  ] as const;

  it('names what no row of the listing has, whatever its case', () => {
    const { filters } = parse('f.planType=free&f.planType=Lunar&f.trial=true').query;
    assert.deepEqual(missingValues(filters, facets), ['Plan type “Lunar”']);
  });
});

const handles = (cells: Partial<ProviderDefinition>) =>
  profileLinks({ slug: 'acme', name: 'Acme', ...cells } as ProviderDefinition);

describe('profileLinks', () => {
  for (const discord of ['Cun2VpsdjF', 'invite/Cun2VpsdjF', '/invite/Cun2VpsdjF']) {
    it(`leads from the Discord cell ${discord} to the invitation`, () => {
      assert.deepEqual(handles({ discord }), { discord: 'https://discord.com/invite/Cun2VpsdjF' });
    });
  }

  it('leaves the path of other handles as it is', () => {
    assert.deepEqual(handles({ github: 'acme/sdk', x: '@acme', linkedin: 'company/acme' }), {
      x: 'https://x.com/acme',
      github: 'https://github.com/acme/sdk',
      linkedin: 'https://www.linkedin.com/company/acme',
    });
  });
});

// Placeholders of the sources: rows and Parquet keep them, everything else treats the value as
// unknown.

const selection = { category: 'explorers' };
const placeholder = /TBD|N\/A|#REF!/;

describe('placeholders', () => {
  const cleanUp = afterAll();
  const used = useService(oddTree);
  const api = '/networks/bora/api/infrastructure-providers';
  const read = async (path: string) => JSON.parse((await used.get(path)).text);

  it('stay in rows, whose cells are those of the sources', async () => {
    const { result } = await read(`${api}/rows?category=explorers`);
    assert.deepEqual(
      result.rows.map(({ pricing, availableApis }: Record<string, unknown>) => [
        pricing,
        availableApis,
      ]),
      [
        ['TBD', ['REST', 'N/A']],
        ['Free', ['REST']],
        ['Paid', ['GraphQL']],
      ],
    );
  });

  it('are no value of a facet or of a filter', async () => {
    const { result } = await read(`${api}/facets?category=explorers`);
    const valuesOf = (id: string) =>
      result.facets.find((facet: { id: string }) => facet.id === id).values;
    assert.deepEqual(
      ['pricing', 'availableApis', 'searchCapabilities'].map((id) =>
        valuesOf(id).map(
          ({ value, count }: { value: string; count: number }) => `${value} ${count}`,
        ),
      ),
      [['Free 1', 'Paid 1'], ['REST 2', 'GraphQL 1'], ['blocks 2']],
    );
    const filters = [{ id: 'pricing', value: ['TBD'] }];
    const found = await read(`${api}/rows?${queryOf({ ...selection, filters })}`);
    assert.equal(found.result.rows.length, 0);
  });

  it('are last in both directions', async () => {
    for (const desc of [false, true]) {
      const sorting = [{ id: 'pricing', desc }];
      const { result } = await read(`${api}/rows?${queryOf({ ...selection, sorting })}`);
      assert.equal(result.rows.at(-1).slug, 'a-scan');
    }
  });

  it('are blank on pages, in Markdown, in llms-full.txt and for agents', async () => {
    const page = toolboxOf('bora', 'explorers');
    for (const path of [page, '/networks/bora/llms-full.txt', '/providers/aardvark'])
      assert.doesNotMatch(
        (await used.get(path, { headers: { accept: 'text/html' } })).text,
        placeholder,
        path,
      );
    const markdown = await used.get(page, { headers: { accept: 'text/markdown' } });
    assert.match(markdown.text, /a-scan|Aardvark/);
    assert.doesNotMatch(markdown.text, placeholder);
    const client = await connect(used.service().url, cleanUp);
    const found = await call(client, 'find_offers', {
      category: 'explorers',
      network: 'bora',
      columns: ['pricing'],
    });
    assert.deepEqual(
      rowsOf(found)
        .map(({ pricing }) => pricing)
        .toSorted(),
      ['Free', 'Paid', null],
    );
  });
});
