/** Prices on a directory page: sections of equal currency and unit, what a filter leaves out, the plot; and the bound of a page. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory, toCsv } from '../../support/directory.ts';
import { attributesOf, linksOf, offersOf, providersOf, textOf, unescapeHtml } from '../../support/service-html.ts';
import { useService } from '../../support/service-server.ts';
import { readPage } from './facts.ts';

const prices: readonly (readonly [provider: string, price: string, planType: string])[] = [
  ['Aardvark', '$0', 'Free'],
  ['Aardvark', '$100/mo', 'Tiered'],
  ['Aardvark', '€7/mo', 'Tiered'],
  ['Alchemy', '$10/mo', 'Tiered'],
  ['Alchemy', '$5', 'Tiered'],
  ['Alchemy', 'Custom', 'Enterprise'],
  ['Beacon', '€3/mo', 'Tiered'],
  ['Beacon', '12/mo', 'Tiered'],
  ['Beacon', 'Free', 'Free'],
  ['Beacon', '$1/mo', 'Tiered'],
];
const sizes = { Aardvark: 250, Alchemy: 50, Beacon: 51 } as const;
const offersOfSizes = Object.entries(sizes).flatMap(([provider, count]) =>
  Array.from({ length: count }, (_, at) => [provider, '$1/mo', 'Tiered', `${provider.toLowerCase()}-${at}`]),
);
const listing = (offers: readonly (readonly string[])[]) =>
  toCsv(
    offers.map(([provider = '', price = '', planType = '', slug], at) => ({
      ...{ slug: slug ?? `offer-${at}`, provider, price, planName: `Plan ${at}`, planType },
      ...{ toolType: 'Bucket', starred: false },
    })),
  );
const tree = {
  ...directory,
  'listings/specific-networks/cela/storages.csv': listing(prices),
  'listings/specific-networks/nemo/storages.csv': listing(offersOfSizes),
};
const cela = '/networks/cela/toolbox/storages?scope=network';
const nemo = '/networks/nemo/toolbox/storages?scope=network';

describe('a directory page', () => {
  const { get } = useService(tree);
  const open = async (path: string) => (await readPage(get, path)).html;
  const pricesOf = (html: string) => offersOf(html).map((slug) => prices[Number(slug.slice('offer-'.length))]?.[1]);
  const sectionsOf = (html: string) =>
    Array.from(html.matchAll(/<tbody class="section">.*?<\/tbody>/gs), ([part]) => textOf(part).trim());
  const ascending = ['$0', 'Free', '$1/mo', '$10/mo', '$100/mo', '€3/mo', '€7/mo', '$5', '12/mo', 'Custom'];

  describe('sorted by price', () => {
    it('is flat and has a line with its reason between currencies and units', async () => {
      const html = await open(`${cela}&sort=price`);
      assert.deepEqual(pricesOf(html), ascending);
      const apart = 'Listed apart, because prices are not converted between currencies and units.';
      assert.deepEqual(sectionsOf(html), [
        'Prices in USD per month 5 listings. What is free is listed as 0.',
        `Prices in EUR per month 2 listings. ${apart}`,
        `Prices in USD, unit not stated 1 listing. ${apart}`,
        `Prices in no currency per month 1 listing. ${apart}`,
        'No number stated 1 listing. These prices cannot be compared, so they come last.',
      ]);
      const ids = attributesOf(html, 'span', 'id').filter((id) => id.startsWith('provider-'));
      assert.deepEqual(ids.toSorted(), [...new Set(ids)].toSorted());
      assert.doesNotMatch(html, /ld\+json/, 'a provider is listed more than once');
    });

    it('turns the order inside the sections only', async () => {
      const down = ['$100/mo', '$10/mo', '$1/mo', '$0', 'Free', '€7/mo', '€3/mo', '$5', '12/mo', 'Custom'];
      assert.deepEqual(pricesOf(await open(`${cela}&sort=price&dir=desc`)), down);
    });

    it('continues on the next page, and says in which section that is', async () => {
      const pages = await Promise.all(ascending.map((_, at) => open(`${cela}&sort=price&pageSize=1&page=${at + 1}`)));
      assert.deepEqual(pages.flatMap(pricesOf), ascending);
      assert.ok(pages.every((html) => sectionsOf(html).length === (pricesOf(html).length > 0 ? 1 : 0)));
    });

    it('has sections in no other order', async () => {
      for (const query of ['', '&sort=provider']) assert.deepEqual(sectionsOf(await open(cela + query)), []);
    });
  });

  const filtered: readonly (readonly [query: string, prices: string[], note: string])[] = [
    [
      'f.price.max=10',
      ['$0', '$10/mo', 'Free', '$1/mo'],
      'It leaves out 4 listings in other currencies or units and 1 listing',
    ],
    [
      'f.price.max=3&f.price.in=EUR/month',
      ['$0', '€3/mo', 'Free'],
      'compares prices in EUR per month. It leaves out 5 listings in',
    ],
    // The form shows what its address says.
    ['f.price.in=EUR/month', ['$0', '€7/mo', '€3/mo', 'Free'], 'Price EUR per month'],
  ];
  for (const [query, found, note] of filtered)
    it(`filtered by ${query} says what it leaves out`, async () => {
      const { html, text } = await readPage(get, `${cela}&${query}`);
      assert.deepEqual(pricesOf(html), found);
      assert.ok(text.includes(note), text);
      assert.match(html, /<option value="(?:EUR\/month"|USD\/month"|" selected>USD)[^<]*\(\d\)<\/option>/);
    });

  describe('with the plot of prices', () => {
    const plotOf = (html: string) => /<figure class="plot">.*?<\/figure>/s.exec(html)?.[0] ?? '';
    const dotsOf = (plot: string) =>
      Array.from(plot.matchAll(/<circle cx="([\d.]+)%"[^>]*\/><title>([^<]*)</g), ([, x, name]) => [name, Number(x)]);

    it('is asked for by a link, and not offered without prices', async () => {
      const html = await open(cela);
      assert.equal(plotOf(html), '');
      const [, link = ''] = /href="([^"]*chart=prices)"/.exec(html) ?? [];
      assert.notEqual(plotOf(await open(unescapeHtml(link))), '');
      assert.doesNotMatch(await open('/networks/aria/toolbox/explorers'), /chart=prices/);
    });

    it('has a dot for each offer: equal distances for equal ratios, what is free or cannot be compared at the sides', async () => {
      const plot = plotOf(await open(`${cela}&chart=prices`));
      const [free, custom] = ['free', 'custom or not comparable'];
      assert.deepEqual(Object.fromEntries(dotsOf(plot)), {
        [`Aardvark Plan 0: ${free}`]: 2.4,
        [`Beacon Plan 8: ${free}`]: 3.6,
        'Beacon Plan 9: $1 a month': 15,
        'Alchemy Plan 3: $10 a month': 48.5,
        'Aardvark Plan 1: $100 a month': 82,
        [`Aardvark Plan 2: ${custom}`]: 95.2,
        [`Alchemy Plan 4: ${custom}`]: 96.4,
        [`Beacon Plan 6: ${custom}`]: 97.6,
        [`Beacon Plan 7: ${custom}`]: 98.8,
        [`Alchemy Plan 5: ${custom}`]: 97,
      });
      const [, range] = /<svg[^>]*(data-range.*?)>/.exec(plot) ?? [];
      assert.equal(range, 'data-range="f.price" data-least="1" data-most="100" data-from="15" data-to="82"');
      const links = linksOf(plot.replace(/<title>/g, ''));
      assert.equal(links.length, prices.length);
      assert.match(await open(links[0]?.href ?? ''), /Plan \d/);
      const rows = Array.from(plot.matchAll(/<tr>(.*?)<\/tr>/gs), ([, row = '']) =>
        Array.from(row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs), ([, cell = '']) => textOf(cell)).join(' '),
      );
      assert.deepEqual(rows.slice(1), ['Tiered 7 0 $1 $10 $100 4', 'Free 2 2 – – – 0', 'Enterprise 1 0 – – – 1']);
    });

    it('has two fields that filter the list, and keeps the plot', async () => {
      const html = await open(`${cela}&chart=prices&f.price.min=5&f.price.max=50`);
      assert.deepEqual(pricesOf(html), ['$10/mo']);
      assert.match(plotOf(html), /name="f\.price\.min" value="5"/);
      assert.match(plotOf(html), /<input type="hidden" name="scope" value="network">/);
      assert.deepEqual(dotsOf(plotOf(html)), [['Alchemy Plan 3: $10 a month', 15]]);
    });
  });

  describe('of many offers', () => {
    const countsOf = (html: string) => providersOf(html).map(({ name, slugs }) => [name, slugs.length]);

    it('shows whole providers up to 300 offers, and links to the offers of the others', async () => {
      const { html, text } = await readPage(get, `${nemo}&search=plan&f.planType=Tiered`);
      assert.deepEqual(countsOf(html), [
        ['Aardvark', 250],
        ['Alchemy', 50],
        ['Beacon', 0],
      ]);
      assert.match(text, /3 providers, 351 offers/);
      const links = linksOf(html).filter((link) => /^Show \d+ offers/.test(link.text));
      assert.deepEqual(
        links.map((link) => /\d+/.exec(link.text)?.[0]),
        ['51'],
      );
      const { searchParams } = new URL(links[0]?.href ?? '', 'http://x');
      const kept = [...searchParams].map((pair) => pair.join('=')).toSorted();
      assert.deepEqual(kept, ['f.planType=Tiered', 'f.provider=Beacon', 'scope=network', 'search=plan']);
      assert.deepEqual(countsOf(await open(links[0]?.href ?? '')), [['Beacon', 51]]);
    });

    it('shows the provider of the unfolded row whole', async () => {
      assert.equal(countsOf(await open(`${nemo}&open=beacon-50`))[2]?.[1], 51);
    });
  });
});
