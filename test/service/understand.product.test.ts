/** Searches in ordinary words, as the API, the page and the MCP tool answer them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { projectFolder } from '../support/paths.ts';
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
  };
}

describe('a search in ordinary words', () => {
  const { get } = useService({ folder: `${projectFolder}/sources` });
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

  it('begins the result page with the list and crosses for its words', async () => {
    const page = (await get('/search?q=archive+rpc+on+ethereum')).text;
    assert.match(page, /<h2 id="answer"><a [^>]*>RPC Archive APIs on Ethereum</);
    assert.match(page, /href="\/search\?q=archive\+rpc\+on\+ethereum&amp;text=archive\+rpc"/);
  });
});
