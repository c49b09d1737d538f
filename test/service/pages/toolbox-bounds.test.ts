/** A directory page stays small, whatever is asked for: offers beyond its bound and values without a chip have links. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asBrowser } from '../../support/service-get.ts';
import { linksOf, offersOf, providersOf, textOf } from '../../support/service-html.ts';
import { toolboxOf } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';
import { tinyTree, toCsv } from '../../support/service-tiny-sources.ts';

/** Offers of three providers: too many for a page with two of them, and one that has too many alone. */
const sizes = { Aardvark: 250, Alchemy: 60, Beacon: 370 } as const;
const offers = Object.entries(sizes).flatMap(([provider, count]) =>
  Array.from({ length: count }, (_, number) => ({
    slug: `${provider.toLowerCase()}-plan-${number}`,
    provider,
    planName: `Plan ${number}`,
    planType: 'Tiered',
    toolType: 'Bucket',
    starred: false,
  })),
);
const tree = { ...tinyTree, 'listings/specific-networks/aria/storages.csv': toCsv(offers) };

describe('a directory page', () => {
  const { get } = useService(tree);
  const open = async (path: string) => {
    const { status, text } = await get(path, asBrowser);
    assert.equal(status, 200, text);
    return text;
  };
  const countsOf = (html: string) => providersOf(html).map(({ name, slugs }) => [name, slugs.length]);

  it('shows whole providers up to 300 offers, and links to the offers of the others', async () => {
    const html = await open(toolboxOf('aria', 'storages', { pageSize: 100 }));
    assert.deepEqual(countsOf(html), [
      ['Aardvark', 250],
      ['Alchemy', 0],
      ['Beacon', 0],
    ]);
    assert.match(textOf(html), /3 providers, 680 offers/);
    const links = linksOf(html).filter(({ text }) => /^Show \d+ offers/.test(text));
    assert.equal(links.length, 2);
    for (const [at, name] of (['Alchemy', 'Beacon'] as const).entries()) {
      const alone = await open(links[at]?.href ?? '');
      assert.deepEqual(countsOf(alone), [[name, sizes[name]]]);
    }
  });

  it('keeps the other filters and the search in these links', async () => {
    const query = 'pageSize=100&search=plan&f.planType=Tiered&f.provider=Alchemy&f.provider=Beacon';
    const html = await open(`/networks/aria/toolbox/storages?${query}`);
    const link = linksOf(html).find(({ text }) => /^Show 370 offers/.test(text));
    const { searchParams } = new URL(link?.href ?? '', 'http://x');
    assert.deepEqual(
      [...searchParams].toSorted(([a], [b]) => (a < b ? -1 : 1)),
      [
        ['f.planType', 'Tiered'],
        ['f.provider', 'Beacon'],
        ['pageSize', '100'],
        ['search', 'plan'],
      ],
    );
    assert.equal(offersOf(await open(link?.href ?? '')).length, 370);
  });

  it('has chips for 20 values and counts the others', async () => {
    const values = Array.from({ length: 45 }, (_, number) => `f.provider=value-${number}`).join('&');
    const html = await open(`/networks/aria/toolbox/storages?${values}`);
    assert.equal(html.match(/class="chip-off"/g)?.length, 20);
    assert.match(textOf(html), /and 25 more in the filters/);
    assert.equal(html.match(/<input type="checkbox" name="f\.provider" value="value-\d+" checked>/g)?.length, 45);
  });
});
