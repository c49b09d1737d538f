/**
 * The directory page of a category: its offers are those of the API, and each part of the page
 * leads where it says.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { usualTerms } from '../../../model/terms.ts';
import { presentNetworks } from '../../../service/pages/toolbox/networks.ts';
import { readList } from '../../../service/questions/read-list.ts';
import type { Row } from '../../../service/snapshot/catalog.ts';
import type { Snapshot } from '../../../service/snapshot/snapshot.ts';
import { Urls } from '../../../service/urls.ts';
import { readRows } from '../../support/service-answers.ts';
import { someCatalog } from '../../support/service-columns.ts';
import { asBrowser } from '../../support/service-get.ts';
import {
  attributesOf,
  linksOf,
  listedOf,
  offersOf,
  providersOf,
  textOf,
} from '../../support/service-html.ts';
import { type RowsParameters, rowsOf, toolboxOf } from '../../support/service-paths.ts';
import {
  openCurrent,
  replaceMethods,
  startService,
  type TestService,
  useService,
} from '../../support/service-server.ts';
import { readPage, testPages } from './facts.ts';

const apis = '/networks/aria/toolbox/apis';

const pages = String.raw`
/networks/aria/toolbox/apis
  Wallets 3 Explorers 1 APIs 16 Dev services 1 … Find a network Ethereum 108 Base 91 Solana 65 Aria 16 bora & Co 3 Cela 3 nemo 3 All networks APIs on Aria
  10 providers, 13 offers built on 2026-01-02 … Alchemy Growth ★ Recommended by the editors mainnet Tiered mainnet $49 /month $42/mo if paid yearly $0.83 /1M CUs Yes not stated Visit
  Alchemy Growth testnet Tiered testnet $49 /month not stated No not stated Visit Alchemy … Beacon Free Free mainnet +1 $1 /month not stated No not stated … BI bison It's 5\6 Pay-as-you-go mainnet Custom not stated Yes 50% off +2
  ÉN Éclair Nodes Café crème · growth Enterprise mainnet up to $1,499 … 27 provider-category entries in all categories of Aria … rows?category=apis&pageSize=25
  ! same offer ! Clear all ! All:
/networks/aria/toolbox/apis?open=alchemy-growth-mainnet
  $49/mo (monthly plan),$42/mo (yearly plan) … Archive API type RPC … Europe Asia Africa Uptime SLA 99.9% Support SLA 24/7
/networks/aria/toolbox/wallets?compare=keyring-app&compare=nope&pageSize=1&page=2
  2 providers, 3 offers built on … page 2 of 2 … KE Keyring Keyring App NO nope Remove … Compare (2)
  ! provider-category
/networks/aria/toolbox/ramps
  0 providers, 0 offers built on … On/off ramps: none yet
  ! No results ! Clear all
/networks/aria/toolbox/apis?search=qqqq
  Filters 1 … 0 providers, 0 offers … No results
/networks/bora/toolbox/storages?page=99
  16 providers, 128 offers … This page is after the last page.
/networks/bora/toolbox/storages?pageSize=0
  A page has 1 to 100 providers, not 0. It shows up to 1.
/networks/bora/toolbox/storages?pageSize=x
  A page has 1 to 100 providers, not x. It shows up to 25.
/networks/bora/toolbox/storages?pageSize=123456789012345678901
  A page has 1 to 100 providers, not 12345678901234567890…. It shows up to 100.
/networks/bora/toolbox/storages?pageSize=200
  <option value="100" selected> … A page has 1 to 100 providers, not 200
/networks/ethereum/toolbox/mcpservers
  All: Free, no trial, price $0, no x402 … Provider Offer Server type Hosting Transport Authentication Writes on-chain
/networks/ethereum/toolbox/mcpservers?cols=planType
  Provider Offer Plan type Visit
  ! All: Free
# A listing of few offers hides nothing that they share.
/networks/nemo/toolbox/apis
  nemo … 3 providers, 3 offers
  ! All:
/networks/ethereum/toolbox/apis?search=archive+under+50
  f.historicalData=Archive&f.accessPrice.max=50 … Use as filters: archive, at most $50 26 offers
# 25 providers by default, where the JSON has 10.
/networks/ethereum/toolbox/apis
  page 1 of 2 … rows?category=apis&pageSize=25
/networks/aria/toolbox/apis?open=alchemy-free-mainnet
  <a href="https://docs.alchemy.example/secretpath" rel="noopener nofollow">debug</a>
  ! configurations
/networks/aria/toolbox/wallets
  <a href="/networks/aria/toolbox/wallets" aria-current="page">
# Ready sets that find something on the network. They add to the search and the filters, but a set alone leads to the others alone.
/networks/aria/toolbox/apis?search=a&f.trial=false&cols=planType&compare=x
  "/networks/aria/toolbox/apis?search=a&f.trial=false&f.planType=Free&f.planType=Public&sort=starred&dir=desc&cols=planType&compare=x" … >Free</a>
  ! No login
/networks/aria/toolbox/apis?f.planType=Free&f.planType=Public&sort=starred&dir=desc
  /networks/aria/toolbox/apis/free"> … title="Plans that cost nothing, those that the editors recommend first." aria-current="true">Free</a> … 5 providers, 5 offers
/networks/aria/toolbox/apis/free
  <title>Free APIs on Aria - … canonical" href="http … /networks/aria/toolbox/apis/free"> … <p class="lead" data-swap="lead">Plans that cost nothing … aria-current="true">Free</a> … 5 providers, 5 offers
  "/networks/aria/toolbox/apis/with-a-trial"
/networks/aria/toolbox/apis/nothing 404
  ! aria-current="true">With a trial
# The menu of networks keeps the question but its page and picks, unless it is too long.
/networks/aria/toolbox/apis?f.chain=mainnet&sort=chain&page=2&compare=x&facet=chain
  href="/networks/ethereum/toolbox/apis?f.chain=mainnet&sort=chain&compare=x"
/networks/aria/toolbox/apis?f.chain=${'x'.repeat(392)}
  href="/networks/ethereum/toolbox/apis?f.chain=x
/networks/aria/toolbox/apis?f.chain=${'x'.repeat(393)}
  href="/networks/ethereum/toolbox/apis"
`;

describe('a directory page', () => {
  const { get } = useService();
  const open = async (path: string) => (await readPage(get, path)).html;
  testPages(get, pages);

  const likeRows: readonly (readonly [
    network: string,
    category: string,
    parameters: RowsParameters,
  ])[] = [
    ['aria', 'apis', {}],
    ['aria', 'apis', { search: '"mega plan"' }],
    ['aria', 'wallets', { pageSize: 1, page: 2 }],
    ['aria', 'ramps', {}],
    ['bora', 'storages', { pageSize: 10, page: 2 }],
    ['nemo', 'explorers', {}],
  ];
  for (const [network, category, parameters] of likeRows)
    it(`of ${category} on ${network} shows the same as JSON with ${JSON.stringify(parameters)}`, async () => {
      const pathOf = (more: object) => toolboxOf(network, category, { ...parameters, ...more });
      const shown = providersOf(await open(pathOf({})));
      const { rows } = readRows(await get(rowsOf(network, { ...parameters, category })));
      assert.deepEqual(
        new Set(shown.map(({ name }) => name)),
        new Set(rows.map(({ provider }) => provider)),
      );
      const lines = shown.flatMap(({ slugs }) => slugs);
      const listed = await listedOf(lines, (slug) => open(pathOf({ open: slug })));
      assert.deepEqual(listed, rows.map(({ slug }) => String(slug)).toSorted());
    });

  it('escapes what the data and the search say', async () => {
    const html = await open(apis);
    assert.ok(html.includes('&lt;blink&gt;Bold') && textOf(html).includes('Lens <Co> & "Sons"'));
    assert.doesNotMatch(html, /<blink>|<img src=x|<Co>|<script>/);
    for (const search of ['"><script>alert(1)</script>', "it's 100% & more", '{{snapshotId}}']) {
      const found = await open(toolboxOf('aria', 'apis', { search }));
      assert.ok(attributesOf(found, 'input', 'value').includes(search), search);
      assert.doesNotMatch(found, /<script>/);
    }
  });

  it('leads through all pages by its links, each offer once, and back', async () => {
    const seen: string[] = [];
    const visited: string[] = [];
    let next: string | undefined = '/networks/bora/toolbox/storages?search=plan&pageSize=5';
    while (next !== undefined) {
      assert.ok(!visited.includes(next), next);
      visited.push(next);
      const html = await open(next);
      seen.push(...offersOf(html));
      next = linksOf(html).find(({ rel }) => rel === 'next')?.href;
    }
    assert.deepEqual([visited.length, seen.length, new Set(seen).size], [3, 123, 123]);
    const links = linksOf(await open(visited[1] ?? ''));
    assert.equal(links.find(({ rel }) => rel === 'prev')?.href, visited[0]);
    assert.equal(links.filter(({ href, current }) => current && href.includes('page=2')).length, 1);
  });
});

describe('a snapshot with links that no browser should follow', () => {
  const { built } = useService();
  let service: TestService;
  before(async () => {
    const snapshot = await openCurrent(built().build);
    // The pipeline refuses such sources; a page must not depend on it.
    const spoil = (row: Row): Row =>
      JSON.parse(
        JSON.stringify(row).replaceAll(
          /https:\/\/(hazard|docs\.alchemy)\.example\//g,
          'javascript:alert(1)//',
        ),
      );
    service = await startService({
      snapshot: replaceMethods(snapshot, { row: (id) => spoil(snapshot.row(id)) }),
    });
  });
  after(() => service.close());

  it('is shown with their labels, and without a link', async () => {
    const { text } = await service.get(`${apis}?open=bison-mainnet`, asBrowser);
    assert.doesNotMatch(text, /(href|src|action)="\s*javascript:/i);
    const strange = linksOf(text).filter(
      ({ href }) => !/^(https?:|mailto:|\/(?!\/)|#|\?)/.test(href),
    );
    assert.deepEqual(strange, []);
    assert.ok(
      textOf(text).includes('press') && linksOf(text).every((link) => link.text !== 'press'),
    );
  });
});

describe('the menu of networks', () => {
  const siteUrl = 'https://dir.test';
  const urls = new Urls({
    siteUrl,
    networkUrlTemplate: `${siteUrl}/n/{network}`,
    onlyNetwork: null,
  });
  /** Networks whose number of listings grows with their number; none for the first. */
  const menuOf = (count: number, network: string) => {
    const keys = Array.from({ length: count }, (_, at) => `net-${at}`);
    const counts = keys.map((key, at) => [key, { categories: [{ key: 'apis', count: at }] }]);
    const cache = { of: (_: string, make: () => unknown) => make() };
    const snapshot = {
      ...{ derived: cache, manifest: { metrics: { networks: Object.fromEntries(counts) } } },
      catalog: {
        networks: new Map(keys.map((key) => [key, { network: key, name: key }])),
        terms: usualTerms,
      },
    } as unknown as Snapshot;
    return presentNetworks({
      snapshot,
      network,
      networks: [network],
      question: readList('apis', new URLSearchParams(), someCatalog),
      urls,
    });
  };

  it('lists the 200 networks with most listings and that of the page, and leads to all', () => {
    const menu = menuOf(206, 'net-2');
    assert.deepEqual(
      [menu?.items.length, menu?.items[0]?.name, menu?.items[199]?.name],
      [201, 'net-205', 'net-6'],
    );
    assert.deepEqual([menu?.items[200]?.name, menu?.items[200]?.current], ['net-2', true]);
    assert.deepEqual(menu?.more, { href: '/toolbox/apis', label: 'All networks' });
    assert.equal(menuOf(2, 'net-1'), null, 'a single network has no menu');
  });
});
