/** What changed, as the API, pages, feeds and sitemaps tell it after three publications. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { parseFeed } from '@rowanmanning/feed-parser';
import * as z from 'zod';
import { writeAtom } from '../../../service/notations/feed.ts';
import { openSnapshot } from '../../../service/snapshot/open/open.ts';
import { assertGolden } from '../../support/golden.ts';
import { nightly } from '../../support/lane.ts';
import { call, connect } from '../../support/mcp-client.ts';
import {
  openBuilt,
  type PublishedChanges,
  publishChanges,
  trees,
} from '../../support/published-changes.ts';
import { readFailure } from '../../support/service-answers.ts';
import { asBrowser } from '../../support/service-get.ts';
import { attributesOf, linksOf, textOf } from '../../support/service-html.ts';
import { openOptions, startService, type TestService } from '../../support/service-server.ts';
import { afterAll } from '../../support/temporary-folder.ts';

type Change = Readonly<Record<string, unknown>>;

const aria = '/networks/aria';
const onAria = `${aria}/api/infrastructure-providers/changes`;

const wallets = 'listings/specific-networks/aria/wallets.csv';
const cleanUp = afterAll();
let published: PublishedChanges;
let service: TestService;

before(async () => {
  published = await publishChanges(cleanUp);
  service = await startService({ snapshot: await openBuilt(published) });
  cleanUp.after(service.close);
});

const idOf = (number: number) => published.manifests[number]?.id ?? '';
const timeOf = (number: number) => published.manifests[number]?.generatedAt ?? '';
const get = (path: string) => service.get(path, asBrowser);

async function changes(path: string): Promise<readonly Change[]> {
  const answer = await service.get(path);
  assert.equal(answer.status, 200, answer.text);
  const { result } = answer.json() as {
    result: { changes: Change[]; pagination: { totalOffers: number } };
  };
  assert.equal(answer.headers['x-total-count'], String(result.pagination.totalOffers));
  return result.changes;
}

const brief = async (path: string) =>
  (await changes(path)).map(({ slug, column }) => `${slug} ${column}`);

describe('/api/changes', () => {
  it('has every change, newest first', async () => {
    assert.deepEqual(await brief('/api/changes'), [
      'zephyr-wallet null',
      'keyring-app languages',
      'beacon-free accessPrice',
      'zephyr-mainnet accessPrice',
      'beacon-free accessPrice',
      'alchemy-free-mainnet actionButtons',
    ]);
  });

  it('has the cells as rows have them, and what was edited', async () => {
    const [removed, languages, price] = await changes('/api/changes');
    assert.deepEqual(languages, {
      snapshot: idOf(2),
      at: timeOf(2),
      kind: 'changed',
      category: 'wallets',
      provider: 'Keyring',
      slug: 'keyring-app',
      networks: ['aria'],
      chains: [],
      wholeOffer: null,
      scope: 'network',
      fact: 'other',
      column: 'languages',
      before: ['en', 'fr'],
      after: ['en', 'de'],
      cause: { kind: 'listing', files: ['listings/specific-networks/aria/wallets.csv'] },
      revision: null,
    });
    assert.equal((removed?.before as Change | undefined)?.evm, 1);
    assert.deepEqual([removed?.kind, removed?.after], ['removed', null]);
    assert.deepEqual(price?.networks, ['aria', 'bora', 'cela', 'nemo']);
  });

  // test/golden/pairs/changes.txt has the other parameters.
  it('selects by snapshot, to a moment, and by any name of a network and an offer', async () => {
    const count = async (query: string) => (await changes(`/api/changes?${query}`)).length;
    assert.equal(await count(`since=${idOf(1)}`), 3);
    assert.equal(await count(`until=${idOf(1)}`), 3);
    assert.equal(await count(`since=${timeOf(1)}&until=${timeOf(1)}`), 3);
    assert.equal(await count('network=bora&network=ARIA'), 6);
    assert.equal(await count('slug=beacon-free-mainnet'), 2);
  });

  it('pages, and picks fields', async () => {
    const first = await service.get('/api/changes?pageSize=2&fields=slug,at');
    assert.match(String(first.headers.link), /page=2>; rel="next"/);
    const slugs = [];
    for (const page of [1, 2, 3]) {
      const items = await changes(`/api/changes?pageSize=2&fields=slug,at&page=${page}`);
      for (const item of items) assert.deepEqual(Object.keys(item), ['slug', 'at']);
      slugs.push(...items.map(({ slug }) => slug));
    }
    assert.equal(slugs.length, 6);
    assert.deepEqual(await changes('/api/changes?page=9'), []);
  });

  it('is the same on a network, with its changes', async () => {
    assert.deepEqual(await changes(onAria), await changes('/api/changes?network=aria'));
    assert.equal((await changes('/networks/cela/api/infrastructure-providers/changes')).length, 2);
    const { headers, status } = await service.get(
      '/networks/ARIA/api/infrastructure-providers/changes?page=2',
    );
    assert.equal(status, 301);
    assert.ok(String(headers.location).endsWith(`${onAria}?page=2`));
  });

  it('refuses what it does not know, with the nearest name', async () => {
    const refusal = async (query: string) =>
      readFailure(await service.get(`/api/changes?${query}`), 400);
    assert.equal((await refusal('provider=alchmey')).suggestion, 'alchemy');
    assert.equal((await refusal('network=arai')).suggestion, 'aria');
    assert.equal((await refusal('category=wallet')).suggestion, 'wallets');
    assert.equal((await refusal('column=acessPrice')).suggestion, 'accessPrice');
    assert.deepEqual((await refusal('kind=new')).allowed, ['added', 'removed', 'changed']);
    assert.equal((await refusal('since=yesterday')).parameter, 'since');
    assert.equal((await refusal('fields=rows')).parameter, 'fields');
    assert.equal((await refusal('search=x')).parameter, 'search');
    assert.equal(
      readFailure(await service.get(`${onAria}?network=bora`), 400).parameter,
      'network',
    );
  });
});

interface Item {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly html: string;
  readonly at: string;
}

/** Atom is read by an independent reader, JSON Feed 1.1 by its shape. */
async function read(
  address: string,
  from: TestService = service,
): Promise<{ title: string; self: string; items: Item[] }> {
  const answer = await from.get(address);
  assert.equal(answer.status, 200, answer.text);
  if (address.includes('.json')) {
    assert.equal(answer.headers['content-type'], 'application/feed+json; charset=utf-8');
    const { feed_url: self, title, items } = jsonFeed.parse(answer.json());
    const read = items.map(({ id, title: name, url, content_html: html, date_published: at }) => {
      return { id, title: name, url, html, at: new Date(at).toISOString() };
    });
    return { title, self, items: read };
  }
  assert.equal(answer.headers['content-type'], 'application/atom+xml; charset=utf-8');
  const feed = parseFeed(answer.text);
  assert.equal(feed.meta.type, 'atom');
  const items = feed.items.map(({ id, title, url, content, published }) => ({
    id: id ?? '',
    title: title ?? '',
    url: url ?? '',
    html: content ?? '',
    at: published?.toISOString() ?? '',
  }));
  return { title: feed.title ?? '', self: feed.self ?? '', items };
}

