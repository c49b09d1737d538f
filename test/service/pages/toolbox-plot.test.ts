/** The plot of prices above a directory page: dots, the summary as a table, and the fields of the range. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asBrowser } from '../../support/service-get.ts';
import { offersOf, textOf } from '../../support/service-html.ts';
import { toolboxOf } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';
import { tinyTree, toCsv } from '../../support/service-tiny-sources.ts';

const prices: readonly (readonly [planType: string, price: string])[] = [
  ['Free', '$0'],
  ['Tiered', '$1/mo'],
  ['Tiered', '$10/mo'],
  ['Tiered', '$100/mo'],
  ['Tiered', '€7/mo'],
  ['Enterprise', 'Custom'],
];
const offers = prices.map(([planType, price], at) => ({
  slug: `offer-${at}`,
  provider: 'Alchemy',
  price,
  planName: `Plan ${at}`,
  planType,
  toolType: 'Bucket',
  starred: false,
}));
const tree = { ...tinyTree, 'listings/specific-networks/aria/storages.csv': toCsv(offers) };

describe('the plot of prices of a directory page', () => {
  const { get } = useService(tree);
  const path = toolboxOf('aria', 'storages');
  const open = async (address: string) => {
    const { status, text } = await get(address, asBrowser);
    assert.equal(status, 200, text);
    return text;
  };
  const plotOf = (html: string) => /<figure class="plot">.*?<\/figure>/s.exec(html)?.[0] ?? '';
  const dotsOf = (html: string) =>
    Object.fromEntries(
      Array.from(html.matchAll(/<circle cx="([\d.]+)%"[^>]*\/><title>([^<]*)</g), ([, x, name]) => [name, Number(x)]),
    );

  it('is shown if the address asks for it, and a link asks', async () => {
    const html = await open(path);
    assert.equal(plotOf(html), '');
    const [, link = ''] = /href="([^"]*chart=prices)"/.exec(html) ?? [];
    assert.notEqual(plotOf(await open(link.replaceAll('&amp;', '&'))), '');
  });

  it('has a dot for each offer, at equal distances for equal ratios, and what is free or not comparable at the sides', async () => {
    const dots = dotsOf(plotOf(await open(`${path}?chart=prices`)));
    assert.deepEqual(dots, {
      'Alchemy Plan 0: free': 3,
      'Alchemy Plan 1: $1 a month': 15,
      'Alchemy Plan 2: $10 a month': 48.5,
      'Alchemy Plan 3: $100 a month': 82,
      'Alchemy Plan 4: custom or not comparable': 97,
      'Alchemy Plan 5: custom or not comparable': 97,
    });
  });

  it('links each dot to its offer', async () => {
    const plot = plotOf(await open(`${path}?chart=prices`));
    const links = Array.from(plot.matchAll(/<a href="([^"]*)"/g), ([, href = '']) => href.replaceAll('&amp;', '&'));
    assert.equal(links.length, prices.length);
    assert.match(await open(links[0] ?? ''), /Plan \d/);
  });

  it('is a table, too', async () => {
    const [, body = ''] = /<tbody>(.*?)<\/tbody>/s.exec(plotOf(await open(`${path}?chart=prices`))) ?? [];
    const rows = Array.from(body.matchAll(/<tr>(.*?)<\/tr>/gs), ([, row = '']) =>
      Array.from(row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs), ([, cell = '']) => textOf(cell)),
    );
    assert.deepEqual(rows, [
      ['Tiered', '4', '0', '$1', '$10', '$100', '1'],
      ['Free', '1', '1', '–', '–', '–', '0'],
      ['Enterprise', '1', '0', '–', '–', '–', '1'],
    ]);
  });

  it('has two fields that filter the list, and keeps the plot', async () => {
    const plot = plotOf(await open(`${path}?chart=prices`));
    assert.match(plot, /name="f\.price\.min" value=""/);
    assert.match(plot, /<input type="hidden" name="chart" value="prices">/);
    const html = await open(`${path}?chart=prices&f.price.min=5&f.price.max=50`);
    assert.deepEqual(offersOf(html), ['offer-2']);
    assert.match(plotOf(html), /name="f\.price\.min" value="5"/);
    assert.deepEqual(Object.keys(dotsOf(plotOf(html))), ['Alchemy Plan 2: $10 a month']);
  });

  it('says to the script which prices its sides are', async () => {
    const [, range] = /<svg[^>]*(data-range.*?)>/.exec(plotOf(await open(`${path}?chart=prices`))) ?? [];
    assert.equal(range, 'data-range="f.price" data-least="1" data-most="100" data-from="15" data-to="82"');
  });

  it('is not offered in categories without prices', async () => {
    assert.doesNotMatch(await open(toolboxOf('aria', 'explorers')), /chart=prices/);
  });
});
