import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asBrowser } from '../../support/service-get.ts';
import { attributesOf, linksOf } from '../../support/service-html.ts';
import { useService } from '../../support/service-server.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';

describe('the page of an unknown address', () => {
  const { get } = useService(tinyTree);
  const open = async (path: string) => (await get(path, asBrowser)).text;
  const pathsOf = (text: string) => linksOf(text).map(({ href }) => href.replace(/^https?:\/\/[^/]+/, ''));

  it('has a heading that says more than the title', async () => {
    const text = await open('/nothing/here');
    assert.match(text, /<h1>This page does not exist<\/h1>/);
    assert.match(text, /<title>Not found/);
  });

  it('searches for the words of the address', async () => {
    const values = attributesOf(await open('/networks/ariah/toolbox/wallet-list'), 'input', 'value');
    assert.ok(values.includes('ariah wallet list'), values.join());
  });

  it('links the names that the address is like, and the largest networks', async () => {
    const paths = pathsOf(await open('/networks/bora2/Aria'));
    assert.ok(paths.includes('/networks/aria/'), paths.join());
    for (const network of ['aria', 'bora', 'cela', 'nemo']) assert.ok(paths.includes(`/networks/${network}/`), network);
  });

  it('writes an address as text', async () => {
    const text = await open('/%3Cscript%3Ealert(1)%3C%2Fscript%3E');
    assert.doesNotMatch(text, /<script>alert/);
  });

  it('offers no search for another error', async () => {
    const { status, text } = await get('/search?category=wallets&category=apis&page=x', asBrowser);
    assert.ok(status < 500);
    assert.doesNotMatch(text, /Largest networks:/);
  });
});