/** Calls of changes_since whose whole answers are in test/golden/answers/changes.md. */
const calls: readonly Readonly<Record<string, unknown>>[] = [
  ...[{}, { network: ['aria'] }, { network: ['aria', 'cela'] }, { provider: ['zephyr'] }],
  ...[{ limit: 2, offset: 1 }, { fact: 'addresses' }, { category: 'wallets', fact: 'removed' }],
  ...[
    { since: '2026-01-04' },
    { since: '2026-01-05' },
    { column: 'accessPrice', scope: 'network' },
  ],
];

describe('changes in whole texts', () => {
  /** Ids and ports differ from run to run. */
  const plain = (text: string) =>
    published.manifests
      .reduce((all, { id }, at) => all.replaceAll(id, `{snapshot ${at}}`), text)
      .replaceAll(service.url, '{site}')
      .replaceAll(/(?:tag:|urn:uuid:)?[0-9a-f-]{32,}/g, '{id}');

  it('are what agents are told', async () => {
    const client = await connect(service.url, cleanUp);
    const told: string[] = [];
    for (const given of calls) {
      const { text, structured } = await call(client, 'changes_since', given);
      const { rows, total, next = null } = structured;
      const lines = rows.map((row) => JSON.stringify(row));
      told.push(
        `# ${JSON.stringify(given)}`,
        text,
        [...lines, `${total}, next ${next}`].join('\n'),
      );
    }
    await assertGolden('answers/changes.md', `${plain(told.join('\n\n'))}\n`);
  });

  it('are what feeds and Markdown have', async () => {
    const texts: string[] = [];
    // The feed is as old as its newest entry.
    const old = '/changes.atom?until=2026-01-04T00:00:00Z';
    for (const path of [old, '/changes.json', `${aria}/changes.md`])
      texts.push(`# ${path}`, (await service.get(path)).text.replaceAll('><', '>\n<'));
    await assertGolden('answers/changes.txt', `${plain(texts.join('\n\n'))}\n`);
  });
});

