/**
 * Every condition in every notation: the same offers, the same total and the same `applied`. A
 * condition or a notation is a line of a table; a parameter without a line fails by its name.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { whichOffers } from '../../service/questions/parameters.ts';
import { directory } from '../support/directory.ts';
import { call, connect, rowsOf } from '../support/mcp-client.ts';
import { openBuilt, publishChanges } from '../support/published-changes.ts';
import { asBrowser, type Get } from '../support/service-get.ts';
import { fieldsOf, textOf, unescapeHtml } from '../support/service-html.ts';
import { startService, type TestService, useService } from '../support/service-server.ts';
import type { Tree } from '../support/source-tree.ts';
import { afterAll } from '../support/temporary-folder.ts';

/** Addresses of a list of APIs over networks, by the parameter of `whichOffers` that each is about. */
const conditions: Readonly<Record<string, readonly string[]>> = {
  network: ['', 'network=base', 'network=base&network=aria'],
  networkMatch: [
    'network=base&network=aria&networkMatch=all',
    'network=base&network=solana&networkMatch=all&f.planType=Free',
  ],
  search: [
    'search=archive',
    'search=alchemy&network=base',
    'network=ethereum&network=base&network=solana&networkMatch=all&search=archive',
  ],
  scope: [
    'scope=network',
    'scope=all-networks&network=base',
    'scope=network&network=base&network=solana',
  ],
  confirmed: ['confirmed=1'],
  requests: ['f.estimate.max=100&requests=5000000', 'f.estimate.max=20&network=base'],
  filters: [
    'f.planType=Free',
    'f.planType=Free&f.planType=Public&network=base',
    'f.planType=!Free',
    'f.planType=!Free&f.planType=!Public&network=base',
    'f.accessPrice.max=20&f.accessPrice.in=USD/month&f.accessPrice.in=EUR/month',
    'f.accessPrice.max=50',
    'f.accessPrice.max=3&f.accessPrice.in=EUR/month',
    'f.accessPrice.min=1&f.accessPrice.max=20&network=aria&scope=network',
    'f.limitationsRate.min=25',
    'f.verifiedUptime=*&network=base',
    'f.planName=!*',
    'f.networkCount.min=3',
    'f.planType=Free&f.historicalData=Archive&network=ethereum',
    'f.planType=Public&f.limitationsRate.min=25&f.or=planType,limitationsRate',
  ],
};
/** Parameters of `whichOffers` that other notations than the API have as filters. */
const omitted: Readonly<Record<string, string>> = {
  provider: 'lists, tools and words filter the column provider',
  slug: 'it names offers instead of describing them',
  workload: 'find_offers estimates for the usual calls',
  mix: 'it changes figures, which one-figure.test.ts compares',
  peak: 'find_offers filters the column limitationsRate',
  archive: 'find_offers filters the column historicalData',
};

interface Read {
  /** Slugs; undefined if the notation counts only. */
  readonly offers?: readonly string[];
  readonly total: number;
  /** `Plan type: Free, Public`; a reason if the notation has no place for it. */
  readonly applied: readonly string[] | string;
  /** Sentences on what was left out; undefined if the notation has figures instead. */
  readonly leftOut?: readonly string[];
}

type Reader = (query: string) => Promise<Read>;

const leftOutSentence =
  /The filter on [^.]+ compares [^.]+\.(?: It leaves out [^.]+\.)?|[\d,]+ (?:more|of these) (?:offers?|listings?) (?:do|does) not state [^.]+\./g;

function sentencesIn(text: string): string[] {
  return Array.from(text.matchAll(leftOutSentence), ([sentence]) => sentence).toSorted();
}

/** Chips of one label are the values of one condition. */
function chipsIn(html: string): string[] {
  const list = /aria-label="Active filters">(.*?)<\/ul>/s.exec(html)?.[1] ?? '';
  const chips = Array.from(
    list.matchAll(/<span class="muted">([^<]*)<\/span> ([^<]*)<\/span><svg/g),
    ([, label = '', text = '']) => [unescapeHtml(label), unescapeHtml(text)] as const,
  );
  const labels = [...new Set(chips.map(([label]) => label))];
  return labels.map(
    (label) => `${label}: ${chips.flatMap(([of, text]) => (of === label ? text : [])).join(', ')}`,
  );
}

