/** Every page besides those of a category: address -> what it shows. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attributesOf, linksOf } from '../../support/service-html.ts';
import { useService } from '../../support/service-server.ts';
import { readPage, testPages } from './facts.ts';

const pages = String.raw`
/
  # Providers by network and category, with shades by the square root of the share.
  <td class="shade-5"><a href="/networks/ethereum/toolbox/apis">28</a> … <td class="shade-0"><span class="sr">none</span></td> … <td class="shade-3"><a href="/networks/aria/toolbox/apis">10</a>
  381 offers from 169 providers, in 931 listings on 7 networks, with plans, prices, limits and chains. … Networks AR Aria 36 listings · 22 providers Base 244 listings · 126 providers BC bora & Co 142 listings
  AR Aria 3 none none 1 2 1 10 none none 1 2 1 2 4 CE Cela … 15 in all (none yet: Agents) … Archive under $50 a month: APIs on Ethereum
  Wallets Apps, browser extensions and devices that hold keys, sign transactions and show balances. 45 listings · 19 providers
  ! Recently changed
/networks/aria/
  <link rel="canonical" href="http://localhost: … /networks/aria/"> … <a href="https://docs.aria.example/" … 32 offers in 36 listings from 22 providers
  APIs free, paid from $1 a month 10 providers … Wallets from $79 2 providers … Explorers 1 provider … Analytics free 1 provider
  <a href="/networks/aria/changes">Changes on Aria</a> … <a href="/networks/aria/changes.atom"
  ! On/off ramps
/networks/ethereum/
  mainnet hoodi sepolia … Chain id 1 CAIP-2 eip155:1 … Explorers 7 providers … Wallets free, paid from $79 once 16 providers … Storage free, paid from $7.50 a month 7 providers
  ! Agents
/networks/nemo/
  nemo infrastructure … 19 offers from 15 providers
/search
  <a href="/toolbox/wallets">Wallets</a> … Agents none yet
  ! <a href="/search?category=agents" ! No results
/search?q=alchemy
  "/compare?category=services&offer=alchemy-gas-manager-free&offer=alchemy-gas-manager-pay-as-you-go" … <a href="/networks/ethereum/toolbox/apis?search=alchemy"> … 29 listings on 4 networks … Compare 6 APIs
  Alchemy MCP Server MCP servers · Free · on 3 networks … APIs 20 listings on 4 networks Ethereum 7 Base 5 Solana 5 Aria 3
/search?q=ethereum+archive
  Archive APIs on Ethereum … 21 providers, 45 offers … Historical data Archive remove Clear all … Provider Plan … Plan type … Limitations … Select up to 6 offers … Show all 45 Compare the first 6 … Search for the text instead: … “archive”
  /networks/ethereum/toolbox/apis?f.historicalData=Archive … "/search?q=ethereum+archive&text=archive"
  ! Best matches
/networks/aria/toolbox/apis
  10 providers, 13 offers … Download this view (16 rows, one for each listing)
/networks/base/toolbox/mcpservers?open=alchemy-mcp
  MCP endpoint … To copy … <code data-copy>https://
/search?category=wallets
  Aria 3 … 19 providers, 20 offers … Offer Networks … FO FoxWallet Ethereum … Keyring App Aria
/search?q=beacon
  "/search?q=beacon&category=apis" … Beacon 13 listings offered for all networks … APIs 13 listings on 7 networks Ethereum 3 Solana 3 Aria 2 Base 2 bora & Co 1 Cela 1 1 more network
  ! Compare 1
/search?q=beacon&category=apis
  text=beacon … APIs of Beacon … Aria 1 Base 1 … Beacon Free 7 networks
/search?q=node
  # By name, the very name first, then by description.
  RPC APIs … Base 39 Ethereum 38 Solana 33 Aria 10 … AA Aardvark Basic Aria Free … Providers 1N 100% Node_s* 1 listing on 1 network ÉN Éclair Nodes 1 listing
/search?category=nope&q=alchemy
  “alchemy” … APIs 20 listings
/search?q=alchemy+growth
  # Offers of one title are set apart.
  Best matches … Alchemy: Growth · mainnet … Alchemy: Growth · testnet
/search?q=who+publishes+this
  <a href="/about#publisher">Publisher of this directory</a>
  ! No results
/search?q=report+a+wrong+price
  <a href="/about#report">Report an error</a>
/search?q=download+data
  <a href="/data">Files of all data</a>
/search?q=what%27s+new+on+aria
  <a href="/networks/aria/changes">Changes on Aria</a>
/search?q=qqqqqq
  No results
  ! Best matches
/networks/aria/search?q=alchemy
  “alchemy” on Aria … 3 listings … APIs · Tiered
/providers
  169 providers MCP servers 18 … # A B C D … 4E 4EVERLAND … AA Aardvark Explorers 1 APIs 1 on 4 networks … page 1 of 3
/providers?category=storages
  Providers of Storage on all networks … 19 providers of 169 Show all
  name="category" value="storages" … 4EVERLAND
/providers?page=3
  page 3 of 3
  ! Aardvark
/providers?q=ALCH
  <img src="/logos/96/alchemy.png.webp?v=
  1 provider of 169 Show all … APIs 6
  ! page 1 of
/providers?q=%C3%A9clair
  Éclair Nodes
/providers?q=qqqqqq
  0 providers of 169
/networks/aria/providers
  22 providers … 4EVERLAND … Beacon APIs 1 offered for all networks … zephyr Wallets 1 APIs 2
  ! zephyr offered for all networks
/providers/alchemy
  <a href="https://x.com/Alchemy" … APIs: free, tiered from $49/month, enterprise custom … Support … 10 offers in 4 categories on 4 networks … Networks: Base, Ethereum, Solana
  APIs 6 offers · free, tiered from $49/month, enterprise custom Compare the 6 side by side : APIs … Growth (alchemy-growth-testnet) Aria … On 4 networks Ethereum 11 Base 9 Solana 6 AR Aria 3
  Alternatives to Alchemy APIs Compare with Chainstack and Tatum … Chainstack free, paid from $40 a month On 3 of 4 networks, free, tiered and enterprise plans too, a similar price … dRPC free On 3 of 4 networks, free, pay-as-you-go and enterprise plans too … Chainlink free On both networks
/networks/ethereum/providers/alchemy
  <a href="/networks/ethereum/toolbox/apis?f.provider=Alchemy" … 7 offers in 11 listings, in 4 categories on Ethereum … APIs 3 offers in 7 listings · free, enterprise custom Filter and compare APIs, with Alchemy selected
  Free mainnet +2 $0 $0 No 30M CUs per month +1 Visit
/compare?category=wallets&offer=metamask&offer=ledger
  <a class="button" href="/toolbox/wallets?compare=metamask&compare=ledger"> … MetaMask Ledger Ledger hardware wallet on 3 networks Website of MetaMask … Open source Yes No Price $0 From $79 once
  Languages not stated EN FR DE ES PT RU TR ZH JA KO Identical values Support Chat Help center Chat Help center
/compare?category=apis&offer=publicnode-free-recent-state&offer=1rpc-starter-recent-state&offer=alchemy-free-full-archive&offer=beacon-free&offer=a&offer=b&offer=c&offer=d
  Not listed here: a, b. … At most 6 offers can be compared; 2 offers not shown. … Beacon Free on 3 networks
  ! Not listed here: a, b, c
/compare?category=apis&offer=publicnode-free-recent-state&offer=1rpc-starter-recent-state
  Identical values Historical data Pruned Pruned … Connect to PublicNode Free recent state … Base, mainnet: base-rpc.publicnode.com
  ! At most 6
/networks/aria/compare?category=wallets&offer=keyring-card&offer=keyring-app&offer=nope
  "/networks/aria/toolbox/wallets?compare=keyring-card&compare=keyring-app" … <a class="remove" href="/networks/aria/compare?category=wallets&offer=keyring-app" … Not listed here: nope
  KE Keyring Keyring Card KE Keyring Keyring App … Price $79 not stated
/networks/aria/compare?category=wallets&offer=keyring-app
  <title>Keyring App on Aria - … <h1>Keyring App <span class="on">on Aria … Open source Yes … Languages en fr
  ! Identical values ! Differences ! side by side ! <h1>Compare
/networks/aria/compare?category=wallets&offer=nope 404
  Not listed here: nope
/compare
  Compare offers and providers … Tick offers in a list … vs
/compare?provider=alchemy&provider=Chainstack&requests=40M
  Alchemy vs Chainstack: APIs … value="40000000" … Cost for this workload … First paid price … Free 1 … Tier 1 … Custom
/compare?provider=alchemi 404
  no provider "alchemi" in this directory
/networks/ethereum/compare?category=apis&offer=chainstack-mainnet-developer-recent-state&offer=chainstack-mainnet-growth-full-archive&requests=40M
  Estimate a month … Differences
/networks/aria/compare?category=wallets
  Select up to 6 offers in the list
/data
  APIs 289 … CSV … application.parquet Links into an application 8 … images/* Logos (41 files) … FROM 'http://localhost: … /rows?category=apis&pageSize=5
  serving/contents/apis.parquet APIs: distinct row contents 184
  ! images/alchemy
/snapshots
  current 2026-01-02 03:04 UTC 931 169 7
/about
  ! of 13 RPC endpoints
/mcp-gateway
  55 listings of MCP servers from 18 providers … Base 16 servers Ethereum 15 servers … "alchemy-mcp": {
/changes
  No changes yet
/nothing/here 404
  <title>Not found … <h1>This page does not exist</h1>
/%3Cscript%3Ealert(1)%3C%2Fscript%3E 404
  ! <script>alert
/networks/nope/ 404
  no network "nope" … Largest networks: Ethereum Base Solana BC bora & Co AR Aria CE Cela All networks
/networks/ariah/toolbox/wallet-list 404
  did you mean “aria”? … Pages with similar names: Aria
/networks/ethereum/nothing 404
  value="nothing"
/networks/aria/toolbox/apis?page=0 400
  page must be a whole number
  ! Largest networks
/networks/aria/toolbox/nope 404
  no such category
/networks/aria/search.md?q=alchemy
  3 listings on 1 network, 1 provider by name. … |alchemy-free-mainnet|Alchemy|Free|APIs|Free|1| … |alchemy|Alchemy|4| … |APIs|3|1| … /networks/aria/toolbox/apis.md?search=alchemy)
/search.md?q=ethereum+archive
  Understood as: Archive APIs on Ethereum (45 offers from 21 providers). … /toolbox/apis.md?f.historicalData=
/search.md?q=qqqqqq
  Nothing matches: use fewer or other words.
/networks/aria/toolbox/apis.md
  10 providers, 13 offers in 16 listings, as of 2026-01-02. … Rows 1 to 10 of 16, page 1 of 2. … |node-s-mainnet|100% Node\_s\*|Mega plan|Tiered|mainnet|$10/mo - $30/mo|not stated|No|not stated| … /networks/aria/toolbox/apis.md?page=2)
/networks/aria/toolbox/apis.md?page=2
  Rows 11 to 16 of 16, page 2 of 2.
  ! Next page
/networks/aria/toolbox/apis.md?page=3
  Page 3 is empty: the last page is 2.
/providers/alchemy.md
  > Developer platform with node access … |alchemy-growth-testnet|APIs|Growth|$49/mo|on 1 network|
`;

describe('a page', () => {
  const { get } = useService();
  testPages(get, pages);

  it('of a network is the same without a slash at the end', async () => {
    assert.equal(
      (await readPage(get, '/networks/aria')).html,
      (await readPage(get, '/networks/aria/')).html,
    );
  });

  it('of the site is a page even for who asks for anything', async () => {
    assert.match((await get('/')).headers['content-type'] ?? '', /^text\/html/);
  });

  it('leads from the cheapest offer of an answer to the list that states its cost', async () => {
    const { html } = await readPage(get, '/');
    const [, figure = '', link = ''] =
      /<strong>([^<]*) a month<\/strong> cheapest known: (<a .*?<\/a>)/.exec(html) ?? [];
    const [href = ''] = attributesOf(link, 'a', 'href');
    assert.match(href, /[?&]requests=40000000&.*open=/);
    const list = await readPage(get, href.replace(/#.*/, ''));
    assert.ok(list.text.includes(figure), `${href} has no ${figure}`);
  });

  it('leads nowhere that is not there', async () => {
    const { html } = await readPage(get, '/');
    const links = [...linksOf(html).map(({ href }) => href), ...attributesOf(html, 'link', 'href')];
    const own = [...new Set(links)].filter(
      (href) => href.startsWith('/') && !/^.networks.*.toolbox./.test(href),
    );
    assert.ok(own.length > 30, own.join('\n'));
    for (const href of own) assert.equal((await get(href)).status, 200, href);
  });
});