describe('/changes', () => {
  const itemsOf = (html: string) =>
    Array.from(html.matchAll(/<div[^>]*><p>(.*?)<\/p>/gs), ([, inner = '']) => textOf(inner));

  it('tells the changes day by day', async () => {
    const { status, text } = await get('/changes');
    assert.equal(status, 200);
    assert.deepEqual(itemsOf(text), [
      'Beacon lowered Free from $2/month to $1/month, on 4 networks',
      'Keyring App changed Languages: added de, removed fr, on Aria',
      'zephyr Wallet was removed from Wallets on Aria',
      'Beacon raised Free from $1/month to $2/month, on 4 networks',
      'zephyr raised Pro from $20/month to $25/month, on Aria',
    ]);
    const days = [...text.matchAll(/<h2><time datetime="([\d-]+)">(.*?)<\/time><\/h2>/g)].map(
      ([, time, day]) => [time, day],
    );
    assert.deepEqual(days, [
      ['2026-01-04', '4 January 2026'],
      ['2026-01-03', '3 January 2026'],
    ]);
  });

  it('links each kind of change with its number, whatever kind is chosen', async () => {
    for (const query of ['', '?fact=removed']) {
      const { text } = await get(`/changes${query}`);
      const [, nav = ''] = /<nav aria-label="Kinds of changes">(.*?)<\/nav>/s.exec(text) ?? [];
      const kinds = linksOf(nav).map((link) => `${link.text} ${link.href}`);
      assert.ok(kinds.includes('Prices 3 /changes?fact=price'), kinds.join());
      assert.ok(kinds.includes('Removed offers 1 /changes?fact=removed'), kinds.join());
      assert.ok(
        !kinds.some((kind) => kind.startsWith('Chains')),
        'a kind without changes is left out',
      );
      assert.equal(attributesOf(nav, 'a', 'aria-current').length, 1);
    }
  });

  it('keeps the filters of the form, whose blank fields count as missing', async () => {
    const { status, text } = await get('/changes?category=wallets&network=&kind=&provider=keyring');
    assert.equal(status, 200);
    assert.equal(itemsOf(text).length, 1);
    assert.match(text, /<option value="wallets" selected>/);
    assert.deepEqual(attributesOf(text, 'input', 'value'), ['keyring']);
    const alternate = attributesOf(text, 'link', 'href').filter((href) =>
      href.includes('/changes.'),
    );
    for (const href of alternate) assert.match(href, /\?category=wallets&provider=keyring$/);
    const chips = await get(`/changes?since=${idOf(1)}&slug=beacon-free`);
    assert.equal(itemsOf(chips.text).length, 1);
    assert.match(textOf(chips.text), /Offer beacon-free/);
  });

  it('says what it did not find, and suggests a provider', async () => {
    const unknown = await get('/changes?provider=zephir');
    assert.equal(unknown.status, 200);
    assert.match(
      textOf(unknown.text),
      /There is no provider “zephir” in the directory. Did you mean zephyr\?/,
    );
    const expected = /Nothing that matches the filters has changed since 3 January 2026/;
    assert.match(textOf((await get('/networks/bora/changes?kind=added')).text), expected);
    assert.match(textOf((await get('/changes?page=9')).text), /after the last page/);
    assert.equal((await get('/changes?since=soon')).status, 400);
    assert.equal((await get('/changes?nothing=1')).status, 200);
  });

  it('says why the first snapshot has none', async () => {
    const folder = path.join(published.built.build, 'snapshots', idOf(0));
    const first = await startService({ snapshot: await openSnapshot(folder, openOptions) });
    cleanUp.after(first.close);
    const page = await first.get('/changes', asBrowser);
    assert.match(textOf(page.text), /No changes yet.*first snapshot of the directory/s);
    assert.doesNotMatch((await first.get('/', asBrowser)).text, /Recently changed/);
    for (const feed of ['/changes.atom', '/changes.json'])
      assert.deepEqual((await read(feed, first)).items, []);
  });
});

