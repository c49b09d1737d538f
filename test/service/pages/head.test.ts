/** What the head of a page tells search engines and other sites: structured data, Open Graph, icons; and robots.txt. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asBrowser } from '../../support/service-get.ts';
import { attributesOf, linksOf, textOf, unescapeHtml } from '../../support/service-html.ts';
import { useService } from '../../support/service-server.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';

const evil = '</script><script>alert(1)</script><!--';
/** A provider whose name would end the script element. */
const servers =
  'slug,provider,planType,serverType,hostingType,transportType,authType,starred,trial,x402,onChainWrite\n' +
  'mcp,Aardvark,Free,APIs,Hosted,HTTP,None,false,false,false,false\n';
const tree = Object.fromEntries(
  Object.entries({ ...tinyTree, 'listings/specific-networks/aria/mcpservers.csv': servers }).map(([path, text]) => [
    path,
    typeof text === 'string' && !path.startsWith('meta/') ? text.replaceAll('Alchemy', evil) : text,
  ]),
);
const aria = '/networks/aria';
const toolbox = `${aria}/toolbox/apis`;
const origin = 'https://dir.test';

type Thing = Readonly<Record<string, unknown>>;

/** Properties that search engines require of each type, and those of the types of their values. */
const required: Readonly<Record<string, readonly string[]>> = {
  Dataset: ['name', 'description', 'url', 'license', 'dateModified', 'distribution', 'creator'],
  DataDownload: ['contentUrl', 'encodingFormat'],
  ItemList: ['name', 'itemListElement'],
  ListItem: ['position', 'name', 'url'],
  Organization: ['name'],
  OfferCatalog: ['name', 'numberOfItems'],
};

