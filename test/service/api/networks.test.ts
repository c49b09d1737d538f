import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFailure, readNetworks } from '../../support/service-answers.ts';
import { useService } from '../../support/service-server.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';

describe('GET /api/networks', () => {
  const { get, service } = useService(tinyTree);

  it('lists every network by name', async () => {
    const { url } = service();
    const none = { caip2: null, aliases: [] };
    const entryOf = (key: string, name: string, chains: readonly string[]) => ({
      key,
      name,
      url: `${url}/networks/${key}`,
      icon: `${url}/icons/${key}.svg`,
      docs: `https://docs.${key}.example/`,
      ...none,
      chains,
    });
    assert.deepEqual(readNetworks(await get('/api/networks')).networks, [
      entryOf('aria', 'Aria', ['mainnet', 'testnet']),
      { ...entryOf('bora', 'bora & Co', ['mainnet']), icon: 'https://bora.example/logo.svg' },
      entryOf('cela', 'Cela', ['mainnet']),
      entryOf('nemo', 'nemo', ['mainnet']),
    ]);
  });

  it('takes no parameter', async () => {
    assert.equal(readFailure(await get('/api/networks?page=1'), 400).parameter, 'page');
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
  const hosts = useService(tinyTree, {
    SITE_URL: 'https://directory.example',
    NETWORK_URL_TEMPLATE: 'https://{network}.directory.example',
  });
  const only = useService(tinyTree, { SITE_URL: 'https://aria.example/tools', ONLY_NETWORK: 'aria' });

  it('takes every address from the configuration', async () => {
    const { networks } = readNetworks(await hosts.get('/api/networks', { headers: { host: 'directory.example' } }));
    assert.deepEqual(
      networks.map(({ url, icon }) => [url, icon]),
      [
        ['https://aria.directory.example', 'https://directory.example/icons/aria.svg'],
        ['https://bora.directory.example', 'https://bora.example/logo.svg'],
        ['https://cela.directory.example', 'https://directory.example/icons/cela.svg'],
        ['https://nemo.directory.example', 'https://directory.example/icons/nemo.svg'],
      ],
    );
  });

  it('chooses the toolbox by the host', async () => {
    const path = '/api/infrastructure-providers/categories';
    assert.equal((await hosts.get(path, { headers: { host: 'aria.directory.example' } })).status, 200);
    assert.equal((await hosts.get(path, { headers: { host: 'nope.directory.example' } })).status, 404);
    assert.equal((await hosts.get(path, { headers: { host: 'directory.example' } })).status, 404);
    assert.equal((await hosts.get(path, { headers: { host: 'elsewhere.example' } })).status, 404);
    assert.equal((await hosts.get('/networks/aria/', { headers: { host: 'directory.example' } })).status, 404);
  });

  it('serves one toolbox at the root with ONLY_NETWORK, and lists that network alone', async () => {
    for (const prefix of ['', '/tools']) {
      assert.equal((await only.get(`${prefix}/api/infrastructure-providers/rows?category=apis`)).status, 200);
      assert.equal((await only.get(`${prefix}/toolbox/apis`)).status, 200);
      const { networks } = readNetworks(await only.get(`${prefix}/api/networks`));
      assert.deepEqual(
        networks.map(({ url, icon }) => [url, icon]),
        [['https://aria.example/tools', 'https://aria.example/tools/icons/aria.svg']],
      );
    }
    assert.equal((await only.get('/networks/bora/api/infrastructure-providers/categories')).status, 404);
  });
});
