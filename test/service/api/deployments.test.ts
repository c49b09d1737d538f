/** Each deployment counts and describes what it serves: all networks, or one with ONLY_NETWORK. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { directory } from '../../support/directory.ts';
import { type OpenApiDocument, type Operation, readDocument } from '../../support/interface-documents.ts';
import { readNetworks, readRows } from '../../support/service-answers.ts';
import { linksOf, textOf } from '../../support/service-html.ts';
import { rowsOf } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';

const siteOperations = ['listNetworks', 'getLlmsText', 'getLlmsFullText', 'readMcpGatewayPage', 'readAboutPage'];
const actions = ['discover-networks', 'read-ai-context', 'open-mcp-gateway'];
function operationsOf({ paths }: OpenApiDocument): string[] {
  return Object.values(paths).map((item) => item.get.operationId);
}

type DocumentWithErrors = OpenApiDocument & {
  readonly components: { readonly responses: Readonly<Record<string, { content: object; headers?: object }>> };
};

function assertErrorTypes({ components }: DocumentWithErrors, { responses }: Operation, path: string): void {
  const content = responses['200']?.content ?? {};
  const expected = [
    ...('text/html' in content ? ['text/html'] : []),
    'application/json',
    ...('text/html' in content || 'text/markdown' in content ? ['text/markdown'] : []),
  ];
  for (const status of Object.keys(responses).filter((each) => Number(each) >= 400)) {
    const name = responses[status]?.$ref?.split('/').at(-1) ?? '';
    assert.deepEqual(Object.keys(components.responses[name]?.content ?? {}), expected, `${path} ${status}`);
  }
}

const ajv = new Ajv2020({ strict: false });
/** By schema: compiling takes longer than the rest, and categories share their columns. */
const compiled = new Map<string, ReturnType<typeof ajv.compile>>();

/** Whether the schema of a cell accepts null: as `columnsMeta` says, but for core columns that the category does not use. */
function assertNull(schema: object, key: string, nullable: boolean | null): void {
  const json = JSON.stringify(schema);
  const accepts = compiled.get(json) ?? ajv.compile(schema);
  compiled.set(json, accepts);
  const isUsed = ['x', 1, ['x']].some((value) => accepts(value));
  assert.equal(accepts(null), isUsed ? nullable : !['starred', 'trial'].includes(key), JSON.stringify(schema));
}

