import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Row } from '../../../service/snapshot/catalog.ts';
import { readRows } from '../../support/service-answers.ts';
import { asBrowser } from '../../support/service-get.ts';
import { attributesOf, linksOf, listedOf, offersOf, providersOf, textOf } from '../../support/service-html.ts';
import { type RowsParameters, rowsOf, toolboxOf } from '../../support/service-paths.ts';
import {
  buildTree,
  openCurrent,
  replaceMethods,
  startService,
  type TestService,
  useService,
} from '../../support/service-server.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';
import { afterAll } from '../../support/temporary-folder.ts';

describe('GET /toolbox/{category}', () => {
  const { get } = useService(tinyTree);

  async function openPage(path: string): Promise<string> {
    const { status, headers, text } = await get(path, asBrowser);
    assert.equal(status, 200, text);
    assert.match(headers['content-type'] ?? '', /^text\/html; charset=utf-8$/);
    return text;
  }

  const pages: readonly (readonly [network: string, category: string, parameters: RowsParameters])[] = [
    ['aria', 'apis', {}],
    ['aria', 'apis', { search: 'zephyr' }],
    ['aria', 'apis', { search: '"mega plan"' }],
    ['aria', 'apis', { search: 'nothing at all' }],
    ['aria', 'wallets', { pageSize: 1, page: 2 }],
    ['aria', 'ramps', {}],
    ['bora', 'storages', { pageSize: 10 }],
    ['bora', 'storages', { pageSize: 10, page: 2 }],
    ['bora', 'storages', { pageSize: 25 }],
    ['bora', 'storages', { page: 99 }],
    ['nemo', 'explorers', {}],
  ];
  for (const [network, category, parameters] of pages) {
    it(`shows the providers and offers of the same JSON page: ${toolboxOf(network, category, parameters)}`, async () => {
      const { rows, pagination } = readRows(await get(rowsOf(network, { ...parameters, category })));
      const html = await openPage(toolboxOf(network, category, parameters));
      const expected = new Map<string, string[]>();
      for (const { provider, slug } of rows) {
        expected.set(String(provider), [...(expected.get(String(provider)) ?? []), String(slug)]);
      }
      const shown = [];
      for (const { name, slugs } of providersOf(html)) {
        const unfold = (open: string) => openPage(toolboxOf(network, category, { ...parameters, open }));
        shown.push([name, await listedOf(slugs, unfold)]);
      }
      assert.deepEqual(
        shown,
        [...expected].map(([name, slugs]) => [name, slugs.toSorted()]),
      );
      const { totalProviders, totalOffers } = pagination;
      const providers = `${totalProviders} provider${totalProviders === 1 ? '' : 's'}, `;
      // Each listing is an offer of its own, or the heading counts both.
      const counts = new RegExp(
        `${providers}(${totalOffers} offers?\\b|\\d+ offers? in ${totalOffers} (of \\d+ )?listings)`,
      );
      assert.match(textOf(html), counts);
    });
  }

  it('shows 25 providers by default, where the JSON has 10', async () => {
    assert.equal(providersOf(await openPage(toolboxOf('bora', 'storages'))).length, 12);
    assert.equal(readRows(await get(rowsOf('bora', { category: 'storages' }))).pagination.pageSize, 10);
  });

  it('shows every cell of an offer that says something', async () => {
    const html = await openPage(toolboxOf('aria', 'apis', { open: 'alchemy-growth-mainnet' }));
    for (const shown of [
      'Growth',
      'Tiered',
      'mainnet',
      '$0.83/1M CUs',
      'Archive',
      'EVM JSON-RPC',
      'Africa',
      '99.9%',
      '24/7',
    ]) {
      assert.ok(textOf(html).includes(shown), shown);
    }
  });

  it('shows the count of the dataset on the page of the apis alone', async () => {
    assert.match(textOf(await openPage(toolboxOf('aria', 'apis'))), /11 provider-category entries/);
    assert.doesNotMatch(textOf(await openPage(toolboxOf('aria', 'wallets'))), /provider-category entries/);
  });

  it('escapes what the data says', async () => {
    const html = await openPage(toolboxOf('aria', 'apis'));
    assert.ok(html.includes('&lt;blink&gt;Bold'));
    assert.ok(textOf(html).includes('Lens <Co> & "Sons"'));
    assert.doesNotMatch(html, /<blink>|<img src=x|<Co>|<script>/);
  });

  it('makes links of Markdown links', async () => {
    const links = linksOf(await openPage(toolboxOf('aria', 'apis', { open: 'alchemy-free-mainnet' })));
    assert.ok(links.some(({ href, text }) => href === 'https://docs.alchemy.example/secretpath' && text === 'debug'));
    assert.ok(links.some(({ href, text }) => href === 'https://docs.alchemy.example/' && text === 'Docs'));
    const others = linksOf(await openPage(toolboxOf('aria', 'apis', { open: 'bison-mainnet' })));
    assert.ok(others.some(({ href, text }) => href === 'https://hazard.example/' && text === 'press'));
  });

  it('keeps visitors from being sent to other sites with a reference', async () => {
    const links = linksOf(await openPage(toolboxOf('aria', 'apis')));
    for (const { href, rel } of links.filter((link) => /^https:\/\/docs\.alchemy/.test(link.href))) {
      assert.match(rel, /noopener/, href);
    }
  });

  it('keeps the search in its box, whatever it holds', async () => {
    for (const search of [
      'alchemy',
      '"mega plan"',
      '"><script>alert(1)</script>',
      "it's 100% & more",
      '{{snapshotId}}',
    ]) {
      const html = await openPage(toolboxOf('aria', 'apis', { search }));
      assert.ok(attributesOf(html, 'input', 'value').includes(search), search);
      assert.doesNotMatch(html, /<script>/);
    }
  });

  it('sends its search to itself', async () => {
    const html = await openPage(toolboxOf('aria', 'apis'));
    assert.ok(attributesOf(html, 'form', 'action').includes('/networks/aria/toolbox/apis'));
    assert.ok(attributesOf(html, 'input', 'name').includes('search'));
  });

  it('has a menu of the active categories, the current one marked', async () => {
    const menu = linksOf(await openPage(toolboxOf('aria', 'wallets'))).filter(({ href }) =>
      /\/toolbox\/\w+$/.test(href),
    );
    const entries = menu.filter(({ text }) => /\d$/.test(text));
    assert.deepEqual(
      entries.map(({ href, text, current }) => [href, text, current]),
      [
        ['/networks/aria/toolbox/wallets', 'Wallets3', true],
        ['/networks/aria/toolbox/explorers', 'Explorers1', false],
        ['/networks/aria/toolbox/apis', 'APIs12', false],
      ],
    );
    for (const { href } of entries) assert.equal((await get(href, asBrowser)).status, 200);
  });

  it('leads through all pages by its links, each offer once', async () => {
    const seen: string[] = [];
    const visited: string[] = [];
    let next: string | undefined = toolboxOf('bora', 'storages', { pageSize: 5, search: 'plan' });
    while (next !== undefined) {
      assert.ok(!visited.includes(next), next);
      visited.push(next);
      const html = await openPage(next);
      seen.push(...offersOf(html));
      next = linksOf(html).find(({ rel }) => rel === 'next')?.href;
    }
    assert.equal(visited.length, 3);
    assert.equal(seen.length, 123);
    assert.equal(new Set(seen).size, 123);
  });

  it('leads back by its links, and to the page that is shown', async () => {
    const html = await openPage(toolboxOf('bora', 'storages', { page: 2, pageSize: 10, search: 'plan' }));
    const back = linksOf(html).find(({ rel }) => rel === 'prev');
    assert.ok(back);
    assert.equal(offersOf(await openPage(back.href)).length, 103);
    const current = linksOf(html).filter(({ href, current: marked }) => marked && href.includes('page='));
    assert.equal(current.length, 1);
  });

  it('leaves alone what it does not know', async () => {
    const html = await openPage('/networks/aria/toolbox/wallets?ref=news&q=1&category=apis');
    assert.equal(offersOf(html).length, 3);
  });

  it('says what is wrong as a page', async () => {
    for (const [path, status, shown] of [
      [toolboxOf('aria', 'nope'), 404, /no such category/],
      [toolboxOf('nope', 'apis'), 404, /no network "nope"/],
      [toolboxOf('aria', 'apis', { page: 0 }), 400, /page must be a whole number/],
    ] as const) {
      const answer = await get(path, asBrowser);
      assert.equal(answer.status, status);
      assert.match(answer.headers['content-type'] ?? '', /^text\/html/);
      assert.match(textOf(answer.text), shown);
    }
  });
});

