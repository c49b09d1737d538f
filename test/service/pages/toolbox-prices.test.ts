/**
 * Prices on a directory page: sections of equal currency and unit, what a filter leaves out, the
 * plot; and the bound of a page.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory, toCsv } from '../../support/directory.ts';
import {
  attributesOf,
  linksOf,
  offersOf,
  providersOf,
  unescapeHtml,
} from '../../support/service-html.ts';
import { useService } from '../../support/service-server.ts';
import { readPage, testPages } from './facts.ts';

/** `provider planType price`; the name of the plan is the price. */
const offers = `
  Aardvark Free $0
  Aardvark Tiered $100/mo
  Aardvark Tiered €7/mo
  Alchemy Tiered $10/mo
  Alchemy Tiered $5
  Alchemy Enterprise Custom
  Beacon Tiered €3/mo
  Beacon Tiered 12/mo
  Beacon Free Free
  Beacon Tiered $1/mo`;
const rows = offers
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '));
const many = { Aardvark: 250, Alchemy: 50, Beacon: 51 };
const manyRows = Object.entries(many).flatMap(([provider, count]) =>
  Array(count).fill([provider, 'Tiered', '$1/mo']),
);
const listing = (plans: readonly (readonly string[])[]) =>
  toCsv(
    plans.map(([provider = '', planType = '', price = ''], at) => ({
      ...{
        slug: `offer-${at}`,
        provider,
        price,
        planName: `Plan ${price}`,
        planType,
        toolType: 'Bucket',
        starred: false,
      },
    })),
  );
const tree = {
  ...directory,
  'listings/specific-networks/cela/storages.csv': listing(rows),
  'listings/specific-networks/nemo/storages.csv': listing(manyRows),
};
const cela = '/networks/cela/toolbox/storages?scope=network';
const nemo = '/networks/nemo/toolbox/storages?scope=network';

