/** A directory page that compares prices: sections of equal currency and unit, and what a price filter leaves out. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asBrowser } from '../../support/service-get.ts';
import { attributesOf, offersOf, textOf } from '../../support/service-html.ts';
import { toolboxOf } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';
import { tinyTree, toCsv } from '../../support/service-tiny-sources.ts';

const prices: readonly (readonly [provider: string, price: string])[] = [
  ['Aardvark', '$0'],
  ['Aardvark', '$90/mo'],
  ['Aardvark', '€7/mo'],
  ['Alchemy', '$40/mo'],
  ['Alchemy', '$5'],
  ['Alchemy', 'Custom'],
  ['Beacon', '€3/mo'],
  ['Beacon', '12/mo'],
  ['Beacon', 'Free'],
];
const offers = prices.map(([provider, price], at) => ({
  slug: `offer-${at}`,
  provider,
  price,
  planName: `Plan ${at}`,
  planType: 'Tiered',
  toolType: 'Bucket',
  starred: false,
}));
const tree = { ...tinyTree, 'listings/specific-networks/aria/storages.csv': toCsv(offers) };

describe('a directory page sorted by price', () => {
  const { get } = useService(tree);
  const open = async (query: Record<string, string>) => {
    const { status, text } = await get(toolboxOf('aria', 'storages', query), asBrowser);
    assert.equal(status, 200, text);
    return text;
  };
  const pricesOf = (html: string) => offersOf(html).map((slug) => prices[Number(slug.slice('offer-'.length))]?.[1]);
  const sectionsOf = (html: string) =>
    Array.from(html.matchAll(/<tbody class="section">.*?<\/tbody>/gs), ([part]) => textOf(part).trim());

  it('is flat and has a line with its reason between currencies and units', async () => {
    const html = await open({ sort: 'price' });
    assert.deepEqual(pricesOf(html), ['$0', 'Free', '$40/mo', '$90/mo', '€3/mo', '€7/mo', '$5', '12/mo', 'Custom']);
    const apart = 'Listed apart, because prices are not converted between currencies and units.';
    assert.deepEqual(sectionsOf(html), [
      'Prices in USD per month 4 listings. What is free is listed as 0.',
      `Prices in EUR per month 2 listings. ${apart}`,
      `Prices in USD, unit not stated 1 listing. ${apart}`,
      `Prices in no currency per month 1 listing. ${apart}`,
      'No number stated 1 listing. These prices cannot be compared, so they come last.',
    ]);
    const ids = attributesOf(html, 'span', 'id').filter((id) => id.startsWith('provider-'));
    assert.deepEqual(ids.toSorted(), [...new Set(ids)].toSorted());
  });

  it('turns the order inside the sections only', async () => {
    const html = await open({ sort: 'price', dir: 'desc' });
    assert.deepEqual(pricesOf(html), ['$90/mo', '$40/mo', '$0', 'Free', '€7/mo', '€3/mo', '$5', '12/mo', 'Custom']);
  });

  it('continues on the next page, and says in which section that is', async () => {
    const pages: (string | undefined)[][] = [];
    for (const page of ['1', '2', '3', '4', '5', '6', '7', '8', '9']) {
      const html = await open({ sort: 'price', pageSize: '1', page });
      pages.push(pricesOf(html));
      assert.equal(sectionsOf(html).length, 1);
    }
    assert.deepEqual(pages.flat(), ['$0', 'Free', '$40/mo', '$90/mo', '€3/mo', '€7/mo', '$5', '12/mo', 'Custom']);
  });

  it('has no sections without a sort order, or by another column', async () => {
    for (const query of [{}, { sort: 'provider' }]) assert.deepEqual(sectionsOf(await open(query)), []);
  });

  it('says what a price filter compares and leaves out', async () => {
    const html = await open({ 'f.price.max': '50' });
    assert.deepEqual(pricesOf(html), ['$0', '$40/mo', 'Free']);
    const note =
      'The filter on Price compares prices in USD per month. It leaves out 4 listings in other currencies or units and 1 listing without a number.';
    assert.ok(textOf(html).includes(note));
  });

  it('offers the other currencies and units, and compares the chosen one', async () => {
    const html = await open({ 'f.price.max': '5', 'f.price.in': 'EUR/month' });
    assert.deepEqual(pricesOf(html), ['$0', '€3/mo', 'Free']);
    assert.match(html, /<option value="EUR\/month" selected>EUR per month \(2\)<\/option>/);
    assert.match(html, /<option value="USD\/month">USD per month \(2\)<\/option>/);
  });

  it('lists the prices of a chosen unit without a bound, because the form shows what its address says', async () => {
    const html = await open({ 'f.price.in': 'EUR/month', sort: 'price' });
    assert.deepEqual(pricesOf(html), ['$0', 'Free', '€3/mo', '€7/mo']);
    assert.match(html, /<option value="EUR\/month" selected/);
    assert.ok(textOf(html).includes('Price EUR per month'));
  });
});
