/** Refusals of the API: each 400 shows a valid example, and the nearest name of a misspelt one, in our own words. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { readDocument } from '../../support/interface-documents.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { ownSources } from '../../support/interface-sources.ts';
import { asBrowser } from '../../support/service-get.ts';

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly example?: unknown;
  }[];
}

/** Messages of zod. */
const raw = /Invalid (?:input|option|string)|expected \w+, received|Too (?:big|small)|Unrecognized key/;
const rows = '/networks/ethereum/api/infrastructure-providers/rows';
const text = (example: unknown) => String([example].flat()[0] ?? '');

type Paths = Readonly<Record<string, { readonly get: Operation }>>;

/** Requests with a wrong value of each parameter, and with a parameter that is misspelt. */
function wrongRequests([path, { get }]: readonly [string, { readonly get: Operation }]): string[] {
  const parameters = get.parameters?.filter((each) => each.in === 'query' && each.name !== 'snapshot') ?? [];
  if (!path.includes('/api/') || path.includes('{') || parameters.length === 0) return [];
  return [...parameters.map(({ name }) => name), 'catgory'].map((name) => {
    const others = parameters.filter((each) => each.required && each.name !== name);
    const query = new URLSearchParams(others.map((each): [string, string] => [each.name, text(each.example)]));
    query.set(name, '\u0000no such value');
    return `${path}?${query}`;
  });
}

describe('a refused request', () => {
  const service = useDescribedService(ownSources);
  const fail = async (target: string) => {
    const answer = await service.get(target);
    assert.equal(answer.status, 400, `${target}: ${answer.text.slice(0, 200)}`);
    assert.doesNotMatch(answer.text, raw, target);
    return (answer.json() as { error: { message: string; example?: string; suggestion?: string } }).error;
  };

  for (const base of ['', '/networks/ethereum']) {
    it(`shows an example that works, for each parameter of ${base || 'the site'}`, async () => {
      const { paths } = (await readDocument(service.get, base)) as unknown as { paths: Paths };
      let refused = 0;
      for (const target of Object.entries(paths).flatMap(wrongRequests)) {
        const answer = await service.get(`${base}${target}`);
        if (answer.status === 200 || answer.status === 404) continue;
        const { example = '' } = await fail(`${base}${target}`);
        assert.match(example, /^[a-z][\w.]*=\S/, target);
        refused++;
      }
      assert.ok(refused > 20, String(refused));
    });
  }

  it('for another snapshot shows the form of an id', async () => {
    assert.match((await fail('/api/networks?snapshot=x')).message, /such as \d{8}T\d{9}Z-[0-9a-f]{8}$/);
  });

  it('has an example that the same address answers', async () => {
    for (const query of [
      'category=apis&pageSize=no',
      'catgory=apis',
      'category=apis&filters=x',
      'category=apis&sorting=x',
      'category=apis&f.planTyp=Free',
      'category=apis&scope=x',
    ]) {
      const { example = '' } = await fail(`${rows}?${query}`);
      const [name = '', ...value] = example.split('=');
      const works = new URLSearchParams({ category: 'apis', [name]: value.join('=') });
      assert.equal((await service.get(`${rows}?${works}`)).status, 200, `${query}: ${example}`);
    }
  });

  it('names the nearest of what it knows', async () => {
    for (const [query, suggestion] of [
      ['catgory=apis', 'category'],
      ['category=api', 'apis'],
      ['category=apis&scope=networks', 'network'],
      ['category=apis&f.planTyp=Free', 'f.planType'],
      ['category=apis&f.accessPrice.mx=5', 'f.accessPrice.max'],
      ['category=apis&fields=planname', 'planName'],
    ])
      assert.equal((await fail(`${rows}?${query}`)).suggestion, suggestion, query);
    const facets = rows.replace(/rows$/, 'facets');
    assert.equal((await fail(`${facets}?category=apis&column=planTyp`)).suggestion, 'planType');
  });
});

