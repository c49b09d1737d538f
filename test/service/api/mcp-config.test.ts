/**
 * Ready configurations of MCP servers: through the API, through the tool of POST /mcp, and started
 * by the official client.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { oddTree } from '../../support/odd-tree.ts';
import { readFailure } from '../../support/service-answers.ts';
import { useService } from '../../support/service-server.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

interface Config {
  readonly network: string | null;
  readonly name: string;
  readonly ways: readonly {
    readonly transport: string;
    readonly configurations: readonly { readonly client: string; readonly text: string }[];
  }[];
  readonly placeholders: readonly { readonly name: string; readonly secret: boolean }[];
  readonly reasons: readonly string[];
}

interface Endpoint {
  readonly url: string;
  readonly network: string | null;
  readonly chain: string | null;
  readonly placeholders: readonly string[];
  readonly calls: readonly { readonly kind: string; readonly text: string }[];
}

/**
 * A server without libraries: it answers the handshake and one tool, which tells what it was
 * started with.
 */
const serverCode = `
import { createInterface } from 'node:readline';
const started = JSON.stringify({ args: process.argv.slice(2), key: process.env.BEACON_KEY });
const results = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'beacon', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'started', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: started }] }),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = Object.hasOwn(results, method) ? { result: results[method](params) } : { error: { code: -32601, message: 'no method' } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n');
});
`;