const page = (get: Get, list: string, size = '&pageSize=100'): Reader => {
  return async (query) => {
    const { text, status } = await get(`${list}?${query}${size}`, asBrowser);
    assert.equal(status, 200, text);
    const offers = Array.from(
      text.matchAll(/name="offer" aria-label="[^"]*" value="([^"]+)"/g),
      ([, slug = '']) => slug,
    );
    const counts = /<strong>[\d,]+ providers?, ([\d,]+) offers?<\/strong>/.exec(text)?.[1];
    const plain = textOf(text.replaceAll('<', ' <')).replace(/\s+/g, ' ');
    return {
      offers,
      total: Number(counts?.replace(',', '')),
      applied: chipsIn(text),
      leftOut: sentencesIn(plain),
    };
  };
};

const markdown = (get: Get, list: string): Reader => {
  return async (query) => {
    const { text, status } = await get(`${list}.md?pageSize=100&${query}`);
    assert.equal(status, 200, text);
    const plain = text.replaceAll('\\', '');
    const rows = Array.from(plain.matchAll(/^\|([^|]+)\|/gm), ([, slug = '']) => slug);
    return {
      offers: rows.filter((slug) => slug !== 'Slug' && slug !== '-'),
      total: Number(/providers?, ([\d,]+) offers?/.exec(plain)?.[1]?.replace(',', '')),
      applied: /^Conditions: (.*)\.$/m.exec(plain)?.[1]?.split('; ') ?? [],
      leftOut: sentencesIn(plain),
    };
  };
};

interface AppliedJson {
  readonly label: string;
  readonly values: readonly string[];
}

interface Listed {
  readonly offers: readonly { readonly slug: string }[];
  readonly pagination: { readonly totalOffers: number };
  readonly applied?: readonly AppliedJson[];
}

const json = (get: Get): Reader => {
  return async (query) => {
    const fields = 'pageSize=100&fields=slug,provider';
    const { text, status } = await get(`/api/offers?category=apis&${fields}&${query}`);
    assert.equal(status, 200, text);
    const { offers, pagination, applied = [] } = JSON.parse(text).result as Listed;
    return {
      offers: offers.map(({ slug }) => slug),
      total: pagination.totalOffers,
      applied: applied.map(({ label, values }) => `${label}: ${values.join(', ')}`),
    };
  };
};

const file = (get: Get, format: 'ndjson' | 'csv'): Reader => {
  return async (query) => {
    const answer = await get(`/api/export?category=apis&format=${format}&${query}`);
    assert.equal(answer.status, 200, answer.text);
    const total = Number(answer.headers['x-total-count']);
    const applied = 'a file has rows only';
    if (format === 'csv') return { total, applied };
    const rows = answer.text.split('\n').filter((line) => line !== '');
    return { offers: rows.map((line) => JSON.parse(line).slug), total, applied };
  };
};

const counted = (get: Get, address: string, read: (result: never) => number): Reader => {
  return async (query) => {
    const { text, status } = await get(`${address}&${query}`);
    assert.equal(status, 200, text);
    const total = read(JSON.parse(text).result as never);
    return { total, applied: 'it counts offers by values' };
  };
};

interface Arguments {
  readonly filters?: readonly { readonly id: string; readonly value: readonly string[] }[];
  readonly [name: string]: unknown;
}

/** Arguments of a tool from an address. */
function argumentsOf(query: string): Arguments {
  const given = new URLSearchParams(query);
  const names = [...new Set(given.keys())];
  const fields = names.filter((name) => name.startsWith('f.'));
  const filters = [...new Set(fields.map((name) => name.split('.')[1] ?? ''))].map((id) => {
    const ends = ['min', 'max'].map((end) => given.get(`f.${id}.${end}`) ?? '');
    const range = ends.some((end) => end !== '') ? [...ends, ...given.getAll(`f.${id}.in`)] : null;
    const values = given
      .getAll(`f.${id}`)
      .flatMap((text) => (id === 'or' ? text.split(',') : text));
    return { id, value: range ?? values };
  });
  const texts = ['search', 'scope', 'networkMatch'].filter((name) => given.has(name));
  return {
    category: 'apis',
    ...Object.fromEntries(texts.map((name) => [name, given.get(name)])),
    ...(given.has('confirmed') ? { confirmed: true } : {}),
    ...(given.has('requests') ? { requests: Number(given.get('requests')) } : {}),
    ...(given.has('network') ? { network: given.getAll('network') } : {}),
    ...(filters.length === 0 ? {} : { filters }),
  };
}

const tool = (client: () => Client): Reader => {
  return async (query) => {
    const given = { ...argumentsOf(query), limit: 100, budget: 20_000, columns: ['planType'] };
    const answer = await call(client(), 'find_offers', given);
    assert.equal(answer.isError, false, answer.text);
    const { total, applied = [], notes = [] } = answer.structured;
    const offers = rowsOf(answer).map(({ slug }) => String(slug));
    // Agents write several values as one text, too.
    const joined = given.filters?.map(({ id, value }) => ({ id, value: [value.join(', ')] }));
    if (given.filters?.some(({ id, value }) => id === 'planType' && value.length > 1)) {
      const again = await call(client(), 'find_offers', { ...given, filters: joined });
      assert.deepEqual(again.structured, answer.structured, 'values in one text');
    }
    return { offers, total, applied, leftOut: sentencesIn(notes.join(' ')) };
  };
};

/** A slug of several providers has one of them before it, where a list names offers. */
function bare(slugs: readonly string[]): string[] {
  return slugs.map((slug) => slug.replace(/^.*:/, '')).toSorted();
}

/** A notation may leave a part out, but has no other one. */
function assertSame(name: string, found: Read, expected: Required<Read>): void {
  const { offers = expected.offers, leftOut = expected.leftOut } = found;
  const applied = typeof found.applied === 'string' ? expected.applied : found.applied;
  assert.deepEqual(
    { offers: bare(offers), total: found.total, applied, leftOut },
    { ...expected, offers: bare(expected.offers) },
    name,
  );
}

describe('the notations of a list', () => {
  const { get, service } = useService();
  const cleanUp = afterAll();
  let client: Client;
  before(async () => {
    client = await connect(service().url, cleanUp);
  });

  const notations: Readonly<Record<string, Reader>> = {
    'the page': page(get, '/toolbox/apis'),
    'its Markdown': markdown(get, '/toolbox/apis'),
    'the JSON of offers': json(get),
    'an export as NDJSON': file(get, 'ndjson'),
    'an export as CSV': file(get, 'csv'),
    'counts by category': counted(
      get,
      '/api/counts?by=category&category=apis',
      ({ counts: [first] }: { counts: { offerCount: number }[] }) => first?.offerCount ?? 0,
    ),
    facets: counted(
      get,
      '/api/facets?category=apis',
      ({ totalOffers }: { totalOffers: number }) => totalOffers,
    ),
    estimates: counted(
      get,
      '/api/estimate?category=apis&pageSize=1',
      ({ pagination }: Pick<Listed, 'pagination'>) => pagination.totalOffers,
    ),
    'the tool find_offers': tool(() => client),
  };

  it('are asked for each parameter that selects offers', () => {
    const known = [...Object.keys(conditions), ...Object.keys(omitted)];
    assert.deepEqual(known.toSorted(), Object.keys(whichOffers).toSorted());
  });

  for (const [parameter, queries] of Object.entries(conditions))
    for (const query of queries)
      it(`have one answer to ${parameter}: ${query === '' ? 'no condition' : query}`, async () => {
        const expected = await json(get)(query);
        const leftOut = (await markdown(get, '/toolbox/apis')(query)).leftOut ?? [];
        for (const [name, read] of Object.entries(notations))
          assertSame(name, await read(query), { offers: [], ...expected, leftOut });
        if (query !== '') assert.ok(expected.applied.length > 0, 'something was applied');
      });

  it('have chips that take one condition away each, and keep the others', async () => {
    const price = 'f.accessPrice.max=20&f.accessPrice.in=USD/month&f.accessPrice.in=EUR/month';
    const query = `network=base&network=aria&networkMatch=all&search=a&f.planType=!Public&f.apiType=RPC&${price}`;
    const { text } = await get(`/toolbox/apis?${query}&pageSize=1`, asBrowser);
    const all = chipsIn(text);
    assert.ok(all.length > 4, all.join('; '));
    const list = /aria-label="Active filters">(.*?)<\/ul>/s.exec(text)?.[1] ?? '';
    const crosses = Array.from(list.matchAll(/class="chip-off" href="([^"]+)"/g), ([, href = '']) =>
      unescapeHtml(href),
    );
    const left = await Promise.all(
      crosses.map(async (cross) => (await get(cross, asBrowser)).text),
    );
    const gone = left.map((html) => {
      const chips = chipsIn(html);
      return all.filter((chip) => !chips.includes(chip)).join('; ');
    });
    // Of two networks, one stays.
    const expected = all.filter((chip) => !chip.startsWith('On'));
    assert.deepEqual(new Set(gone.filter((chip) => !chip.startsWith('On'))), new Set(expected));
  });

  it('say in figures what they say in sentences', async () => {
    const query = 'f.planType=Free&f.historicalData=Archive&f.regions=!Europe';
    const { text } = await get(`/api/offers?category=apis&pageSize=1&${query}`);
    const { applied } = JSON.parse(text).result as {
      readonly applied: readonly {
        readonly id: string;
        readonly notStated?: number;
        readonly keptUnstated?: number;
      }[];
    };
    // Counted again: the offers without the condition that state nothing.
    for (const { id, notStated, keptUnstated = 0 } of applied) {
      const others = query.split('&').filter((part) => !part.startsWith(`f.${id}=`));
      const blank = await json(get)([...others, `f.${id}=!*`].join('&'));
      assert.equal(notStated ?? keptUnstated, blank.total, id);
    }
    assert.ok(applied.some(({ notStated = 0 }) => notStated > 0));
    assert.ok(applied.some(({ keptUnstated = 0 }) => keptUnstated > 0));
  });

  it('name in the address what was asked for in vain', async () => {
    const query = 'f.nothing=1&cols=none&sort=nowhere&pageSize=1000';
    for (const address of ['/toolbox/apis', '/networks/base/toolbox/apis']) {
      const html = textOf((await get(`${address}?${query}`, asBrowser)).text);
      const { text } = await get(`${address}.md?${query}`);
      for (const name of ['f.nothing', 'cols', 'sort']) {
        const sentence = `: ${name} is not applied.`;
        assert.ok(html.includes(sentence), `${name} in ${html}`);
        assert.ok(text.includes(sentence), `${name} in ${text}`);
      }
    }
    const wallets = await get('/toolbox/wallets.md?requests=5000000');
    assert.match(wallets.text, /No costs are estimated: these offers state no limits of plans\./);
  });
});

