/**
 * Filters, sort order and columns of a directory page: the panel, chips and links of an address,
 * and the address of a view.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { presentFilterPanel } from '../../../service/pages/toolbox/filter-panel.ts';
import type { MatchedRows } from '../../../service/query/matched-rows.ts';
import { apiParametersOf, listParameters, withQuery } from '../../../service/questions/list.ts';
import { maxPicked } from '../../../service/questions/parameters.ts';
import { readList } from '../../../service/questions/read-list.ts';
import type { Snapshot } from '../../../service/snapshot/snapshot.ts';
import type { Urls } from '../../../service/urls.ts';
import { pairsOf } from '../../../service/urls.ts';
import { refusalOf, someCatalog } from '../../support/service-columns.ts';
import { useService } from '../../support/service-server.ts';
import { testPages } from './facts.ts';

const pages = `
# Of each list the first 8 values, or all of at most 12; the filters of the first 3 columns of the table are open.
/networks/ethereum/toolbox/apis?pageSize=1
  <a class="all" href="/networks/ethereum/toolbox/apis?pageSize=1&facet=provider#facet-provider" data-all="provider"> … id="facet-planType" open> … id="facet-historicalData"> … id="facet-chain" open>
  id="facet-accessPrice" open> … <input type="number" name="f.accessPrice.max" value="" step="any" inputmode="decimal" placeholder="1000">
  <option value="" selected>USD per month (29)</option><option value="EUR/month">EUR per month (1)</option> … id="facet-queryPrice">
  <option value="1" selected>1</option><option value="10">10</option><option value="">25</option>
  Trial Any Yes 1 No 61 … Offered for Any only this network 59 every network 3
  Alchemy 3 dRPC 3 Chainstack 3 Etherscan 2 BlockPI 2 Dwellir 3 GetBlock 3 Goldsky 3 All 28 values of Provider Plan … GoldRush API 2 SubQuery 1 GraphQL 2 Chain … Trial Any Yes 1 No 61
  ! Support SLA ! Clear all ! 1 chosen ! Confirmed
# Chosen values are listed, however rare and however spelled, and even if no offer has them.
/networks/ethereum/toolbox/apis?f.provider=the+graph&f.provider=gone&f.planType=Free&f.trial=false&pageSize=1
  name="f.provider" value="The Graph" checked> … name="f.trial" value="false" checked> … <a class="chip-off" href="/networks/ethereum/toolbox/apis?f.provider=gone&f.planType=Free&f.trial=false&pageSize=1"> … Filters 4
  Provider 2 chosen … dRPC 1 Etherscan 1 GetBlock 1 Infura 1 The Graph 1 gone 0 All 23 values … Provider the graph remove Provider gone remove Plan type Free remove Trial No remove Clear all … APIs on Ethereum have no Provider “gone”.
/networks/ethereum/toolbox/apis?facet=regions&pageSize=1
  id="facet-regions" open>
  ! All 5 values
/networks/ethereum/toolbox/apis?facet=provider&pageSize=1
  id="facet-provider" open> … data-all="planName" … 1RPC 3
  ! data-all="provider"
# A filter that leaves no choice stays while it is used.
/networks/aria/toolbox/explorers
  ! id="facet-technology"
/networks/aria/toolbox/explorers?f.technology=Custom
  id="facet-technology" open>
/networks/ethereum/toolbox/apis?f.trial=true&f.trial=false
  <input type="radio" name="f.trial" value="" checked>
/networks/aria/toolbox/apis?scope=all-networks&sort=chain&cols=chain&page=1&compare=x&facet=chain
  # The form sends along what it does not ask.
  <input type="hidden" name="sort" value="chain"><input type="hidden" name="cols" value="chain"><input type="hidden" name="compare" value="x"> … name="scope" value="all-networks" checked>
  In USD per month. What is free counts as 0. … 3 providers, 3 offers … Offered for all networks remove … Beacon Free same offer on testnet testnet
/networks/aria/toolbox/apis?scope=network&f.accessPrice.min=1&f.accessPrice.max=20
  this network … Access price 1 to 20 remove … The filter on Access price compares prices in USD per month. It leaves out 1 listing in other currencies or units and 1 listing without a number.
/networks/ethereum/toolbox/apis?f.accessPrice.max=50&f.accessPrice.in=EUR/month&pageSize=1
  <option value="EUR/month" selected>EUR per month (1)</option> … Access price up to 50 EUR per month remove
/networks/aria/toolbox/apis?search=x&f.provider=v0&f.provider=v1&f.provider=v2&f.provider=v3&f.provider=v4&f.provider=v5&f.provider=v6&f.provider=v7&f.provider=v8&f.provider=v9&f.provider=v10&f.provider=v11&f.provider=v12&f.provider=v13&f.provider=v14&f.provider=v15&f.provider=v16&f.provider=v17&f.provider=v18&f.provider=v19&f.provider=v20&f.provider=v21&f.provider=v22&f.provider=v23&f.provider=v24&f.provider=v25&f.provider=v26&f.provider=v27&f.provider=v28&f.provider=v29&f.provider=v30&f.provider=v31&f.provider=v32&f.provider=v33&f.provider=v34&f.provider=v35&f.provider=v36&f.provider=v37&f.provider=v38&f.provider=v39&f.provider=v40&f.provider=v41&f.provider=v42&f.provider=v43&f.provider=v44
  Filters 46 … Provider v18 … and 26 more
  ! v19 remove
# What would help if nothing is found.
/networks/ethereum/toolbox/apis?search=qwerty&f.planType=Free
  data-all="provider" … <a href="/networks/ethereum/toolbox/apis?f.planType=Free">Remove the search</a> … Alchemy 0 dRPC 0 … Plan type Free remove Clear all No results
  Remove a filter to see results: Remove the search 54 listings Show all APIs
/networks/ethereum/toolbox/apis?search=rpc&f.chain=sepolia&f.trial=true
  <li><a href="/networks/ethereum/toolbox/apis?search=rpc&f.chain=sepolia">Remove Trial</a> <span class="n">
  ! Remove Chain
/networks/ethereum/toolbox/apis?search=alchmey
  /networks/ethereum/toolbox/apis?search=Alchemy" … Use as filters: Alchemy 3 offers … Did you mean Alchemy ?
# Ascending, descending, not at all.
/networks/aria/toolbox/apis?page=1
  <th scope="col"><a href="/networks/aria/toolbox/apis?sort=chain"
  ! aria-sort
/networks/aria/toolbox/apis?sort=chain
  <th scope="col" aria-sort="ascending"><a href="/networks/aria/toolbox/apis?sort=chain&dir=desc"
/networks/aria/toolbox/apis?sort=chain&dir=desc
  "desc" selected … <th scope="col" aria-sort="descending"><a href="/networks/aria/toolbox/apis"
# Columns that the listing fills, of which the table shows the chosen ones.
/networks/aria/toolbox/apis?cols=chain&cols=regions&f.chain=mainnet&pageSize=10
  <input type="hidden" name="f.chain" value="mainnet"> … <option value="supportSla"> … value="regions" checked> … Provider Plan Chain Regions Visit
  ! value="trial" checked> ! value="slug" ! name="cols" value="securityImprovements"
/networks/ethereum/toolbox/wallets
  ! <option value="planName">
`;

describe('filters of a directory page', () => {
  testPages(useService().get, pages);

  it('offer what probes confirmed lately, with the number of offers', () => {
    const panel = (query: string) => {
      const ids = Array.from({ length: 1500 }, (_, id) => id);
      const snapshot = {
        probes: { confirmed: new Set(ids) },
        rowsOfListing: () => ids,
        scopeOf: () => 'network',
        countOffers: (rows: readonly number[]) => rows.length,
      } as unknown as Snapshot;
      const matchedRows = { ids } as unknown as MatchedRows;
      const read = {
        matchedRows,
        inAnyScope: matchedRows,
        shown: [],
        facetsOf: () => [],
        matchesOf: () => [],
      };
      const urls = {} as unknown as Urls;
      const page = { network: 'a', urls, question: parse(query), href: () => '' };
      const input = { ...read, ...page, snapshot, onAnyNetwork: matchedRows };
      const { facets, hidden } = presentFilterPanel(input);
      return { flag: facets[0]?.flag, chosen: facets[0]?.chosen, hidden };
    };
    const choice = (checked: boolean) => [
      { value: '1', text: 'in the last 30 days', count: '1,500', checked },
    ];
    assert.deepEqual(panel('confirmed=1'), {
      flag: { any: false, choices: choice(true) },
      chosen: 1,
      hidden: [],
    });
    assert.deepEqual(panel(''), {
      flag: { any: true, choices: choice(false) },
      chosen: null,
      hidden: [],
    });
  });
});

const parse = (query: string) => readList('apis', new URLSearchParams(query), someCatalog);
const print = (query: string) =>
  new URLSearchParams(pairsOf(listParameters(parse(query)))).toString();

describe('the address of a view', () => {
  const read: Readonly<Record<string, readonly (readonly [id: string, ...value: string[]])[]>> = {
    'f.chain=mainnet&f.chain=testnet&f.chain=mainnet': [['chain', 'mainnet', 'testnet']],
    'f.trial=true': [['trial', 'true']],
    'f.accessPrice.max=100': [['accessPrice', '', '100']],
    'f.accessPrice.min=5&f.accessPrice.max=': [['accessPrice', '5', '']],
    'f.accessPrice.min=100&f.accessPrice.max=5': [['accessPrice', '5', '100']],
    'f.regions=Asia&f.chain=mainnet': [
      ['chain', 'mainnet'],
      ['regions', 'Asia'],
    ],
    'filters=[{"id":"chain","value":["mainnet"]}]': [['chain', 'mainnet']],
  };
  for (const [query, filters] of Object.entries(read))
    it(`${query} names ${filters.join(' and ')}`, () =>
      assert.deepEqual(
        JSON.parse(String(apiParametersOf(parse(query)).filters)),
        filters.map(([id, ...value]) => ({ id, value })),
      ));

  const same = [
    'search=archive+node&f.chain=mainnet&f.chain=testnet&page=3',
    'f.accessPrice.min=5&f.accessPrice.max=100&f.trial=true&sort=accessPrice&dir=desc&pageSize=50&cols=chain&cols=trial',
    'sort=chain&compare=a&compare=b',
    'sort=provider&dir=desc',
    'facet=regions',
  ];
  const sorting = (desc: boolean) =>
    `sorting=${encodeURIComponent(JSON.stringify([{ id: 'chain', desc }]))}`;
  const printed: Readonly<Record<string, string>> = {
    ...Object.fromEntries(same.map((query) => [query, query])),
    'sort=&dir=desc': 'sort=provider&dir=desc',
    [sorting(true)]: 'sort=chain&dir=desc',
    'cols=trial&cols=chain&cols=nope': 'cols=chain&cols=trial',
    'search=one&search=two&page=2&page=3&pageSize=25&pageSize=50': 'search=one&page=2',
    [Array.from({ length: 9 }, (_, at) => `compare=o${at}&compare=o0`).join('&')]: Array.from(
      { length: maxPicked },
      (_, at) => `compare=o${at}`,
    ).join('&'),
    // Without a meaning.
    ...Object.fromEntries(
      'f.chain= f.accessPrice.min=&f.accessPrice.max=+ f.nothing=1&f.slug=a&ref=news sort=nothing&dir=desc sort=slug cols=nothing facet=slug category=wallets&page=&pageSize=&search='
        .split(' ')
        .map((query) => [query, '']),
    ),
  };
  for (const [query, expected] of Object.entries(printed))
    it(`${query} is written ${expected || 'as no parameter'}`, () => {
      const sorted = (text: string) =>
        [...new URLSearchParams(text)].map((pair) => pair.join('=')).toSorted();
      assert.deepEqual(sorted(print(query)), sorted(expected));
    });

  for (const [query, message] of [
    ['f.trial=perhaps', /expects true or false/],
    ['f.accessPrice.max=cheap', /expects numbers/],
    ['filters=x', /not a JSON list/],
    ['filters={}', /filters\[0\]/],
    ['page=0', /page must be a whole number/],
  ] as const)
    it(`${query} is refused`, () => assert.match(refusalOf(() => parse(query)).message, message));

  it('keeps two filters of one column as the API takes them', () => {
    const both = '[{"id":"chain","value":["a"]},{"id":"chain","value":["b"]}]';
    assert.equal(new URLSearchParams(print(`filters=${both}`)).get('filters'), both);
  });

  it('says the same after it was read again, and a changed view begins at the first page', () => {
    const choice = fc.record({
      'f.chain': fc.subarray(['mainnet', 'testnet', 'a "b" & c']),
      'f.trial': fc.subarray(['true', 'false']),
      'f.accessPrice.max': fc.subarray(['0.5', '100']),
      sort: fc.subarray(['chain', 'accessPrice'], { maxLength: 1 }),
      dir: fc.subarray(['desc'], { maxLength: 1 }),
      cols: fc.subarray(['chain', 'trial', 'regions']),
      search: fc.subarray(['"two words" one', '<b>']),
      page: fc.subarray(['2'], { maxLength: 1 }),
    });
    fc.assert(
      fc.property(choice, (chosen) => {
        const once = print(new URLSearchParams(pairsOf(chosen)).toString());
        assert.equal(print(once), once);
        assert.deepEqual(apiParametersOf(parse(once)), apiParametersOf(parse(print(once))));
        assert.equal(withQuery(parse(once), { sorting: [] }).query.page, 1);
      }),
    );
  });
});
