/** A client that was generated from yesterday's OpenAPI document can read today's answers, although the data has changed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type OpenApiDocument, readDocument } from '../../support/interface-documents.ts';
import type { Get } from '../../support/service-get.ts';
import { useService } from '../../support/service-server.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';

const rows = '/api/infrastructure-providers/rows';
/** Words of our own parameters and of our own types. Everything else that is closed would be a value of the data. */
const ownWords = [
  ['added', 'changed', 'removed'],
  ['endpoint', 'link', 'mcp', 'quotation'],
  [
    ...['answered', 'bad-tls', 'changed', 'confirmed', 'dead', 'disallowed', 'error', 'limited', 'moved', 'needs-key'],
    ...['no-archive', 'parked', 'unreachable', 'unreadable', 'unsafe', 'wrong-chain'],
  ],
  ['added', 'addresses', 'answers', 'chains', 'limits', 'other', 'price', 'removed'],
  ['addresses'],
  ['atom', 'json'],
  [0, 1],
  ['0', '1'],
  ['columns', 'none'],
  ['category', 'list', 'network', 'offer', 'provider'],
  ['archive', 'backend', 'indexer', 'wallet'],
  [
    ...['custom', 'no-archive', 'no-factor', 'no-period', 'no-price', 'other-currency', 'other-unit', 'too-slow'],
    ...['too-small', 'unknown-limit'],
  ],
  ['archive', 'fee', 'included', 'need', 'overage', 'rate', 'total'],
  ['exact', 'from', 'range', 'upTo'],
  ['csv', 'json', 'md'],
  ['json', 'md'],
  ['csv', 'ndjson', 'parquet'],
  ['all-networks', 'network'],
  ['group', 'offer'],
  ['endpoint', 'link', 'mcp', 'quotation'],
  [
    'answered',
    'bad-tls',
    'changed',
    'confirmed',
    'dead',
    'disallowed',
    'error',
    'limited',
    'moved',
    'needs-key',
    'no-archive',
    'parked',
    'unreachable',
    'unreadable',
    'unsafe',
    'wrong-chain',
  ],
];

/** The next day: other values in most columns with few, a column and a category more. */
const nextTree = {
  ...Object.fromEntries(
    Object.entries(tinyTree).map(([path, text]) => [
      path,
      typeof text === 'string' && !path.startsWith('meta/')
        ? text
            .replaceAll(/\bFree\b/g, 'Gratis')
            .replaceAll(/\bRPC\b/g, 'Streams')
            .replaceAll(/\btestnet\b/g, 'devnet')
        : text,
    ]),
  ),
  'meta/networks.csv': String(tinyTree['meta/networks.csv']).replaceAll('testnet', 'devnet'),
  'meta/categories.csv': `${tinyTree['meta/categories.csv']}relays,Relays,lucide:Radio,Relays of blocks.\n`,
  'meta/columns.csv': `${String(tinyTree['meta/columns.csv']).replaceAll('""apis""', '""apis"",""relays""')}relayKind,Relay kind,,,,,,,string,,true,,"[""apis"",""relays""]",,false\n`,
};