describe('the head of pages', () => {
  const { get } = useService(tree, { SITE_URL: origin, PUBLISHER_NAME: 'Acme' });
  const read = async (path: string) => (await get(path, asBrowser)).text;
  const pathOf = (url: unknown) => String(url).replace(origin, '');

  async function structured(path: string): Promise<Thing> {
    const html = await read(path);
    const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    assert.equal(blocks.length, 1, path);
    const [, text = ''] = blocks[0] ?? [];
    assert.ok(text.length <= 8000, `${path}: ${text.length} characters`);
    assert.doesNotMatch(text, /</, path);
    const thing = JSON.parse(text) as Thing;
    assert.equal(thing['@context'], 'https://schema.org');
    assertValid(thing);
    return thing;
  }

  it('describes /data as a dataset with its files', async () => {
    const data = await structured('/data');
    assert.equal(data['@type'], 'Dataset');
    assert.ok(String(data.description).length >= 50);
    const files = data.distribution as Thing[];
    assert.ok(files.length > 5);
    for (const file of files) {
      const answer = await get(pathOf(file.contentUrl));
      assert.equal(answer.headers['content-type'], file.encodingFormat);
      assert.equal(`${answer.bytes.length} B`, file.contentSize);
    }
  });

  it('describes a directory page as a list of its providers, page by page', async () => {
    const seen: unknown[] = [];
    for (const page of [1, 2]) {
      const list = await structured(`${toolbox}?pageSize=3&page=${page}`);
      assert.equal(list['@type'], 'ItemList');
      for (const item of list.itemListElement as Thing[]) {
        assert.equal(item.position, seen.length + 1);
        assert.equal((await get(pathOf(item.url))).status, 200, String(item.url));
        seen.push(item.name);
      }
    }
    assert.equal(new Set(seen).size, 6);
    assert.doesNotMatch(await read(`${toolbox}?sort=accessPrice`), /ld\+json/, 'a provider is in it more than once');
    assert.doesNotMatch(await read(`${toolbox}?search=nothing-at-all`), /ld\+json/);
  });

  it('describes a provider on a network and on all, with its offers by category', async () => {
    for (const path of [`${aria}/providers/p02`, '/providers/p02']) {
      const provider = await structured(path);
      assert.deepEqual([provider['@type'], provider.name], ['Organization', evil]);
      assert.ok(String(provider.logo).startsWith(`${origin}/`));
      assert.equal((await get(pathOf(provider.logo))).status, 200);
      const catalog = provider.hasOfferCatalog as Thing;
      const counts = (catalog.itemListElement as Thing[]).map((part) => Number(part.numberOfItems));
      assert.ok(counts.length > 0);
      assert.equal(
        catalog.numberOfItems,
        counts.reduce((sum, count) => sum + count, 0),
      );
    }
  });

  it('is not broken by a hostile name', async () => {
    for (const path of [toolbox, `${aria}/providers/p02`, '/providers/p02', `${aria}/providers`]) {
      const html = await read(path);
      assert.ok(!html.includes('<script>alert'), path);
      assert.equal(html.match(/<script\b/g)?.length, html.match(/<\/script>/g)?.length, path);
    }
  });

  it('names the site in titles, and the page in Open Graph', async () => {
    for (const path of ['/', '/data', toolbox, `${aria}/providers`, '/nowhere']) {
      const html = await read(path);
      const title = unescapeHtml(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '');
      const properties = new Map(
        Array.from(html.matchAll(/<meta property="(og:[\w:]+)" content="([^"]*)">/g), ([, name, content]) => [
          name,
          unescapeHtml(content ?? ''),
        ]),
      );
      assert.ok(title === 'Web3 Infrastructure' || title.endsWith(' - Web3 Infrastructure'), title);
      assert.ok(title.startsWith(properties.get('og:title') ?? 'none'), title);
      assert.equal(properties.get('og:url'), linkTo(html, 'canonical'));
      assert.equal(properties.get('og:site_name'), 'Web3 Infrastructure');
      assert.ok(properties.get('og:image')?.startsWith(`${origin}/assets/social.png?v=`));
    }
  });

  it('has a picture for other sites and a touch icon, as large as they say', async () => {
    const html = await read('/');
    const picture = await get(pathOf(unescapeHtml(/property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '')));
    const icon = await get(pathOf(linkTo(html, 'apple-touch-icon')));
    for (const [answer, width, height] of [
      [picture, 1200, 630],
      [icon, 180, 180],
    ] as const) {
      assert.equal(answer.headers['content-type'], 'image/png');
      assert.match(answer.headers['cache-control'] ?? '', /immutable/);
      assert.deepEqual([answer.bytes.readUInt32BE(16), answer.bytes.readUInt32BE(20)], [width, height]);
      assert.ok(answer.bytes.length <= 60_000, `${answer.bytes.length} bytes`);
    }
    assert.equal(attributesOf(html, 'meta', 'media').length, 2, 'a theme colour for light and dark');
  });

  it('leaves to crawlers what the pages recommend, and keeps combinations of filters from them', async () => {
    const rules = (await get('/robots.txt')).text;
    const recommended = (await read('/mcp-gateway')).matchAll(/https:\/\/dir\.test(\/[^'"<\s]*)/g);
    const links = Array.from(recommended, ([, path = '']) => unescapeHtml(path));
    assert.ok(
      links.some((link) => link.includes('filters=')),
      links.join('\n'),
    );
    const network = linksOf(await read(`${aria}/`)).filter(({ href }) => href.startsWith('/'));
    for (const path of [...links, ...network.map(({ href }) => href)]) assert.ok(isAllowed(rules, path), path);
    const combined = [
      'f.planType=Free',
      'search=x&f.planType=Free',
      'sort=slug&dir=desc',
      'cols=slug',
      'facet=provider',
    ];
    for (const query of combined) assert.ok(!isAllowed(rules, `${toolbox}?${query}`), query);
    assert.ok(!isAllowed(rules, `${aria}/compare?category=apis&offer=x`));
    assert.ok(isAllowed(rules, `${toolbox}?page=2`));
    assert.match(textOf(rules), /Allow: \//);
  });
});

function linkTo(html: string, rel: string): string {
  return unescapeHtml(new RegExp(`<link rel="${rel}" href="([^"]*)"`).exec(html)?.[1] ?? '');
}

/** Each typed object, at any depth, has what its type needs, and no blank value. */
function assertValid(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const type = '@type' in value ? String(value['@type']) : null;
  if (type !== null) {
    const needed = required[type] ?? assert.fail(`unexpected type ${type}`);
    for (const key of needed) assert.ok(Object.hasOwn(value, key), `${key} of ${type}`);
  }
  for (const [key, item] of Object.entries(value)) {
    assert.ok(item !== null && item !== '', key);
    if (/^(url|contentUrl|logo|license)$/.test(key)) assert.ok(URL.canParse(String(item)), `${key} is absolute`);
    assertValid(item);
  }
}

/** By the longest rule that matches (RFC 9309). */
function isAllowed(robots: string, path: string): boolean {
  const matching = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)].filter(([, , pattern = '']) => {
    const expression = pattern.split('*').map((part) => part.replace(/[.?+^$()[\]\\|{}]/g, '\\$&'));
    return new RegExp(`^${expression.join('.*')}`).test(path);
  });
  const [best] = matching.toSorted(([, , a = ''], [, , b = '']) => b.length - a.length);
  return best === undefined || best[1] === 'Allow';
}
