/** Pictures of pages: each page names one with its figure, at an address of its own. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { unescapeHtml } from '../../support/service-html.ts';
import { useService } from '../../support/service-server.ts';
import { readPage } from './facts.ts';

const origin = 'https://dir.test';
const aria = '/networks/aria';

describe('the picture of a page', () => {
  const { get } = useService(directory, { SITE_URL: origin });

  async function metaOf(page: string, status = 200) {
    const { html } = await readPage(get, page, status);
    const metas = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g);
    return new Map(
      Array.from(metas, ([, name = '', content = '']) => [name, unescapeHtml(content)]),
    );
  }

  for (const [page, picture, figure] of [
    ['/', '/card.png', ' offers from '],
    [`${aria}/`, `${aria}/card.png`, ' from '],
    [`${aria}/toolbox/apis`, `${aria}/toolbox/apis.png`, ' providers, '],
    [`${aria}/toolbox/apis?f.planType=Free`, `${aria}/toolbox/apis.png?f.planType=Free`, ', free'],
    ['/networks/ethereum/toolbox/apis/free', '/networks/ethereum/toolbox/apis/free.png', ', free'],
    [
      `${aria}/toolbox/apis?search=a&pageSize=4`,
      `${aria}/toolbox/apis.png?search=a&pageSize=4`,
      ' offers',
    ],
    ['/providers/alchemy', '/providers/alchemy.png', '10 offers in 4 categories on 4 networks'],
    ['/providers', '/providers.png', ' providers of Web3 infrastructure'],
    [
      '/compare?category=apis&offer=alchemy-free-mainnet',
      '/compare.png?category=apis&offer=alchemy-free-mainnet',
      'its facts',
    ],
    [
      '/compare?provider=alchemy&provider=p07',
      '/compare.png?category=apis&provider=alchemy&provider=p07',
      'Alchemy vs',
    ],
    ['/changes', '/changes.png', 'day by day'],
    ['/search?q=alchemy', '/search.png?q=alchemy', 'alchemy'],
    ['/mcp-gateway', '/mcp-gateway.png', ''],
  ] as const)
    it(`of ${page}`, async () => {
      const meta = await metaOf(page);
      assert.equal(meta.get('og:image'), origin + picture);
      assert.equal(meta.get('twitter:image'), origin + picture);
      assert.ok(meta.get('og:image:alt')?.startsWith(`${meta.get('og:title')}: `));
      assert.ok(meta.get('og:image:alt')?.includes(figure), meta.get('og:image:alt'));
      const { status, headers, bytes } = await get(picture);
      assert.deepEqual([status, headers['content-type']], [200, 'image/png']);
      const size = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
      assert.deepEqual(size, [1200, 630]);
      assert.deepEqual(size.map(String), [meta.get('og:image:width'), meta.get('og:image:height')]);
    });

  it('has the figure that the description of the page has', async () => {
    for (const page of [`${aria}/toolbox/apis`, '/providers/alchemy', '/']) {
      const meta = await metaOf(page);
      const [, figure = ''] = (meta.get('og:image:alt') ?? '').split(`${meta.get('og:title')}: `);
      assert.ok(figure !== '' && meta.get('description')?.includes(figure), `${figure} of ${page}`);
    }
  });

  it('does not exist where the page does not, or has a title that the font lacks', async () => {
    for (const picture of [
      '/providers/nobody.png',
      `${aria}/toolbox/none.png`,
      `${aria}/toolbox/apis/none.png`,
      '/x.png',
    ])
      assert.equal((await get(picture)).status, 404, picture);
    assert.equal((await metaOf('/nowhere', 404)).get('twitter:image'), undefined);
    const query = `search=${encodeURIComponent('日本')}`;
    assert.equal((await get(`${aria}/toolbox/apis.png?${query}`)).status, 404);
    assert.equal((await metaOf(`${aria}/toolbox/apis?${query}`)).get('og:image'), undefined);
  });

  it('is the same for every Accept header', async () => {
    const of = async (accept: string) =>
      (await get('/compare.png?provider=alchemy', { headers: { accept } })).bytes;
    assert.deepEqual(await of('application/json'), await of('image/png'));
  });
});
