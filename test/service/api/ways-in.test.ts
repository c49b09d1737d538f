/**
 * Ways to pages: redirects from other spellings, the provider directory, links of the texts for
 * models, structured data.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { everyNth } from '../../support/lane.ts';
import { asBrowser } from '../../support/service-get.ts';
import { linksOf } from '../../support/service-html.ts';
import { useService } from '../../support/service-server.ts';

describe('ways in', () => {
  const used = useService(directory);
  const get = (path: string) => used.get(path, asBrowser);
  const local = (address: string) => address.replace(used.service().url, '');

  it('redirect from a slash at the end, another case and a provider name to the address that answers', async () => {
    const cases = {
      '/about/': '/about',
      '/networks': '/',
      '/networks/': '/',
      '/networks/base/toolbox/apis/': '/networks/base/toolbox/apis',
      '/toolbox/APIs/': '/toolbox/apis',
      '/networks/base/toolbox/APIS': '/networks/base/toolbox/apis',
      '/networks/BASE/toolbox/APIS/?search=a%20b': '/networks/base/toolbox/apis?search=a%20b',
      '/networks/base/toolbox/Apis.md': '/networks/base/toolbox/apis.md',
      '/api/networks/': '/api/networks',
      '/%61pi/networks': '/api/networks',
      '/networks/base/toolbox/%61pis': '/networks/base/toolbox/apis',
      '/llms%2Etxt': '/llms.txt',
      '/providers/Alchemy': '/providers/alchemy',
      '/providers/Triton%20One': '/providers/triton-one',
      '/networks/base/providers/ALCHEMY/': '/networks/base/providers/alchemy',
    };
    for (const [from, to] of Object.entries(cases)) {
      const answer = await get(from);
      assert.equal(answer.status, 301, from);
      assert.equal(local(String(answer.headers.location)), to, from);
      assert.equal((await get(to)).status, 200, to);
    }
    for (const path of '/nothing/ // /tools/apis/ /providers/nobody /networks/base/toolbox/api /About'.split(
      ' ',
    ))
      assert.equal((await get(path)).status, 404, path);
  });

  it('lead to the site-wide provider directory from the menu of every page, from home and from the sitemap', async () => {
    for (const path of [
      '/',
      '/about',
      '/networks/base/',
      '/networks/base/toolbox/apis',
      '/providers/alchemy',
    ]) {
      const [, menu = ''] =
        /<nav class="top-nav".*?>(.*?)<\/nav>/s.exec((await get(path)).text) ?? [];
      const found = linksOf(menu).some(({ href }) => href === '/providers');
      assert.ok(found, path);
    }
    const [, main = ''] = /<main(.*?)<\/main>/s.exec((await get('/')).text) ?? [];
    assert.ok(linksOf(main).some(({ href }) => href === '/providers'));
    assert.ok(
      (await get('/sitemap-site.xml')).text.includes(`<loc>${used.service().url}/providers</loc>`),
    );
  });

  it('lead browsers to the search, by an OpenSearch description', async () => {
    for (const path of ['/', '/networks/base/toolbox/apis']) {
      const [, href = ''] = /<link rel="search" href="([^"]+)"/.exec((await get(path)).text) ?? [];
      const answer = await get(href);
      assert.equal(
        answer.headers['content-type'],
        'application/opensearchdescription+xml; charset=utf-8',
        path,
      );
      const [, template = ''] = /<Url type="text\/html" template="([^"]+)"/.exec(answer.text) ?? [];
      const results = await get(local(template.replace('{searchTerms}', 'solana+faucet')));
      assert.equal(results.status, 200);
      assert.match(results.text, /<h1[^>]*>Faucets on Solana/);
      const [, name = ''] = /<ShortName>([^<]+)/.exec(answer.text) ?? [];
      assert.ok(name.length > 0 && name.length <= 16, name);
    }
  });

  it('are links that answer a GET, in the texts for models', async () => {
    const addresses = new Set<string>();
    for (const text of ['/llms.txt', '/llms-full.txt', '/networks/base/llms.txt']) {
      const answer = await used.get(text);
      const links = Array.from(answer.text.matchAll(/\]\((http[^)\s]+)\)/g), ([, address = '']) =>
        local(address),
      );
      const own = links.filter((address) => address.startsWith('/'));
      assert.ok(own.length > 10, text);
      for (const address of own) addresses.add(address);
    }
    for (const address of everyNth(4, [...addresses]))
      assert.equal((await used.get(address)).status, 200, address);
  });
});
