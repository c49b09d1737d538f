/** One limit for every parameter that can be repeated and for every list in JSON, on every route and in every tool. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { maxSuggestions, maxValues } from '../../../service/errors.ts';
import { ownSources } from '../../support/interface-sources.ts';
import { call, connect } from '../../support/mcp-client.ts';
import { everyPath } from '../../support/service-every-path.ts';
import type { Get } from '../../support/service-get.ts';
import { useService } from '../../support/service-server.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const repeat = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}=v${at}`).join('&');
const list = (count: number) => Array.from({ length: count }, (_, at) => `v${at}`);
const joined = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** Names of all parameters in the OpenAPI documents, and of form fields. */
async function parameterNames(get: Get): Promise<string[]> {
  const names = new Set(['f.provider', 'f.accessPrice.min', 'cols', 'compare', 'anything']);
  for (const base of ['', '/networks/aria']) {
    const { paths } = (await get(`${base}/openapi.json`)).json() as {
      readonly paths: Record<string, { get: { parameters: { in: string; name: string }[] } }>;
    };
    for (const path of Object.values(paths))
      for (const { in: where, name } of path.get.parameters) if (where === 'query') names.add(name);
  }
  return [...names];
}

describe('a parameter that is repeated too often', () => {
  const { get } = useService({ tree: tinyTree });

  for (const path of everyPath()) {
    it(`gets 400 with the limit on ${path}`, async () => {
      const { status, text } = await get(joined(path, repeat('slug', maxValues + 1)));
      assert.equal(status, 400, text.slice(0, 200));
      if (!text.startsWith('<')) assert.match(text, new RegExp(`more than ${maxValues} times`));
    });
  }

  it('gets 400 whatever its name and its spelling', async () => {
    const names = await parameterNames(get);
    assert.ok(names.length > 20, names.join());
    for (const name of names) {
      const { status, text } = await get(`/api/offers?category=apis&${repeat(name, maxValues + 1)}`);
      assert.equal(status, 400, name);
      assert.match(text, new RegExp(`the parameter \\\\"${name}\\\\" is given more than ${maxValues} times`));
    }
    const spelt = `${repeat('slug', 26)}&${repeat('%73lug', 25)}`;
    assert.match((await get(`/api/offers?category=apis&${spelt}`)).text, /more than 50 times/);
  });

  it(`is answered up to ${maxValues} times`, async () => {
    assert.equal((await get(`/api/offers?category=apis&${repeat('slug', maxValues)}`)).status, 200);
  });

  it('gets 400 for a list in JSON, at any depth', async () => {
    for (const [name, value] of [
      ['filters', [{ id: 'provider', value: list(maxValues + 1) }]],
      ['filters', [{ id: 'provider', value: ['x'], more: { deep: [list(maxValues + 1)] } }]],
      ['filters', new Array(maxValues + 1).fill({ id: 'provider', value: ['x'] })],
      ['sorting', new Array(maxValues + 1).fill({ id: 'provider' })],
      ['sorting', [{ id: list(maxValues + 1) }]],
    ] as const) {
      const { status, text } = await get(
        `/api/offers?category=apis&${name}=${encodeURIComponent(JSON.stringify(value))}`,
      );
      assert.equal(status, 400, text.slice(0, 100));
      assert.match(text, /has 51 items; \d+ are allowed/);
    }
  });
});

describe('unknown slugs', () => {
  const { get } = useService(ownSources);

  it(`get suggestions for ${maxSuggestions} of them`, async () => {
    const { result } = (await get('/api/offers?category=apis&pageSize=10')).json() as {
      readonly result: { readonly offers: readonly { readonly slug: string }[] };
    };
    const typos = result.offers.map(({ slug }) => `slug=${slug}x`);
    assert.ok(typos.length > maxSuggestions);
    const { hints } = ((await get(`/api/offers?category=apis&${typos.join('&')}`)).json() as typeof example).result;
    assert.equal(hints.slugs.length, maxSuggestions);
  });
});
const example = { result: { hints: { slugs: [''] } } };

describe('arguments of MCP tools', () => {
  const cleanUp = afterAll();
  const used = useService(ownSources);
  let client: Client;
  before(async () => {
    client = await connect(used.service().url, cleanUp);
  });

  it('may have lists of 50 items, and an error names the limit', async () => {
    const { tools } = await client.listTools();
    let count = 0;
    for (const { name, inputSchema } of tools) {
      for (const argument of Object.keys(inputSchema.properties ?? {})) {
        for (const value of [list(maxValues + 1), [{ id: 'provider', value: list(maxValues + 1) }]]) {
          const { isError, text } = await call(client, name, { [argument]: value });
          assert.ok(isError, `${name} ${argument}`);
          assert.match(text.replaceAll('\\', ''), /^[\w.[\]]+ has 51 items; 50 are allowed/, `${name} ${argument}`);
          count++;
        }
      }
    }
    assert.ok(count > 40, String(count));
  });
});
