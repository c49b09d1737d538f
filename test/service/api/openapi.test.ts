/** A machine can learn the interface from the OpenAPI documents alone: they are right, and their examples work. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { directory } from '../../support/directory.ts';
import { siteCategories } from '../../support/interface-contract.ts';
import { exampleRequests, readDocument } from '../../support/interface-documents.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { codeBlocks, curlAddresses } from '../../support/interface-shell.ts';
import { cellOf, quotedWords, sectionOf, tableOf, wordsAfter } from '../../support/interface-tables.ts';
import { projectFolder } from '../../support/paths.ts';
import { readFailure } from '../../support/service-answers.ts';
import { rowsPath } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';

const published = { SITE_URL: 'https://directory.web3' };

/** `dora` has wallets alone, and no chain that listings of all networks could be on; `echo` has nothing. */
const wallets = String(directory['listings/specific-networks/aria/wallets.csv']);
const few = Object.entries(directory).filter(([file]) => !/^listings|sets.csv/.test(file) || file.includes('/nemo/'));
const sparseTree = {
  ...Object.fromEntries(few),
  'meta/networks.csv': `${directory['meta/networks.csv']}dora,Dora,,https://docs.dora.example/,,,,\necho,Echo,,https://docs.echo.example/,,,,\n`,
  'listings/specific-networks/dora/wallets.csv': wallets,
  'listings/specific-networks/echo/wallets.csv': wallets.split('\n').slice(0, 1).join(''),
};

