/** POST /mcp as HTTP: methods, hosts and origins, limits, arbitrary bodies, many clients. */
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../support/lane.ts';
import { call, connect, type Posted, post } from '../../support/mcp-client.ts';
import { readFailure } from '../../support/service-answers.ts';
import { useService } from '../../support/service-server.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const listTools = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

describe('POST /mcp', () => {
  const cleanUp = afterAll();
  const used = useService(tinyTree);
  let port: number;
  before(() => {
    ({ port } = used.service());
  });

  it('answers clients of both protocols', async () => {
    for (const era of ['modern', 'legacy'] as const) {
      const client = await connect(used.service().url, cleanUp, era);
      const { networks } = used.built().manifest?.metrics ?? { networks: {} };
      assert.equal((await call(client, 'find_network', {})).structured.total, Object.keys(networks).length, era);
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
    assert.deepEqual([options.status, options.headers['access-control-allow-methods']], [204, 'POST, OPTIONS']);
    assert.equal((await used.get('/networks/aria/mcp', { method: 'POST' })).status, 405);
  });

  it('refuses foreign hosts and origins', async () => {
    for (const headers of [{ host: 'evil.example' }, { origin: 'https://evil.example' }, { origin: 'null' }]) {
      const answer = await post(port, listTools, headers);
      assert.equal(answer.status, 403, JSON.stringify(headers));
    }
    for (const headers of [{ host: 'localhost' }, { origin: 'http://localhost:6274' }, { host: `127.0.0.1:${port}` }])
      assert.equal((await post(port, listTools, headers)).status, 200, JSON.stringify(headers));
  });

  it('names the parameter that is missing or wrong, for every method', async () => {
    const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
    const wrong: readonly (readonly [method: string, params: unknown, sentence: RegExp])[] = [
      ['initialize', undefined, /"protocolVersion" is missing; .*"capabilities" is missing; .*"clientInfo" is missing/],
      ['initialize', {}, /"protocolVersion" is missing/],
      ['initialize', { ...client, protocolVersion: 5 }, /"protocolVersion" is invalid: expected string/],
      ['initialize', { ...client, clientInfo: { name: 'a' } }, /"clientInfo.version" is missing/],
      ['resources/read', undefined, /"uri" is missing/],
      ['resources/read', {}, /"uri" is missing/],
      ['resources/read', { uri: {} }, /"uri" is invalid/],
      ['tools/call', {}, /"name" is missing/],
      ['tools/call', { name: null }, /"name" is invalid/],
      ['tools/call', { name: 'find_network', arguments: [] }, /"arguments" is invalid/],
      ...['tools/list', 'resources/list', 'resources/templates/list'].map(
        (method) => [method, { cursor: 5 }, /"cursor" is invalid/] as const,
      ),
      ...['initialize', 'ping', 'tools/call', 'tools/list', 'resources/read', 'constructor'].flatMap((method) => [
        ...[null, [], 'x', 5].map((params) => [method, params, /the parameters are not an object/] as const),
        [method, { _meta: 5 }, /"_meta" is invalid/] as const,
        [method, { _meta: { progressToken: {} } }, /"_meta.progressToken" is invalid/] as const,
      ]),
    ];
    for (const [method, params, sentence] of wrong) {
      const { text } = await post(port, JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }));
      const { id, error } = JSON.parse(text.replace(/^event: message\ndata: /, ''));
      const what = `${method} ${JSON.stringify(params)}: ${error?.message}`;
      assert.deepEqual([id, error?.code], [7, -32602], what);
      assert.match(error.message, sentence, what);
      assert.doesNotMatch(error.message, /[[{\n]/, what);
    }
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
      `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
    ])
      assert.equal((await post(port, body)).status, 400, body.slice(0, 20));
    assert.equal((await post(port, listTools, { 'content-type': 'text/plain' })).status, 415);
  });

  it('answers the next request of a connection after a body that is too large', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const body = Buffer.alloc(5 * 1024 * 1024, ' ');
    const sent = { host: '127.0.0.1', port: used.service().port, agent };
    const refused = await new Promise<number>((resolve, reject) => {
      const asked = request({ ...sent, path: '/mcp', method: 'POST' }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      });
      asked.on('error', reject).end(body);
    });
    assert.equal(refused, 413);
    assert.equal((await used.get('/healthz', { agent })).status, 200);
    agent.destroy();
  });

  it('answers arbitrary messages and arguments with an error or a result, never with 5xx or a stack', async () => {
    const names = ['find_offers', 'compare_offers', 'list_values', 'get_provider', 'find_network', 'nothing'];
    const keys = [
      'category',
      'network',
      'search',
      'filters',
      'sorting',
      'columns',
      'has',
      'limit',
      'offset',
      'budget',
      'offers',
      'name',
      'column',
      'provider',
      '__proto__',
    ];
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('apis', 'aria', 'accessPrice', [{ id: 'provider', value: ['Acme'] }], ['slug'], 5, 0, -1),
    );
    const given = fc.oneof(fc.dictionary(fc.constantFrom(...keys), value), fc.jsonValue({ maxDepth: 3 }));
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
    };
    const uri = fc.oneof(fc.string(), fc.constantFrom('directory://networks', 'directory://offers/apis/%', uriOfProto));
    const messages = fc.oneof(
      {
        weight: 12,
        arbitrary: messageOf('tools/call', fc.record({ name: fc.constantFrom(...names), arguments: given })),
      },
      { weight: 3, arbitrary: messageOf('resources/read', fc.record({ uri })) },
      { weight: 1, arbitrary: fc.constantFrom(...methods, 'x').chain((method) => messageOf(method, fc.constant({}))) },
      { weight: 2, arbitrary: fc.string().chain((method) => messageOf(method, fc.jsonValue({ maxDepth: 3 }))) },
    );
    const body = fc.oneof(
      { weight: 12, arbitrary: messages.map((message) => ({ text: JSON.stringify(message), headers: {} })) },
      { weight: 8, arbitrary: messages.map((message) => toModern(message, meta)) },
      { weight: 1, arbitrary: fc.oneof(fc.json(), fc.string()).map((text) => ({ text, headers: {} })) },
    );
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(body, async ({ text, headers }) => {
        const answer = await post(port, text, headers);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        assertHarmless(answer);
      }),
      { numRuns: runs(600, 200) },
    );
    assert.ok((statuses.get(200) ?? 0) > runs(100, 30), JSON.stringify([...statuses]));
    assert.deepEqual(
      used.service().logLines.filter(({ level }) => Number(level) >= 50),
      [],
    );
  });

  it('serves many clients at once beside page traffic', async () => {
    const pages = Array.from({ length: runs(30, 12) }, (_, at) => used.get(`/networks/aria/toolbox/apis?search=${at}`));
    const calls = Array.from({ length: runs(32, 12) }, async (_, at) => {
      const client = await connect(used.service().url, cleanUp, at % 2 === 0 ? 'modern' : 'legacy');
      const given = { category: 'apis', search: `${at}` };
      return Promise.all([1, 2, 3].map(() => call(client, 'find_offers', given).catch(assertOverloaded)));
    });
    const answers = (await Promise.all(calls)).flat();
    assert.ok(answers.some((answer) => answer !== null && !answer.isError));
    for (const answer of answers) if (answer?.isError) assert.match(answer.text, /try again/);
    for (const { status, headers } of await Promise.all(pages))
      assert.ok(status === 200 || (status === 503 && headers['retry-after'] !== undefined), String(status));
  });
});

/** A deliberate 503. */
function assertOverloaded(error: unknown): null {
  assert.match(String(error), /overloaded|503/);
  return null;
}

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

/** The message in the form of protocol 2026-07-28. */
function toModern(message: Message, meta: object): { readonly text: string; readonly headers: Record<string, string> } {
  const params = { ...(typeof message.params === 'object' ? message.params : {}), _meta: meta };
  const { name, uri } = params as { readonly name?: unknown; readonly uri?: unknown };
  const named = [name, uri].filter((each) => typeof each === 'string' && /^[!-~]+$/.test(each)).map(String);
  return {
    text: JSON.stringify({ ...message, params }),
    headers: {
      'mcp-protocol-version': '2026-07-28',
      ...(/^[!-~]+$/.test(message.method) ? { 'mcp-method': message.method } : {}),
      ...(named[0] === undefined ? {} : { 'mcp-name': named[0] }),
    },
  };
}

function assertHarmless({ status, text }: Posted): void {
  assert.ok(status < 500, `${status} ${text}`);
  assert.doesNotMatch(text, /node_modules|\.ts:\d|\bat \w+ \(|Something failed|something failed/, text);
}