describe('a search in words', () => {
  const { get } = useService();

  for (const words of [
    'archive rpc on ethereum',
    'free apis on base or aria',
    'apis under $50',
    'apis on base and aria',
    'oracle middlemen on base',
  ])
    it(`is the list that it means: ${words}`, async () => {
      const q = encodeURIComponent(words);
      const { interpretation } = JSON.parse((await get(`/api/search?q=${q}`)).text).result as {
        readonly interpretation: { readonly href: string; readonly totalOffers: number };
      };
      const { pathname, search } = new URL(interpretation.href);
      const found = await page(get, '/search', '')(`q=${q}`);
      const list = await page(get, pathname, '')(search.slice(1));
      // Filters stand in the order of the words, or of the columns.
      const sorted = ({ applied, ...read }: Read) => ({
        ...read,
        applied: [applied].flat().toSorted(),
      });
      assert.deepEqual(sorted(found), sorted(list));
      assert.equal(found.total, interpretation.totalOffers);
      const { text } = await get(`/search?q=${q}`, asBrowser);
      const chips = /aria-label="Active filters">(.*?)<\/ul>/s.exec(text)?.[1] ?? '';
      const crosses = Array.from(
        chips.matchAll(/<a class="chip-\w+" href="([^"?]*)/g),
        ([, href]) => href,
      );
      assert.ok(crosses.length > 1, 'a cross for each condition');
      assert.deepEqual([...new Set(crosses)], [pathname]);
      assert.match(
        text,
        /<form id="compare"[^>]*>.*<form[^>]* data-display>|data-display>.*<form id="compare"/s,
      );
    });
});

