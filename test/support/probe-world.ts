/** Servers of this machine as the world that is probed: names lead to addresses of 127.0.0.0/8. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import type { Reading } from '../../model/probes.ts';
import type { HostAddress } from '../../pipeline/probe/http/client.ts';
import { type RunOptions, type RunSummary, runProbes } from '../../pipeline/probe/run.ts';
import type {
  EndpointTarget,
  McpTarget,
  PageTarget,
  Target,
} from '../../pipeline/probe/targets.ts';
import type { CleanUp } from './temporary-folder.ts';

export async function listen(server: Server, cleanUp: CleanUp): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.after(async () => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export function serve(listener: RequestListener, cleanUp: CleanUp): Promise<number> {
  return listen(createServer(listener), cleanUp);
}

/** A name that a test does not list leads to 127.0.0.1. */
export function resolverOf(names: Readonly<Record<string, readonly string[]>> = {}) {
  return async (host: string): Promise<readonly HostAddress[]> =>
    (names[host] ?? ['127.0.0.1']).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
}

/** A guard: what is late is made so by `fakeClock`. */
export const timeoutMs = 60_000;

/**
 * The clock of timeouts and latencies, which stands still until it is moved: with its timers, or
 * past them as when the event loop is blocked.
 */
export function fakeClock(cleanUp: CleanUp) {
  let nowMs = 0;
  const now = mock.method(performance, 'now', () => nowMs);
  mock.timers.enable({ apis: ['setInterval'] });
  cleanUp.after(async () => {
    now.mock.restore();
    mock.timers.reset();
  });
  const pass = (ms: number) => {
    for (let passedMs = 0; passedMs < ms; passedMs += 20) {
      nowMs += 20;
      mock.timers.tick(20);
    }
  };
  return {
    pass,
    block: (ms: number) => void (nowMs += ms),
    /** Once what was written has reached the reader. */
    passSoon: async (ms: number) => {
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      pass(ms);
    },
  };
}

export const plenty = { requests: 100_000, bytes: 1e9, timeMs: 1e9 };

export async function probeWorld(
  targets: readonly Target[],
  options: Partial<RunOptions> = {},
): Promise<{ readonly readings: Reading[]; readonly summary: RunSummary }> {
  const readings: Reading[] = [];
  const summary = await runProbes(targets, {
    total: plenty,
    turns: { connections: 32, hostPauseMs: 1 },
    timeoutMs,
    userAgent: 'probe-test/1 (+https://directory.example/about)',
    signal: new AbortController().signal,
    now: () => new Date('2026-11-25T10:00:00Z'),
    record: (found) => readings.push(...found),
    allowLoopback: true,
    resolve: resolverOf(),
    ...options,
  });
  return { readings, summary };
}

const noQuote = { expected: null, category: null, slug: null, column: null, places: [] } as const;

export function link(address: string): PageTarget {
  return { ...noQuote, kind: 'link', address };
}

export function quotation(address: string, words: string, slug = 'offer'): PageTarget {
  return {
    ...noQuote,
    kind: 'quotation',
    address,
    expected: words,
    category: 'apis',
    slug,
    column: 'accessPrice',
  };
}

export function mcpServer(address: string, transport: 'http' | 'sse' = 'http'): McpTarget {
  return { ...noQuote, kind: 'mcp', address, transport };
}

export function endpoint(address: string, options: Partial<EndpointTarget> = {}): EndpointTarget {
  const usual = {
    protocol: 'evm',
    group: 'ethereum mainnet',
    isArchive: false,
    limits: { logRange: null, batchSize: null, logResults: null },
    expected: 'eip155:1',
  } as const;
  return { ...noQuote, kind: 'endpoint', address, ...usual, ...options };
}

export interface Node {
  readonly chainId?: number;
  readonly head?: number;
  readonly isArchive?: boolean;
  readonly status?: number;
}

/** A JSON-RPC node; records the methods that it was asked for. */
export function rpcNode(node: Node, methods: string[] = []): RequestListener {
  return async (request, response) => {
    const body = JSON.parse(await readBody(request));
    // A batch is an array of calls.
    const calls: { id: number; method: string; params?: unknown[] }[] = [body].flat();
    const replies = calls.map(({ id, method, params = [] }) => {
      methods.push(method);
      return { jsonrpc: '2.0', id, ...answerCall(node, method, params) };
    });
    answerJson(response, node.status ?? 200, Array.isArray(body) ? replies : replies[0]);
  };
}

export function answerCall(
  { chainId = 1, head = 1000, isArchive = true }: Node,
  method: string,
  params: unknown[],
) {
  if (method === 'eth_chainId') return { result: `0x${chainId.toString(16)}` };
  if (method === 'eth_blockNumber') return { result: `0x${head.toString(16)}` };
  if (method === 'getHealth') return { result: 'ok' };
  if (method === 'getSlot') return { result: head };
  if (method === 'getGenesisHash')
    return { result: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' };
  if (method === 'eth_getLogs') return { result: [] };
  if (method === 'Filecoin.ChainHead') return { result: { Height: head } };
  const isOld = Number(params[1]) < head - 128;
  return isOld && !isArchive
    ? { error: { code: -32000, message: 'missing trie node' } }
    : { result: '0x0' };
}

export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

export async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
