import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { WebSocketServer } from 'ws';
import type { Reading } from '../../../model/probes.ts';
import {
  answerCall,
  endpoint,
  fakeClock,
  listen,
  type Node,
  probeWorld,
  readBody,
  resolverOf,
  rpcNode,
  serve,
  timeoutMs,
} from '../../support/probe-world.ts';
import { afterAll } from '../../support/temporary-folder.ts';

function short({ result, chainId, blocksBehind, archive, detail }: Reading) {
  return { result, chainId, blocksBehind, archive, detail };
}

const right = {
  result: 'answered',
  chainId: 'eip155:1',
  blocksBehind: 0,
  archive: true,
  detail: null,
};

describe('probeEndpoints', () => {
  const cleanUp = afterAll();
  const cases: readonly (readonly [name: string, node: Node, expected: object])[] = [
    ['right', {}, right],
    ['behind', { head: 950 }, { ...right, blocksBehind: 50 }],
    [
      'wrong-chain',
      { chainId: 56 },
      { ...right, result: 'wrong-chain', chainId: 'eip155:56', blocksBehind: null },
    ],
    ['no-archive', { isArchive: false }, { ...right, result: 'no-archive', archive: false }],
    ['key', { status: 401 }, { ...right, result: 'needs-key', detail: 'status 401' }],
    ['limited', { status: 429 }, { ...right, result: 'limited', detail: 'status 429' }],
  ];

  it('tells right, wrong and refusing endpoints apart, and asks for nothing else', async () => {
    const methods: string[] = [];
    const ports = await Promise.all(
      cases.map(([, node]) => serve(rpcNode(node, methods), cleanUp)),
    );
    const address = (at: number) => `http://${cases[at]?.[0]}.world.dev:${ports[at]}/`;
    const targets = cases.map((_case, at) => endpoint(address(at), { isArchive: true }));
    const { readings } = await probeWorld(targets);
    for (const [at, [name, , expected]] of cases.entries()) {
      const reading = readings.find((each) => each.address === address(at));
      assert.ok(reading, name);
      const found = short(reading);
      const isSilent = !['answered', 'wrong-chain', 'no-archive'].includes(found.result);
      assert.deepEqual(
        found,
        isSilent ? { ...expected, chainId: null, blocksBehind: null, archive: null } : expected,
      );
    }
    assert.deepEqual([...new Set(methods)].toSorted(), [
      'eth_blockNumber',
      'eth_chainId',
      'eth_getBalance',
    ]);
  });

  it('does not count the first call in the latency, and gives up one that never answers', async (t) => {
    const clock = fakeClock({ after: (work) => t.after(work) });
    let calls = 0;
    const port = await serve(async (request, response) => {
      clock.pass(
        request.headers.host?.startsWith('never') === true ? timeoutMs : ++calls === 1 ? 900 : 40,
      );
      await rpcNode({})(request, response);
    }, cleanUp);
    const read = async (name: string) =>
      (await probeWorld([endpoint(`http://${name}.world.dev:${port}/`)])).readings[0];
    assert.equal((await read('slow'))?.latencyMs, 40);
    const { result, detail } = (await read('never')) ?? {};
    assert.deepEqual([result, detail], ['unreachable', 'timeout']);
  });

  it('asks Solana and Filecoin in their own words', async () => {
    const port = await serve(rpcNode({}), cleanUp);
    const solana = endpoint(`http://a.world.dev:${port}/`, {
      protocol: 'solana',
      expected: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    });
    const filecoin = endpoint(`http://b.world.dev:${port}/`, {
      protocol: 'filecoin',
      group: 'filecoin mainnet',
    });
    const { readings } = await probeWorld([solana, filecoin]);
    assert.deepEqual(
      readings.map(({ result, head }) => ({ result, head })),
      [
        { result: 'answered', head: 1000 },
        { result: 'answered', head: 1000 },
      ],
    );
  });

  it('calls over a WebSocket', async () => {
    const server = createServer(rpcNode({}));
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket) => {
      socket.on('message', (data) => {
        const { id, method, params } = JSON.parse(String(data));
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...answerCall({}, method, params) }));
      });
    });
    const port = await listen(server, cleanUp);
    const { readings } = await probeWorld([
      endpoint(`ws://socket.world.dev:${port}/`),
      // The same host and chain, which waits for no session of the other one.
      endpoint(`http://socket.world.dev:${port}/`),
    ]);
    // Two endpoints are no comparison.
    const found = { ...right, archive: null, blocksBehind: null };
    assert.deepEqual(readings.map(short), [found, found]);
    sockets.close();
  });

  it('connects no WebSocket to an address that is not public', async () => {
    const resolve = resolverOf({ 'socket.world.dev': ['169.254.169.254'] });
    const { readings } = await probeWorld([endpoint('ws://socket.world.dev/')], { resolve });
    const results = readings.map(({ result }) => result);
    assert.deepEqual(results, ['unsafe']);
  });

  it('is not misled about others by an endpoint that states a high block', async () => {
    const heads = [1000, 1000, 997, 2 ** 40];
    const ports = await Promise.all(heads.map((head) => serve(rpcNode({ head }), cleanUp)));
    const { readings } = await probeWorld(
      ports.map((port, at) => endpoint(`http://high${at}.world.dev:${port}/`)),
    );
    const blocksBehinds = readings.map(({ blocksBehind }) => blocksBehind);
    assert.deepEqual(blocksBehinds, [0, 0, 3, null]);
    assert.deepEqual(
      readings.map(({ peers }) => peers),
      [3, 3, 3, null],
    );
  });

  it('connects again if a server closes a WebSocket while another endpoint is slow', async () => {
    let close = () => {};
    const closed = new Promise<void>((resolve) => (close = resolve));
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket) => {
      socket.on('message', (data) => {
        const { id, method, params } = JSON.parse(String(data));
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...answerCall({}, method, params) }));
        if (method === 'eth_chainId') socket.close();
      });
      socket.once('close', close);
    });
    const slow = await serve(async (request, response) => {
      await closed;
      await rpcNode({})(request, response);
    }, cleanUp);
    const port = await listen(server, cleanUp);
    const targets = [
      endpoint(`ws://closing.world.dev:${port}/`),
      endpoint(`http://slow.world.dev:${slow}/`),
    ];
    const { readings } = await probeWorld(targets);
    const seen = readings.map(({ result }) => result);
    assert.deepEqual(seen, ['answered', 'answered']);
    sockets.close();
  });

  for (const result of ['{"toString":1}', `${'['.repeat(100_000)}${']'.repeat(100_000)}`])
    it(`records an answer that has no text, ${result.slice(0, 12)}`, async () => {
      const port = await serve(async (request, response) => {
        const { method } = JSON.parse(await readBody(request));
        response.end(`{"jsonrpc":"2.0","result":${method === 'getHealth' ? '"ok"' : result}}`);
      }, cleanUp);
      const { readings } = await probeWorld([
        endpoint(`http://odd.world.dev:${port}/`),
        endpoint(`http://odder.world.dev:${port}/`, {
          protocol: 'solana',
          group: 'solana mainnet',
        }),
      ]);
      const details = readings.map(({ detail }) => detail);
      assert.deepEqual(details, ['no chain id', 'no chain id']);
    });

  it('takes no answer of strangers for a number', async () => {
    const port = await serve(
      (_request, response) => response.end('{"jsonrpc":"2.0","id":1,"result":"<script>"}'),
      cleanUp,
    );
    const { readings } = await probeWorld([endpoint(`http://odd.world.dev:${port}/`)]);
    assert.deepEqual(readings.map(short), [
      { result: 'error', chainId: null, blocksBehind: null, archive: null, detail: 'no chain id' },
    ]);
  });
});
