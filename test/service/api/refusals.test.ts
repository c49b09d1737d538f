/**
 * Refusals, made from the OpenAPI documents: of each route and parameter a wrong value, a misspelt
 * name, a name twice.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import leven from 'leven';
import { exampleRequests, readDocument } from '../../support/interface-documents.ts';
import { everyNth } from '../../support/lane.ts';
import { type Failure, readFailure } from '../../support/service-answers.ts';
import type { Answer } from '../../support/service-get.ts';
import { type UsedService, useService } from '../../support/service-server.ts';

interface Route {
  /** With what it must be given. */
  readonly address: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly isList: boolean;
    readonly isRequired: boolean;
  }[];
}

/** The JSON routes below a base address. */
async function routesOf({ get }: UsedService, base: string): Promise<Route[]> {
  const { paths } = await readDocument(get, base);
  return Object.entries(paths).flatMap(([path, { get: operation }]) => {
    const required = operation.parameters.filter((given) => given.required);
    const [request] = exampleRequests(path, { ...operation, parameters: required });
    if (!path.startsWith('/api/') || request === undefined) return [];
    const parameters = operation.parameters
      // Fields of a form are no parameter of their own name.
      .filter((given) => given.in === 'query' && given.schema.$ref === undefined)
      .map(({ name, required: isRequired = false, schema }) => ({
        name,
        isRequired,
        isList: schema.type === 'array',
      }));
    return [{ address: `${base}${request}`, parameters }];
  });
}

/** The address with the parameter instead of its own value. */
function withParameter(address: string, name: string, ...values: readonly string[]): string {
  const [path, query = ''] = address.split('?');
  const given = new URLSearchParams(query);
  given.delete(name);
  for (const value of values) given.append(name, value);
  return `${path}?${given}`;
}

/** Letters swapped, in the wrong case. */
function typosOf(name: string): string[] {
  const middle = Math.floor(name.length / 2);
  return [
    name.slice(0, middle - 1) +
      name.charAt(middle) +
      name.charAt(middle - 1) +
      name.slice(middle + 1),
    name.toUpperCase(),
  ];
}

/** The name that was meant, or one that is as near to what was written. */
function assertSuggests({ suggestion, allowed = [] }: Failure, typo: string, meant: string): void {
  assert.ok(allowed.includes(meant), `${meant} is allowed`);
  assert.ok(suggestion !== undefined && allowed.includes(suggestion), `"${typo}": a suggestion`);
  const distance = (name: string) => leven(typo.toLowerCase(), name.toLowerCase());
  assert.ok(
    suggestion === meant || distance(suggestion) <= distance(meant),
    `"${typo}": ${suggestion}, not ${meant}`,
  );
}

/** Messages of zod. */
const raw =
  /Invalid (?:input|option|string)|expected \w+, received|Too (?:big|small)|Unrecognized key/;
/** Texts of any kind, and names of things, of which an unknown one is 404. */
const free = ['offer', 'q', 'search', 'slug', 'text'];

const service = useService();
const rows = '/networks/ethereum/api/infrastructure-providers/rows';
const fail = async (target: string, status = 400): Promise<Failure> => {
  const answer = await service.get(target);
  assert.doesNotMatch(answer.text, raw, target);
  assert.equal(answer.status, status, target);
  return readFailure(answer, status);
};

