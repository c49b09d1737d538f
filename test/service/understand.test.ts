/** Searches in ordinary words, as the API, the page and the MCP tool answer them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../support/directory.ts';
import { useService } from '../support/service-server.ts';

interface Result {
  readonly interpretation?: {
    readonly network: string | null;
    readonly category: string;
    readonly filters: readonly { readonly id: string; readonly value: readonly string[] }[];
    readonly text: string;
    readonly href: string;
    readonly leftOut: readonly string[];
    readonly totalOffers: number;
    readonly totalProviders: number;
  };
}

describe('a search in ordinary words', () => {
  const { get } = useService(directory);
  const search = async (parameters: string) => {
    const answer = await get(`/api/search?${parameters}`);
    assert.equal(answer.status, 200);
    return (answer.json() as { result: Result }).result.interpretation;
  };

  it('is a selection, and its address finds the same offers', async () => {
    const found = await search('q=free+archive+rpc+on+ethereum');
    assert.equal(found?.network, 'ethereum');
    assert.equal(found?.category, 'apis');
    assert.deepEqual(found?.filters.map(({ id }) => id).toSorted(), ['apiType', 'historicalData', 'planType']);
    const { pathname, search: query } = new URL(found?.href ?? '');
    const page = (await get(pathname + query)).text;
    assert.match(page, new RegExp(`\\b${found?.totalOffers} offers?\\b`));
  });

  it('has words that are text', async () => {
    const found = await search('q=archive+rpc&text=archive');
    assert.equal(found?.text, 'archive');
    assert.deepEqual(
      found?.filters.map(({ id }) => id),
      ['apiType'],
    );
  });

  it('says what it leaves out if nothing matches all words', async () => {
    const found = await search('q=ethereum+rpc+zzzqqq');
    assert.deepEqual(found?.leftOut, ['zzzqqq']);
    assert.ok((found?.totalOffers ?? 0) > 0);
  });

  it('is none without a category', async () => assert.equal(await search('q=alchemy'), undefined));

  it('is suggested first, with its number of offers and its page', async () => {
    const suggest = async (address: string) => {
      const { result } = (await get(address)).json() as {
        result: { suggestions: { kind: string; text: string; detail?: string; url: string }[] };
      };
      return result.suggestions;
    };
    const [first] = await suggest('/api/suggest?q=free+archive+rpc+on+ethereum');
    const found = await search('q=free+archive+rpc+on+ethereum');
    assert.equal(first?.kind, 'list');
    assert.equal(first.text, 'Free or Public RPC Archive APIs on Ethereum');
    assert.equal(first.detail, `${found?.totalOffers} offers`);
    assert.equal(first.url, found?.href);
    const [alternatives] = await suggest(
      '/networks/ethereum/api/infrastructure-providers/suggest?q=alternatives+to+alchemy',
    );
    assert.equal(alternatives?.text, 'Alternatives to Alchemy: APIs on Ethereum');
    for (const q of ['kind=provider&q=free+archive+rpc', 'q=apis+on+ethereum', 'q=zzzqqq', 'q='])
      assert.ok(
        (await suggest(`/api/suggest?${q}`)).every(({ kind }) => kind !== 'list'),
        q,
      );
  });

  it('is a list in Markdown, too, with a link to it', async () => {
    const text = (await get('/search.md?q=free+archive+rpc+on+ethereum')).text;
    const found = await search('q=free+archive+rpc+on+ethereum');
    const counts = `${found?.totalOffers} offers from ${found?.totalProviders} providers`;
    assert.ok(text.includes(`Understood as: Free or Public RPC Archive APIs on Ethereum (${counts}).`), text);
    const { pathname, search: query } = new URL(found?.href ?? '');
    assert.ok(text.includes(`${pathname}.md${query})`), text);
    const asText = (await get('/search.md?q=archive+rpc&text=archive')).text;
    assert.match(asText, /Understood as: RPC APIs: archive \(/);
  });

  it('begins the result page with the list and crosses for its words', async () => {
    const page = (await get('/search?q=archive+rpc+on+ethereum')).text;
    assert.match(page, /<h2 id="answer"><a [^>]*>RPC Archive APIs on Ethereum</);
    assert.match(page, /href="\/search\?q=archive\+rpc\+on\+ethereum&amp;text=archive\+rpc"/);
  });

  it('links each offer to its row in the directory page', async () => {
    const page = (await get('/search?q=archive+rpc+on+ethereum')).text;
    const [, lines = ''] = /<ul class="lines">(.*?)<\/ul>/.exec(page) ?? [];
    const links = Array.from(lines.matchAll(/<strong><a href="([^"]*)">([^<]*)</g), ([, href = '', title = '']) => ({
      address: new URL(href.replaceAll('&amp;', '&'), 'http://x'),
      title,
    }));
    assert.equal(links.length, 5);
    for (const { address, title } of links) {
      assert.equal(address.hash, '#open');
      const slug = address.searchParams.get('open');
      const rows = (
        await get(`/networks/ethereum/api/infrastructure-providers/rows?category=apis&pageSize=100`)
      ).json() as {
        result: { rows: { slug: string; provider: string }[] };
      };
      assert.ok(
        rows.result.rows.some((row) => row.slug === slug && title.startsWith(row.provider)),
        slug ?? title,
      );
    }
  });
});

describe('words in the search of a directory page', () => {
  const { get } = useService(directory);
  const pageOf = async (address: string) => {
    const answer = await get(address);
    assert.equal(answer.status, 200);
    return answer.text;
  };
  const offerOf = (page: string) => {
    const [, href = '', words, count] =
      /<a href="([^"]*)">Use as filters: ([^<]*)<\/a> <span class="n">([^<]*)</.exec(page) ?? [];
    return words === undefined ? null : { address: new URL(href.replaceAll('&amp;', '&'), 'http://x'), words, count };
  };

  it('are offered as filters, with the number of offers that the link shows', async () => {
    const offered = offerOf(await pageOf('/networks/ethereum/toolbox/apis?search=free+archive'));
    assert.equal(offered?.words, 'free, archive');
    assert.equal(offered.address.searchParams.get('f.historicalData'), 'Archive');
    assert.equal(offered.address.searchParams.get('search'), null);
    const { pathname, search } = offered.address;
    const page = await pageOf(pathname + search);
    assert.ok(page.includes(`, ${offered.count}</strong>`), offered.count);
    assert.equal(offerOf(page), null);
  });

  it('keep the filters and picked offers of the page, and the other words as text', async () => {
    const asked = 'search=cheap+growth&f.planType=Tiered&compare=some-offer';
    const parameters = offerOf(await pageOf(`/networks/ethereum/toolbox/apis?${asked}`))?.address.searchParams;
    assert.equal(parameters?.get('f.planType'), 'Tiered');
    assert.equal(parameters?.get('compare'), 'some-offer');
    assert.equal(parameters?.get('sort'), 'accessPrice');
    assert.equal(parameters?.get('search'), 'growth');
  });

  it('lead to another network or category that they name', async () => {
    const offered = offerOf(await pageOf('/networks/ethereum/toolbox/apis?search=wallets+on+base'));
    assert.equal(offered?.address.pathname, '/networks/base/toolbox/wallets');
  });

  it('are not offered without a meaning of their own', async () => {
    for (const search of ['zzzqqq', 'alternatives+to+alchemy', '%22archive%22', ''])
      assert.equal(offerOf(await pageOf(`/networks/ethereum/toolbox/apis?search=${search}`)), null, search);
  });
});
