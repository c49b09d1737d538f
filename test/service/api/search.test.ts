/**
 * Search of everything: what comes first, words of categories and networks, typing errors, and
 * small suggestions.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { assertGolden } from '../../support/golden.ts';
import { useDescribedService } from '../../support/interface-service.ts';

interface Suggested {
  readonly corrected?: string;
  readonly suggestions: readonly {
    readonly kind: string;
    readonly text: string;
    readonly url: string;
  }[];
}

interface Found {
  readonly corrected?: string;
  readonly networks: readonly { readonly key: string }[];
  readonly providers: readonly { readonly name: string }[];
  readonly offers: readonly { readonly slug: string }[];
  readonly categories: readonly {
    readonly key: string;
    readonly places: readonly {
      readonly network: string;
      readonly offers: number;
      readonly url: string;
    }[];
  }[];
}

/**
 * Search => networks | first two providers | first three categories, with their first places |
 * first two offers | what was meant.
 */
const found = `
  alchemy => - | Alchemy | apis (ethereum 7/base 5/solana 5/aria 3), services (base 2/ethereum 2), mcpservers (base 1/ethereum 1/solana 1) | alchemy-mcp,alchemy-free-full-archive | -
  alchmey => - | Alchemy | apis (ethereum 7/base 5/solana 5/aria 3), services (base 2/ethereum 2), mcpservers (base 1/ethereum 1/solana 1) | alchemy-mcp,alchemy-free-full-archive | Alchemy
  etherium => ethereum | Go Ethereum,Across | mcpservers (ethereum 15), ramps (ethereum 9), faucets (ethereum 12) | - | Ethereum
  eth => ethereum | Ethers.js,Etherscan | mcpservers (ethereum 15), ramps (ethereum 9), faucets (ethereum 12) | - | -
  8453 => base | - | mcpservers (base 16), ramps (base 9), faucets (base 7) | - | -
  base rpc => base | 1RPC,dRPC | apis (base 64), mcpservers (base 1), explorers (base 2) | 1rpc-developer-recent-state,1rpc-personal-recent-state | -
  free rpc => - | dRPC,PublicNode | apis (ethereum 43/base 32/solana 27/aria 8), sdks (base 5/ethereum 5/solana 2), mcpservers (solana 2/base 1/ethereum 1) | 1rpc-starter-recent-state,aardvark-mainnet | -
  wallets for solana => solana | MetaMask,Phantom | wallets (solana 12), mcpservers (solana 2), platforms (solana 7) | brave-wallet,base-app | -
  webscoket => - | - | analytics (base 1/ethereum 1/solana 1), apis (solana 43/ethereum 7/base 5), oracles (ethereum 1) | alchemy-free-full-archive,alchemy-pay-as-you-go-full-archive | websocket
  qwertyuiop => - | - | - | - | -
  nonsense gibberish => - | - | - | - | -
  the graph => - | The Graph,Bitquery | apis (ethereum 18/base 17/solana 5/aria 3), mcpservers (base 1/ethereum 1), oracles (base 1/ethereum 1) | the-graph-free-indexer,the-graph-pay-as-you-go-indexer | -
  infura api => - | Infura | apis (ethereum 5/base 4) | infura-core-full-archive,infura-developer-full-archive | -
  archive => - | - | apis (ethereum 74/base 63/solana 35/aria 2) | alchemy-free-full-archive,alchemy-pay-as-you-go-full-archive | -
  node => - | 100% Node_s*,Éclair Nodes | apis (ethereum 21/base 17/solana 14/aria 4), oracles (base 4/ethereum 3/solana 2), mcpservers (base 2/ethereum 2/solana 2) | node-s-mainnet,1rpc-developer-recent-state | -
  free => - | dRPC,PublicNode | analytics (ethereum 11/base 10/solana 10/aria 2), apis (ethereum 60/base 46/solana 32/aria 8), services (base 9/ethereum 9/solana 2) | grafana-cloud-free,beacon-free | -
  oracle => - | - | oracles (ethereum 16/base 11/solana 8), bridges (base 2/ethereum 2/solana 2) | api3,chainlink | -
  explorer => - | FoxWallet,NOWNodes | explorers (ethereum 13/solana 8/base 4/aria 1), mcpservers (base 2/ethereum 2), oracles (base 2/ethereum 2/solana 2) | aardvark-scan,beaconchain | -
  beacon => - | Beacon,Beaconcha.in | apis (ethereum 3/solana 3/aria 2/base 2), explorers (ethereum 3) | beacon-free,beaconchain | -
  sol rpc => solana | Helius,Syndica | apis (solana 54), mcpservers (solana 2), sdks (solana 2) | alchemy-free-full-archive,alchemy-pay-as-you-go-full-archive | -`;

/** What readers type, whose suggestions are in test/golden/answers/suggestions.txt. */
const suggested = [
  ...['a', 'al', 'alchemy free', 'alchemy ankr', 'free archive rpc', 'growth', 'rpc', 'apis'],
  ...['base wallet', 'wallets on solana', 'sepolia faucet', '8453', 'eip155:1', 'etherium'],
  ...['mcp', 'zephyr', 'metamask wallet', 'beacon', 'node', 'chainlink oracle', 'quiknode'],
];