for (const base of ['', '/networks/aria']) {
  describe(`the parameters of ${base || 'the site'}`, () => {
    it('are told with the right one if they are misspelt', async () => {
      for (const { address, parameters } of await routesOf(service, base)) {
        const names = parameters.map(({ name }) => name);
        const wanted = names.filter((each) => each !== 'snapshot');
        for (const name of ['qqqq', 'constructor', ' ']) {
          const failure = await fail(withParameter(address, name, '1'));
          assert.deepEqual([failure.code, failure.parameter], ['bad-parameter', name], address);
          // The snapshot belongs to every route and is not repeated in each message.
          assert.deepEqual(failure.allowed?.toSorted(), wanted.toSorted(), address);
        }
        for (const name of wanted.filter((each) => each.length > 2)) {
          for (const typo of everyNth(2, typosOf(name)).filter((text) => !names.includes(text))) {
            const failure = await fail(withParameter(address, typo, '1'));
            assert.equal(failure.parameter, typo, address);
            assertSuggests(failure, typo, name);
          }
        }
      }
    });

    it('may stand twice if they are lists', async () => {
      for (const { address, parameters } of await routesOf(service, base)) {
        for (const { name, isList } of parameters.filter((each) => each.name !== 'snapshot')) {
          const twice = withParameter(address, name, 'apis', 'apis');
          if (isList) assert.doesNotMatch((await service.get(twice)).text, /more than once/, twice);
          else assert.match((await fail(twice)).message, /more than once/, twice);
        }
      }
    });

    it('are refused with a value that is none, with an example that works', async () => {
      for (const { address, parameters } of await routesOf(service, base)) {
        for (const { name } of parameters.filter((each) => !free.includes(each.name))) {
          const target = withParameter(address, name, '\u0000no such value');
          const failure = await fail(target);
          assert.equal(failure.parameter, name, target);
          if (name === 'snapshot')
            assert.match(failure.message, /such as \d{8}T\d{9}Z-[0-9a-f]{8}$/);
          else {
            const shown = (failure.example ?? '')
              .split(/&(?=[a-z][\w.]*=)/)
              .map((pair) => pair.split(/=(.*)/s));
            const example = shown.reduce(
              (made, [key = '', value = '']) => withParameter(made, key, value),
              address,
            );
            assert.equal((await service.get(example)).status, 200, `${target}: ${example}`);
          }
        }
      }
    });

    it('are answered or refused where they are blank', async () => {
      for (const { address, parameters } of await routesOf(service, base)) {
        for (const { name, isRequired } of parameters) {
          assertOneShape(await service.get(withParameter(address, name, '')), `${address} ${name}`);
          const without = await service.get(withParameter(address, name));
          if (!isRequired) assert.equal(without.status, 200, `${address} without ${name}`);
        }
      }
    });
  });
}

function assertOneShape(answer: Answer, name: string): void {
  assert.ok([200, 400, 404].includes(answer.status), `${name}: ${answer.status}`);
  if (answer.status !== 200) readFailure(answer, answer.status);
}