it('changes of addresses are left out of pages, feeds and home unless asked for', async () => {
  const address = /: other addresses/;
  const places = ['/changes', '/changes.md', '/changes.atom', '/changes.json', `${aria}/changes`];
  for (const place of [...places, '/', `${aria}/`])
    assert.doesNotMatch((await get(place)).text, address, place);
  for (const query of ['fields=addresses', 'fact=addresses', 'column=actionButtons'])
    for (const place of places)
      assert.match((await get(`${place}?${query}`)).text, address, `${place}?${query}`);
  assert.equal((await service.get('/changes.atom?fields=slug')).status, 400);
});

describe('the feeds', () => {
  const feeds = ['/changes.atom', '/changes.json', `${aria}/changes.atom`, `${aria}/changes.json`];

  it('tell the items of the page, each with its time, an id of its own and an address that shows it', async () => {
    for (const address of feeds) {
      const { items, self } = await read(address);
      assert.equal(self, `${service.url}${address}`);
      assert.equal(items.length, 5, address);
      assert.equal(new Set(items.map(({ id }) => id)).size, 5);
      const ats = items.map(({ at }) => at);
      assert.deepEqual(ats, [timeOf(2), timeOf(2), timeOf(2), timeOf(1), timeOf(1)]);
      if (address.includes('.atom'))
        assert.equal(
          /<updated>([^<]*)</.exec((await service.get(address)).text)?.[1],
          timeOf(2),
          'of the newest',
        );
      for (const { title, url, html } of items) {
        assert.equal(textOf(html), title, address);
        const page = await get(url.slice(service.url.length));
        assert.equal(page.status, 200);
        assert.ok(textOf(page.text).includes(title), `${url} tells "${title}"`);
        for (const { href } of linksOf(html)) assert.ok(href.startsWith(`${service.url}/`), href);
      }
    }
  });

  it('have no control characters, which XML does not allow', () => {
    const entry = { id: 'a', url: 'https://a.dev/', at: new Date(0), tags: ['x'] };
    const atom = writeAtom({
      ...{ title: 'T', author: 'A', self: 'https://a.dev/x', page: 'https://a.dev/', known: 'k' },
      updated: new Date(0),
      entries: [{ ...entry, title: 'a\u0001b\tc', html: '<p>\u001fd\ufffe</p>' }],
    });
    const [item] = parseFeed(atom).items;
    assert.deepEqual([item?.title, item?.content], ['a b\tc', '<p> d </p>']);
  });

  it('are about a network, a category or a provider', async () => {
    const cases = [
      ['?network=aria', 'Changes on Aria', 5],
      ['?category=wallets', 'Changes in Wallets', 2],
      ['?provider=zephyr', 'Changes of zephyr', 2],
      ['?category=apis&provider=p08&network=aria', 'Changes of zephyr in APIs on Aria', 1],
    ] as const;
    for (const [query, title, count] of cases) {
      for (const format of ['atom', 'json']) {
        const feed = await read(`/changes.${format}${query}`);
        assert.equal(feed.title, `${title} - Web3 Infrastructure`);
        assert.equal(feed.items.length, count, query);
      }
    }
    const whole = new Set((await read('/changes.atom')).items.map(({ id }) => id));
    const part = await read('/changes.atom?category=wallets');
    const found = part.items.every(({ id }) => whole.has(id));
    assert.ok(found, 'an item has one id in all feeds');
    assert.equal((await service.get('/changes.rss')).status, 404);
    readFailure(await service.get('/changes.atom?page=2'), 400);
  });

  nightly(
    'answer 304 to a reader that polls, and keep the ids of their entries in later snapshots',
    async () => {
      const readers = await Promise.all(
        feeds.map(async (address) => ({ address, first: await service.get(address) })),
      );
      for (const { address, first } of readers) {
        const headers = { 'if-none-match': String(first.headers.etag) };
        assert.equal((await service.get(address, { headers })).status, 304, address);
      }
      const before = (await read('/changes.atom')).items.map(({ id }) => id);
      const [, , last] = trees;
      await published.publish(
        { ...last, 'meta/sets.csv': 'category,label,description,filters,sorting\n' },
        3,
      );
      const later = await startService({
        snapshot: await openBuilt(published),
        environment: { SITE_URL: service.url },
      });
      cleanUp.after(later.close);
      for (const { address, first } of readers) {
        const headers = { 'if-none-match': String(first.headers.etag) };
        assert.equal((await later.get(address, { headers })).status, 304, `${address} has no news`);
      }
      await published.publish(trees[0] ?? {}, 4);
      later.holder.replace(await openBuilt(published));
      const after = (await read('/changes.atom', later)).items.map(({ id }) => id);
      assert.ok(after.length > before.length);
      assert.deepEqual(after.slice(-before.length), before);
      for (const { address, first } of readers) {
        const headers = { 'if-none-match': String(first.headers.etag) };
        assert.equal((await later.get(address, { headers })).status, 200, `${address} has news`);
      }
    },
  );
});