describe('a directory page with prices', () => {
  const { get } = useService(tree);
  const apart = 'Listed apart, because prices are not converted between currencies and units.';

  testPages(
    get,
    `
# Sections of currency and unit, with the reason; a provider is not described as an item of a list.
${cela}&sort=price
  Prices in USD per month 5 listings. What is free is listed as 0. … not stated $0 Bucket … not stated Free Bucket … not stated $1 /month Bucket … not stated $10 /month Bucket … not stated $100 /month Bucket … Prices in EUR per month 2 listings. ${apart} … not stated €3 /month Bucket … not stated €7 /month Bucket … Prices in USD, unit not stated 1 listing. ${apart} … not stated $5 Bucket … Prices in no currency per month 1 listing. ${apart} … not stated 12/mo no currency stated Bucket … No number stated 1 listing. These prices cannot be compared, so they come last. … not stated Custom Bucket
  ! ItemList
# The order turns inside the sections only.
${cela}&sort=price&dir=desc
  USD per month 5 … not stated $100 /month Bucket … not stated $10 /month Bucket … not stated $1 /month Bucket … not stated $0 Bucket … not stated Free Bucket … EUR per month 2 … not stated €7 /month Bucket … not stated €3 /month Bucket … unit not stated … not stated $5 Bucket … no currency … not stated 12/mo no currency stated Bucket … No number … not stated Custom Bucket
# A page says in which section it is.
${cela}&sort=price&pageSize=1&page=2
  Visit, details Prices in USD per month 5 listings … not stated Free Bucket … page 2 of 9
  ! not stated $0 Bucket ! EUR per month 2
${cela}&sort=price&pageSize=1&page=9
  Visit, details No number stated … not stated Custom Bucket … page 9 of 9
${cela}&sort=provider
  not stated €7 /month Bucket … not stated $10 /month Bucket … not stated €3 /month Bucket
  ! Prices in USD per month 5
${cela}
  <option value="" selected>USD per month (3)</option><option value="EUR/month">EUR per month (2)</option> … "${cela}&chart=prices"
  ! Prices in USD per month 5 ! <figure class="plot"
/networks/aria/toolbox/explorers
  ! chart=prices
# What a filter compares and leaves out.
${cela}&f.price.max=10
  The filter on Price compares prices in USD per month. It leaves out 4 listings in other currencies or units and 1 listing without a number. … not stated $0 Bucket … not stated $10 /month Bucket … not stated Free Bucket … not stated $1 /month Bucket
  ! not stated $100 /month Bucket ! not stated €3 /month Bucket
${cela}&f.price.max=3&f.price.in=EUR/month
  <option value="EUR/month" selected>EUR per month (2)</option> … compares prices in EUR per month. It leaves out 5 listings in other … not stated $0 Bucket … not stated Free Bucket … not stated €3 /month Bucket
  ! not stated €7 /month Bucket ! not stated $1 /month Bucket
${cela}&f.price.in=EUR/month
  <option value="EUR/month" selected> … Price EUR per month … not stated $0 Bucket … not stated €7 /month Bucket … not stated Free Bucket … not stated €3 /month Bucket
# A dot for each offer: equal distances for equal ratios, what is free or cannot be compared at the sides; and a table. A pile is a link to its offers.
${cela}&chart=prices
  data-range="f.price" data-least="1" data-most="100" data-from="15" data-to="72"
  f.planType=Tiered&chart=prices"><text x="0" y="13">Tiered … f.price.min=1&f.price.max=1&chart=prices"><title>$1 a month: Beacon Plan $1/mo … <line x1="15%" x2="15%" y1="40" y2="39.5"/> … $10 a month: Alchemy Plan $10/mo … <line x1="43.5%" … $100 a month: Aardvark Plan $100/mo … <line x1="72%" … f.planType=Tiered&chart=prices"><title>€7/mo: Aardvark Plan €7/mo; $5: Alchemy Plan $5; €3/mo: Beacon Plan €3/mo; 12/mo: Beacon Plan 12/mo … <line x1="95.2%" … f.planType=Free&f.price.min=0&f.price.max=0&chart=prices"><title>Free: Aardvark Plan $0 and Beacon Plan Free … <line x1="2.4%" x2="2.4%" y1="86" … <line x1="3.6%" x2="3.6%" y1="86" … f.planType=Enterprise&chart=prices"><title>Custom: Alchemy Plan Custom … <line x1="97%" x2="97%" y1="132"
  Tiered 7 0 $1 $10 $100 0 4 Free 2 2 none none none 0 0 Enterprise 1 0 none none none 1 0
# Prices in another currency with at least five offers have a plot of their own; what names no plot shows none.
${nemo}&chart=price.USD/month
  <figure class="plot"
${nemo}&chart=price.USD
  ! <figure class="plot"
${nemo}&chart=provider.USD/month
  ! <figure class="plot"
# Two fields filter the list and keep the plot.
${cela}&chart=prices&f.price.min=5&f.price.max=50
  <input type="hidden" name="scope" value="network"> … name="f.price.min" value="5" … Price of 1 offer in USD per month … Tiered 1 0 $10 $10 $10 0 0 … not stated $10 /month Bucket
  ! not stated $100 /month Bucket ! not stated $5 Bucket`,
  );

  it('has one id for a provider that is listed more than once', async () => {
    const { html } = await readPage(get, `${cela}&sort=price&chart=prices`);
    const ids = attributesOf(html, 'span', 'id').filter((id) => id.startsWith('provider-'));
    assert.deepEqual(ids.toSorted(), [...new Set(ids)].toSorted());
  });
});

describe('a directory page of many offers', () => {
  const { get } = useService(tree);
  const countsOf = (html: string) =>
    providersOf(html).map(({ name, slugs }) => `${name} ${slugs.length}`);

  it('shows whole providers up to 300 offers, and links to the offers of the others', async () => {
    const { html, text } = await readPage(get, `${nemo}&search=plan&f.planType=Tiered`);
    assert.deepEqual(countsOf(html), ['Aardvark 250', 'Alchemy 50', 'Beacon 0']);
    assert.match(text, /3 providers, 351 offers/);
    const links = linksOf(html).filter((link) => /^Show \d+ offers/.test(link.text));
    const kept = [...new URL(links[0]?.href ?? '', 'http://x').searchParams].map(String).toSorted();
    assert.deepEqual(kept, [
      'f.planType,Tiered',
      'f.provider,Beacon',
      'scope,network',
      'search,plan',
    ]);
    assert.equal(links.length, 1);
    assert.deepEqual(countsOf((await readPage(get, links[0]?.href ?? '')).html), ['Beacon 51']);
  });

  it('shows the provider of the unfolded row whole', async () => {
    assert.equal(countsOf((await readPage(get, `${nemo}&open=offer-350`)).html)[2], 'Beacon 51');
  });
});

// A directory page with estimates for a workload.

const base = '/networks/base/toolbox/apis';
const asked = `${base}?requests=5000000`;

