/** Each deployment counts and describes what it serves: all networks, or one with ONLY_NETWORK. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countMetrics } from '../../support/count-metrics.ts';
import { directory } from '../../support/directory.ts';
import { type OpenApiDocument, readDocument } from '../../support/interface-documents.ts';
import { linksOf, textOf } from '../../support/service-html.ts';
import { useService } from '../../support/service-server.ts';

const siteOperations = [
  'listNetworks',
  'getLlmsText',
  'getLlmsFullText',
  'readMcpGatewayPage',
  'readAboutPage',
];
const actions = ['discover-networks', 'read-ai-context', 'open-mcp-gateway'];
function operationsOf({ paths }: OpenApiDocument): string[] {
  return Object.values(paths).map((item) => item.get.operationId);
}

describe('a deployment of one network', () => {
  const only = { SITE_URL: 'https://aria.test', ONLY_NETWORK: 'aria' };
  const { get, built } = useService(directory, only);
  const metrics = () =>
    countMetrics(built().checked).networks.aria ?? assert.fail('metrics of aria');
  const pageAt = async (path: string) => textOf((await get(path)).text).replace(/\s+/g, ' ');

  it('has one OpenAPI document: coverage, actions and operations of the site, and those of the network', async () => {
    const document = await readDocument(get, '');
    assert.deepEqual(operationsOf(document).slice(0, 5), siteOperations);
    assert.ok(operationsOf(document).includes('listRows'));
    assert.ok('/toolbox/{category}' in document.paths);
    const { 'x-agent-actions': listed = [], info, tags, servers } = document;
    const ids = listed.map(({ id }) => id);
    assert.deepEqual(ids, actions);
    for (const { url } of listed) assert.equal((await get(new URL(url).pathname)).status, 200, url);
    assert.deepEqual(servers, [{ url: 'https://aria.test' }]);
    const names = tags.map(({ name }) => name);
    assert.deepEqual(names, ['Discovery', 'AI Context', 'Providers']);
    assert.equal(info['x-coverage']?.totalEntries, metrics().entries);
    assert.deepEqual(
      info['x-coverage']?.categories.map(({ key, count, providersCount }) => ({
        key,
        count,
        providersCount,
      })),
      metrics().categories,
    );
  });

  it('redirects addresses of the other layouts to its own', async () => {
    for (const [path, host, location] of [
      ['/networks/Aria/toolbox/apis?page=2', 'aria.test', 'https://aria.test/toolbox/apis?page=2'],
      ['/changes', 'aria.aria.test', 'https://aria.test/changes'],
    ] as const) {
      const { status, headers } = await get(path, { headers: { host } });
      assert.deepEqual([status, headers.location], [301, location]);
    }
    for (const path of ['/networks/bora/', '/networks/nope/'])
      assert.equal((await get(path)).status, 404);
  });

  it('says on /data that the files are those of all networks', async () => {
    assert.match(
      await pageAt('/data'),
      /whole snapshot, with 7 networks\..* select the rows of the network "aria"/,
    );
    assert.equal((await get('/data/rows/apis.parquet')).status, 200);
  });

  it('counts what it serves in texts and pages', async () => {
    const { entries, providers } = metrics();
    const all = countMetrics(built().checked).site.entries;
    assert.notEqual(entries, all, 'the snapshot has more');
    for (const path of ['/llms.txt', '/llms-full.txt']) {
      const { text } = await get(path);
      const heading = `offers from ${providers} Web3 infrastructure providers, in ${entries} listings, in 15 categories on 1 network,`;
      assert.ok(text.includes(heading), text.slice(0, 300));
      assert.doesNotMatch(text, /networks\/|\b1 (entries|providers|networks|offers)\b/);
    }
    assert.ok(
      (await pageAt('/about')).includes(
        `offers from ${providers} providers, in ${entries} listings on 1 network,`,
      ),
    );
    assert.ok(
      (await pageAt('/mcp-gateway')).includes('has 3 listings of MCP servers from 3 providers.'),
    );
  });

  it('links from its pages to what it serves', async () => {
    const seen = new Set<string>();
    for (const path of [
      '/',
      '/about',
      '/mcp-gateway',
      '/data',
      '/toolbox/apis',
      '/search?q=alchemy',
      '/nowhere',
    ]) {
      const { text } = await get(path, { headers: { accept: 'text/html' } });
      assert.doesNotMatch(text, /\/networks\//, path);
      assert.doesNotMatch(text, /All networks|>Networks</, path);
      for (const { href } of linksOf(text).filter((link) =>
        /^(\/|https:\/\/aria\.test)/.test(link.href),
      )) {
        const { pathname, search } = new URL(href, 'https://aria.test');
        if (seen.has(pathname + search)) continue;
        seen.add(pathname + search);
        assert.equal((await get(pathname + search)).status, 200, `${href} on ${path}`);
      }
    }
  });
});

describe('a deployment of all networks', () => {
  const { get } = useService();

  it('says of a category without rows that it has none yet, and counts it everywhere', async () => {
    const document = await readDocument(get, '');
    const empty =
      document.info['x-coverage']?.categories.filter((category) => category.count === 0) ?? [];
    assert.ok(empty.some(({ key }) => key === 'agents'));
    assert.equal(document.info['x-coverage']?.categoryCount, 15);
    const home = textOf((await get('/')).text).replace(/\s+/g, ' ');
    const labels = empty.map(({ label }) => label).join(', ');
    assert.ok(home.includes(`15 in all (none yet: ${labels})`));
    for (const path of ['/llms.txt', '/llms-full.txt']) {
      const { text } = await get(path);
      assert.equal(
        text.match(/^- \[.* \(`\w+`\)\]\(\S+\): none yet\./gm)?.length,
        empty.length,
        path,
      );
      assert.match(text, /in 15 categories/);
    }
    assert.ok(
      document.info.description?.includes(`in 15 categories (none yet: ${labels})`),
      document.info.description,
    );
    const search = (await get('/search')).text;
    assert.equal(textOf(search).match(/none yet/g)?.length, empty.length);
    const wrong = linksOf(search).filter(({ href }) => href.includes('category=agents'));
    assert.deepEqual(wrong, []);
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

  it('states no publisher, no source and no application without configuration', async () => {
    const aboutPage = textOf((await get('/about')).text);
    assert.doesNotMatch(aboutPage, /is published by/);
    assert.match(aboutPage, /names no publisher\..*\sThe directory runs the open-source engine/s);
    const paths =
      '/ /networks/aria/ /networks/aria/toolbox/apis /providers/alchemy /networks/aria/providers/alchemy'.split(
        ' ',
      );
    for (const path of [
      ...paths,
      '/networks/aria/compare?category=apis&offer=alchemy-free-mainnet',
      '/llms-full.txt',
    ])
      assert.doesNotMatch(
        (await get(path)).text,
        /application"|Sign in|See the source|Published by/,
        path,
      );
  });

  it('says where to report an error, as far as there is such a place', async () => {
    const [list, aboutPage] = await Promise.all(
      ['/networks/aria/toolbox/apis?open=alchemy-free-mainnet', '/about'].map(
        async (path) => (await get(path)).text,
      ),
    );
    const report = linksOf(list ?? '').find(({ text }) => text === 'Report an error');
    assert.match(report?.href ?? '', /\/about#report$/);
    assert.match(
      textOf(aboutPage?.split('id="report"')[1] ?? ''),
      /from Chain\.Love database can be reported there\.\s+This deployment itself names no contact/,
    );
  });
});

describe('a deployment with a publisher and an application', () => {
  const { get } = useService(directory, {
    APP_URL: 'https://app.test/x',
    PUBLISHER_NAME: 'Acme & Co',
    PUBLISHER_URL: 'https://acme.test',
    SOURCE_URL: 'https://code.test/directory',
  });

  it('names the publisher, the project and its licence', async () => {
    const page = (await get('/about')).text;
    const links = linksOf(page).map(({ text, href }) => `${text} ${href}`);
    assert.ok(links.includes('Acme & Co https://acme.test'), links.join('\n'));
    assert.ok(links.includes('open spreadsheets https://code.test/directory'));
    assert.ok(links.some((link) => link.startsWith('MIT licence ')));
    const report = textOf(page.split('id="report"')[1] ?? '');
    assert.match(report, /Write to the publisher, Acme & Co,.*“Suggest a change”/s);
    assert.doesNotMatch(report, /names no contact/);
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
      .filter(
        ({ href, text }) =>
          href.startsWith('https://app.test/x/') && !/^(?:Send requests|Visit)/.test(text),
      )
      .map(({ text, href }) => `${text} ${href}`);

  it('links to the workflows of the application where they help', async () => {
    for (const path of [
      '/',
      '/networks/aria/',
      '/providers/alchemy',
      '/networks/aria/providers/alchemy',
    ])
      assert.deepEqual(await inApplication(path), [signIn, signIn, ...links], path);
    assert.deepEqual(await inApplication(`/networks/aria${compared}`), [signIn, signIn, ...links]);
    assert.deepEqual(await inApplication('/networks/aria/toolbox/apis'), [signIn, ...links]);
  });

  it('links to signing in only where the workflows do not help', async () => {
    for (const path of [
      '/about',
      '/networks/aria/toolbox/wallets',
      '/networks/aria/compare?category=apis',
      '/nowhere',
    ])
      assert.deepEqual(await inApplication(path), [signIn], path);
  });

  it('names the workflows in llms-full.txt and in Markdown, and not in the agent actions', async () => {
    const { text } = await get('/llms-full.txt');
    const { text: markdown } = await get(
      `/networks/aria${compared.replace('compare', 'compare.md')}`,
    );
    for (const [label, path] of workflows) {
      assert.ok(text.includes(`- [${label}](https://app.test/x${path}): `), label);
      assert.ok(markdown.includes(`- [${label}](https://app.test/x${path})`), label);
    }
    const { 'x-agent-actions': listed = [] } = await readDocument(get, '');
    const seen = listed.map(({ id, method }) => `${id} ${method}`);
    assert.deepEqual(
      seen,
      actions.map((id) => `${id} GET`),
    );
  });

  it('names the publisher in the footer, the texts and the description of the data', async () => {
    const page = textOf((await get('/networks/aria/')).text);
    assert.match(page, /Published by\s+Acme & Co/);
    for (const path of ['/llms.txt', '/llms-full.txt'])
      assert.match((await get(path)).text, /Published by Acme & Co \(https:\/\/acme\.test\)\./);
    const [, json = ''] =
      /<script type="application\/ld\+json">(.*?)<\/script>/.exec((await get('/data')).text) ?? [];
    const publisher = { '@type': 'Organization', name: 'Acme & Co', url: 'https://acme.test' };
    const { creator, publisher: found } = JSON.parse(json);
    assert.deepEqual([creator, found], [publisher, publisher]);
  });

  it('links each row to the line of its offer, or of its listing if it refers to none, and a profile to its provider', async () => {
    const lines: Readonly<Record<string, RegExp>> = {
      '/networks/aria/toolbox/apis?open=bison-mainnet':
        /^listings\/specific-networks\/aria\/apis.csv: .*,bison-mainnet,/,
      '/networks/aria/toolbox/apis?open=beacon-free-mainnet':
        /^references\/offers\/apis.csv: .*beacon-free,/,
      [`/networks/aria${compared}`]:
        /^listings\/specific-networks\/aria\/apis.csv: .*,alchemy-free-mainnet,/,
      '/providers/alchemy': /^references\/providers\/providers.csv: alchemy,Alchemy,/,
      '/networks/aria/providers/alchemy': /^references\/providers\/providers.csv: alchemy,Alchemy,/,
    };
    for (const [path, expected] of Object.entries(lines)) {
      const { text } = await get(path);
      const [href = ''] = linksOf(text).flatMap((link) =>
        link.text === 'See the source' ? [link.href] : [],
      );
      const [, file = '', line = ''] =
        /^https:\/\/code\.test\/directory\/(.*)#L(\d+)$/.exec(href) ?? [];
      assert.match(
        `${file}: ${String(directory[file]).split('\n')[Number(line) - 1]}`,
        expected,
        path,
      );
      assert.ok(text.includes(` title="${file}, line ${line}">See the source<`), path);
    }
  });
});
