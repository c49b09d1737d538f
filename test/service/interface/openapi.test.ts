/** A machine can learn the interface from the OpenAPI documents alone: they are right, and their examples work. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { siteCategories } from '../../support/interface-contract.ts';
import { exampleRequests, readDocument } from '../../support/interface-documents.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { codeBlocks, curlAddresses } from '../../support/interface-shell.ts';
import { corpusNetworks, corpusSources, ownNetworks, ownSources } from '../../support/interface-sources.ts';
import { cellOf, quotedWords, sectionOf, tableOf, wordsAfter } from '../../support/interface-tables.ts';
import { unbounded } from '../../support/lane.ts';
import { projectFolder } from '../../support/paths.ts';
import { readFailure } from '../../support/service-answers.ts';
import { rowsPath } from '../../support/service-paths.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';

/** Where the linter looks for mistakes in addresses: a server on localhost would be one. */
const published = { SITE_URL: 'https://directory.web3' };

/** `dora` has wallets alone, and no chain that listings of all networks could be on; `echo` has nothing. */
const wallets = String(tinyTree['listings/specific-networks/aria/wallets.csv']);
const sparseTree = {
  ...tinyTree,
  'meta/networks.csv': `${tinyTree['meta/networks.csv']}dora,Dora,,https://docs.dora.example/,\necho,Echo,,https://docs.echo.example/,\n`,
  'listings/specific-networks/dora/wallets.csv': wallets,
  'listings/specific-networks/echo/wallets.csv': wallets.split('\n').slice(0, 1).join(''),
};

describe("the OpenAPI documents of the project's own sources", () => {
  const { get, built } = itDescribesItself(ownSources, ownNetworks.slice(0, 2));
  const described = sectionOf('Site surface');

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
  const text = documents.join('\n');

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
    const answer = await get('/networks/filecoin/api/infrastructure-providers/rows?catgory=apis');
    readFailure(answer, 400);
    assert.equal(shown.trim(), answer.text);
  });
});
describe('the OpenAPI documents of networks with next to nothing', () => {
  const { get } = itDescribesItself(sparseTree, ['dora', 'echo', 'nemo']);

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
  itDescribesItself(ownSources, [], { ...published, ONLY_NETWORK: 'filecoin' });
});
if (unbounded) {
  describe('the OpenAPI documents of the corpus', () => {
    itDescribesItself(corpusSources, corpusNetworks.slice(0, 1));
  });
}

function itDescribesItself(
  sources: Parameters<typeof useDescribedService>[0],
  networks: readonly string[],
  environment: Readonly<Record<string, string>> = published,
) {
  const service = useDescribedService(sources, environment);
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
