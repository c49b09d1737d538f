/** Facts of changes: chains of an offer that stays, addresses, offers that changed alike, in the API, on pages, in feeds and over MCP. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { directory, toCsv } from '../../support/directory.ts';
import { call, connect, rowsOf } from '../../support/mcp-client.ts';
import { asBrowser } from '../../support/service-get.ts';
import { attributesOf, linksOf, textOf } from '../../support/service-html.ts';
import {
  buildFolder,
  buildTree,
  builtAt,
  openCurrent,
  startService,
  type TestService,
} from '../../support/service-server.ts';
import { type Tree, writeTree } from '../../support/source-tree.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const dayMs = 24 * 60 * 60 * 1000;
const api = { planType: 'Tiered', apiType: 'RPC', technology: 'EVM JSON-RPC', starred: false, trial: false };
const own = (slug: string, price: string, chain = 'mainnet') => ({
  ...api,
  slug,
  provider: 'Alchemy',
  planName: slug,
  accessPrice: price,
  chain,
});

interface State {
  /** Chains on which the offer is listed. */
  readonly chains: readonly string[];
  readonly price: string;
  readonly docs: string;
  readonly limitations?: readonly string[];
}

function treeOf({ chains, price, docs, limitations = [] }: State): Tree {
  const pro = {
    ...api,
    slug: 'zephyr-pro',
    provider: 'zephyr',
    planName: 'Pro',
    actionButtons: [`[Docs](${docs})`],
    limitations,
  };
  const few = Object.entries(directory).filter(
    ([file]) => !/^listings|sets.csv|quotations|offers\/apis/.test(file) || /cela|aria.wallets/.test(file),
  );
  return {
    ...Object.fromEntries(few),
    'references/offers/apis.csv': `${toCsv([pro])}`,
    'listings/all-networks/apis.csv': 'slug,offer\n',
    'listings/specific-networks/cela/apis.csv': toCsv([
      ...chains.map((chain) => ({ slug: `zephyr-pro-${chain}`, offer: '!offer:zephyr-pro', chain })),
      ...['alpha', 'beta', 'gamma'].map((slug) => own(slug, price)),
      own('dev', '$1/mo', 'devnet'),
    ]),
  };
}

const states: readonly State[] = [
  { chains: ['mainnet', 'devnet'], price: '$10/mo', docs: 'https://a.example/' },
  { chains: ['mainnet'], price: '$12/mo', docs: 'https://b.example/' },
  { chains: ['mainnet'], price: '$12/mo', docs: 'https://b.example/', limitations: ['5 requests a second'] },
  { chains: [], price: '$12/mo', docs: 'https://b.example/', limitations: ['5 requests a second'] },
];

const cleanUp = afterAll();
let service: TestService;

before(async () => {
  const [first, ...others] = states.map(treeOf);
  const { build } = await buildTree(cleanUp, first ?? {});
  const sources = path.join(build, '../sources');
  for (const [at, tree] of others.entries()) {
    await writeTree(sources, tree);
    await buildFolder(sources, build, new Date(builtAt.getTime() + (at + 1) * dayMs));
  }
  service = await startService({ snapshot: await openCurrent(build) });
  cleanUp.after(service.close);
});

type Change = Readonly<Record<string, unknown>>;
async function changes(query: string): Promise<readonly Change[]> {
  const answer = await service.get(`/api/changes?pageSize=100&${query}`);
  assert.equal(answer.status, 200, answer.text);
  return (answer.json() as { result: { changes: Change[] } }).result.changes;
}

const page = async (address: string) => (await service.get(address, asBrowser)).text;
const told = (html: string) =>
  Array.from(html.matchAll(/<div(?: class="price-(?:up|down)")?><p>(.*?)<\/p>/gs), ([, inner = '']) => textOf(inner));
const lost = 'zephyr Pro lost a listing for devnet on Cela, and stays in APIs';
const gone = 'zephyr Pro was removed from APIs on Cela';
const raised = 'Alchemy raised 3 offers from $10/month to $12/month, on Cela: alpha, beta and gamma';
const limited = 'zephyr Pro added 5 requests a second to Limitations, on Cela';