describe('the OpenAPI documents of yesterday', () => {
  const yesterday = useService(tinyTree);
  const today = useService(nextTree);

  it('close no set of values of the data', async () => {
    for (const base of ['', '/networks/aria']) {
      const words = enumsOf(await readDocument(yesterday.get, base)).map((values) => JSON.stringify(values));
      const own = ownWords.map((values) => JSON.stringify(values));
      assert.deepEqual(
        [...new Set(words)].filter((values) => !own.includes(values)),
        [],
        base,
      );
    }
  });

  it('are those of another state of the data', async () => {
    const read = async (get: Get) => (await get(`/networks/aria${rows}?category=apis&pageSize=100`)).text;
    const [before, after] = [await read(yesterday.get), await read(today.get)];
    for (const value of ['Gratis', 'Streams', 'devnet', 'relayKind']) {
      assert.ok(after.includes(`"${value}"`) && !before.includes(`"${value}"`), value);
    }
  });

  it('describe the answers of today', async () => {
    const requests: readonly (readonly [base: string, path: string, query: string])[] = [
      ['', '/api/networks', ''],
      ['', '/api/offers', '?category=apis&pageSize=100'],
      ['', '/api/offers', '?pageSize=100&fields=slug,planType'],
      ['', '/api/facets', '?category=apis'],
      ['', '/api/search', '?q=alchemy'],
      ['/networks/aria', rows, '?category=apis&pageSize=100'],
      ['/networks/aria', rows, '?category=wallets&pageSize=100&numbers=1'],
      ['/networks/aria', rows, '?category=relays'],
      ['/networks/aria', '/api/infrastructure-providers/categories', ''],
    ];
    for (const [base, path, query] of requests) {
      const answer = await today.get(`${base}${path}${query}`);
      assert.equal(answer.status, 200, `${path}${query}: ${answer.text.slice(0, 300)}`);
      assertDescribed(await readDocument(yesterday.get, base), path, answer.json());
    }
    const document = await readDocument(yesterday.get, '/networks/aria');
    const { result } = (await today.get(`/networks/aria${rows}?category=apis&pageSize=100`)).json() as {
      result: { rows: unknown[] };
    };
    const validate = validatorOf(document, '#/components/schemas/Row_apis');
    for (const row of result.rows) assert.ok(validate(row), JSON.stringify(validate.errors));
  });

  it('have examples of values that are in the data', async () => {
    const document = await readDocument(yesterday.get, '/networks/aria');
    const { schemas } = document.components as { schemas: Readonly<Record<string, { properties?: object }>> };
    const categories = Object.keys(schemas).flatMap((name) => /^Row_(\w+)$/.exec(name)?.[1] ?? []);
    let count = 0;
    for (const category of categories) {
      const known = await valuesOf(category);
      const cells = Object.entries(schemas[`Row_${category}`]?.properties ?? {});
      const examples = cells.flatMap(([key, schema]) => examplesOf(schema).map((value) => `${key} ${value}`));
      const missing = examples.filter((example) => !known.has(example.toLowerCase()));
      assert.deepEqual(missing, [], category);
      count += examples.length;
    }
    assert.ok(count > 20, `${count} examples`);
  });

  /** `column value` in lower case, of all values of the filters. */
  async function valuesOf(category: string): Promise<ReadonlySet<string>> {
    const { result } = (await yesterday.get(`/api/facets?category=${category}`)).json() as {
      result: { facets: { id: string; values?: { value: string }[] }[] };
    };
    const all = result.facets.flatMap(({ id, values = [] }) => values.map(({ value }) => `${id} ${value}`));
    return new Set(all.map((text) => text.toLowerCase()));
  }
});

function assertDescribed(document: OpenApiDocument, path: string, json: unknown): void {
  const pointer = `#/paths/${path.replaceAll('/', '~1')}/get/responses/200/content/application~1json/schema`;
  const validate = validatorOf(document, pointer);
  assert.ok(validate(json), `${path}: ${JSON.stringify(validate.errors?.slice(0, 5))}`);
}

function validatorOf(document: OpenApiDocument, pointer: string) {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema(document, 'document');
  return ajv.compile({ $ref: `document${pointer}` });
}

/** All lists of `enum` in a document. */
function enumsOf(value: unknown): unknown[][] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'enum' in value && Array.isArray(value.enum) ? [value.enum.toSorted()] : [];
  return [...own, ...Object.values(value).flatMap(enumsOf)];
}

/** All `examples` in a schema. */
function examplesOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'examples' in value && Array.isArray(value.examples) ? value.examples : [];
  return [...own, ...Object.values(value).flatMap(examplesOf)];
}