describe('filters as the fields of a form', () => {
  const service = useDescribedService(ownSources);
  const total = async (target: string) => (await service.get(target)).headers['x-total-count'];

  for (const [fields, filters] of [
    ['f.planType=Free', [{ id: 'planType', value: ['Free'] }]],
    ['f.planType=Free&f.planType=Tiered', [{ id: 'planType', value: ['Free', 'Tiered'] }]],
    ['f.accessPrice.max=50', [{ id: 'accessPrice', value: ['', '50'] }]],
    [
      'f.accessPrice.min=1&f.accessPrice.max=500&f.accessPrice.in=USD/month',
      [{ id: 'accessPrice', value: ['1', '500', 'USD/month'] }],
    ],
    ['f.trial=true', [{ id: 'trial', value: ['true'] }]],
  ] as const) {
    it(`${fields} selects what \`filters\` selects, on every list`, async () => {
      const json = `filters=${encodeURIComponent(JSON.stringify(filters))}`;
      for (const path of [`${rows}?category=apis`, '/api/offers?category=apis', '/api/export?category=apis']) {
        const found = await total(`${path}&${fields}`);
        assert.equal(found, await total(`${path}&${json}`), path);
        assert.ok(Number(found) > 0, path);
        assert.notEqual(found, await total(path));
      }
    });
  }

  it('add to `filters`', async () => {
    const json = encodeURIComponent(JSON.stringify([{ id: 'planType', value: ['Free'] }]));
    const both = encodeURIComponent(
      JSON.stringify([
        { id: 'planType', value: ['Free'] },
        { id: 'chain', value: ['mainnet'] },
      ]),
    );
    assert.equal(
      await total(`${rows}?category=apis&filters=${json}&f.chain=mainnet`),
      await total(`${rows}?category=apis&filters=${both}`),
    );
  });

  it('are refused without a category, if an end is repeated, or where nothing is filtered', async () => {
    for (const target of [
      '/api/offers?f.planType=Free',
      `${rows}?category=apis&f.accessPrice.max=1&f.accessPrice.max=2`,
      `${rows}?category=apis&f.accessPrice=1`,
      '/api/networks?f.planType=Free',
    ])
      assert.equal((await service.get(target)).status, 400, target);
  });

  it('one facet alone is the same as among all', async () => {
    for (const path of [rows.replace(/rows$/, 'facets'), '/api/facets']) {
      const read = async (query: string) =>
        ((await service.read(`${path}?category=apis${query}`)) as { result: { facets: { id: string }[] } }).result
          .facets;
      for (const facet of await read('')) assert.deepEqual(await read(`&column=${facet.id}`), [facet]);
    }
  });
});

describe('the parameters in JSON', () => {
  const service = useDescribedService(ownSources);

  it('have a schema of their content, which their examples fit', async () => {
    const { paths } = (await readDocument(service.get, '/networks/ethereum')) as unknown as {
      paths: Record<
        string,
        {
          get: {
            parameters: readonly {
              name: string;
              example: string;
              schema: { contentMediaType?: string; contentSchema?: object };
            }[];
          };
        }
      >;
    };
    const { parameters = [] } = paths['/api/infrastructure-providers/rows']?.get ?? {};
    for (const name of ['filters', 'sorting']) {
      const { schema, example } = parameters.find((each) => each.name === name) ?? assert.fail(name);
      assert.equal(schema.contentMediaType, 'application/json');
      const fits = new Ajv().compile(schema.contentSchema ?? assert.fail(name));
      assert.ok(fits(JSON.parse(example)), name);
      assert.ok(!fits([{ column: 'planType' }]), name);
    }
  });
});

describe('headers for scripts of other origins', () => {
  const { get } = useDescribedService(ownSources);

  it('name what the documents describe', async () => {
    const { headers } = await get('/api/networks', {
      headers: { ...asBrowser.headers, origin: 'https://other.example' },
    });
    const exposed = String(headers['access-control-expose-headers']).split(',');
    for (const name of ['Content-Location', 'Retry-After', 'ETag', 'Link', 'X-Total-Count', 'Repr-Digest'])
      assert.ok(exposed.includes(name), name);
  });
});

describe("the list of a network's providers", () => {
  const service = useDescribedService(ownSources);
  const path = '/networks/ethereum/api/infrastructure-providers/providers';

  it('is whole, or has pages that are together the whole', async () => {
    const read = async (query: string) =>
      ((await service.read(`${path}${query}`)) as { result: { providers: { slug: string }[] } }).result.providers;
    const whole = await read('');
    const pages: unknown[] = [];
    for (let page = 1; pages.length < whole.length; page++) {
      const found = await read(`?page=${page}&pageSize=40`);
      assert.ok(found.length > 0);
      pages.push(...found);
    }
    assert.deepEqual(pages, whole);
    const { headers } = await service.get(`${path}?pageSize=40`);
    assert.match(String(headers.link), /rel="next"/);
    assert.equal(headers['x-total-count'], String(whole.length));
  });
});

describe('the header Link of a list', () => {
  const service = useDescribedService(ownSources);

  it('names the next page, unless its address is longer than 2,000 characters', async () => {
    const named = (names: number) =>
      Array.from({ length: names }, (_, at) => `f.planType=${'Plan'.repeat(12)}${at}`).join('&');
    const query = `category=apis&pageSize=1&meta=none&fields=slug&f.planType=Free`;
    assert.match(String((await service.get(`${rows}?${query}`)).headers.link), /rel="next"/);
    const { status, headers } = await service.get(`${rows}?${query}&${named(40)}`);
    assert.deepEqual([status, headers.link], [200, undefined]);
    for (const names of [20, 24, 28, 29, 30]) {
      const { headers: both } = await service.get(`${rows}?${query}&${named(names)}&page=2`);
      const bytes = Object.entries(both).reduce((sum, [name, value]) => sum + `${name}: ${value}\r\n`.length, 0);
      assert.match(String(both.link), /rel="next"/, `${names} names`);
      assert.ok(bytes < 4000, `${names} names: ${bytes} bytes of headers`);
    }
  });
});