describe('a refused value', () => {
  const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));
  /** Below /api/offers unless it begins with a slash. */
  const cases: readonly (readonly [query: string, parameter: string, suggestion?: string])[] = [
    ['category=api', 'category', 'apis'],
    ['category=APIS', 'category', 'apis'],
    ['category=toString', 'category'],
    ['category=apis&category=apis', 'category'],
    ['category=apis&page=1e3', 'page'],
    ['category=apis&page=-1', 'page'],
    [`category=apis&sorting=${json([{ id: 'provider', desc: 'yes' }])}`, 'sorting'],
    [`category=apis&sorting=${json([{ id: 'provider', nulls: 'first' }])}`, 'sorting'],
    [`category=apis&sorting=${json({ id: 'provider' })}`, 'sorting'],
    [`category=apis&sorting=${json(Array(4).fill({ id: 'provider' }))}`, 'sorting'],
    [`category=apis&filters=${json(Array(21).fill({ id: 'provider', value: ['x'] }))}`, 'filters'],
    ['category=apis&network=arai', 'network', 'aria'],
    ['category=apis&provider=alchmy', 'provider', 'alchemy'],
    ['category=apis&fields=slug,planname', 'fields', 'planName'],
    ['category=apis&fields=', 'fields'],
    ['category=apis&meta=nope', 'meta', 'none'],
    ['category=apis&network=', 'network'],
    ['category=apis&page=0', 'page'],
    ['category=apis&page=1000000000', 'page'],
    ['category=apis&page=1.5', 'page'],
    ['category=apis&pageSize=0', 'pageSize'],
    ['category=apis&pageSize=101', 'pageSize'],
    [`category=apis&search=${'x'.repeat(201)}`, 'search'],
    ['provider=alchemy&filters=[{"id":"accessPrice","value":["","1"]}]', 'filters'],
    ['provider=alchemy&sorting=[{"id":"accessPrice"}]', 'sorting'],
    [`category=apis&filters=${json([{ id: 'planTyp', value: ['Free'] }])}`, 'filters', 'planType'],
    [`category=apis&sorting=${json([{ id: 'acessPrice' }])}`, 'sorting', 'accessPrice'],
    ['f.accessPrice.max=1', 'f.accessPrice.max'],
    [`${rows}?category=apis&scope=networks`, 'scope', 'network'],
    [`${rows}?category=apis&scope=all-network`, 'scope', 'all-networks'],
    [`${rows}?category=apis&f.planTyp=Free`, 'f.planTyp', 'f.planType'],
    [`${rows}?category=apis&f.accessPrice.mx=5`, 'f.accessPrice.mx', 'f.accessPrice.max'],
    [`${rows}?category=apis&f.accessPrice.max=1&f.accessPrice.max=2`, 'f.accessPrice.max'],
    [`${rows}?category=apis&f.accessPrice=1`, 'f.accessPrice', 'f.accessPrice.min'],
    [`${rows}?category=apis&numbers=yes`, 'numbers'],
    ['/api/networks?f.planType=Free', 'f.planType'],
    ['/api/facets?category=apis&column=planTyp', 'column', 'planType'],
    ['/api/providers?sorting=[{"id":"networkCoun"}]', 'sorting', 'networkCount'],
    ['/api/export?category=apis&format=ndjsn', 'format', 'ndjson'],
    ['/api/estimate?category=wallets', 'category'],
    ['/api/estimate?requests=0', 'requests'],
    ['/api/estimate?requests=1e6', 'requests'],
    ['/api/estimate?workload=game', 'workload'],
    ['/api/estimate?peak=-1', 'peak'],
    ['/api/search?q=', 'q'],
    ['/api/search', 'q'],
    ['/api/search?q=apis&mix=eth_call', 'mix'],
    ['/api/estimate?mix=eth_call:1,eth_call:2', 'mix'],
    ['/api/estimate?mix=eth_call:0', 'mix'],
    ['/compare.json?category=wallets', 'offer'],
    ['/compare.json?category=walets&offer=ledger', 'category', 'wallets'],
    [
      `/compare.json?category=wallets&${[...'abcdefg'].map((slug) => `offer=${slug}`).join('&')}`,
      'offer',
    ],
  ];
  for (const [query, parameter, suggestion] of cases) {
    it(`is named: ${query.slice(0, 70)}`, async () => {
      const failure = await fail(query.startsWith('/') ? query : `/api/offers?${query}`);
      assert.deepEqual([failure.parameter, failure.suggestion], [parameter, suggestion]);
      assert.doesNotMatch(failure.message, /invalid input|not ""/i);
    });
  }

  const unknown = [
    ['/api/providers/alchemyx', 'unknown-provider', 'alchemy'],
    [
      '/networks/aria/api/infrastructure-providers/providers/alchemyx',
      'unknown-provider',
      'alchemy',
    ],
    ['/networks/aria/api/infrastructure-providers/providers/ledger', 'unknown-provider', undefined],
    ['/networks/arai/api/infrastructure-providers/categories', 'unknown-network', 'aria'],
    ['/api/rpc-endpoint?offer=alchemy-free-mainet', 'unknown-offer', 'alchemy-free-mainnet'],
    ['/compare.json?category=wallets&offer=ledgr&offer=nothing', 'unknown-offer', 'ledger'],
  ] as const;
  for (const [target, code, suggestion] of unknown) {
    it(`names nothing: ${target}`, async () => {
      const failure = await fail(target, 404);
      assert.deepEqual([failure.code, failure.suggestion], [code, suggestion]);
    });
  }

  /** Several values, or a name, as other services read them; none, below /api/offers. */
  const several: readonly (readonly [query: string, message: string, suggestion?: string])[] = [
    ['network=base,ethereum', 'several are written network=base&network=ethereum'],
    ['provider=Alchemy,The+Graph', 'several are written provider=Alchemy&provider=The+Graph'],
    ['slug=ledger,exodus', 'several are written slug=ledger&slug=exodus'],
    [
      'f.planType=Free,Tiered',
      'no value "Free,Tiered"; several are written f.planType=Free&f.planType=Tiered',
    ],
    ['f.planType=!free,+tiered', 'several are written f.planType=free&f.planType=tiered'],
    ['f.planType=Free|Tiered', 'several are written f.planType=Free&f.planType=Tiered'],
    ['f.planType=Free;Tiered', 'several are written f.planType=Free&f.planType=Tiered'],
    ['f.planType=["Free","Tiered"]', 'several are written f.planType=Free&f.planType=Tiered'],
    ['f.planType=["Free"]', 'several are written f.planType=Free&f.planType=b'],
    [
      'filters=[{"id":"planType","value":["Free,Tiered"]}]',
      'no value "Free,Tiered"; several are written "value":["Free","Tiered"]',
      '',
    ],
    ['network=base|ethereum', 'several are written network=base&network=ethereum'],
    ['network=base;ethereum', 'several are written network=base&network=ethereum'],
    ['network=["base","ethereum"]', 'several are written network=base&network=ethereum'],
    [
      'category=apis&f.accessPrice=10,50',
      'category: write f.accessPrice.min, f.accessPrice.max or both',
      'f.accessPrice.min',
    ],
    ['f.uptimeSla=99.9', 'write f.uptimeSla.min, f.uptimeSla.max or both', 'f.uptimeSla.min'],
    ['category=apis,wallets', 'unknown category "apis,wallets": category takes one value'],
    [
      'network[]=base&network[]=aria',
      'write network; several are written network=base&network=aria',
      'network',
    ],
    ['network[0]=base', 'several are written network=base&network=b', 'network'],
    ['fields[]=slug', 'unknown parameter "fields[]": write fields', 'fields'],
    ['f[planType]=Free', 'write f.planType; several are', 'f.planType'],
    ['f[planType][]=Free', 'write f.planType; several are', 'f.planType'],
    ['f.planType[]=Free', 'write f.planType; several are', 'f.planType'],
    ['columns[]=slug', 'unknown parameter "columns[]": write fields', 'fields'],
    ['sort=provider,planName', 'unknown parameter "sort": write sorting', 'sorting'],
    ['sorting=provider,planName', 'sorting is not a JSON list', ''],
    ['/api/changes?fact=price,chains', 'several are written fact=price&fact=chains'],
    [`${rows}?category=apis&f.planType=Free,Tiered`, 'several are written f.planType=Free'],
  ];
  for (const [query, message, suggestion] of several) {
    it(`says how several are written: ${query}`, async () => {
      const failure = await fail(query.startsWith('/') ? query : `/api/offers?${query}`);
      assert.ok(failure.message.includes(message), failure.message);
      if (suggestion !== undefined) assert.equal(failure.suggestion ?? '', suggestion);
    });
  }

  it('says how several offers are written', async () => {
    const { message } = await fail('/compare.json?category=wallets&offer=ledger,exodus', 404);
    assert.match(message, /; several are written offer=ledger&offer=exodus$/);
  });

  it('is one value where the data has a comma in it', async () => {
    const tools = '/api/offers?category=security&f.deliveryType=';
    for (const address of [
      '/api/offers?f.regions=Frankfurt,Nowhere',
      `${tools}CLI, Web app`,
      `${tools}!CLI, Web app`,
    ])
      assert.equal((await service.get(encodeURI(address))).status, 200, address);
  });

  it('may be as large as the largest one', async () => {
    for (const query of [
      'page=999999999',
      'pageSize=100',
      `search=${'x'.repeat(200)}`,
      `search=${encodeURIComponent('🦊'.repeat(200))}`,
    ])
      assert.equal((await service.get(`/api/offers?category=apis&${query}`)).status, 200, query);
    const six = ['base-app', 'brave-wallet', 'exodus', 'foxwallet', 'ledger', 'metamask'];
    const query = six.map((slug) => `offer=${slug}`).join('&');
    assert.equal((await service.get(`/compare.json?category=wallets&${query}`)).status, 200);
  });

  it('has an example that the same address answers', async () => {
    for (const query of [
      'pageSize=no',
      'catgory=apis',
      'filters=x',
      'sorting=x',
      'f.planTyp=Free',
      'scope=x',
    ]) {
      const { example = '' } = await fail(`${rows}?category=apis&${query}`);
      const pairs = example.split(/&(?=[a-z][\w.]*=)/).map((pair) => pair.split(/=(.*)/s));
      const works = new URLSearchParams(Object.fromEntries(pairs));
      assert.equal((await service.get(`${rows}?${works}`)).status, 200, `${query}: ${example}`);
    }
  });
});

