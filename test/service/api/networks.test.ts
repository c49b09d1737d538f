/** Networks and their categories, under any of their names and addresses. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { readCategories, readFailure, readNetworks } from '../../support/service-answers.ts';
import { categoriesOf } from '../../support/service-paths.ts';
import { builtAt, useService } from '../../support/service-server.ts';

describe('GET /api/chains', () => {
  const { get } = useService(directory);
  const chainsOf = async (address: string) =>
    ((await get(address)).json() as { result: { chains: Record<string, unknown>[] } }).result
      .chains;

  it('describes the chains of networks, also those that no line describes', async () => {
    const chains = await chainsOf('/api/chains?network=base&network=aria');
    assert.deepEqual(
      chains.map(({ network, chain, chainId }) => [network, chain, chainId]),
      [
        ['base', 'mainnet', 8453],
        ['base', 'sepolia', 84532],
        ['base', 'goerli', 84531],
        ['aria', 'mainnet', null],
        ['aria', 'testnet', null],
      ],
    );
    const { rowCount, ...sepolia } = chains[1] ?? {};
    assert.ok(Number(rowCount) > 0);
    assert.deepEqual(sepolia, {
      network: 'base',
      chain: 'sepolia',
      name: 'Base Sepolia',
      caip2: 'eip155:84532',
      chainId: 84532,
      aliases: [],
      testnet: true,
      currency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
      explorer: 'https://sepolia.basescan.org',
      status: null,
    });
    assert.deepEqual([chains[2]?.status, chains[2]?.rowCount], ['deprecated', 0]);
    const { name, testnet, currency } = chains[4] ?? {};
    assert.deepEqual([name, testnet], ['Aria testnet', null]);
    assert.deepEqual(currency, { name: null, symbol: null, decimals: null });
    const all = await chainsOf('/api/chains');
    assert.ok(all.some(({ chain }) => chain === 'hoodi'));
  });
});

describe('GET /api/networks', () => {
  const { get, service } = useService(directory);

  it('lists every network by name, whatever its case, as networks.csv describes it', async () => {
    const { url } = service();
    const { networks } = readNetworks(await get('/api/networks'));
    const keys = networks.map(({ key }) => key);
    assert.deepEqual(keys, ['aria', 'base', 'bora', 'cela', 'ethereum', 'nemo', 'solana']);
    const [aria, base, bora] = networks;
    assert.deepEqual(aria, {
      ...{ key: 'aria', name: 'Aria', url: `${url}/networks/aria`, icon: `${url}/icons/aria.svg` },
      ...{
        docs: 'https://docs.aria.example/',
        caip2: null,
        aliases: [],
        chains: ['mainnet', 'testnet'],
      },
    });
    const expected = ['eip155:8453', ['Base Mainnet'], `${url}/logos/networks/base.svg`];
    assert.deepEqual([base?.caip2, base?.aliases, base?.icon], expected);
    // Chains that have offers: testnet has none.
    assert.deepEqual(base?.chains, ['mainnet', 'sepolia']);
    const wanted = ['bora & Co', 'https://bora.example/logo.svg', ['mainnet']];
    assert.deepEqual([bora?.name, bora?.icon, bora?.chains], wanted);
  });

  it('names icons that are there', async () => {
    for (const { icon } of readNetworks(await get('/api/networks')).networks) {
      if (!icon.startsWith(service().url)) continue;
      const answer = await get(new URL(icon).pathname);
      assert.equal(answer.status, 200);
      assert.match(answer.headers['content-type'] ?? '', /^image\/svg\+xml/);
    }
  });

  it('draws a monogram for every network, and for no other', async () => {
    for (const network of ['aria', 'bora', 'cela', 'nemo']) {
      const { status, text } = await get(`/icons/${network}.svg`);
      assert.equal(status, 200);
      assert.match(text, /^<svg [^>]*>.*<text [^>]*>[A-Z&]{1,2}<\/text><\/svg>$/);
    }
    for (const name of ['nope.svg', 'aria.png', '..%2Faria.svg', 'ARIA.svg', '.svg']) {
      assert.equal((await get(`/icons/${name}`)).status, 404, name);
    }
  });
});

describe('GET /api/networks behind other addresses', () => {
  const hosts = useService(directory, {
    SITE_URL: 'https://directory.example',
    NETWORK_URL_TEMPLATE: 'https://{network}.directory.example',
  });
  const only = useService(directory, {
    SITE_URL: 'https://aria.example/tools',
    ONLY_NETWORK: 'aria',
  });

  it('takes every address from the configuration', async () => {
    const { networks } = readNetworks(
      await hosts.get('/api/networks', { headers: { host: 'directory.example' } }),
    );
    const addresses = networks.map(({ url, icon }) => [url, icon]);
    assert.deepEqual(addresses.slice(0, 3), [
      ['https://aria.directory.example', 'https://directory.example/icons/aria.svg'],
      ['https://base.directory.example', 'https://directory.example/logos/networks/base.svg'],
      ['https://bora.directory.example', 'https://bora.example/logo.svg'],
    ]);
  });

  it('chooses the toolbox by the host', async () => {
    const path = '/api/infrastructure-providers/categories';
    assert.equal(
      (await hosts.get(path, { headers: { host: 'aria.directory.example' } })).status,
      200,
    );
    assert.equal(
      (await hosts.get(path, { headers: { host: 'nope.directory.example' } })).status,
      404,
    );
    assert.equal((await hosts.get(path, { headers: { host: 'directory.example' } })).status, 404);
    assert.equal((await hosts.get(path, { headers: { host: 'elsewhere.example' } })).status, 404);
    assert.equal(
      (await hosts.get('/networks/aria/', { headers: { host: 'directory.example' } })).status,
      301,
    );
  });

  it('serves one toolbox at the root with ONLY_NETWORK, and lists that network alone', async () => {
    for (const prefix of ['', '/tools']) {
      assert.equal(
        (await only.get(`${prefix}/api/infrastructure-providers/rows?category=apis`)).status,
        200,
      );
      assert.equal((await only.get(`${prefix}/toolbox/apis`)).status, 200);
      const { networks } = readNetworks(await only.get(`${prefix}/api/networks`));
      const seen = networks.map(({ url, icon }) => [url, icon]);
      assert.deepEqual(seen, [
        ['https://aria.example/tools', 'https://aria.example/tools/icons/aria.svg'],
      ]);
    }
    assert.equal(
      (await only.get('/networks/bora/api/infrastructure-providers/categories')).status,
      404,
    );
  });
});

const rows = '/api/infrastructure-providers/rows?category=apis&pageSize=1';

describe('networks by any name', () => {
  const { get } = useService();
  const list = async () => readNetworks(await get('/api/networks')).networks;

  it('are named instead of a redirect if the query is too long for a header', async () => {
    const address = `/networks/Ethereum/api/infrastructure-providers/rows?category=apis&search=${'x'.repeat(7000)}`;
    const { message } = readFailure(await get(address), 414);
    assert.match(
      message,
      /send it to http\S+\/networks\/ethereum\/api\/infrastructure-providers\/rows$/,
    );
    assert.equal((await get(address, { method: 'HEAD' })).status, 414);
    assert.equal((await get(`/networks/Ethereum/${'x'.repeat(3000)}`)).status, 404);
  });

  it('redirect from every alias, identifier, number, name and case to the key', async () => {
    const others = (await list()).flatMap(({ key, name, caip2, aliases }) => {
      const number = /^eip155:(\d+)$/.exec(caip2 ?? '')?.[1];
      const names = [name, key.toUpperCase(), caip2, number, ...aliases];
      return names.flatMap((other) => (other && other !== key ? [{ key, other }] : []));
    });
    for (const { key, other } of others) {
      const answer = await get(`/networks/${encodeURIComponent(other)}${rows}`);
      assert.equal(answer.status, 301, other);
      const { pathname, search } = new URL(String(answer.headers.location));
      assert.equal(`${pathname}${search}`, `/networks/${key}${rows}`);
    }
    assert.ok(others.length > 15, String(others.length));
  });

  it('are accepted as parameters', async () => {
    const byName = await get('/api/offers?category=apis&network=ETH&network=8453&meta=none');
    const byKey = await get('/api/offers?category=apis&network=ethereum&network=base&meta=none');
    assert.equal(byName.text, byKey.text);
  });

  it('answer 404 with a suggestion for a name that no network has', async () => {
    const failure = readFailure(await get(`/networks/etherium${rows}`), 404);
    assert.deepEqual([failure.code, failure.suggestion], ['unknown-network', 'ethereum']);
    assert.equal((await get('/networks/%E0%A4%A/')).status, 404);
  });
});

describe('the categories of a network', () => {
  const { get, built } = useService();
  const ask = async (network: string) => readCategories(await get(categoriesOf(network)));

  it('are the active ones in the order of categories.csv, as it describes them', async () => {
    const { categories, generatedAt, metrics } = await ask('aria');
    assert.deepEqual([generatedAt, metrics.asOf], [builtAt.toISOString(), builtAt.toISOString()]);
    const counts = categories.map(({ key, count, providersCount }) => [key, count, providersCount]);
    assert.deepEqual(counts, [
      ['mcpservers', 3, 3],
      ['analytics', 2, 1],
      ['wallets', 3, 2],
      ['explorers', 1, 1],
      ['apis', 16, 10],
      ['services', 1, 1],
      ['sdks', 2, 2],
      ['platforms', 1, 1],
      ['security', 2, 2],
      ['storages', 5, 4],
    ]);
    const defined = built().checked.sources.meta.categories.filter(({ key }) =>
      counts.some(([found]) => found === key),
    );
    const shown = categories.map(({ count, providersCount, ...told }) => told);
    assert.deepEqual(shown, defined);
  });

  it('are 404 for an unknown network', async () => {
    assert.equal((await get(`${categoriesOf('aria')}?utm_source=x`)).status, 200);
    assert.equal(readFailure(await get(categoriesOf('nope')), 404).code, 'unknown-network');
  });
});