/** Lists of one network have rows, which the JSON of the published interface lists as they are. */
describe('the notations of the list of a network', () => {
  const { get } = useService();
  const list = '/networks/aria/toolbox/apis';

  for (const query of ['', 'scope=network', 'f.planType=Free', 'f.accessPrice.max=50', 'search=a'])
    it(`have one answer: ${query === '' ? 'no condition' : query}`, async () => {
      const api = '/networks/aria/api/infrastructure-providers';
      const { text } = await get(`${api}/rows?category=apis&mode=offer&pageSize=100&${query}`);
      const { rows, pagination } = JSON.parse(text).result as Pick<Listed, 'pagination'> & {
        readonly rows: readonly { readonly slug: string }[];
      };
      const slugs = rows.map(({ slug }) => slug).toSorted();
      const [html, inMarkdown] = [await page(get, list)(query), await markdown(get, list)(query)];
      assert.deepEqual(inMarkdown.offers?.toSorted(), slugs);
      // Listings of an offer on several chains share a line of the page.
      for (const slug of html.offers ?? []) assert.ok(slugs.includes(slug), slug);
      assert.equal(html.total, inMarkdown.total);
      assert.deepEqual(html.applied, inMarkdown.applied);
      assert.deepEqual(html.leftOut, inMarkdown.leftOut);
      const csv = await get(`${api}/export?category=apis&${query}`);
      assert.equal(csv.headers['x-total-count'], String(pagination.totalOffers));
    });
});