describe('a listing that is dropped while others stay', () => {
  it('is no removed offer: the API states its chain', async () => {
    const [last, first] = await changes('kind=removed');
    assert.deepEqual(
      [first?.slug, first?.chains, first?.wholeOffer, first?.fact],
      ['zephyr-pro', ['devnet'], false, 'chains'],
    );
    assert.deepEqual(
      [last?.slug, last?.chains, last?.wholeOffer, last?.fact],
      ['zephyr-pro', ['mainnet'], true, 'removed'],
    );
  });

  it('has the scope of its rows, by which changes are selected in the API, in feeds and over MCP', async () => {
    const scopes = new Set((await changes('')).map(({ scope }) => scope));
    assert.deepEqual(scopes, new Set(['network']));
    const all = (await changes('scope=network')).length;
    assert.equal(all, (await changes('')).length);
    assert.equal((await changes('scope=all-networks')).length, 0);
    assert.equal((await service.get('/changes.json?scope=all-networks')).text.includes('zephyr'), false);
    assert.equal((await service.get('/changes.json?scope=network')).text.includes('zephyr'), true);
    assert.match(await page('/changes?scope=all-networks'), /No changes found/);
    const client = await connect(service.url, cleanUp);
    for (const [scope, total] of [
      ['network', all],
      ['all-networks', 0],
    ] as const) {
      const answer = await call(client, 'changes_since', { scope, fact: 'chains' });
      assert.equal(answer.structured.total > 0, total > 0);
    }
    assert.equal((await service.get('/api/changes?scope=everywhere')).status, 400);
  });

  it('is told to agents who ask who left, with the providers that have nothing left there', async () => {
    const client = await connect(service.url, cleanUp);
    const { structured } = await call(client, 'changes_since', { network: 'cela', fact: 'removed' });
    assert.match((structured.notes ?? []).join(), /without any offer left on Cela: zephyr\.$/);
  });

  it('is told so on pages and in both feeds, and removed is said of the last one only', async () => {
    for (const address of ['/changes', '/changes.md', '/changes.atom', '/changes.json']) {
      const text = await page(address);
      // A cell of Markdown has 60 characters.
      const plain = textOf(text);
      for (const sentence of [gone, lost]) assert.ok(plain.includes(sentence.slice(0, 58)), `${address}: ${plain}`);
    }
    const onCela = told(await page('/networks/cela/changes?fact=chains'));
    assert.deepEqual(onCela, ['zephyr Pro lost a listing for devnet, and stays in APIs']);
  });
});

describe('changes of addresses', () => {
  const link = /changed the addresses of Links/;
  it('are left out of pages, feeds and home unless asked for', async () => {
    for (const address of ['/changes', '/changes.md', '/changes.atom', '/changes.json', '/', '/networks/cela/']) {
      assert.doesNotMatch(await page(address), link, address);
    }
    for (const query of ['fields=addresses', 'fact=addresses', 'column=actionButtons'])
      for (const address of ['/changes', '/changes.md', '/changes.atom', '/changes.json', '/networks/cela/changes'])
        assert.match(await page(`${address}?${query}`), link, `${address}?${query}`);
    assert.equal((await service.get('/changes.atom?fields=slug')).status, 400);
  });

  it('are in the API, and the page names the address of what it shows', async () => {
    assert.deepEqual(
      (await changes('fact=addresses')).map(({ slug, column }) => [slug, column]),
      [['zephyr-pro', 'actionButtons']],
    );
    const html = await page('/changes');
    const [, count = ''] = /<p class="counts"><strong>(\d+) change/.exec(html) ?? [];
    assert.notEqual(count, '');
    const alternate = attributesOf(html, 'link', 'href').find((href) => href.includes('/api/changes')) ?? '';
    const shown = (await service.get(alternate.replace(service.url, '').replaceAll('&amp;', '&'))).headers[
      'x-total-count'
    ];
    assert.equal(Number(shown), Number.parseInt(count, 10));
  });
});

it('offers that changed alike are one sentence, whose address shows it', async () => {
  assert.deepEqual(told(await page('/changes')), [gone, limited, raised, lost].toSorted(byDay));
  const feed = (await service.get('/changes.json')).json() as { items: { title: string; url: string }[] };
  for (const { title, url } of feed.items)
    assert.deepEqual(told(await page(url.slice(service.url.length))), [title], url);
});

/** Newest first; those of one day as the file has them: by category and provider. */
function byDay(a: string, b: string): number {
  const order = [gone, limited, raised, lost];
  return order.indexOf(a) - order.indexOf(b);
}

describe('the filter by fact', () => {
  const cases = [
    ['price', [raised]],
    ['limits', [limited]],
    ['chains', [lost]],
    ['removed', [gone]],
    ['added', []],
  ] as const;

  it('selects on pages, in feeds, in the API and over MCP', async () => {
    const client = await connect(service.url, cleanUp);
    for (const [fact, sentences] of cases) {
      assert.deepEqual(told(await page(`/changes?fact=${fact}`)), sentences, fact);
      const feed = (await service.get(`/changes.json?fact=${fact}`)).json() as { items: { title: string }[] };
      assert.deepEqual(
        feed.items.map(({ title }) => title),
        sentences,
      );
      const found = await changes(`fact=${fact}`);
      for (const change of found) assert.equal(change.fact, fact);
      const answer = await call(client, 'changes_since', { fact });
      assert.equal(answer.isError, false, answer.text);
      assert.deepEqual(
        rowsOf(answer).map(({ slug }) => slug),
        found.map(({ slug }) => slug),
      );
    }
    assert.equal((await changes('fact=limits&fact=removed')).length, 2);
    assert.equal((await service.get('/api/changes?fact=links')).status, 400);
  });

  it('is a field of the form, and feeds keep it', async () => {
    const html = await page('/changes?fact=price&provider=Alchemy');
    assert.match(html, /<input type="hidden" name="fact" value="price">/);
    assert.match(html, /<a [^>]*aria-current="true"[^>]*>Prices /);
    const feeds = linksOf(html).filter(({ href }) => href.startsWith('/changes.'));
    assert.ok(feeds.length > 0);
    for (const { href } of feeds) assert.match(href, /fact=price/);
  });
});

it('the changes of a provider name it, also those of a chain', async () => {
  for (const provider of ['zephyr', 'Alchemy'])
    for (const sentence of told(await page(`/changes?provider=${provider}&fields=addresses`)))
      assert.ok(sentence.includes(provider), sentence);
});