const pages = `
/networks/base/toolbox/apis?f.planType=Tiered
  "/networks/base/toolbox/apis?f.planType=Tiered&requests=1000000"
  ! Estimate a month
/networks/base/toolbox/apis?f.planType=Tiered&requests=1000000
  name="requests" value="1000000" … <input type="hidden" name="f.planType" value="Tiered"> … 1,000,000 requests a month, workload dapp backend: 7 of 17 offers have an estimate, 10 a lower bound; the texts of 2 could not be read.
/networks/base/toolbox/apis?requests=5000000&pageSize=100
  # The chart as lines, each with its text and a link, and as a table.
  # The list in the order of the API, with quantities beside the estimates.
  aria-sort="ascending" … <td><strong>$174</strong></td> … f.provider=Chainstack&requests=5000000&pageSize=100"><title>Chainstack
  Cost a month of 11 providers by requests, in dollars Requests a month 50K 500K 5M 50M 500M dRPC $0 … 6 more providers … $0.1 $1 $10 $100 $1K $10K Free 50K 500K 5M 50M 500M 5M requests … Alchemy: $0 for 50K, $0 for 500K, $53.20 to $59.85 for 5M, $532 to $598.50 for 50M
  dRPC $0 $0 $0 $300 $3,000 Chainstack $0 $0 $40 $499 $7,249 Dwellir $0 $0 $49 $174 – Alchemy … QuickNode $249 $249 $249 $551.50 – Etherscan $49 $49 – – – Infura
  Plan Estimate a month Plan type Chain Included requests a month Requests per second Visit
  One plan of each provider 9 offers. The cheapest known of 11, by what it costs at least; 42 unknown. DR dRPC Free $0 Free mainnet +1 210M compute units a month not stated Visit … CH Chainstack Developer $40 Free mainnet +1 3M 25 Visit
  QU QuickNode Accelerate $249 Tiered mainnet 450M credits a month 125 Visit … NO NOWNodes Business €200
  Further plans that suffice 2 offers. Their providers have a plan above. DR dRPC Growth $30 Pay-as-you-go mainnet +1 not stated 5K Visit … CH Chainstack Growth $49
  Lower bounds 14 offers. The cost is at least this. … 1R 1RPC Personal from $9.90 … 10M/20M credits a month 200 … No estimate 37 offers. Each offer says which fact is missing. 1R 1RPC Starter Text not read: “20K protected requests per day” … Bitquery Developer Too slow … dRPC Enterprise Custom price Enterprise mainnet from 300M
  ! Limitations Visit
/networks/base/toolbox/apis?requests=5000000&open=chainstack-mainnet-developer-recent-state
  2 million requests beyond the plan cost $20/1M extra requests.
/networks/base/toolbox/apis?requests=5000000&cols=limitations&pageSize=1
  Plan Estimate a month Limitations Visit
  ! Included requests
# The form and all links keep the workload.
/networks/base/toolbox/apis?requests=5000000&workload=indexer&peak=20&archive=1&pageSize=1
  name="requests" value="5000000" … name="peak" value="20" … sort=accessPrice&requests=5000000 … <option value="indexer" selected … name="archive" value="1" checked … workload indexer: 6 of 62 offers
/networks/base/toolbox/apis?requests=5000000&sort=accessPrice&pageSize=1
  Prices in USD per month … Plan Estimate a month
  ! One plan of each
/networks/base/toolbox/apis.md?requests=5000000
  11 of 62 offers have an estimate, 14 a lower bound; 9 do not suffice, 28 state too little, the texts of 3 could not be read. … |Slug|Provider|Offer|Estimate a month| … |chainstack-mainnet-developer-recent-state|Chainstack|Developer|$40|Free|
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
    const [link = ''] = attributesOf(html, 'a', 'href').filter((href) =>
      href.includes('f.provider=Chainstack'),
    );
    assert.match(
      (await readPage(get, unescapeHtml(link))).text,
      /2 of 3 offers have an estimate, 1 a lower bound/,
    );
  });

  it('places the names of the lines of the chart so that none covers another', async () => {
    const { html } = await readPage(get, asked);
    const names = Array.from(
      html.matchAll(/tabindex="-1"><text x="([\d.]+)%" y="([\d.]+)">([^<]+)</g),
      ([, x, y, name = '']) => ({
        ...{ x: Number(x), y: Number(y), name, end: Number(x) + 2.2 * name.length },
      }),
    );
    assert.equal(names.length, 5);
    const covering = names.flatMap((one) =>
      names.filter(
        ({ x, y, name }) =>
          x >= one.x && x < one.end && name !== one.name && Math.abs(y - one.y) < 15,
      ),
    );
    assert.deepEqual(covering, []);
  });
});