const absolute = z.url();
/** https://www.jsonfeed.org/version/1.1/ */
const jsonFeed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string().min(1),
  description: z.string().regex(/known/),
  home_page_url: absolute,
  feed_url: absolute,
  language: z.literal('en'),
  authors: z.array(z.strictObject({ name: z.string() })).min(1),
  items: z.array(
    z
      .strictObject({
        id: z.string().min(1),
        url: absolute,
        title: z.string().min(1),
        content_html: z.string().min(1),
        date_published: z.iso.datetime(),
        tags: z.array(z.string()),
      })
      .transform(({ tags: _, ...item }) => item),
  ),
});

describe('what changed, on other pages', () => {
  it('is the newest on the home page of the site and of a network', async () => {
    for (const [path, href] of [
      ['/', '/changes'],
      [`${aria}/`, `${aria}/changes`],
    ] as const) {
      const { text } = await get(path);
      const [, section = ''] = /Recently changed(.*?)<\/section>/s.exec(text) ?? [];
      assert.match(textOf(section), /Beacon lowered Free from \$2\/month to \$1\/month/, path);
      assert.match(section, /<time datetime="2026-01-04">4 January 2026<\/time>/);
      assert.ok(linksOf(section).some((link) => link.href === href));
    }
  });

  it('is the past of an offer in profiles and comparisons', async () => {
    for (const path of [
      `${aria}/providers/p03`,
      '/providers/p03',
      '/compare?category=apis&offer=beacon-free&offer=zephyr-mainnet',
    ]) {
      const { text } = await get(path);
      assert.match(textOf(text), /4 January 2026 Access price: \$2\/mo → \$1\/mo/, path);
      assert.match(textOf(text), /Listed before 3 January 2026/, path);
    }
    assert.doesNotMatch((await get(`${aria}/providers/p01`)).text, /<dt>History<\/dt>/);
    const toolbox = (await get(`${aria}/toolbox/apis`)).text;
    assert.doesNotMatch(
      toolbox,
      /<dt>History<\/dt>/,
      'a directory page has details of the unfolded row only',
    );
    const unfolded = (await get(`${aria}/toolbox/apis?open=beacon-free-mainnet`)).text;
    assert.match(textOf(unfolded), /Listed before 3 January 2026/);
  });

  it('is named as a feed where rows of it are shown', async () => {
    const feedsOf = async (path: string) =>
      attributesOf((await get(path)).text, 'link', 'href').filter((href) =>
        href.includes('/changes.'),
      );
    const feed = (base: string, query = '') => [`${base}/changes.atom${query}`];
    assert.deepEqual(await feedsOf('/'), feed(''));
    assert.deepEqual(await feedsOf(`${aria}/`), feed(aria));
    assert.deepEqual(await feedsOf(`${aria}/toolbox/apis`), feed(aria, '?category=apis'));
    assert.deepEqual(await feedsOf('/providers/p08'), feed('', '?provider=p08'));
    assert.deepEqual(await feedsOf(`${aria}/providers/p08`), feed(aria, '?provider=p08'));
    for (const path of [...feed(aria, '?category=apis'), ...feed('', '?provider=p08')])
      assert.equal((await service.get(path)).status, 200, path);
  });

  it('dates the pages of the sitemaps', async () => {
    const modified = async (sitemap: string) =>
      new Map(
        Array.from(
          (await get(sitemap)).text.matchAll(/<loc>([^<]+)<\/loc><lastmod>([^<]+)<\/lastmod>/g),
          ([, loc = '', on]) => [loc.slice(service.url.length), on],
        ),
      );
    const ofAria = await modified(`${aria}/sitemap-network.xml`);
    assert.equal(ofAria.get(`${aria}/`), timeOf(2));
    assert.ok(!ofAria.has(`${aria}/toolbox/ramps`), 'no empty category');
    assert.equal(ofAria.get(`${aria}/toolbox/wallets`), timeOf(2));
    assert.equal(
      ofAria.get(`${aria}/toolbox/explorers`),
      timeOf(2),
      'the date of the snapshot without a change',
    );
    assert.equal(ofAria.get(`${aria}/providers/p08`), timeOf(2));
    const ofCela = await modified('/networks/cela/sitemap-network.xml');
    const alchemy = [ofAria, ofCela].map((times) =>
      times.get([...times.keys()].find((path) => path.endsWith('/providers/alchemy')) ?? ''),
    );
    assert.deepEqual(alchemy, [timeOf(1), timeOf(2)], 'changed on one of two networks');
    assert.equal((await modified('/sitemap-site.xml')).get('/changes'), timeOf(2));
    assert.equal((await modified('/sitemap.xml')).get(`${aria}/sitemap-network.xml`), timeOf(2));
    for (const path of ofAria.keys()) assert.equal((await get(path)).status, 200, path);
  });
});