describe('links into the signed-in application', () => {
  const without = useService(tinyTree);
  const with_ = useService(tinyTree, { APP_URL: 'https://app.example/base/' });
  const page = toolboxOf('aria', 'apis', { open: 'alchemy-free-mainnet' });

  it('lead to APP_URL', async () => {
    const links = linksOf((await with_.get(page, asBrowser)).text);
    assert.equal(
      links.find(({ text }) => text === 'Send requests')?.href,
      'https://app.example/base/configurations/new',
    );
  });

  it('are left out without it, while the others stay', async () => {
    const links = linksOf((await without.get(page, asBrowser)).text);
    assert.deepEqual(
      links.filter(({ href }) => href.includes('configurations')),
      [],
    );
    assert.ok(links.some(({ href }) => href === 'https://docs.alchemy.example/'));
  });
});

describe('a snapshot with links that no browser should follow', () => {
  const cleanUp = afterAll();
  let service: TestService;
  before(async () => {
    const snapshot = await openCurrent((await buildTree(cleanUp, tinyTree)).build);
    // The pipeline refuses such sources; a page must not depend on it.
    const spoil = (row: Row): Row => {
      const json = JSON.stringify(row);
      return JSON.parse(json.replaceAll(/https:\/\/(hazard|docs\.alchemy)\.example\//g, 'javascript:alert(1)//'));
    };
    service = await startService({ snapshot: replaceMethods(snapshot, { row: (id) => spoil(snapshot.row(id)) }) });
    cleanUp.after(service.close);
  });

  it('is shown with their labels, and without a link', async () => {
    const { status, text } = await service.get(toolboxOf('aria', 'apis'), asBrowser);
    assert.equal(status, 200);
    assert.doesNotMatch(text, /(href|src|action)="\s*javascript:/i);
    assert.deepEqual(
      linksOf(text).filter(({ href }) => !/^(https?:|mailto:|\/(?!\/)|#|\?)/.test(href)),
      [],
    );
    assert.ok(textOf(text).includes('press') && textOf(text).includes('debug'));
    assert.ok(linksOf(text).every((link) => link.text !== 'press'));
  });
});
