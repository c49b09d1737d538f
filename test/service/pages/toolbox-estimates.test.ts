/** A directory page with estimates for a workload. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attributesOf, offersOf, unescapeHtml } from '../../support/service-html.ts';
import { useService } from '../../support/service-server.ts';
import { readPage, testPages } from './facts.ts';

const base = '/networks/base/toolbox/apis';
const asked = `${base}?requests=5000000`;

const pages = `
/networks/base/toolbox/apis?f.planType=Tiered
  "/networks/base/toolbox/apis?f.planType=Tiered&requests=1000000"
  ! Estimate a month
/networks/base/toolbox/apis?f.planType=Tiered&requests=1000000
  name="requests" value="1000000" … <input type="hidden" name="f.planType" value="Tiered"> … 1,000,000 requests a month, workload dapp backend: 7 of 17 offers have an estimate.
/networks/base/toolbox/apis?requests=5000000&pageSize=100
  # The chart as lines, each with its text and a link, and as a table.
  # The list in the order of the API, with quantities beside the estimates.
  f.provider=Chainstack&requests=5000000&pageSize=100"><title>Chainstack … <td><strong>$174</strong></td> … aria-sort="ascending" … 12 of 62 offers have an estimate.
  Cost a month of 11 providers by requests, in dollars $0.1 $1 $10 $100 $1K $10K Free 50K 500K 5M 50M 500M 5M requests … Alchemy: $0 for 50K, $0 for 500K, $53.20 to $59.85 for 5M, $532 to $598.50 for 50M
  dRPC $0 $0 $0 $300 $3,000 Chainstack $0 $0 $40 $499 from $1,490 Dwellir $0 $0 $49 $174 – Alchemy … QuickNode $249 $249 $249 $551.50 – Etherscan $49 $49 – – – Infura
  Plan Estimate a month Plan type Chain Included requests a month Requests per second Visit
  One plan of each provider 9 offers. The cheapest that suffices. DR dRPC Free $0 Free mainnet +1 210M compute units a month – Visit CH Chainstack Developer $40 Free mainnet +1 3M 25 Visit
  QU QuickNode Accelerate $249 Tiered mainnet 450M credits a month 125 Visit NO NOWNodes Business €200
  Further plans that suffice 3 offers. Their providers have a plan above. DR dRPC Growth $30 Pay-as-you-go mainnet +1 – 5K Visit CH Chainstack Growth $49
  No estimate 50 offers. Each offer says why. 1R 1RPC Developer Limit not stated … Bitquery Developer Too slow … dRPC Enterprise Custom price Enterprise mainnet From 300M … 10M/20M credits a month 200
  ! Limitations Visit
/networks/base/toolbox/apis?requests=5000000&open=chainstack-mainnet-developer-recent-state
  2 million requests beyond the plan cost $20/1M extra requests.
/networks/base/toolbox/apis?requests=5000000&cols=limitations&pageSize=1
  Plan Estimate a month Limitations Visit
  ! Included requests
# The form and all links keep the workload.
/networks/base/toolbox/apis?requests=5000000&workload=indexer&peak=20&archive=1&pageSize=1
  name="requests" value="5000000" … name="peak" value="20" … sort=accessPrice&requests=5000000 … <option value="indexer" selected … name="archive" value="1" checked … workload indexer: 9 of 62 offers
/networks/base/toolbox/apis?requests=5000000&sort=accessPrice&pageSize=1
  Prices in USD per month … Plan Estimate a month
  ! One plan of each
/networks/base/toolbox/apis.md?requests=5000000
  12 of 62 offers have an estimate. … |Slug|Provider|Offer|Estimate a month| … |chainstack-mainnet-developer-recent-state|Chainstack|Developer|$40|Free|
# Wallets state no quotas.
/networks/base/toolbox/wallets?requests=5
  ! Estimate a month ! Cost for my workload
/networks/base/toolbox/apis?requests=many 400
  requests
`;

describe('a directory page with estimates', () => {
  const { get } = useService();
  testPages(get, pages);

  it('lists each offer once', async () => {
    const lines = offersOf((await readPage(get, `${asked}&pageSize=100`)).html);
    assert.equal(lines.length, new Set(lines).size);
  });

  it('leads from the chart to the offers of a provider', async () => {
    const { html } = await readPage(get, asked);
    const [link = ''] = attributesOf(html, 'a', 'href').filter((href) => href.includes('f.provider=Chainstack'));
    assert.match((await readPage(get, unescapeHtml(link))).text, /3 of 3 offers have an estimate/);
  });

  it('places the names of the lines of the chart so that none covers another', async () => {
    const { html } = await readPage(get, asked);
    const names = Array.from(
      html.matchAll(/tabindex="-1"><text x="([\d.]+)%" y="([\d.]+)">([^<]+)</g),
      ([, x, y, name = '']) => ({
        ...{ x: Number(x), y: Number(y), name, end: Number(x) + 2.2 * name.length },
      }),
    );
    assert.equal(names.length, 11);
    const covering = names.flatMap((one) =>
      names.filter(({ x, y, name }) => x >= one.x && x < one.end && name !== one.name && Math.abs(y - one.y) < 15),
    );
    assert.deepEqual(covering, []);
  });
});