describe('the OpenAPI documents', () => {
  const { get, built } = itDescribesItself(directory, ['base']);
  const described = sectionOf('Site surface');

  it('close no set of values of the data, so that a client of yesterday can read the values of tomorrow', async () => {
    const values = new Set<string>();
    for (const key of siteCategories) {
      const { result } = (await get(`/api/facets?category=${key}`)).json() as { result: { facets: Facet[] } };
      for (const { values: found = [] } of result.facets) for (const { value } of found) values.add(value);
    }
    assert.ok(values.size > 100);
    for (const base of ['', '/networks/aria']) {
      const closed = enumsOf(await readDocument(get, base)).filter((words) =>
        words.some((word) => values.has(String(word))),
      );
      // Flags.
      assert.deepEqual(
        closed.filter((words) => !words.every((word) => /^(true|false|0|1|No|Yes)$/.test(String(word)))),
        [],
      );
    }
  });

  it('have examples of values that are in the data', async () => {
    const { components } = await readDocument(get, '/networks/aria');
    const { schemas } = components as { schemas: Readonly<Record<string, { properties: object }>> };
    let count = 0;
    for (const category of siteCategories) {
      const { result } = (await get(`/api/facets?category=${category}`)).json() as { result: { facets: Facet[] } };
      const known = new Set(
        result.facets.flatMap(({ id, values = [] }) => values.map(({ value }) => `${id} ${value}`.toLowerCase())),
      );
      const cells = Object.entries(schemas[`Row_${category}`]?.properties ?? {});
      const examples = cells.flatMap(([key, schema]) => examplesOf(schema).map((value) => `${key} ${value}`));
      assert.deepEqual(
        examples.filter((example) => !known.has(example.toLowerCase())),
        [],
        category,
      );
      count += examples.length;
    }
    assert.ok(count > 20, `${count} examples`);
  });

  it('have a schema of the parameters in JSON, which their examples fit', async () => {
    const { paths } = await readDocument(get, '/networks/ethereum');
    const { parameters = [] } = paths[rowsPath]?.get ?? {};
    for (const name of ['filters', 'sorting']) {
      const { schema, example } = parameters.find((each) => each.name === name) ?? assert.fail(name);
      assert.equal(schema.contentMediaType, 'application/json');
      const fits = new Ajv2020().compile(schema.contentSchema as object);
      assert.ok(fits(JSON.parse(String(example))), name);
      assert.ok(!fits([{ column: 'planType' }]), name);
    }
  });

  it('have, for the site, the operations, tags and agent actions of interface.md, before those beyond it', async () => {
    const document = await readDocument(get, '');
    const promised = tableOf('Site surface', 'Path').map((row) => cellOf(row, 'Path'));
    const operations = Object.values(document.paths).map((item) => item.get);
    assert.deepEqual(Object.keys(document.paths).slice(0, promised.length), promised);
    assert.deepEqual(
      operations.slice(0, promised.length).map(({ operationId }) => operationId),
      wordsAfter(described, 'Operation ids:'),
    );
    assert.deepEqual(
      document.tags.map(({ name }) => name),
      wordsAfter(described, 'Its tags are'),
    );
    for (const [address, item] of Object.entries(document.paths)) {
      assert.deepEqual(item.get.tags, [address.startsWith('/llms') ? 'AI Context' : 'Discovery'], address);
    }
    const actions = document['x-agent-actions'] ?? [];
    const ids = quotedWords(described.split('It also carries a list of agent actions')[1] ?? '').slice(1);
    assert.deepEqual(
      actions.map(({ id }) => id),
      ids,
    );
  });

  it('name addresses of agent actions that answer', async () => {
    const { 'x-agent-actions': actions = [] } = await readDocument(get, '');
    const addresses = ['/api/networks', '/llms-full.txt', '/mcp-gateway'];
    assert.deepEqual(
      actions.map(({ url, method }) => `${method} ${url}`),
      addresses.map((to) => `GET ${published.SITE_URL}${to}`),
    );
    for (const to of addresses) assert.equal((await get(to)).status, 200);
  });

  it('cover the 15 categories of the site with the figures of the manifest, agents included', async () => {
    const { info } = await readDocument(get, '');
    const coverage = info['x-coverage'];
    const { manifest } = built();
    assert.ok(coverage && manifest);
    const { site } = manifest.metrics;
    assert.equal(coverage.asOf, manifest.generatedAt);
    assert.equal(coverage.totalEntries, manifest.metrics.site.entries);
    assert.equal(coverage.categoryCount, 15);
    assert.deepEqual(
      coverage.categories.map(({ key }) => key),
      siteCategories,
    );
    for (const category of coverage.categories) {
      assert.deepEqual(Object.keys(category), ['key', 'label', 'description', 'count', 'providersCount']);
      const metrics = site.categories.find(({ key }) => key === category.key);
      assert.deepEqual([category.count, category.providersCount], [metrics?.count, metrics?.providersCount]);
    }
    assert.equal(coverage.categories.find(({ key }) => key === 'agents')?.count, 0);
    assert.equal(
      coverage.categories.reduce((sum, { count }) => sum + count, 0),
      coverage.totalEntries,
    );
  });

  const documents = ['README.md', 'docs/api.md', 'docs/reference/answers.md'].map((name) =>
    readFileSync(path.join(projectFolder, name), 'utf8'),
  );
  // The test directory has neither Filecoin nor Arbitrum.
  const text = documents.join('\n').replaceAll('filecoin', 'ethereum').replaceAll('arbitrum', 'solana');

  it('are shown by README and docs/api.md in commands that work', async () => {
    const addresses = codeBlocks(text, 'sh').flatMap(curlAddresses);
    assert.ok(addresses.length >= 4);
    for (const address of addresses) {
      const { origin, pathname, search } = new URL(address);
      assert.equal(origin, 'http://localhost:8080', address);
      const answer = await get(`${pathname}${search}`);
      assert.equal(answer.status, 200, `${address}: ${answer.text.slice(0, 300)}`);
    }
  });

  it('are shown by docs/api.md with an error as the service sends it', async () => {
    const [shown = ''] = codeBlocks(text, 'json');
    const answer = await get('/networks/ethereum/api/infrastructure-providers/rows?catgory=apis');
    readFailure(answer, 400);
    assert.equal(shown.trim(), answer.text);
  });
});
describe('the OpenAPI documents of networks with next to nothing', () => {
  const { get } = itDescribesItself(sparseTree, ['dora', 'echo']);

  it('show what there is: no example of a provider where there is none', async () => {
    const exampleOf = async (network: string, name: string) => {
      const { paths } = await readDocument(get, `/networks/${network}`);
      const parameters = Object.values(paths).flatMap((item) => item.get.parameters);
      const named = parameters.filter((given) => given.name === name);
      return [...new Set(named.flatMap(({ example }) => [example].flat()))];
    };
    assert.deepEqual(await exampleOf('dora', 'category'), ['wallets']);
    assert.deepEqual(await exampleOf('dora', 'slug'), ['p06', 'keyring-app']);
    assert.deepEqual(await exampleOf('echo', 'slug'), [undefined]);
    assert.deepEqual(await exampleOf('echo', 'filters'), [undefined]);
  });
});
describe('the OpenAPI document of a deployment of one network', () => {
  itDescribesItself(directory, [], { ...published, ONLY_NETWORK: 'aria' });
});
function itDescribesItself(
  sources: Parameters<typeof useDescribedService>[0],
  networks: readonly string[],
  environment: Readonly<Record<string, string>> = published,
) {
  // Answers are held against the schemas of one document alone: compiling those of each takes seconds.
  const service = (sources === directory && networks.length > 0 ? useDescribedService : useService)(
    sources,
    environment,
  );
  const { get } = service;
  const bases = ['', ...networks.map((network) => `/networks/${network}`)];

  for (const base of bases) {
    it(`have examples that work${base === '' ? ' on the site' : ` on ${base}`}`, async () => {
      const { paths } = await readDocument(get, base);
      const requests = Object.entries(paths).flatMap(([path, item]) => exampleRequests(path, item.get));
      const { example } = paths[rowsPath]?.get.parameters.find(({ name }) => name === 'category') ?? {};
      for (const request of requests) {
        const answer = await get(`${base}${request}`);
        assert.equal(answer.status, 200, `${base}${request}: ${answer.text.slice(0, 300)}`);
        if (!request.includes(`/rows?category=${example}`) || isEmpty(base)) continue;
        const { result } = answer.json() as { result: { rows: unknown[] } };
        assert.ok(result.rows.length > 0, `${base}${request} finds something`);
      }
    });
  }

  function isEmpty(base: string): boolean {
    return service.built().manifest?.metrics.networks[base.split('/').at(-1) ?? '']?.entries === 0;
  }

  it('show an answer of the site as it is given', async () => {
    const { paths } = await readDocument(get, '');
    for (const [address, { get: operation }] of Object.entries(paths)) {
      const example = operation.responses['200']?.content?.['application/json']?.example;
      if (example === undefined) continue;
      const [shown] = (example as { result: { networks: unknown[] } }).result.networks;
      const { result } = (await get(address)).json() as { result: { networks: unknown[] } };
      assert.deepEqual(
        result.networks.filter((network) => JSON.stringify(network) === JSON.stringify(shown)),
        [shown],
      );
    }
  });

  return service;
}

interface Facet {
  readonly id: string;
  readonly values?: readonly { readonly value: string }[];
}

/** All lists of `enum` in a document. */
function enumsOf(value: unknown): unknown[][] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'enum' in value && Array.isArray(value.enum) ? [value.enum] : [];
  return [...own, ...Object.values(value).flatMap(enumsOf)];
}

/** All `examples` in a schema. */
function examplesOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'examples' in value && Array.isArray(value.examples) ? value.examples : [];
  return [...own, ...Object.values(value).flatMap(examplesOf)];
}
