import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asBrowser } from '../../support/service-get.ts';
import { attributesOf, linksOf, textOf } from '../../support/service-html.ts';
import { useService } from '../../support/service-server.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';

describe('GET / of the site', () => {
  const { get } = useService(tinyTree);

  it('names every network, with a link to its home', async () => {
    const { status, text } = await get('/', asBrowser);
    assert.equal(status, 200);
    const names = { aria: 'Aria', bora: 'bora & Co', cela: 'Cela', nemo: 'nemo' };
    const links = linksOf(text).filter(({ href }) => /^\/networks\/\w+\/$/.test(href));
    assert.equal(new Set(links.map(({ href }) => href)).size, 4);
    for (const [key, name] of Object.entries(names)) {
      const own = links.filter(({ href }) => href === `/networks/${key}/`);
      assert.ok(
        own.some((link) => link.text.includes(name)),
        name,
      );
    }
  });

  it('states how much there is', async () => {
    const shown = textOf((await get('/', asBrowser)).text);
    assert.match(shown, /\d+ offers from 21 providers, in 145 listings on 4 networks/);
    assert.match(shown, /Storage/);
    assert.doesNotMatch(shown, /Ramps/, 'a category that nobody has is left out');
  });

  it('pictures the providers of each category on each network, each number a link', async () => {
    const { text } = await get('/', asBrowser);
    const [, table = ''] = /<table class="coverage">(.*?)<\/table>/s.exec(text) ?? [];
    const line = /<tr><th scope="row"><a href="\/networks\/aria\/">.*?<\/tr>/s.exec(table)?.[0] ?? '';
    const counts = Object.fromEntries(linksOf(line).map((link) => [link.href, link.text]));
    assert.equal(counts['/networks/aria/toolbox/apis'], '8');
    assert.match(line, /<td class="shade-0"><span class="sr">none<\/span><\/td>/);
  });

  it('is a page even for who asks for anything', async () => {
    assert.match((await get('/')).headers['content-type'] ?? '', /^text\/html/);
  });

  it('leads nowhere that is not there', async () => {
    const { text } = await get('/', asBrowser);
    const links = linksOf(text).filter(({ href }) => href.startsWith('/'));
    const files = attributesOf(text, 'link', 'href').filter((href) => href.startsWith('/'));
    for (const href of new Set([...links.map((link) => link.href), ...files])) {
      assert.equal((await get(href, asBrowser)).status, 200, href);
    }
  });
});

describe('GET / of a network', () => {
  const { get, service } = useService(tinyTree);

  it('shows its active categories with counts, its chains and its documentation', async () => {
    const { status, text } = await get('/networks/aria/', asBrowser);
    assert.equal(status, 200);
    const shown = textOf(text);
    for (const fact of ['listings from 9 providers', 'mainnet', 'testnet', '8 providers']) {
      assert.ok(shown.includes(fact), fact);
    }
    const hrefs = linksOf(text).map(({ href }) => href);
    assert.ok(hrefs.includes('https://docs.aria.example/'));
    assert.deepEqual(
      ['wallets', 'explorers', 'apis', 'ramps'].filter((key) => hrefs.includes(`/networks/aria/toolbox/${key}`)),
      ['wallets', 'explorers', 'apis'],
    );
  });

  it('is the same without a slash at the end', async () => {
    const [with_, without] = [await get('/networks/aria/', asBrowser), await get('/networks/aria', asBrowser)];
    assert.equal(without.text, with_.text);
  });

  it('names its own address', async () => {
    const { text } = await get('/networks/aria', asBrowser);
    const canonical = text.match(/<link rel="canonical" href="([^"]*)">/)?.[1]?.replaceAll('&#x2F;', '/');
    assert.equal(canonical, `${service().url}/networks/aria/`);
  });

  it('shows a network by its key where no name is known', async () => {
    assert.match(textOf((await get('/networks/nemo/', asBrowser)).text), /nemo infrastructure/);
  });

  it('is not there for an unknown network', async () => {
    const { status, text } = await get('/networks/nope/', asBrowser);
    assert.equal(status, 404);
    assert.match(textOf(text), /no network "nope"/);
  });
});
