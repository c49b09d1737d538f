/** The MCP server over HTTP, with its limits, and as a command. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { type ClientRequest, request } from 'node:http';
import { before, describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import fc from 'fast-check';
import { compiled } from '../../support/compiled.ts';
import { directory } from '../../support/directory.ts';
import { runs } from '../../support/lane.ts';
import { call, connect, type Posted, post, rowsOf } from '../../support/mcp-client.ts';
import { projectFolder } from '../../support/paths.ts';
import { readFailure } from '../../support/service-answers.ts';
import { useService } from '../../support/service-server.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const pong = '{"result":{},"jsonrpc":"2.0","id":1}';
const listTools = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

describe('POST /mcp', () => {
  const cleanUp = afterAll();
  const used = useService(directory);
  let port: number;
  before(() => {
    ({ port } = used.service());
  });

  it('answers clients of both protocols', async () => {
    for (const era of ['modern', 'legacy'] as const) {
      const client = await connect(used.service().url, cleanUp, era);
      const { networks } = used.built().checked.resolved;
      assert.equal((await call(client, 'find_network', {})).structured.total, networks.length, era);
      assert.match(client.getInstructions() ?? '', /find_offers/);
    }
  });

  it('is the only method', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await used.get('/mcp', { method });
      readFailure(answer, 405);
      assert.equal(answer.headers.allow, 'POST, OPTIONS');
    }
    const options = await used.get('/mcp', { method: 'OPTIONS' });
    assert.deepEqual(
      [options.status, options.headers['access-control-allow-methods']],
      [204, 'POST,OPTIONS'],
    );
    assert.equal((await used.get('/networks/aria/mcp', { method: 'POST' })).status, 405);
  });

  it('refuses foreign hosts and origins', async () => {
    for (const headers of [
      { host: 'evil.example' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      const answer = await post(port, listTools, headers);
      assert.equal(answer.status, 403, JSON.stringify(headers));
    }
    for (const headers of [
      { host: 'localhost' },
      { origin: 'http://localhost:6274' },
      { host: `127.0.0.1:${port}` },
    ])
      assert.equal((await post(port, listTools, headers)).status, 200, JSON.stringify(headers));
  });

  it('leads from a slash at the end, with the method and the body', async () => {
    const { status, headers } = await post(port, listTools, {}, '/mcp/');
    assert.deepEqual([status, headers.location], [308, `${used.service().url}/mcp`]);
  });

  it('answers JSON to every client that can take it', async () => {
    const stream = `event: message\ndata: ${pong}\n\n`;
    const cases: readonly (readonly [accept: string, status: number, text: string | RegExp])[] = [
      ...[
        ...['*/*', 'application/*, text/*', 'application/json', 'APPLICATION/JSON', '', 'none'],
        ...['application/json; charset=utf-8', 'text/html, */*;q=0.1', 'text/event-stream, */*'],
        'text/event-stream;q=1, application/json;q=0.1',
      ].map((accept) => [accept, 200, pong] as const),
      ...['text/event-stream', 'text/*', 'application/json;q=0, */*'].map(
        (accept) => [accept, 200, stream] as const,
      ),
      ...['text/html', 'application/json;q=0'].map(
        (accept) => [accept, 406, /answers application\/json, which the header Accept/] as const,
      ),
    ];
    for (const [accept, status, wanted] of cases) {
      const { text, ...answer } = await post(port, ping, { accept });
      assert.equal(answer.status, status, accept);
      if (typeof wanted === 'string') assert.equal(text, wanted, accept);
      else assert.match(text, wanted, accept);
    }
    const bare = await fetch(`${used.service().url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'Application/JSON; charset=UTF-8' },
      body: ping,
    });
    assert.equal(await bare.text(), pong);
  });

  it('negotiates the version of a client, whatever version its header names', async () => {
    const start = (protocolVersion: string) =>
      JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
        params: { protocolVersion, capabilities: {}, clientInfo: { name: 'a', version: '1' } },
      });
    const cases: readonly (readonly [wanted: string, header: string, got: string])[] = [
      ['2099-01-01', '2099-01-01', '2025-11-25'],
      ['2026-07-28', '2026-07-28', '2025-11-25'],
      ['2025-06-18', '2025-06-18', '2025-06-18'],
      ['2025-06-18', '2099-01-01', '2025-06-18'],
      ['1', 'x', '2025-11-25'],
    ];
    for (const [wanted, version, got] of cases) {
      const { text } = await post(port, start(wanted), { 'mcp-protocol-version': version });
      assert.equal(JSON.parse(text).result?.protocolVersion, got, text);
    }
    for (const version of ['2099-01-01', 'x']) {
      const { status, text } = await post(port, ping, { 'mcp-protocol-version': version });
      const { id, error } = JSON.parse(text);
      assert.deepEqual([status, id, error.code], [400, 1, -32022], text);
      assert.equal(error.data.supported[0], '2026-07-28');
      assert.match(error.message, /names "(2099-01-01|x)"; supported: 2026-07-28, 2025-11-25,/);
    }
  });

  it('reads compressed bodies, UTF-16 and byte order marks, and names what it does not read', async () => {
    const wide = Buffer.from(ping, 'utf16le');
    const cases: readonly (readonly [body: Buffer, encoding: string, wanted: string | RegExp])[] = [
      [Buffer.from(ping), 'identity', pong],
      [gzipSync(ping), 'gzip', pong],
      [gzipSync(ping), 'X-GZIP', pong],
      [deflateSync(ping), 'deflate', pong],
      [brotliCompressSync(ping), 'br', pong],
      [Buffer.from(`\uFEFF${ping}`), '', pong],
      [Buffer.from(`\uFEFF${ping}`, 'utf16le'), '', pong],
      [wide, '', pong],
      [Buffer.from(wide).swap16(), '', pong],
      [gzipSync(wide), 'gzip', pong],
      [gzipSync(ping), '', /^400 the body is gzip: send Content-Encoding: gzip with it$/],
      [
        Buffer.from(ping),
        'gzip',
        /^400 the body is not gzip, as the header Content-Encoding says$/,
      ],
      [
        Buffer.from(ping),
        'gzip, gzip',
        /^415 the Content-Encoding "gzip, gzip" is not one of gzip/,
      ],
      [Buffer.from(ping), 'constructor', /^415 the Content-Encoding "constructor" is not/],
      [gzipSync(' '.repeat(70_000)), 'gzip', /^413 the body is larger than 65536 bytes$/],
      [Buffer.from('{"a":"é"}', 'latin1'), '', /^400 the body is not UTF-8: send JSON as UTF-8$/],
    ];
    for (const [body, encoding, wanted] of cases) {
      const headers = encoding === '' ? {} : { 'content-encoding': encoding };
      const { status, text } = await post(port, body, headers);
      const what = `${encoding} ${body.subarray(0, 20).toString('latin1')}`;
      if (typeof wanted === 'string') assert.equal(text, wanted, what);
      else assert.match(`${status} ${JSON.parse(text).error.message}`, wanted, what);
    }
    const refused = await post(port, ping, { 'content-encoding': 'zstd' });
    assert.equal(refused.headers['accept-encoding'], 'gzip, deflate, br');
  });

  it('takes null, blank and text for the optional parameters of a method', async () => {
    const all = { name: 'find_network', arguments: {} };
    const answerOf = async (method: string, params: unknown) => {
      const { text } = await post(port, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
      return JSON.parse(text).result;
    };
    const wanted = await answerOf('tools/call', all);
    assert.ok(wanted.structuredContent.total > 1);
    for (const given of [null, '', '{}', undefined])
      assert.deepEqual(await answerOf('tools/call', { ...all, arguments: given }), wanted);
    const one = await answerOf('tools/call', { ...all, arguments: '{"name":"base"}' });
    assert.equal(one.structuredContent.total, 1);
    const tools = await answerOf('tools/list', {});
    assert.deepEqual(await answerOf('tools/list', { cursor: null }), tools);
  });

  it('refuses bodies that are too large, too deep or no message', async () => {
    assert.equal((await post(port, `"${'x'.repeat(70_000)}"`)).status, 413);
    for (const body of [
      '',
      '{',
      '[]',
      'null',
      '1',
      `[${listTools}]`,
      '['.repeat(60_000),
      nested(31),
    ])
      assert.equal((await post(port, body)).status, 400, body.slice(0, 20));
    assert.match((await post(port, nested(31))).text, /more than 30 levels/);
    assert.doesNotMatch((await post(port, nested(30))).text, /levels deep/);
    assert.equal((await post(port, listTools, { 'content-type': 'text/plain' })).status, 415);
  });

  it('answers arbitrary messages and arguments with an error or a result, never with 5xx or a stack', async () => {
    const names = [
      'find_offers',
      'compare_offers',
      'list_values',
      'get_provider',
      'find_network',
      'nothing',
    ];
    const keys =
      'category network search filters sorting columns has limit offset budget offers name column provider __proto__';
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(
        'apis',
        'aria',
        'accessPrice',
        [{ id: 'provider', value: ['Acme'] }],
        ['slug'],
        5,
        0,
        -1,
      ),
    );
    const given = fc.oneof(
      fc.dictionary(fc.constantFrom(...keys.split(' ')), value),
      fc.jsonValue({ maxDepth: 3 }),
    );
    const uri = fc.oneof(
      fc.string(),
      fc.constantFrom('directory://networks', 'directory://offers/apis/%', uriOfProto),
    );
    const messages = fc.oneof(
      {
        weight: 12,
        arbitrary: messageOf(
          'tools/call',
          fc.record({ name: fc.constantFrom(...names), arguments: given }),
        ),
      },
      { weight: 3, arbitrary: messageOf('resources/read', fc.record({ uri })) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(...methods, 'x')
          .chain((method) => messageOf(method, fc.constant({}))),
      },
      {
        weight: 2,
        arbitrary: fc.string().chain((method) => messageOf(method, fc.jsonValue({ maxDepth: 3 }))),
      },
    );
    const body = fc.oneof(
      { weight: 12, arbitrary: messages.map((message) => JSON.stringify(message)) },
      { weight: 1, arbitrary: fc.oneof(fc.json(), fc.string()) },
    );
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        const answer = await post(port, text);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        assertHarmless(answer);
      }),
      { numRuns: runs(600, 60) },
    );
    assert.ok((statuses.get(200) ?? 0) > runs(100, 10), JSON.stringify([...statuses]));
    const others = used.service().logLines.filter(({ level }) => Number(level) >= 50);
    assert.deepEqual(others, []);
  });

  it('names the parameter that is missing or wrong, for every method', async () => {
    const client = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    };
    const wrong: readonly (readonly [method: string, params: unknown, sentence: RegExp])[] = [
      [
        'initialize',
        undefined,
        /"protocolVersion" is missing; .*"capabilities" is missing; .*"clientInfo" is missing/,
      ],
      ['initialize', {}, /"protocolVersion" is missing/],
      [
        'initialize',
        { ...client, protocolVersion: 5 },
        /"protocolVersion" is invalid: expected string/,
      ],
      ['initialize', { ...client, clientInfo: { name: 'a' } }, /"clientInfo.version" is missing/],
      ['resources/read', undefined, /"uri" is missing/],
      ['resources/read', {}, /"uri" is missing/],
      ['resources/read', { uri: {} }, /"uri" is invalid/],
      ['tools/call', {}, /"name" is missing/],
      ['tools/call', { name: null }, /"name" is missing/],
      ['tools/call', { name: 'find_network', arguments: [1] }, /"arguments" is invalid/],
      ...['tools/list', 'resources/list', 'resources/templates/list'].map(
        (method) => [method, { cursor: 5 }, /"cursor" is invalid/] as const,
      ),
      ...[
        'initialize',
        'ping',
        'tools/call',
        'tools/list',
        'resources/read',
        'constructor',
      ].flatMap((method) => [
        ...[[1], 'x', 5].map(
          (params) => [method, params, /the parameters are not an object/] as const,
        ),
        [method, { _meta: 5 }, /"_meta" is invalid/] as const,
        [method, { _meta: { progressToken: {} } }, /"_meta.progressToken" is invalid/] as const,
      ]),
    ];
    for (const [method, params, sentence] of wrong) {
      const { text } = await post(port, JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }));
      const { id, error } = JSON.parse(text);
      const what = `${method} ${JSON.stringify(params)}: ${error?.message}`;
      assert.deepEqual([id, error?.code], [7, -32602], what);
      assert.match(error.message, sentence, what);
      assert.doesNotMatch(error.message, /[[{\n]/, what);
    }
  });
});

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const uriOfProto = 'directory://categories/__proto__';
const methods = [
  ...['tools/list', 'resources/list', 'resources/templates/list', 'initialize', 'ping'],
  ...['subscriptions/listen', 'server/discover', 'logging/setLevel', 'prompts/list'],
];

interface Message {
  readonly method: string;
  readonly params?: unknown;
}

function messageOf(method: string, params: fc.Arbitrary<unknown>): fc.Arbitrary<Message> {
  const id = fc.oneof(fc.nat(), fc.string({ maxLength: 5 }));
  return fc.record({ jsonrpc: fc.constant('2.0'), id, method: fc.constant(method), params });
}

function assertHarmless({ status, text }: Posted): void {
  assert.ok(status < 500, `${status} ${text}`);
  assert.doesNotMatch(
    text,
    /node_modules|\.ts:\d|\bat \w+ \(|Something failed|something failed/,
    text,
  );
}

const header = 'x-real-ip';

describe('bodies of POST /mcp', () => {
  const cleanUp = afterAll();
  const used = useService(directory, { CLIENT_HEADER: header, MCP_ORIGINS: 'https://app.example' });
  let port: number;
  before(() => {
    ({ port } = used.service());
  });

  it('come from programs, and from pages of allowed origins', async () => {
    assert.equal((await post(port, listTools, { origin: 'https://app.example' })).status, 200);
  });

  /** Sends a body without its last byte. */
  function openBody(client: string, bytes = 64 * 1024): ClientRequest {
    const headers = {
      [header]: client,
      'content-type': 'application/json',
      'content-length': bytes,
    };
    const sent = request({
      host: '127.0.0.1',
      port,
      path: '/mcp',
      method: 'POST',
      headers,
      agent: false,
    });
    sent.on('error', () => undefined);
    sent.write(' '.repeat(bytes - 1));
    cleanUp.after(async () => {
      sent.destroy();
    });
    return sent;
  }

  /**
   * Repeats a call until it has the status, because bodies arrive some time after they are sent.
   */
  async function settled(client: string, status: number) {
    for (let turn = 0; turn < 2000; turn++) {
      const answer = await post(port, listTools, { [header]: client });
      if (answer.status === status) return answer;
    }
    return assert.fail(`${client} never got ${status}`);
  }

  it('of one client have 4 MiB; others are answered', async () => {
    const open = [
      ...Array.from({ length: 64 }, () => openBody('192.0.2.66')),
      openBody('192.0.2.66', 50),
    ];
    const refused = await settled('192.0.2.66', 503);
    assert.match(refused.text, /too many request bodies/);
    assert.equal(refused.headers['retry-after'], '1');
    assert.equal((await post(port, listTools, { [header]: '192.0.2.1' })).status, 200);
    for (const sent of open) sent.destroy();
    await settled('192.0.2.66', 200);
  });

  it('of all clients have 16 MiB', async () => {
    const clients = ['1', '2', '3', '4'].map((last) => `198.51.100.${last}`);
    const open = clients.flatMap((client) => Array.from({ length: 64 }, () => openBody(client)));
    open.push(openBody('203.0.113.2', 240));
    await settled('203.0.113.1', 503);
    for (const sent of open) sent.destroy();
    await settled('203.0.113.1', 200);
  });
});

describe('npm run --silent mcp', () => {
  const cleanUp = afterAll();
  const used = useService();

  it('answers on standard output and ends with its input', async () => {
    const { build } = used.built();
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [compiled('mcp')],
      cwd: projectFolder,
      env: { PATH: process.env.PATH ?? '', BUILD_DIR: build, LOG_LEVEL: 'warn' },
      stderr: 'inherit',
    });
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    cleanUp.after(() => client.close());
    await client.connect(transport);
    assert.ok((await client.listTools()).tools.length >= 5);
    const [row] = rowsOf(
      await call(client, 'find_offers', { category: 'apis', network: 'aria', limit: 1 }),
    );
    assert.ok(row?.slug);
    const { pid } = transport;
    await client.close();
    assert.throws(() => process.kill(pid ?? 0, 0), 'the process has ended');
  });

  const start = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    },
  };

  function answersTo(input: Buffer) {
    const { stdout, stderr, status } = spawnSync(process.execPath, [compiled('mcp')], {
      input,
      cwd: projectFolder,
      env: { PATH: process.env.PATH ?? '', BUILD_DIR: used.built().build, LOG_LEVEL: 'silent' },
      encoding: 'utf8',
    });
    return { lines: stdout.split('\n').slice(0, -1), stderr, status };
  }

  it('reads UTF-16 and byte order marks, and names compressed input', () => {
    const lines = `\uFEFF${JSON.stringify(start)}\n\uFEFF${ping.replace('"id":1', '"id":2')}\n`;
    for (const encoding of ['utf8', 'utf16le'] as const) {
      const { lines: answers, status } = answersTo(Buffer.from(lines, encoding));
      assert.deepEqual(
        answers.map((answer) => JSON.parse(answer).id),
        [1, 2],
        encoding,
      );
      assert.equal(status, 0);
    }
    assert.deepEqual(answersTo(gzipSync(lines)), {
      lines: [],
      stderr: 'standard input is gzip: send JSON lines as UTF-8\n',
      status: 2,
    });
  });
});
