/**
 * What the head of a page tells search engines and other sites: structured data, Open Graph, icons,
 * feeds; and robots.txt.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { asBrowser } from '../../support/service-get.ts';
import { linksOf, unescapeHtml } from '../../support/service-html.ts';
import { useService } from '../../support/service-server.ts';
import { readPage, testPages } from './facts.ts';

const aria = '/networks/aria';
const toolbox = `${aria}/toolbox/apis`;
const origin = 'https://dir.test';

type Thing = Readonly<Record<string, unknown>>;

/** Properties that search engines require of each type, and those of the types of their values. */
const required: Readonly<Record<string, readonly string[]>> = {
  Dataset: ['name', 'description', 'url', 'license', 'dateModified', 'distribution'],
  DataDownload: ['contentUrl', 'encodingFormat'],
  ItemList: ['name', 'itemListElement'],
  ListItem: ['position', 'name', 'url'],
  Organization: ['name'],
  OfferCatalog: ['name', 'numberOfItems'],
  WebSite: ['name', 'url', 'potentialAction'],
  SearchAction: ['target', 'query-input'],
  EntryPoint: ['urlTemplate'],
};

describe('the head of pages', () => {
  const { get } = useService(directory, { SITE_URL: origin, PUBLISHER_NAME: 'Acme' });
  const read = async (path: string, status?: number) => (await readPage(get, path, status)).html;
  const pathOf = (url: unknown) => String(url).replace(origin, '');

  async function structured(path: string): Promise<Thing> {
    const blocks = [
      ...(await read(path)).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs),
    ];
    const [[, text = ''] = [], [, trail = '{"@type":"BreadcrumbList"}'] = []] = blocks;
    assert.equal((JSON.parse(trail) as Thing)['@type'], 'BreadcrumbList', path);
    assert.ok(text.length <= 8000, `${path}: ${text.length} characters`);
    assert.doesNotMatch(text, /</, path);
    const thing = JSON.parse(text) as Thing;
    assert.equal(thing['@context'], 'https://schema.org');
    assertValid(thing);
    return thing;
  }

  it('describes /data as a dataset with its files, and the site with its search', async () => {
    const data = await structured('/data');
    assert.deepEqual([data['@type'], (data.creator as Thing).name], ['Dataset', 'Acme']);
    const files = data.distribution as Thing[];
    assert.ok(files.length > 5);
    for (const file of files.slice(0, 5)) {
      const answer = await get(pathOf(file.contentUrl));
      assert.equal(answer.headers['content-type'], file.encodingFormat);
      assert.equal(`${answer.bytes.length} B`, file.contentSize);
    }
    assert.equal((await structured('/'))['@type'], undefined);
  });

  it('describes a directory page as a list of its providers, page by page, whatever their names hold', async () => {
    const seen: unknown[] = [];
    for (const page of [1, 2, 3]) {
      const list = await structured(`${toolbox}?pageSize=4&page=${page}`);
      for (const item of list.itemListElement as Thing[]) {
        assert.equal(item.position, seen.length + 1);
        assert.equal((await get(pathOf(item.url))).status, 200, String(item.url));
        seen.push(item.name);
      }
    }
    assert.equal(new Set(seen).size, 10);
    assert.ok(seen.includes('Lens <Co> & "Sons"'));
    for (const query of ['sort=accessPrice', 'search=nothing-at-all'])
      assert.doesNotMatch(await read(`${toolbox}?${query}`), /ld\+json/, query);
  });

  it('describes a provider on a network and on all, with its offers by category', async () => {
    for (const path of [`${aria}/providers/alchemy`, '/providers/alchemy']) {
      const provider = await structured(path);
      assert.deepEqual([provider['@type'], provider.name], ['Organization', 'Alchemy']);
      assert.equal((await get(pathOf(provider.logo))).status, 200);
      const catalog = provider.hasOfferCatalog as Thing;
      const counts = (catalog.itemListElement as Thing[]).map((part) => Number(part.numberOfItems));
      const expected = counts.reduce((sum, count) => sum + count, 0);
      assert.equal(catalog.numberOfItems, expected);
    }
    assert.equal((await structured('/networks/aria/providers/p07')).name, 'Lens <Co> & "Sons"');
  });

  // Titles, canonical addresses, Open Graph and other forms; descriptions of at most 300
  // characters.
  testPages(
    get,
    `
/
  <title>Web3 infrastructure directory - Web3 Infrastructure</title> … rel="canonical" href="${origin}/"> … "og:title" content="Web3 infrastructure directory" … "og:url" content="${origin}/">
  ! noindex
/networks/aria/toolbox/apis?f.planType=Free&search=x&page=2
  <title>Free APIs on Aria: x - Web3 … content="2 providers, 2 offers, free: plans … canonical" href="${origin}/networks/aria/toolbox/apis?page=2"> … "og:title" content="Free APIs on Aria: x"> … "og:url" content="${origin}/networks/aria/toolbox/apis?search=x&f.planType=Free&page=2">
  href="${origin}/networks/aria/toolbox/apis.md?search=x&f.planType=Free" type="text/markdown" … href="/networks/aria/changes.atom?category=apis" type="application/atom+xml"
/networks/aria/toolbox/apis?page=1
  canonical" href="${origin}/networks/aria/toolbox/apis">
/networks/ethereum/toolbox/apis?search=${'x'.repeat(200)}
  xx. RPC nodes and indexe…">
/providers?page=2
  <title>Providers on all networks - Web3 … canonical" href="${origin}/providers?page=2">
/providers/alchemy
  <title>Alchemy: plans and prices - Web3 … description" content="Plans and prices of Alchemy: 10 offers in 4 categories on 4 networks, APIs free
/search?q=x
  <meta name="robots" content="noindex
/nowhere 404
  <title>Not found - Web3 … <meta name="robots" content="noindex`,
  );

  it('names the other forms of a page in the Link header', async () => {
    const { headers } = await get(`${toolbox}?f.planType=Free`, asBrowser);
    const link = String(headers.link);
    assert.ok(
      link.includes(
        `<${origin}${toolbox}.md?f.planType=Free>; rel="alternate"; type="text/markdown"`,
      ),
      link,
    );
    assert.match(
      link,
      /rows\?category=apis&filters=[^>]*>; rel="alternate"; type="application\/json"/,
    );
    const long = await get(
      `${toolbox}?${'f.planType=Free&'.repeat(10)}search=${'%C3%A9'.repeat(170)}`,
    );
    assert.doesNotMatch(
      String(long.headers.link),
      /rel="alternate"/,
      'addresses that are too long for a header',
    );
  });

  it('keeps combinations of filters from crawlers, and nothing that pages recommend', async () => {
    const rules = (await get('/robots.txt')).text;
    const recommended = (await read('/mcp-gateway')).matchAll(/https:\/\/dir\.test(\/[^'"<\s]*)/g);
    const links = Array.from(recommended, ([, path = '']) => unescapeHtml(path));
    assert.ok(links.some((link) => link.includes('filters=')));
    const network = linksOf(await read(`${aria}/`)).filter(({ href }) => href.startsWith('/'));
    const allowed = [
      ...links,
      ...network.map(({ href }) => href),
      `${toolbox}?page=2`,
      `${toolbox}.png?search=x&f.planType=Free`,
    ];
    const combined =
      'f.planType=Free search=x&f.planType=Free sort=slug&dir=desc cols=slug facet=provider'.split(
        ' ',
      );
    const hidden = [
      ...combined.map((query) => `${toolbox}?${query}`),
      `${aria}/compare?category=apis&offer=x`,
    ];
    for (const path of allowed) assert.ok(isAllowed(rules, path), path);
    for (const path of hidden) assert.ok(!isAllowed(rules, path), path);
  });
});

/** Each typed object, at any depth, has what its type needs, and no blank value. */
function assertValid(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const type = '@type' in value ? String(value['@type']) : null;
  if (type !== null)
    for (const key of required[type] ?? assert.fail(`unexpected type ${type}`))
      assert.ok(Object.hasOwn(value, key), `${key} of ${type}`);
  for (const [key, item] of Object.entries(value)) {
    assert.ok(item !== null && item !== '', key);
    if (/^(url|contentUrl|logo|license)$/.test(key))
      assert.ok(URL.canParse(String(item)), `${key} is absolute`);
    assertValid(item);
  }
}

/** By the longest rule that matches (RFC 9309). */
function isAllowed(robots: string, path: string): boolean {
  const matching = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)].filter(
    ([, , pattern = '']) => {
      const expression = pattern
        .split('*')
        .map((part) => part.replace(/[.?+^$()[\]\\|{}]/g, '\\$&'));
      return new RegExp(`^${expression.join('.*')}`).test(path);
    },
  );
  const [best] = matching.toSorted(([, , a = ''], [, , b = '']) => b.length - a.length);
  return best === undefined || best[1] === 'Allow';
}