/** Offers that are named: the page, its Markdown and its JSON take the conditions of a list along. */
describe('the notations of a comparison', () => {
  const { get, service } = useService();
  const cleanUp = afterAll();
  let client: Client;
  before(async () => {
    client = await connect(service().url, cleanUp);
  });

  const named = 'category=apis&offer=alchemy-free-full-archive&offer=publicnode-free-recent-state';
  const notices = (text: string) =>
    Array.from(
      text.matchAll(
        /Not listed here: [^.]*\.|Offers are compared by their names: [^.]*\.|At most 6 [^.]*\./g,
      ),
      ([sentence]) => sentence,
    );

  interface Compared {
    readonly applied: readonly AppliedJson[];
    readonly notApplied: readonly { readonly id: string; readonly reason: string }[];
  }

  /** With the negotiated JSON of the page, which reads all of its conditions. */
  async function readAll(query: string) {
    const address = `/compare?${named}&${query}`;
    const html = (await get(address, asBrowser)).text;
    const markdown = (await get(address, { headers: { accept: 'text/markdown' } })).text;
    const json = await get(address, { headers: { accept: 'application/json' } });
    const { applied, notApplied } = JSON.parse(json.text).result as Compared;
    const plain = textOf(html.replaceAll('<', ' <')).replace(/\s+/g, ' ');
    const inMarkdown = markdown.replaceAll('\\', '');
    return {
      json: {
        applied: applied.map(({ label, values }) => `${label}: ${values.join(', ')}`),
        reasons: notApplied.map(({ reason }) => reason),
      },
      page: { applied: chipsIn(html), reasons: notices(plain) },
      markdown: {
        applied: /^Conditions: (.*)\.$/m.exec(inMarkdown)?.[1]?.split('; ') ?? [],
        reasons: notices(inMarkdown),
      },
    };
  }

  const cases = {
    'no condition': ['', [], []],
    'a network': ['network=base', ['On: Base'], []],
    'several networks': [
      'network=base&network=ethereum&networkMatch=all',
      ['On each: Base, Ethereum'],
      [],
    ],
    'a workload': ['requests=40000000', ['Cost for: 40M requests a month'], []],
    'past states, which the cost counts': [
      'requests=40000000&f.historicalData=Archive',
      ['Cost for: 40M requests a month, past states'],
      [],
    ],
    'a filter of the list': [
      'f.planType=Free&search=rpc',
      [],
      [
        'Offers are compared by their names: Search is not applied.',
        'Offers are compared by their names: Plan type is not applied.',
      ],
    ],
    'an unknown offer': ['offer=nope', [], ['Not listed here: nope.']],
  } as const;

  for (const [title, [query, applied, reasons]] of Object.entries(cases))
    it(`say what was applied: ${title}`, async () => {
      const expected = { applied, reasons };
      const found = await readAll(query);
      assert.deepEqual(found, { json: expected, page: expected, markdown: expected });
    });

  it('have the networks and the missing names of the tool', async () => {
    const offers = ['alchemy-free-full-archive', 'publicnode-free-recent-state', 'nope'];
    const given = { category: 'apis', offers, network: 'base' };
    const { text, structured } = await call(client, 'compare_offers', given);
    const { json } = await readAll('network=base&offer=nope');
    assert.deepEqual(structured.applied, json.applied);
    assert.deepEqual(notices(text), json.reasons);
  });

  it('apply the filters to the plans of providers, with a cross for each', async () => {
    const query = 'provider=alchemy&provider=publicnode&category=apis&f.planType=Free&network=base';
    const html = (await get(`/compare?${query}`, asBrowser)).text;
    const list = await page(get, '/toolbox/apis')('f.planType=Free&network=base');
    assert.deepEqual(chipsIn(html), list.applied);
    const plain = textOf(html.replaceAll('<', ' <')).replace(/\s+/g, ' ');
    assert.deepEqual(sentencesIn(plain), list.leftOut);
    const [cross = ''] = /(?<=class="chip-off" href=")[^"]*/.exec(html) ?? [];
    assert.match(unescapeHtml(cross), /^\/compare\?(?!.*network=base).*provider=alchemy/);
  });
});