/** HTML without the escapes of texts. */
function plainOf(html: string): string {
  return html.replace(
    /&(lt|gt|quot|#39|#x2F|#x3D);/g,
    (_, name) =>
      ({ lt: '<', gt: '>', quot: '"', '#39': "'", '#x2F': '/', '#x3D': '=' })[name as string] ?? '',
  );
}

describe('ready configurations', () => {
  const cleanUp = afterAll();
  const used = useService(oddTree);

  async function read(offer: string, base = '/api'): Promise<Config> {
    const answer = await used.get(`${base}/mcp-config?offer=${offer}`);
    assert.equal(answer.status, 200, answer.text);
    return (answer.json() as { result: Config }).result;
  }

  it('are the same on the site and on a network', async () => {
    const [site, network] = [
      await read('beacon-hosted'),
      await read('beacon-hosted', '/networks/aria/api/infrastructure-providers'),
    ];
    assert.deepEqual([site.network, network.network], [null, 'aria']);
    assert.deepEqual(network.ways, site.ways);
    const found = site.ways.flatMap(({ configurations }) =>
      configurations.map((each) => each.client),
    );
    assert.deepEqual(found, ['mcpServers', 'vscode', 'claude-code']);
    const seen = site.placeholders.map(({ name, secret }) => [name, secret]);
    assert.deepEqual(seen, [['BEACON_API_KEY', true]]);
  });

  it('say what is missing, of servers and of other offers', async () => {
    for (const [offer, message] of [
      ['beacon-none', /no `selfHostedCommand`/],
      ['beacon-shell', /no known launcher/],
      ['alchemy-free-mainnet', /it is no MCP server/],
    ] as const) {
      const { ways, reasons } = await read(offer);
      assert.deepEqual(ways, []);
      assert.match(reasons.join(), message);
    }
  });

  it('are on the comparison page, which the details of a server link to, and on /mcp-gateway', async () => {
    const details = await used.get('/networks/aria/toolbox/mcpservers?open=beacon-local');
    const list = plainOf(details.text).replaceAll('&amp;', '&');
    const links = [...list.matchAll(/href="([^"]*\/compare\?[^"]*)#connect"/g)].map(
      ([, href = '']) => href,
    );
    assert.equal(links.length, 1);
    const { ways } = await read('beacon-local');
    const page = await used.get(links.find((href) => href.includes('beacon-local')) ?? '');
    assert.match(page.text, /id="connect"/);
    for (const { text } of ways.flatMap(({ configurations }) => configurations))
      assert.ok(plainOf(page.text).includes(text), text);
    const none = await used.get('/networks/aria/compare?category=mcpservers&offer=beacon-none');
    assert.match(none.text, /no <code>selfHostedCommand<\/code>/);
    const gateway = plainOf((await used.get('/mcp-gateway')).text);
    const [, shown = ''] = /\/api\/mcp-config\?offer=([\w-]+)/.exec(gateway) ?? [];
    const [first] = (await read(shown)).ways;
    assert.ok(gateway.includes(first?.configurations[0]?.text ?? 'none'));
  });

  it('have their like for RPC endpoints: the API, and the comparison page to which details link', async () => {
    const [site, network] = [
      await used.get('/api/rpc-endpoint?offer=beacon-rpc-mainnet'),
      await used.get(
        '/networks/cela/api/infrastructure-providers/rpc-endpoint?offer=beacon-rpc-mainnet',
      ),
    ];
    const read = ({ json }: typeof site) =>
      (json() as { result: { endpoints: Endpoint[]; notes: string[] } }).result;
    const [endpoint] = read(network).endpoints;
    assert.equal(endpoint?.url, 'https://cela.beacon.example/v2/<API_KEY>');
    assert.deepEqual(
      [endpoint.network, endpoint.chain, endpoint.placeholders],
      ['cela', 'mainnet', ['API_KEY']],
    );
    assert.deepEqual(read(site).endpoints, read(network).endpoints);
    const kinds = endpoint.calls.map(({ kind }) => kind);
    assert.deepEqual(kinds, ['url', 'curl', 'ethers', 'viem']);
    for (const place of [
      '/networks/cela/toolbox/apis?open=beacon-rpc-mainnet',
      '/networks/cela/providers/p03',
      '/providers/p03',
    ]) {
      const [, link = ''] =
        /href="([^"]*\/compare\?category=apis&amp;[^"]*)#connect"/.exec(
          (await used.get(place)).text,
        ) ?? [];
      assert.match(link, /beacon-rpc-mainnet/, place);
      const page = plainOf((await used.get(link.replaceAll('&amp;', '&'))).text);
      for (const { text } of endpoint.calls) assert.ok(page.includes(text), `${place}: ${text}`);
      assert.match(page, /Replace each <code><NAME><\/code>/);
    }
    for (const [query, hasKey, hasNone] of [
      ['', true, true],
      ['key=needed', true, false],
      ['key=none', false, true],
      ['format=txt', false, true],
      ['format=txt&key=needed', true, false],
    ] as const) {
      const { text } = await used.get(`/api/rpc-endpoint?network=cela&network=base&${query}`);
      assert.equal(text.includes('https://cela.beacon.example/v2/<API_KEY>'), hasKey, query);
      assert.equal(text.includes('https://mainnet.base.org'), hasNone, query);
    }
    const none = (await used.get('/api/rpc-endpoint?offer=alchemy-free-mainnet')).json() as {
      result: Config;
    };
    assert.match(none.result.reasons.join(), /has no RPC endpoint/);
    assert.doesNotMatch(
      (await used.get('/compare?category=apis&offer=alchemy-free-mainnet')).text,
      /id="connect"/,
    );
    const other = (await used.get('/api/rpc-endpoint?offer=beacon-hosted')).json() as {
      result: Config;
    };
    assert.match(other.result.reasons.join(), /in the category "mcpservers"/);
    const told = readFailure(
      await used.get('/api/rpc-endpoint?offer=beacon-rpc-mainet'),
      404,
    ).suggestion;
    assert.equal(told, 'beacon-rpc-mainnet');
  });

  it('start a server with the official client, once the placeholders are filled in', async () => {
    const folder = await makeTemporaryFolder(cleanUp);
    writeFileSync(path.join(folder, 'server.mjs'), serverCode);
    const { ways, name } = await read('beacon-local');
    const block = ways[0]?.configurations.find((each) => each.client === 'mcpServers')?.text ?? '';
    const filled = block.replaceAll('<PATH_TO>', folder).replaceAll('<BEACON_KEY>', 'filled in');
    const { command, args, env } = JSON.parse(filled).mcpServers[name];
    assert.equal(command, 'node');
    const transport = new StdioClientTransport({ command: process.execPath, args, env });
    const started = new Client({ name: 'test', version: '1' });
    cleanUp.after(() => started.close());
    await started.connect(transport);
    const { content } = await started.callTool({ name: 'started', arguments: {} });
    assert.deepEqual(content, [
      { type: 'text', text: JSON.stringify({ args: ['--verbose'], key: 'filled in' }) },
    ]);
  });
});
