/**
 * Comparisons of the site and of a network: as page, JSON, Markdown and CSV. Exports of offers over
 * all networks.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { directory, directoryText } from '../../support/directory.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { post } from '../../support/mcp-client.ts';
import { readFailure } from '../../support/service-answers.ts';
import { asBrowser } from '../../support/service-get.ts';
import { useService } from '../../support/service-server.ts';

interface Comparison {
  readonly network: string | null;
  readonly offers: readonly {
    readonly slug: string;
    readonly provider: string;
    readonly networks: readonly string[];
  }[];
  readonly facts: readonly {
    readonly key: string;
    readonly same: boolean;
    readonly values: readonly unknown[];
  }[];
  readonly missing: readonly string[];
}

/** What the links to comparisons on a page ask for. */
function comparisonsIn(html: string) {
  const links = html.matchAll(/href="[^"]*\/compare\?([^"]*)"/g);
  return Array.from(links, ([, query = '']) => {
    const asked = new URLSearchParams(query.replaceAll('&amp;', '&'));
    return { category: asked.get('category') ?? '', offers: asked.getAll('offer') };
  }).filter(({ offers }) => offers.length > 0);
}

describe('a comparison', () => {
  const service = useDescribedService(directory);
  const slugs = ['metamask', 'ledger', 'brave-wallet'];
  const query = `category=wallets&${slugs.map((slug) => `offer=${slug}`).join('&')}`;
  const read = async (target: string) =>
    ((await service.read(target)) as { result: Comparison }).result;

  const readOffer = async (slug: string, network: string | null) => {
    const place = network === null ? '' : `&network=${network}`;
    const answer = await service.read(`/api/offers?category=wallets&slug=${slug}${place}`);
    const [offer = {}] = (answer as { result: { offers: Record<string, unknown>[] } }).result
      .offers;
    return offer;
  };

  for (const [base, network] of [
    ['', null],
    ['/networks/ethereum', 'ethereum'],
  ] as const) {
    it(`has the cells of the offers on ${network ?? 'all networks'}, differences first`, async () => {
      const result = await read(`${base}/compare.json?${query}&offer=nothing`);
      assert.equal(result.network, network);
      assert.deepEqual(result.missing, ['nothing']);
      const seen = result.offers.map(({ slug }) => slug);
      assert.deepEqual(seen, slugs);
      const order = result.facts.map(({ same }) => Number(same));
      assert.deepEqual(order, order.toSorted());
      for (const [at, slug] of slugs.entries()) {
        const offer = await readOffer(slug, network);
        const facts = result.facts.filter(({ key }) => key !== 'chain');
        for (const { key, values } of facts) assert.deepEqual(values[at], offer[key], key);
      }
    });

    it(`is linked from the answer of a search on ${network ?? 'all networks'}`, async () => {
      const links = comparisonsIn((await service.get(`${base}/search?q=archive`, asBrowser)).text);
      assert.ok(links.length > 0);
      for (const { category, offers } of links) {
        assert.ok(offers.length > 1 && offers.length <= 6);
        const asked = new URLSearchParams([
          ['category', category] as [string, string],
          ...offers.map((slug): [string, string] => ['offer', slug]),
        ]);
        const { missing, ...found } = await read(`${base}/compare.json?${asked}`);
        assert.deepEqual([missing, found.offers.length], [[], offers.length]);
      }
    });

    it(`has the form that the extension or Accept names on ${network ?? 'all networks'}`, async () => {
      for (const [extension, type] of [
        ['json', 'application/json'],
        ['md', 'text/markdown'],
        ['csv', 'text/csv'],
      ]) {
        const named = await service.get(`${base}/compare.${extension}?${query}`);
        assert.match(named.headers['content-type'] ?? '', new RegExp(`^${type}`));
        const accepted = await service
          .service()
          .get(`${base}/compare?${query}`, { headers: { accept: type ?? '' } });
        assert.equal(accepted.text, named.text);
        assert.match(accepted.headers.vary ?? '', /^Accept,/);
        // A page in between must not be taken for the other form.
        const page = await service.get(`${base}/compare?${query}`, asBrowser);
        assert.match(page.headers['content-type'] ?? '', /^text\/html/);
        assert.match(page.headers.vary ?? '', /^Accept,/);
        assert.ok(page.text.includes(`compare.${extension}?`));
      }
    });
  }

  it('has CSV for Excel, which its page links and other forms refuse', async () => {
    for (const base of ['', '/networks/ethereum']) {
      const [plain, forExcel, page] = await Promise.all(
        [
          `/compare.csv?${query}`,
          `/compare.csv?${query}&format=csv-excel`,
          `/compare?${query}`,
        ].map((address) => service.get(`${base}${address}`, asBrowser)),
      );
      assert.equal(forExcel?.text, `\ufeff${plain?.text}`);
      assert.ok(page?.text.includes('&amp;format=csv-excel">CSV for Excel</a>'));
      const wrong = await service.get(`${base}/compare.json?${query}&format=csv-excel`);
      assert.equal(readFailure(wrong, 400).parameter, 'format');
    }
  });

  it('has a CSV record for each offer and a Markdown column for each', async () => {
    const records = parse((await service.get(`/compare.csv?${query}`)).text, { columns: true }) as {
      slug: string;
    }[];
    const told = records.map(({ slug }) => slug);
    assert.deepEqual(told, slugs);
    const { text } = await service.get(
      `/compare.md?${query}&offer=${encodeURIComponent('a_b|*c* é')}`,
    );
    assert.ok(text.includes('Not listed here: a\\_b\\|\\*c\\* é'), text);
    const lines = text.split('\n').filter((line) => line.startsWith('|'));
    // An escaped bar does not end a cell.
    for (const line of lines)
      assert.equal(line.replaceAll('\\|', '').split('|').length, slugs.length + 3, line);
  });

  it('is not there if none of its offers is', async () => {
    const unknown = 'category=wallets&offer=ledgr&offer=nothing';
    for (const base of ['', '/networks/ethereum']) {
      const failure = readFailure(await service.get(`${base}/compare.json?${unknown}`), 404);
      assert.deepEqual([failure.code, failure.suggestion], ['unknown-offer', 'ledger']);
      for (const extension of ['md', 'csv'])
        assert.equal((await service.get(`${base}/compare.${extension}?${unknown}`)).status, 404);
      const page = await service.get(`${base}/compare?${unknown}`, asBrowser);
      assert.equal(page.status, 404);
      assert.match(page.text, /ledgr/);
      assert.equal((await service.get(`${base}/compare?category=wallets`, asBrowser)).status, 200);
    }
  });

  it('has no other form', async () => {
    assert.equal((await service.get(`/compare.xml?${query}`)).status, 404);
  });

  it('of everything in a category is a file: each offer once, with numbers', async () => {
    const answer = await service.get('/api/export?category=apis&format=csv');
    const records = parse(answer.text, { columns: true }) as Record<string, string>[];
    const { offers } = (
      (await service.read('/api/offers?category=apis&pageSize=100&numbers=1&meta=none')) as {
        result: { offers: Record<string, unknown>[] };
      }
    ).result;
    assert.equal(answer.headers['x-total-count'], String(records.length));
    assert.match(
      answer.headers['content-disposition'] ?? '',
      /filename="all-apis-2026-01-02\.csv"/,
    );
    for (const [at, offer] of offers.entries()) {
      const record = records[at] ?? {};
      assert.deepEqual(
        [record.slug, record.networks],
        [offer.slug, JSON.stringify(offer.networks)],
      );
      assert.equal(
        record.accessPriceMin,
        offer.accessPriceMin === null ? '' : String(offer.accessPriceMin),
      );
    }
  });

  it('of prices of offers is explained in hints', async () => {
    const sorting = encodeURIComponent('[{"id":"accessPrice","desc":false}]');
    const filters = encodeURIComponent('[{"id":"accessPrice","value":["","50"]}]');
    const { result } = (await service.read(
      `/api/offers?category=apis&sorting=${sorting}&filters=${filters}`,
    )) as {
      result: {
        pagination: { totalOffers: number };
        hints: {
          priceOrder: { groups: { totalOffers: number }[]; withoutNumber: number }[];
          priceFilters: { notCompared: number; withoutNumber: number }[];
        };
      };
    };
    const [order] = result.hints.priceOrder;
    const inGroups = order?.groups.reduce((sum, { totalOffers }) => sum + totalOffers, 0) ?? 0;
    assert.equal(inGroups + (order?.withoutNumber ?? 0), result.pagination.totalOffers);
    assert.ok((result.hints.priceFilters[0]?.withoutNumber ?? 0) > 0);
  });
});

interface Listed {
  readonly key: string;
  readonly listings?: readonly (null | {
    readonly text: string;
    readonly values: readonly { readonly networks: readonly string[] }[];
  })[];
}

describe('an offer whose listings differ', () => {
  const service = useDescribedService(directory);
  const readText = async (path: string) => (await service.get(path, asBrowser)).text;

  it('states the values of all listings as JSON, Markdown, CSV and page', async () => {
    const answer = await service.get('/api/offers?category=apis&pageSize=100');
    assert.equal(answer.status, 200, answer.text);
    const { offers } = JSON.parse(answer.text).result as {
      readonly offers: readonly {
        readonly category: string;
        readonly slug: string;
        readonly varies: readonly string[];
      }[];
    };
    let cells = 0;
    for (const { category, slug } of offers.filter(({ varies }) => varies.length > 0)) {
      const query = `category=${category}&offer=${slug}`;
      const json = await service.get(`/compare.json?${query}`);
      const { facts } = JSON.parse(json.text).result as { readonly facts: readonly Listed[] };
      const told = facts.flatMap(({ key, listings = [] }) =>
        listings.flatMap((cell) => (cell === null ? [] : [{ key, ...cell }])),
      );
      const [markdown, csv, page] = await Promise.all([
        readText(`/compare.md?${query}`),
        readText(`/compare.csv?${query}`),
        readText(`/compare?${query}`),
      ]);
      const [record = {}] = parse<Record<string, string>>(csv, { columns: true });
      for (const { key, text, values } of told) {
        assert.ok(values.length > 1, `${slug} ${key}`);
        const by = /, (by (?:network|chain|listing|network and chain))$/.exec(text)?.[1] ?? '?';
        assert.ok(String(record[key]).includes(by), `CSV of ${slug} ${key}`);
        assert.ok(markdown.includes(by), `Markdown of ${slug} ${key}`);
        if (key !== 'actionButtons') assert.ok(page.includes(by), `page of ${slug} ${key}`);
        cells++;
      }
    }
    assert.ok(cells > 0, `${cells} cells`);
  });
});

const baseWallets = 'listings/specific-networks/base/wallets.csv';
const twoOwners = {
  ...directory,
  [baseWallets]: directoryText(baseWallets).replace('\nsafe-wallet,,', '\nsafe-wallet,1RPC,'),
};

describe('a slug that two providers have', () => {
  const { get, service } = useService(twoOwners);
  const offersAt = async (target: string) => {
    const { result } = (await get(target)).json() as { result: Comparison };
    return result.offers.map(({ slug, provider }) => `${provider} ${slug}`);
  };

  it('names both offers, and with a provider before it one', async () => {
    const both = ['1RPC safe-wallet', 'Safe safe-wallet'];
    assert.deepEqual(await offersAt('/api/offers/safe-wallet'), both);
    assert.deepEqual(await offersAt('/compare.json?category=wallets&offer=safe-wallet'), both);
    for (const [owner, name] of [
      ['1rpc', '1RPC'],
      ['safe', 'Safe'],
    ]) {
      const key = `${owner}:safe-wallet`;
      assert.deepEqual(await offersAt(`/api/offers/${key}`), [`${name} safe-wallet`]);
      assert.deepEqual(await offersAt(`/api/offers?category=wallets&slug=${key}`), [
        `${name} safe-wallet`,
      ]);
      const compared = `/compare.json?category=wallets&offer=${key}`;
      assert.deepEqual(await offersAt(compared), [`${name} ${key}`]);
      assert.equal((await get(compared.replace('.json', ''))).status, 200);
    }
    readFailure(await get('/api/offers/acme:safe-wallet'), 404);
    assert.deepEqual(
      await offersAt('/networks/base/compare.json?category=wallets&offer=1rpc:safe-wallet'),
      ['1RPC 1rpc:safe-wallet'],
    );
  });

  it('has its provider before it in lists and links of all networks, others have not', async () => {
    const { text } = await get('/toolbox/wallets?pageSize=100');
    assert.match(text, /1rpc:safe-wallet/);
    assert.doesNotMatch(text, /:metamask/);
  });

  it('has its provider before it in answers of tools', async () => {
    const callOf = async (name: string, given: unknown) => {
      const params = { name, arguments: given };
      const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      const { text } = await post(service().port, message);
      return JSON.parse(text).result.structuredContent as {
        readonly columns: readonly string[];
        readonly rows: readonly (readonly unknown[])[];
        readonly notes?: readonly string[];
      };
    };
    const shared = /^The slug safe-wallet names offers of several providers: (1rpc|safe):/;
    const compared = await callOf('compare_offers', { category: 'wallets', offers: 'safe-wallet' });
    assert.deepEqual(compared.columns.slice(1).toSorted(), [
      '1RPC: 1rpc:safe-wallet',
      'Safe: safe:safe-wallet',
    ]);
    assert.match(compared.notes?.[0] ?? '', shared);
    const networksOf = async (offer: string) => {
      const { rows, notes = [] } = await callOf('find_network', { offer });
      return { networks: rows.map(([network]) => network), isShared: shared.test(notes[0] ?? '') };
    };
    assert.equal((await networksOf('safe-wallet')).isShared, true);
    assert.deepEqual(await networksOf('1rpc:safe-wallet'), { networks: ['base'], isShared: false });
    const listed = await callOf('find_offers', { category: 'wallets', search: 'safe' });
    assert.ok(listed.rows.some(([slug]) => slug === '1rpc:safe-wallet'));
  });
});
