/** Search of everything: what comes first, words of categories and networks, typing errors, and small suggestions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { assertFirst } from '../../support/search-labels.ts';
import { ownSearches } from '../../support/search-queries.ts';
import { asBrowser } from '../../support/service-get.ts';
import { textOf } from '../../support/service-html.ts';

interface Suggested {
  readonly corrected?: string;
  readonly suggestions: readonly { readonly kind: string; readonly text: string; readonly url: string }[];
}

describe('searches', () => {
  const service = useDescribedService(directory);
  const suggest = async (base: string, q: string) =>
    ((await service.read(`${base}suggest?q=${encodeURIComponent(q)}`)) as { result: Suggested }).result;
  const toolbox = '/networks/ethereum/api/infrastructure-providers/';

  for (const labelled of ownSearches) {
    it(`find what is meant by "${labelled.q}" first`, () => assertFirst(service.read, labelled));
  }

  it('count words of the category and the network as found, on rows, offers and the page', async () => {
    for (const [search, alone] of [
      ['sepolia faucet', 'sepolia'],
      ['Sepolia faucets ethereum', 'sepolia'],
      ['faucets', undefined],
    ] as const) {
      const rows = await service.rows('ethereum', { category: 'faucets', search });
      const same = await service.rows('ethereum', { category: 'faucets', ...(alone ? { search: alone } : {}) });
      assert.ok(rows.rows.length > 0, search);
      assert.deepEqual(rows.rows, same.rows, search);
    }
    const offers = await service.get('/api/offers?category=faucets&search=faucet&meta=none');
    const all = await service.get('/api/offers?category=faucets&meta=none');
    assert.equal(offers.text, all.text);
  });

  it('say on the page which search was meant', async () => {
    const page = await service.get('/search?q=alchmey', asBrowser);
    assert.match(textOf(page.text), /No results for “alchmey”\. Showing results for Alchemy/);
    assert.doesNotMatch(textOf((await service.get('/search?q=alchemy', asBrowser)).text), /No results/);
  });

  it('are exact in rows and offers, which suggest the search in hints', async () => {
    const rows = await service.rows('ethereum', { category: 'apis', search: 'alchmey' });
    assert.deepEqual(rows.rows, []);
    assert.equal(rows.hints?.search, 'alchemy');
    const answer = (await service.read('/api/offers?category=apis&search=alchmey')) as {
      result: { offers: unknown[]; hints: { search: string } };
    };
    assert.deepEqual([answer.result.offers, answer.result.hints.search], [[], 'alchemy']);
  });

  it('are suggested by name: networks, categories, providers and offers', async () => {
    const first = async (base: string, q: string) => (await suggest(base, q)).suggestions[0];
    assert.deepEqual(await first('/api/', 'eth'), {
      kind: 'network',
      text: 'Ethereum',
      url: `${service.service().url}/networks/ethereum`,
    });
    assert.equal((await first('/api/', 'alch'))?.text, 'Alchemy');
    assert.equal((await first('/api/', 'alch'))?.url, `${service.service().url}/providers/alchemy`);
    assert.equal((await first('/api/', 'wallet'))?.text, 'Wallets');
    assert.equal((await suggest('/api/', 'base wallet')).suggestions[1]?.text, 'Wallets on Base');
    assert.equal((await first(toolbox, 'wallet'))?.url, `${service.service().url}/networks/ethereum/toolbox/wallets`);
    assert.equal((await suggest('/api/', 'alchmey')).corrected, 'Alchemy');
    assert.deepEqual((await suggest('/api/', 'qwertyuiop')).suggestions, []);
    assert.deepEqual((await suggest('/api/', '')).suggestions, []);
    const providers = (await service.read('/api/suggest?q=a&kind=provider')) as { result: Suggested };
    assert.deepEqual([...new Set(providers.result.suggestions.map(({ kind }) => kind))], ['provider']);
  });

  it('have suggestions of at most 2 kB, with their headers', async () => {
    for (const q of [...'abcdefghijklmnopqrstuvwxyz', 'e e e', 'ethereum wallet', 'x'.repeat(200)]) {
      for (const base of ['/api/', toolbox]) {
        const answer = await service.get(`${base}suggest?q=${encodeURIComponent(q)}`);
        const headers = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}\r\n`);
        const bytes = answer.bytes.length + Buffer.byteLength(headers.join(''));
        assert.ok(answer.status === 200 && bytes <= 2000, `${q}: ${bytes}`);
      }
    }
  });

  it('finds networks by alias, providers and places with their numbers', async () => {
    interface Found {
      readonly networks: readonly { readonly key: string }[];
      readonly providers: readonly { readonly slug: string; readonly name: string }[];
      readonly categories: readonly {
        readonly key: string;
        readonly places: readonly { readonly network: string; readonly offers: number; readonly url: string }[];
      }[];
    }
    const { result } = (await service.read('/api/search?q=sol+rpc')) as { result: Found };
    assert.deepEqual(
      result.networks.map(({ key }) => key),
      ['solana'],
    );
    const [place] = result.categories.find(({ key }) => key === 'apis')?.places ?? [];
    assert.equal(place?.network, 'solana');
    const { pagination } = await service.rows('solana', { category: 'apis', search: 'rpc' });
    assert.equal(place?.offers, pagination.totalOffers);
    assert.equal((await service.get(new URL(place?.url ?? '').href.replace(service.service().url, ''))).status, 200);
  });
});