function inShort({ networks, providers, categories, offers, corrected }: Found): string {
  const placesOf = ({ key, places }: Found['categories'][number]) =>
    `${key} (${places
      .slice(0, 4)
      .map(({ network, offers: count }) => `${network} ${count}`)
      .join('/')})`;
  const cells = [
    networks.map(({ key }) => key).join(),
    providers
      .slice(0, 2)
      .map(({ name }) => name)
      .join(),
    categories.slice(0, 3).map(placesOf).join(', '),
    offers
      .slice(0, 2)
      .map(({ slug }) => slug)
      .join(),
    corrected,
  ];
  return cells.map((cell) => cell || '-').join(' | ');
}

describe('searches', () => {
  const service = useDescribedService(directory);
  const suggest = async (base: string, q: string) =>
    ((await service.read(`${base}suggest?q=${encodeURIComponent(q)}`)) as { result: Suggested })
      .result;
  const toolbox = '/networks/ethereum/api/infrastructure-providers/';

  for (const line of found.trim().split('\n')) {
    const [q = '', expected = ''] = line.trim().split(' => ');
    it(`find what is meant by "${q}" first`, async () => {
      const { result } = (await service.read(`/api/search?q=${encodeURIComponent(q)}`)) as {
        result: Found;
      };
      assert.equal(inShort(result), expected);
    });
  }

  it('count words of the category and the network as found, on rows, offers and the page', async () => {
    for (const [search, alone] of [
      ['sepolia faucet', 'sepolia'],
      ['Sepolia faucets ethereum', 'sepolia'],
      ['faucets', undefined],
    ] as const) {
      const rows = await service.rows('ethereum', { category: 'faucets', search });
      const same = await service.rows('ethereum', {
        category: 'faucets',
        ...(alone ? { search: alone } : {}),
      });
      assert.ok(rows.rows.length > 0, search);
      assert.deepEqual(rows.rows, same.rows, search);
    }
    const offers = await service.get('/api/offers?category=faucets&search=faucet&meta=none');
    const all = await service.get('/api/offers?category=faucets&meta=none');
    assert.equal(offers.text, all.text);
  });

  it('name a chain for which nothing is listed, and say that it is deprecated', async () => {
    for (const [search, words, note] of [
      ['holesky faucet', 'holesky', 'The chain Holesky is deprecated.'],
      ['base goerli mcp', 'base goerli', 'The chain Base Goerli is deprecated.'],
      ['base sepolia mcp', 'base sepolia', null],
    ] as const) {
      const page = await service.get(`/search?q=${encodeURIComponent(search)}`, {
        headers: { accept: 'text/markdown' },
      });
      const left = `Nothing matches this beside the rest, so it is left out: ${words}.`;
      assert.ok(page.text.includes(left), page.text);
      assert.equal(page.text.includes(' is deprecated.'), note !== null, search);
      assert.ok(page.text.includes(note ?? left), page.text);
    }
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

  it('are suggested in this order, with these words and addresses', async () => {
    const told: string[] = [];
    for (const base of ['/api/', toolbox])
      for (const q of suggested) {
        const { corrected, suggestions } = await suggest(base, q);
        const lines = suggestions.map(({ url, ...each }) => {
          const { pathname, search, hash } = new URL(url);
          return `  ${Object.values(each).join(' | ')} | ${pathname}${search}${hash}`;
        });
        told.push(
          `${base}suggest?q=${q}${corrected === undefined ? '' : ` (${corrected})`}`,
          ...lines,
        );
      }
    await assertGolden('answers/suggestions.txt', `${told.join('\n')}\n`);
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
    assert.equal(
      (await first(toolbox, 'wallet'))?.url,
      `${service.service().url}/networks/ethereum/toolbox/wallets`,
    );
    assert.equal((await suggest('/api/', 'alchmey')).corrected, 'Alchemy');
    assert.deepEqual((await suggest('/api/', 'qwertyuiop')).suggestions, []);
    assert.deepEqual((await suggest('/api/', '')).suggestions, []);
    const providers = (await service.read('/api/suggest?q=a&kind=provider')) as {
      result: Suggested;
    };
    assert.deepEqual(
      [...new Set(providers.result.suggestions.map(({ kind }) => kind))],
      ['provider'],
    );
  });

  it('have suggestions of at most 2 kB, with their headers', async () => {
    for (const q of [
      ...'abcdefghijklmnopqrstuvwxyz',
      'e e e',
      'ethereum wallet',
      'x'.repeat(200),
    ]) {
      for (const base of ['/api/', toolbox]) {
        const answer = await service.get(`${base}suggest?q=${encodeURIComponent(q)}`);
        const headers = Object.entries(answer.headers).map(
          ([name, value]) => `${name}: ${value}\r\n`,
        );
        const bytes = answer.bytes.length + Buffer.byteLength(headers.join(''));
        assert.ok(answer.status === 200 && bytes <= 2000, `${q}: ${bytes}`);
      }
    }
  });

  it('lead to the places that they count', async () => {
    const { result } = (await service.read('/api/search?q=sol+rpc')) as { result: Found };
    const [place] = result.categories.find(({ key }) => key === 'apis')?.places ?? [];
    const { pagination } = await service.rows('solana', { category: 'apis', search: 'rpc' });
    assert.equal(place?.offers, pagination.totalOffers);
    assert.equal(
      (await service.get(new URL(place?.url ?? '').href.replace(service.service().url, ''))).status,
      200,
    );
  });
});