describe('a service of one network', () => {
  it('has the changes of its network only, at the root', async () => {
    const own = await startService({
      snapshot: await openBuilt(published),
      environment: { ONLY_NETWORK: 'aria' },
    });
    cleanUp.after(own.close);
    for (const path of '/changes /changes.atom /changes.json /api/changes /api/infrastructure-providers/changes'.split(
      ' ',
    )) {
      const answer = await own.get(path);
      assert.equal(answer.status, 200, path);
      assert.doesNotMatch(answer.text, /"bora"|\/networks\//, path);
    }
    const { text } = await own.get('/changes', asBrowser);
    assert.match(textOf(text), /Changes on Aria/);
    assert.equal((await own.get('/api/changes?network=bora')).status, 400);
  });
});

describe('a page of many changes', () => {
  /** 45 wallets of a network; each edit changes two facts of each. */
  const withWallets = (edition: number) => {
    const [header = ''] = String(trees[0]?.[wallets]).split('\n');
    const lines = Array.from({ length: 45 }, (_, at) => {
      const flags = `FALSE,TRUE${',FALSE'.repeat(9)}`;
      return `${flags},wallet-${at},Keyring,Wallet ${at},"[""l${at}-${edition}""]",$${100 * at + edition}`;
    });
    const file = 'listings/specific-networks/nemo/wallets.csv';
    return { ...trees[2], [file]: `${[header, ...lines].join('\n')}\n` };
  };

  it('is followed by pages that have all others, and the pager ends at the last one', async () => {
    await published.publish(withWallets(1), 5);
    await published.publish(withWallets(2), 6);
    const own = await startService({ snapshot: await openBuilt(published) });
    cleanUp.after(own.close);
    const seen: (readonly [items: number, linked: readonly string[]])[] = [];
    let address: string | undefined = '/changes';
    while (address !== undefined && seen.length < 5) {
      const { text } = await own.get(address, asBrowser);
      const links = linksOf(text).filter(({ href }) => /[?&]page=|^\/changes$/.test(href));
      const linked = links.flatMap(({ text: label }) => /^Page .*/.exec(label) ?? []);
      seen.push([(text.match(/<li><(?:svg|img) class="mark/g) ?? []).length, linked]);
      address = links.find(({ rel }) => rel === 'next')?.href;
    }
    // An item of each wallet tells both facts; four are older.
    assert.deepEqual(seen, [
      [40, ['Page 1', 'Page 2']],
      [9, ['Page 1', 'Page 2']],
    ]);
    assert.match(textOf((await own.get('/changes?page=3', asBrowser)).text), /last page is 2/);
  });
});