describe('filters as the fields of a form', () => {
  const total = async (target: string) => (await service.get(target)).headers['x-total-count'];
  const jsonOf = (filters: unknown) => `filters=${encodeURIComponent(JSON.stringify(filters))}`;
  const free = { id: 'planType', value: ['Free'] };

  for (const [fields, filters] of [
    ['f.planType=Free', [free]],
    ['f.planType=Free&f.planType=Tiered', [{ id: 'planType', value: ['Free', 'Tiered'] }]],
    ['f.accessPrice.max=50', [{ id: 'accessPrice', value: ['', '50'] }]],
    [
      'f.accessPrice.min=1&f.accessPrice.max=500&f.accessPrice.in=USD/month',
      [{ id: 'accessPrice', value: ['1', '500', 'USD/month'] }],
    ],
    ['f.trial=true', [{ id: 'trial', value: ['true'] }]],
  ] as const) {
    it(`${fields} selects what \`filters\` selects, on every list`, async () => {
      for (const path of [
        `${rows}?category=apis`,
        '/api/offers?category=apis',
        '/api/export?category=apis',
      ]) {
        const found = await total(`${path}&${fields}`);
        assert.equal(found, await total(`${path}&${jsonOf(filters)}`), path);
        assert.ok(Number(found) > 0 && found !== (await total(path)), path);
      }
    });
  }

  it('add to `filters`', async () => {
    const both = jsonOf([free, { id: 'chain', value: ['mainnet'] }]);
    const mixed = await total(`${rows}?category=apis&${jsonOf([free])}&f.chain=mainnet`);
    assert.equal(mixed, await total(`${rows}?category=apis&${both}`));
  });
});
