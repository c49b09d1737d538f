/** The list of a category over several networks: an offer has one line, wherever it is listed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asBrowser, type Get } from '../../support/service-get.ts';
import { useService } from '../../support/service-server.ts';
import { testPages } from './facts.ts';

const pages = `
/toolbox/apis
  <h1 data-swap="heading">APIs</h1> … name="network" value="ethereum" … /api/offers?category=apis&pageSize=25
  Networks APIs … Filters Close Networks … Offered for Any single networks … API request for this view
  ! <option value="chain"> ! 'networkMatch'
/toolbox/apis?network=base&network=aria
  APIs on Base or Aria … Networks 2 chosen … Several networks Any … On Base remove … On Aria remove
  name="network" value="base" checked … name="networkMatch" value="" checked
/toolbox/apis?network=base&network=aria&networkMatch=all
  APIs on Base and Aria … On each Base remove … On each Aria remove … Base and Aria
  name="networkMatch" value="all" checked … /api/export?category=apis&network=base&network=aria&networkMatch=all
/toolbox/apis?network=nowhere 400
  no network "nowhere"
/toolbox/apis?network=base&network=aria&networkMatch=every 400
  unknown networkMatch "every"
/toolbox/apis?network=base&network=aria&networkMatch=
  APIs on Base or Aria
/toolbox/nothing 404
  no such category
`;

async function readOffers(get: Get, query: string) {
  const answer = await get(`/api/offers?category=apis&pageSize=100&meta=none&${query}`);
  return JSON.parse(answer.text).result as {
    readonly offers: readonly { readonly slug: string }[];
    readonly pagination: { readonly totalOffers: number };
  };
}

describe('the list of several networks', () => {
  const { get } = useService();
  testPages(get, pages);

  const totals = /<strong>[\d,]+ providers?, ([\d,]+) offers?<\/strong>/;
  const queries = [
    '',
    'network=base',
    'network=base&network=aria',
    'network=base&network=aria&networkMatch=all',
    'network=base&network=aria&networkMatch=all&f.planType=Free',
    'network=ethereum&network=base&network=solana&networkMatch=all&search=archive',
    'scope=network&network=base&network=solana',
    'f.planType=!Free&f.accessPrice.max=50',
  ];

  it('has the offers of the API, in HTML and Markdown', async () => {
    const seen = new Set<number>();
    for (const query of queries) {
      const { offers, pagination } = await readOffers(get, query);
      const page = await get(`/toolbox/apis?pageSize=100&${query}`, asBrowser);
      assert.equal(Number(totals.exec(page.text)?.[1]), pagination.totalOffers, query);
      const slugs = Array.from(
        page.text.matchAll(/name="offer" aria-label="[^"]*" value="([^"]+)"/g),
        ([, slug]) => slug,
      );
      const expected = offers.map(({ slug }) => slug);
      assert.deepEqual(slugs.toSorted(), expected.toSorted(), query);
      const facets = JSON.parse((await get(`/api/facets?category=apis&${query}`)).text).result;
      assert.equal(facets.totalOffers, pagination.totalOffers, query);
      const file = await get(`/api/export?category=apis&format=ndjson&${query}`);
      assert.equal(file.headers['x-total-count'], String(pagination.totalOffers), query);
      const markdown = await get(`/toolbox/apis.md?pageSize=100&${query}`);
      for (const slug of expected)
        assert.ok(markdown.text.includes(`\n|${slug}|`), `${slug} ${query}`);
      seen.add(pagination.totalOffers);
    }
    assert.ok(seen.size > 4, 'the questions have different answers');
  });

  it('keeps its networks in every link to another view of it', async () => {
    const query = 'network=base&network=aria&networkMatch=all';
    const { text } = await get(`/toolbox/apis?${query}`, asBrowser);
    const hrefs = Array.from(
      text.matchAll(/href="(\/toolbox\/apis\?[^"#]+)/g),
      ([, href]) => new URLSearchParams(String(href).replaceAll('&amp;', '&').split('?')[1]),
    );
    const chips = /aria-label="Active filters">.*?<\/ul>/s.exec(text)?.[0] ?? '';
    const others = hrefs.filter(
      (parameters) => !chips.includes(parameters.toString().split('&')[0] ?? ''),
    );
    assert.ok(hrefs.length > 5);
    for (const parameters of others) {
      assert.deepEqual(parameters.getAll('network'), ['base', 'aria']);
      assert.equal(parameters.get('networkMatch'), 'all');
    }
  });
});
