/**
 * Forms of an answer in the caches, and what is one question. api/conditional.test.ts has the
 * routes one by one.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { rowsOf } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';

describe('answers out of and into caches', () => {
  const { get } = useService(directory);
  const page = rowsOf('aria', { category: 'apis' });

  for (const path of [
    '/networks/aria/toolbox/apis',
    '/providers/alchemy',
    '/search?q=alchemy',
    '/changes',
  ]) {
    it(`${path} is kept as HTML and as Markdown, each for whom asks for it`, async () => {
      const address = path.replace(/(?=\?|$)/, '.md');
      const typeOf = (accept: string, tag = '"none"') =>
        get(path, { headers: { accept, 'if-none-match': tag } });
      for (const _ of ['made', 'kept']) {
        const [html, markdown] = [
          await typeOf('text/html,*/*;q=0.8'),
          await typeOf('text/markdown, text/html;q=0.5'),
        ];
        assert.match(String(html.headers['content-type']), /^text\/html/);
        assert.match(String(markdown.headers['content-type']), /^text\/markdown/);
        assert.notEqual(html.headers.etag, markdown.headers.etag);
        for (const { headers } of [html, markdown])
          assert.equal(headers.vary, 'Accept, Accept-Encoding');
        assert.equal((await typeOf('text/markdown', markdown.headers.etag)).status, 304);
        assert.equal((await typeOf('text/markdown', html.headers.etag)).status, 200);
        assert.equal((await typeOf('*/*', html.headers.etag)).status, 304);
        assert.equal((await get(address)).text, markdown.text);
      }
      for (const accept of [
        '*/*',
        'text/*',
        'text/html, text/markdown',
        'text/markdown;q=0',
        'image/png',
      ])
        assert.match(String((await typeOf(accept)).headers['content-type']), /^text\/html/, accept);
    });
  }

  it('packs what is worth it, and as was asked for', async () => {
    const cases = {
      br: 'br',
      gzip: 'gzip',
      'gzip, br': 'br',
      'br;q=0, gzip': 'gzip',
      'gzip;q=1, br;q=0.1': 'gzip',
      'gzip;q=0.5, br;q=0.9': 'br',
      'gzip;q=0.1, *;q=0.9': 'br',
      'gzip, br;q=0.999': 'gzip',
      identity: undefined,
      'br;q=0': undefined,
    };
    for (const [asked, given] of Object.entries(cases)) {
      const { headers, bytes } = await get(page, { headers: { 'accept-encoding': asked } });
      assert.equal(headers['content-encoding'], given, asked);
      assert.equal(headers['content-length'], String(bytes.length));
    }
  });

  it('is one answer for one question, however it is put', async () => {
    const { etag } = (await get(rowsOf('aria', { category: 'apis', search: 'free plan', page: 1 })))
      .headers;
    for (const query of [
      'page=1&search=free+plan&category=apis',
      'category=apis&search=free%20plan&page=1&utm_source=x',
      '_=7&page=1&category=%61pis&search=free+plan',
    ]) {
      assert.equal(
        (await get(`/networks/aria/api/infrastructure-providers/rows?${query}`)).headers.etag,
        etag,
        query,
      );
    }
  });

  it('is another answer for another question', async () => {
    const tags = new Set<string | undefined>();
    const questions = [
      rowsOf('aria', { category: 'apis' }),
      rowsOf('aria', { category: 'apis', page: 2 }),
      rowsOf('aria', { category: 'apis', pageSize: 100 }),
      rowsOf('aria', { category: 'wallets' }),
      rowsOf('bora', { category: 'apis' }),
      '/networks/aria/api/infrastructure-providers/categories',
      '/networks/aria/',
      '/networks/aria/toolbox/apis',
    ];
    for (const question of questions) tags.add((await get(question)).headers.etag);
    assert.equal(tags.size, questions.length);
  });
});