/** Lists of other things than offers: each condition is the same sentence in each notation. */
describe('the notations of changes and providers', () => {
  const cleanUp = afterAll();
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await startService({ snapshot: await openBuilt(await publishChanges(cleanUp)) });
    cleanUp.after(service.close);
    client = await connect(service.url, cleanUp);
  });
  const get: Get = (target, options) => service.get(target, options);

  const sentencesOf = (applied: readonly AppliedJson[]) =>
    applied.map(({ label, values }) => `${label}: ${values.join(', ')}`);

  const ofChanges: Readonly<Record<string, [given: Record<string, unknown>, said: string]>> = {
    '': [{}, ''],
    'since=2026-01-01': [{ since: '2026-01-01' }, 'Since: 2026-01-01'],
    'network=aria': [{ network: 'aria' }, 'On: Aria'],
    'category=apis': [{ category: 'apis' }, 'Category: APIs'],
    'provider=Alchemy': [{ provider: ['Alchemy'] }, 'Provider: Alchemy'],
    'scope=network': [{ scope: 'network' }, 'Offered for: single networks'],
    'column=accessPrice': [{ column: 'accessPrice' }, 'Column: Access price'],
    'fact=price': [{ fact: 'price' }, 'Changes of: prices'],
  };

  for (const [query, [given, said]] of Object.entries(ofChanges))
    it(`say what was applied to changes: ${said || 'nothing'}`, async () => {
      const expected = said === '' ? [] : [said];
      const { text } = await get(`/api/changes?${query}`);
      const { applied, pagination } = JSON.parse(text).result as Pick<Listed, 'pagination'> & {
        readonly applied: readonly AppliedJson[];
      };
      assert.deepEqual(sentencesOf(applied), expected);
      const html = (await get(`/changes?${query}`, asBrowser)).text;
      assert.deepEqual(chipsIn(html), expected);
      const markdown = (await get(`/changes.md?${query}`)).text.replaceAll('\\', '');
      assert.equal(/^Conditions: (.*)\.$/m.exec(markdown)?.[1] ?? '', said);
      const answer = await call(client, 'changes_since', { ...given, budget: 20_000 });
      assert.deepEqual(answer.structured.applied ?? [], expected);
      // Lists of news leave addresses out, unless the address asks.
      if (query.startsWith('column') || query.startsWith('fact'))
        assert.equal(answer.structured.total, pagination.totalOffers);
    });

  it('are kept by each form, in which one field is changed', async () => {
    const addresses = {
      '/changes': 'category=apis&network=aria&scope=network&provider=Alchemy&fact=price',
      '/changes#since': 'since=2026-01-01&until=2026-02-01&column=accessPrice&provider=Alchemy',
      '/networks/aria/changes': 'category=apis&scope=network&provider=Alchemy&column=accessPrice',
    };
    for (const [page, query] of Object.entries(addresses)) {
      const path = page.replace(/#.*/, '');
      const { text, status } = await get(`${path}?${query}`, asBrowser);
      assert.equal(status, 200);
      const forms = Array.from(
        text.matchAll(
          /<form\b(?=[^>]*action="([^"]*)")[^>]*\bdata-(?:display|filters)\b.*?<\/form>/gs,
        ),
        ([form]) => form,
      );
      assert.ok(forms.length > 0, page);
      for (const form of forms) {
        const sent = new Set(fieldsOf(form).map(([name, value]) => `${name}=${value}`));
        const given = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`);
        const lost = given.filter((field) => !sent.has(field));
        assert.deepEqual(lost, [], `${page} ${form.slice(0, 200)}`);
      }
    }
  });

  it('word a change as the page and the feed do', async () => {
    const feed = JSON.parse((await get('/changes.json?fact=price&column=accessPrice')).text) as {
      readonly items: readonly { readonly title: string }[];
    };
    const given = { fact: 'price', column: 'accessPrice', limit: 100, budget: 20_000 };
    const answer = await call(client, 'changes_since', given);
    const told = new Set(rowsOf(answer).map(({ change }) => String(change)));
    assert.ok(told.size > 0);
    const titles = feed.items.map(({ title }) => title.replace(/,? on [^:]*$/, ''));
    assert.deepEqual(new Set(titles), told);
  });

  it('name the network, or count the networks, on which a cell changed', async () => {
    const expected = [
      'Beacon lowered Free from $2/month to $1/month, on 4 networks',
      'zephyr raised Pro from $20/month to $25/month, on Aria',
    ];
    const query = 'fact=price&column=accessPrice';
    const readings = {
      'the JSON feed': (await get(`/changes.json?${query}`)).text,
      'the Atom feed': (await get(`/changes.atom?${query}`)).text,
      'the page': textOf((await get(`/changes?${query}`, asBrowser)).text),
      'its Markdown': (await get(`/changes.md?${query}`)).text,
    };
    for (const [name, text] of Object.entries(readings))
      for (const sentence of expected)
        assert.ok(text.replaceAll('\\', '').includes(sentence), `${name}: ${sentence} in ${text}`);
    const given = { fact: 'price', column: 'accessPrice', limit: 100, budget: 20_000 };
    const answer = await call(client, 'changes_since', given);
    assert.match(answer.text, /Pro from \$20\/month to \$25\/month\|.*\|apis\|aria\|mainnet\|/);
  });

  it('say what was applied to providers', async () => {
    const query = 'category=apis&network=aria&search=a';
    const { text } = await get(`/api/providers?${query}&pageSize=1`);
    const { applied, pagination } = JSON.parse(text).result as {
      readonly applied: readonly AppliedJson[];
      readonly pagination: { readonly totalProviders: number };
    };
    const expected = ['Category: APIs', 'On: Aria', 'Search: a'];
    assert.deepEqual(sentencesOf(applied), expected);
    const html = (await get('/providers?category=apis&network=aria&q=a', asBrowser)).text;
    assert.deepEqual(chipsIn(html), expected);
    assert.ok(html.includes(`<strong>${pagination.totalProviders} provider`));
    const given = { category: 'apis', network: 'aria', search: 'a' };
    const answer = await call(client, 'find_providers', given);
    assert.deepEqual(answer.structured.applied, expected);
    const profile = await call(client, 'get_provider', { provider: 'alchemy', network: 'aria' });
    assert.deepEqual(profile.structured.applied, ['On: Aria']);
  });

  it('name what stands for no network and no category', async () => {
    const html = (await get('/providers?category=nope&network=nowhere', asBrowser)).text;
    const plain = unescapeHtml(textOf(html));
    assert.ok(plain.includes('There is no network “nowhere”: network is not applied.'), plain);
    assert.ok(plain.includes('There is no category “nope”: category is not applied.'));
  });
});

/** APIs of three networks, with a plan that costs less on one of them. */
const differing: Tree = Object.fromEntries(
  Object.entries(directory)
    .filter(
      ([file]) =>
        !/^listings|sets.csv/.test(file) || /\/(?:base|ethereum|solana)\/apis\b/.test(file),
    )
    .map(([file, content]) => {
      const listing = /^(chainstack-mainnet-growth-full-archive,.*,mainnet,),/m;
      const isOnBase = file.endsWith('/base/apis.csv');
      return [file, isOnBase ? String(content).replace(listing, '$1$$7/mo,') : content];
    }),
);

describe('an offer whose listings differ', () => {
  const { get, service } = useService(differing);
  const cleanUp = afterAll();
  let client: Client;
  before(async () => {
    client = await connect(service().url, cleanUp);
  });

  interface Varying {
    readonly category: string;
    readonly slug: string;
    readonly provider: string;
    readonly varies: readonly string[];
  }

  /** Offers of APIs that vary in a column of texts. */
  async function varyingOffers(): Promise<readonly Varying[]> {
    const fields = 'fields=category,slug,provider,varies&pageSize=100&meta=none';
    const { text } = await get(`/api/offers?category=apis&${fields}`);
    const { offers } = JSON.parse(text).result as { readonly offers: readonly Varying[] };
    return offers.filter(({ varies }) => varies.length > 0);
  }

  /** Cells in which the listings differ, as the comparison words them. */
  async function varyingCells({ slug }: Varying) {
    const { text } = await get(`/compare.json?category=apis&offer=${slug}`);
    const { facts } = JSON.parse(text).result as {
      readonly facts: readonly {
        readonly key: string;
        readonly listings?: readonly ({ readonly text: string } | null)[];
      }[];
    };
    return facts.flatMap(({ key, listings: [cell] = [] }) =>
      // Links of all listings are shown, each once.
      cell === undefined || cell === null || key === 'actionButtons'
        ? []
        : [{ key, text: cell.text }],
    );
  }

  /** A search that means a list shows that list, as the tests of searches hold. */
  async function assertSaid({ slug, provider }: Varying, key: string, text: string) {
    const one = `category=apis&offer=${slug}`;
    const query = `pageSize=100&f.provider=${encodeURIComponent(provider)}&cols=${key}`;
    const given = {
      category: 'apis',
      filters: [{ id: 'provider', value: [provider] }],
      columns: [key],
      limit: 100,
      budget: 20_000,
    };
    const profile = await profileOf(provider);
    const compared = { category: 'apis', offers: [slug], budget: 20_000 };
    const readings: Readonly<Record<string, string>> = {
      'the comparison': (await get(`/compare?${one}`, asBrowser)).text,
      'its Markdown': (await get(`/compare.md?${one}`)).text,
      'its CSV': (await get(`/compare.csv?${one}`)).text,
      'the tool of comparisons': (await call(client, 'compare_offers', compared)).text,
      'the page': (await get(`/toolbox/apis?${query}&open=${slug}`, asBrowser)).text,
      'the Markdown of the page': (await get(`/toolbox/apis.md?${query}`)).text,
      'the tool': (await call(client, 'find_offers', given)).text,
      // A profile shows prices of all listings, and no column without a place in its table.
      ...(/price/i.test(key) && {
        'the profile': (await get(`/providers/${profile}`, asBrowser)).text,
        'the Markdown of the profile': (await get(`/providers/${profile}.md`)).text,
      }),
    };
    const end = text.slice(text.lastIndexOf(', by ') + 2);
    for (const [name, reading] of Object.entries(readings)) {
      const plain = unescapeHtml(reading).replaceAll('\\', '');
      // A long cell of Markdown and of a tool is cut.
      const isSaid = plain.includes(end) || plain.includes(text.slice(0, 40));
      assert.ok(isSaid, `${name}: ${slug} ${key}: ${text}`);
    }
  }

  it('is drawn with each of its prices, and the range of its costs', async () => {
    const query = 'f.provider=Chainstack&f.planName=Growth&pageSize=100';
    const plot = (await get(`/toolbox/apis?${query}&chart=prices`, asBrowser)).text;
    const piles = Array.from(
      plot.matchAll(/<title>(\$[^<]* a month: [^<]*)<\/title>/g),
      ([, name]) => name,
    );
    const places =
      '$49/mo (monthly plan), $40/mo (yearly plan): Base, Ethereum and Solana; $7/mo: Base';
    assert.deepEqual(
      piles,
      [7, 49].map((price) => `$${price} a month: Chainstack Growth (${places})`),
    );
    const costs = (await get(`/toolbox/apis?${query}&requests=100000`, asBrowser)).text;
    const [chart = ''] = /<figure class="plot cost-chart">[\s\S]*?<\/figure>/.exec(costs) ?? [];
    assert.match(textOf(chart), /Chainstack: \$7 to \$49 for 1K/);
  });

  /** Slug of a provider. */
  async function profileOf(provider: string): Promise<string> {
    const query = `search=${encodeURIComponent(provider)}&fields=slug,name`;
    const { text } = await get(`/api/providers?${query}`);
    const { providers } = JSON.parse(text).result as {
      readonly providers: readonly { readonly slug: string; readonly name: string }[];
    };
    return providers.find(({ name }) => name === provider)?.slug ?? assert.fail(provider);
  }

  it('says so in every notation', async () => {
    const offers = await varyingOffers();
    assert.ok(offers.length > 0, 'the directory has such offers');
    let cells = 0;
    for (const offer of offers)
      for (const { key, text } of await varyingCells(offer)) {
        cells += 1;
        await assertSaid(offer, key, text);
      }
    assert.ok(cells > 0);
  });
});