describe('a deployment of one network', () => {
  const only = { SITE_URL: 'https://aria.test', ONLY_NETWORK: 'aria' };
  const { get, built } = useService(directory, only);
  const metrics = () => built().manifest?.metrics.networks.aria ?? assert.fail('metrics of aria');
  const pageAt = async (path: string) => textOf((await get(path)).text).replace(/\s+/g, ' ');

  it('has one OpenAPI document: coverage, actions and operations of the site, and those of the network', async () => {
    const document = await readDocument(get, '');
    assert.deepEqual(operationsOf(document).slice(0, 5), siteOperations);
    assert.ok(operationsOf(document).includes('listRows'));
    assert.ok('/toolbox/{category}' in document.paths);
    const { 'x-agent-actions': listed = [], info, tags, servers } = document;
    assert.deepEqual(
      listed.map(({ id }) => id),
      actions,
    );
    for (const { url } of listed) assert.equal((await get(new URL(url).pathname)).status, 200, url);
    assert.deepEqual(servers, [{ url: 'https://aria.test' }]);
    assert.deepEqual(
      tags.map(({ name }) => name),
      ['Discovery', 'AI Context', 'Providers'],
    );
    assert.equal(info['x-coverage']?.totalEntries, metrics().entries);
    assert.deepEqual(
      info['x-coverage']?.categories.map(({ key, count, providersCount }) => ({ key, count, providersCount })),
      metrics().categories,
    );
  });

  it('says on /data that the files are those of all networks', async () => {
    assert.match(await pageAt('/data'), /whole snapshot, with 7 networks\..* select the rows of the network "aria"/);
    assert.equal((await get('/data/rows/apis.parquet')).status, 200);
  });

  it('counts what it serves in texts and pages', async () => {
    const { entries, providers } = metrics();
    const all = built().manifest?.metrics.site.entries;
    assert.notEqual(entries, all, 'the snapshot has more');
    for (const path of ['/llms.txt', '/llms-full.txt']) {
      const { text } = await get(path);
      const heading = `offers from ${providers} Web3 infrastructure providers, in ${entries} listings, in 15 categories on 1 network,`;
      assert.ok(text.includes(heading), text.slice(0, 300));
      assert.doesNotMatch(text, /networks\/|\b1 (entries|providers|networks|offers)\b/);
    }
    assert.ok(
      (await pageAt('/about')).includes(`offers from ${providers} providers, in ${entries} listings on 1 network,`),
    );
    assert.ok((await pageAt('/mcp-gateway')).includes('has 3 listings of MCP servers from 3 providers.'));
  });

  it('links from its pages to what it serves', async () => {
    for (const path of ['/', '/about', '/mcp-gateway', '/data', '/toolbox/apis', '/search?q=alchemy', '/nowhere']) {
      const { text } = await get(path, { headers: { accept: 'text/html' } });
      assert.doesNotMatch(text, /\/networks\//, path);
      assert.doesNotMatch(text, /All networks|>Networks</, path);
      for (const { href } of linksOf(text).filter((link) => /^(\/|https:\/\/aria\.test)/.test(link.href))) {
        const { pathname, search } = new URL(href, 'https://aria.test');
        assert.equal((await get(pathname + search)).status, 200, `${href} on ${path}`);
      }
    }
  });
});

describe('a deployment of all networks', () => {
  const { get, built } = useService();

  it('does not limit the files on /data', async () => {
    assert.doesNotMatch((await get('/data')).text, /whole snapshot/);
  });

  it('has one number and one list of networks everywhere', async () => {
    const count = Object.keys(built().manifest?.metrics.networks ?? {}).length;
    assert.equal(count, 7);
    assert.equal(readNetworks(await get('/api/networks')).networks.length, count);
    for (const path of ['/llms.txt', '/llms-full.txt', '/', '/about']) {
      assert.match(textOf((await get(path)).text), new RegExp(`\\bon ${count} networks\\b`), path);
    }
    const sitemap = (await get('/sitemap.xml')).text;
    assert.equal(sitemap.match(/sitemap-network\.xml/g)?.length, count);
  });

  it('says of a category without rows that it has none yet, and counts it everywhere', async () => {
    const document = await readDocument(get, '');
    const empty = document.info['x-coverage']?.categories.filter((category) => category.count === 0) ?? [];
    assert.ok(empty.some(({ key }) => key === 'agents'));
    assert.equal(document.info['x-coverage']?.categoryCount, 15);
    const home = textOf((await get('/')).text).replace(/\s+/g, ' ');
    const labels = empty.map(({ label }) => label).join(', ');
    assert.ok(home.includes(`15 in all (none yet: ${labels})`));
    for (const path of ['/llms.txt', '/llms-full.txt']) {
      const { text } = await get(path);
      assert.equal(text.match(/^- \[.* \(`\w+`\)\]\(\S+\): none yet\./gm)?.length, empty.length, path);
      assert.match(text, /in 15 categories/);
    }
    assert.ok(document.info.description?.includes(`in 15 categories (none yet: ${labels})`), document.info.description);
    const search = (await get('/search')).text;
    assert.equal(textOf(search).match(/none yet/g)?.length, empty.length);
    assert.deepEqual(
      linksOf(search).filter(({ href }) => href.includes('category=agents')),
      [],
    );
    for (const path of [
      '/search?category=agents',
      '/networks/aria/search?category=agents',
      '/networks/aria/toolbox/agents',
    ]) {
      const page = textOf((await get(path)).text);
      assert.match(page, /Agents: none yet/, path);
      assert.doesNotMatch(page, /No results/, path);
    }
  });

  it('describes in the row schema of each category what is null', async () => {
    const document = (await readDocument(get, '/networks/aria')) as unknown as {
      components: { schemas: Record<string, { properties: Record<string, { type?: unknown; const?: unknown }> }> };
    };
    const cellOf = (category: string, key: string) =>
      document.components.schemas[`Row_${category}`]?.properties[key] ?? assert.fail(`${key} of ${category}`);
    for (const key of ['planType', 'apiType', 'technology', 'chain', 'slug', 'provider']) {
      assert.equal(cellOf('apis', key).type, 'string', key);
    }
    for (const key of ['planType', 'apiType', 'technology', 'chain']) assert.equal(cellOf('wallets', key).type, 'null');
    assert.equal(cellOf('wallets', 'trial').const, 0);
    assert.equal(cellOf('storages', 'planType').type, 'string');
    assert.ok('anyOf' in cellOf('apis', 'regions'), 'a list or null');
  });

  it('says of each cell whether it is null as columnsMeta does', async () => {
    const document = (await readDocument(get, '/networks/aria')) as unknown as {
      components: { schemas: Record<string, { properties: Record<string, object> }> };
    };
    for (const [name, { properties }] of Object.entries(document.components.schemas)) {
      const category = /^Row_(\w+)$/.exec(name)?.[1];
      if (category === undefined) continue;
      const { columnsMeta } = readRows(await get(rowsOf('aria', { category })));
      for (const { key, nullable } of columnsMeta) {
        assertNull(properties[key] ?? assert.fail(`${name}.${key}`), key, nullable);
      }
    }
  });

  it('declares the errors of pages as HTML and those of JSON as JSON, and 503', async () => {
    for (const base of ['', '/networks/aria']) {
      const document = (await readDocument(get, base)) as DocumentWithErrors;
      for (const [path, { get: operation }] of Object.entries(document.paths))
        assertErrorTypes(document, operation, path);
      assert.ok('Retry-After' in (document.components.responses.Unavailable?.headers ?? {}));
    }
  });

  it('rejects unknown parameters of its documents', async () => {
    for (const path of ['/openapi.json', '/networks/aria/openapi.json', '/.well-known/api-catalog']) {
      const answer = await get(`${path}?x=1`);
      assert.equal(answer.status, 400, path);
      assert.match(answer.text, /"code":"bad-parameter".*"parameter":"x"/);
      assert.equal((await get(`${path}?utm_source=x`)).status, 200);
    }
  });

  it('serves the files that icons of columns name', async () => {
    const { columnsMeta } = readRows(await get(rowsOf('aria', { category: 'apis' })));
    const files = columnsMeta.flatMap(({ icon }) => /^([\w-]+\.svg)\|\|/.exec(icon ?? '')?.[1] ?? []);
    assert.deepEqual([...new Set(files)].toSorted(), [
      'access-price.svg',
      'plan.svg',
      'regions.svg',
      'settings.svg',
      'trial.svg',
    ]);
    for (const file of files) {
      const answer = await get(`/icons/${file}`);
      assert.equal(answer.status, 200, file);
      assert.match(answer.text, /^<svg [^>]*viewBox="0 0 24 24">.*<path/);
    }
    assert.equal((await get('/icons/lucide:Link')).status, 404);
  });

  it('says on pages when the data was last updated', async () => {
    const { text } = await get('/networks/aria/toolbox/apis');
    const { generatedAt = '' } = built().manifest ?? {};
    assert.ok(text.includes(`Last updated <time datetime="${generatedAt}">${generatedAt.slice(0, 10)}</time>`));
  });

  it('states no publisher, no source and no application without configuration', async () => {
    assert.match((await get('/about')).text, /This directory runs the open-source project/);
    const paths = [
      '/',
      '/networks/aria/',
      '/networks/aria/toolbox/apis',
      '/providers/alchemy',
      '/networks/aria/providers/alchemy',
    ];
    for (const path of [...paths, '/networks/aria/compare?category=apis&offer=alchemy-free-mainnet', '/llms-full.txt'])
      assert.doesNotMatch((await get(path)).text, /application"|Sign in|See the source|Published by/, path);
  });
});

describe('a deployment with a publisher and an application', () => {
  const { get, built } = useService(directory, {
    APP_URL: 'https://app.test/x',
    PUBLISHER_NAME: 'Acme & Co',
    PUBLISHER_URL: 'https://acme.test',
    SOURCE_URL: 'https://code.test/directory',
  });

  it('names the publisher, the project and its licence', async () => {
    const page = (await get('/about')).text;
    const links = linksOf(page).map(({ text, href }) => `${text} ${href}`);
    assert.ok(links.includes('Acme & Co https://acme.test'), links.join('\n'));
    assert.ok(links.includes('Web3 Infrastructure Directory https://code.test/directory'));
    assert.ok(links.some((link) => link.startsWith('MIT licence ')));
    for (const base of ['', '/networks/aria']) {
      const { info } = await readDocument(get, base);
      assert.deepEqual(info.contact, { name: 'Acme & Co', url: 'https://acme.test' });
    }
  });

  const compared = '/compare?category=apis&offer=alchemy-free-mainnet';
  const workflows = [
    ['Configurations', '/configurations'],
    ['Add a provider', '/configurations/new'],
    ['RPC endpoints', '/rpc'],
    ['Endpoint groups', '/endpoint-groups'],
    ['Load balancing', '/load-balancing'],
    ['Monitoring', '/monitoring'],
    ['Graph workflows', '/graph'],
  ] as const;
  const links = workflows.map(([label, path]) => `${label} https://app.test/x${path}`);
  const signIn = 'Sign in https://app.test/x/sign-in';
  /** Buttons of offers, which are paths of the application too, are not about it. */
  const inApplication = async (path: string) =>
    linksOf((await get(path)).text)
      .filter(({ href, text }) => href.startsWith('https://app.test/x/') && !/^(?:Send requests|Visit)/.test(text))
      .map(({ text, href }) => `${text} ${href}`);

  it('links to the workflows of the application where they help', async () => {
    for (const path of ['/', '/networks/aria/', '/providers/alchemy', '/networks/aria/providers/alchemy'])
      assert.deepEqual(await inApplication(path), [signIn, signIn, ...links], path);
    assert.deepEqual(await inApplication(`/networks/aria${compared}`), [signIn, signIn, ...links]);
    assert.deepEqual(await inApplication('/networks/aria/toolbox/apis'), [signIn, ...links]);
  });

  it('links to signing in only where the workflows do not help', async () => {
    for (const path of ['/about', '/networks/aria/toolbox/wallets', '/networks/aria/compare?category=apis', '/nowhere'])
      assert.deepEqual(await inApplication(path), [signIn], path);
  });

  it('names the workflows in llms-full.txt and in Markdown, and not in the agent actions', async () => {
    const { text } = await get('/llms-full.txt');
    const { text: markdown } = await get(`/networks/aria${compared.replace('compare', 'compare.md')}`);
    for (const [label, path] of workflows) {
      assert.ok(text.includes(`- [${label}](https://app.test/x${path}): `), label);
      assert.ok(markdown.includes(`- [${label}](https://app.test/x${path})`), label);
    }
    const { 'x-agent-actions': listed = [] } = await readDocument(get, '');
    assert.deepEqual(
      listed.map(({ id, method }) => `${id} ${method}`),
      actions.map((id) => `${id} GET`),
    );
  });

  it('names the publisher in the footer, the texts and the description of the data', async () => {
    const page = textOf((await get('/networks/aria/')).text);
    assert.match(page, /Published by\s+Acme & Co/);
    for (const path of ['/llms.txt', '/llms-full.txt'])
      assert.match((await get(path)).text, /Published by Acme & Co \(https:\/\/acme\.test\)\./);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec((await get('/data')).text) ?? [];
    const publisher = { '@type': 'Organization', name: 'Acme & Co', url: 'https://acme.test' };
    const { creator, publisher: found } = JSON.parse(json);
    assert.deepEqual([creator, found], [publisher, publisher]);
  });

  /** Pages of a directory with each of its rows unfolded in turn; other pages as they are. */
  const unfolded = async (path: string) => {
    const { text } = await get(path);
    if (!path.includes('/toolbox/')) return [text];
    const slugs = Array.from(text.matchAll(/name="open" value="([^"]*)"/g), ([, slug]) => slug);
    return Promise.all(slugs.map(async (slug) => (await get(`${path}?open=${slug}`)).text));
  };

  /** Lines of the offer, or of the listing if it refers to none, by slug of the listing. */
  const expectedLines = () => {
    const lines = new Map<unknown, string[]>();
    for (const { content, source } of built().checked.resolved.networks.flatMap(({ rows }) => rows)) {
      const { file, line } = content.offer ?? source;
      const text = `${file}: ${String(directory[file]).split('\n')[line - 1]}`;
      lines.set(content.values.slug, [...(lines.get(content.values.slug) ?? []), text]);
    }
    return lines;
  };

  /** Lines of the sources that a page links to, as the tree has them. */
  const sourceLines = async (path: string) => {
    const found = (await unfolded(path))
      .flatMap((page) => linksOf(page))
      .filter(({ text }) => text === 'See the source');
    return found.map(({ href }) => {
      const [, file = '', line = ''] = /^https:\/\/code\.test\/directory\/(.*)#L(\d+)$/.exec(href) ?? [];
      const text = directory[file];
      assert.ok(text, href);
      return `${file}: ${String(text).split('\n')[Number(line) - 1]}`;
    });
  };

  it('links each row to the line of its offer, or of its listing if it refers to none', async () => {
    for (const path of ['/networks/aria/toolbox/apis', '/networks/bora/toolbox/mcpservers', '/providers/alchemy']) {
      const page = (await unfolded(path)).join();
      const slugs = [...page.matchAll(/<code class="slugs">(?:<span id="[^"]*"><\/span>)?([^\n<]*)/g)].map(
        ([, slug]) => slug,
      );
      const lines = (await sourceLines(path)).slice(path.startsWith('/providers/') ? 1 : 0);
      assert.ok(lines.length > 0 && lines.length === slugs.length, path);
      for (const [at, line] of lines.entries()) assertLine(line, slugs[at] ?? '', path);
    }
    const [compare] = await sourceLines(`/networks/aria${compared}`);
    assertLine(compare ?? '', 'alchemy-free-mainnet', compared);
  });

  it('says the file and the line on hover', async () => {
    const pages = (await unfolded('/networks/bora/toolbox/explorers')).join();
    assert.match(pages, / title="listings\/specific-networks\/bora\/explorers\.csv, line 2">See the source</);
  });

  it('links a profile to the line of its provider', async () => {
    for (const path of ['/providers/alchemy', '/networks/aria/providers/alchemy'])
      assert.match((await sourceLines(path))[0] ?? '', /^references\/providers\/providers\.csv: alchemy,Alchemy,/);
  });

  function assertLine(line: string, slug: string, path: string): void {
    const wanted = expectedLines().get(slug) ?? assert.fail(`${path}: ${slug}`);
    assert.ok(wanted.includes(line), `${path} ${slug}: ${line}\n${wanted}`);
  }
});
