/**
 * JSON-RPC sessions with one endpoint, over HTTP or a WebSocket. Only the calls of this file are
 * ever sent.
 */
import WebSocket from 'ws';
import * as z from 'zod';
import { parseJson } from '../../../common/json.ts';
import { createAgent, type ProbeClient } from '../http/client.ts';
import { ProbeFailure, toFailure } from '../http/failure.ts';
import { LoopTimer } from '../http/loop-timer.ts';
import type { ProbeContext } from '../reading.ts';

export type RpcMethod =
  | 'eth_chainId'
  | 'eth_blockNumber'
  | 'eth_getBalance'
  | 'eth_getLogs'
  | 'eth_subscribe'
  | 'trace_call'
  | 'debug_traceCall'
  | 'getGenesisHash'
  | 'getHealth'
  | 'getSlot'
  | 'Filecoin.ChainHead';

export interface RpcReply {
  /** Undefined if the endpoint answered with an error. */
  readonly result: unknown;
  readonly latencyMs: number;
}

export interface RpcSession {
  /** Throws ProbeFailure or RunEnded. */
  readonly call: (method: RpcMethod, params?: readonly unknown[]) => Promise<RpcReply>;
  /**
   * Number of calls of a batch that are answered; null over a WebSocket, where it is not asked.
   */
  readonly batch: ((method: RpcMethod, size: number) => Promise<number>) | null;
  readonly close: () => void;
}

/** A head of Filecoin has the messages of several blocks; the others answer with a number. */
const maxReplyBytes = 256 * 1024;
/** Logs of an answer to `eth_getLogs`, over HTTP. */
export const maxLogBytes = 8_000_000;
/** Messages and pings of a connection, which has five calls. */
const maxFrames = 200;

const replySchema = z.object({
  jsonrpc: z.literal('2.0').optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number() }).nullish(),
});

export function openHttp(client: ProbeClient, url: URL): RpcSession {
  const agent = createAgent(url);
  let id = 0;
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const post = async (body: string, maxBytes = maxReplyBytes) =>
    client.request({ method: 'POST', url, headers, body, agent, maxBytes });
  return {
    call: async (method, params = []) => {
      const maxBytes = method === 'eth_getLogs' ? maxLogBytes : maxReplyBytes;
      const answer = await post(writeCall(++id, method, params), maxBytes);
      return {
        result: readReply(answer.body.toString('utf8'), answer.status),
        latencyMs: answer.latencyMs,
      };
    },
    batch: async (method, size) => {
      const calls = Array.from({ length: size }, () => writeCall(++id, method, []));
      const { body, status } = await post(`[${calls.join(',')}]`);
      return countReplies(body.toString('utf8'), status);
    },
    close: () => agent.destroy(),
  };
}

/**
 * The handshake and each call have turns of their own: a session that kept its turn would keep
 * others of the host waiting for ever. A server that closes a session while other hosts are slow
 * gets a new one.
 */
export async function openSocket(url: URL, context: ProbeContext): Promise<RpcSession> {
  const { turns, meter, timeoutMs } = context;
  let id = 0;
  let socket = await connect(url, context);
  return {
    call: async (method, params = []) => {
      if (socket.readyState > WebSocket.OPEN) socket = await connect(url, context);
      const endTurn = await turns.take(url.hostname);
      try {
        meter.countRequest();
        if (socket.readyState !== WebSocket.OPEN) throw new ProbeFailure('unreachable', 'closed');
        const message = nextMessage(socket, timeoutMs);
        socket.send(writeCall(++id, method, params));
        const { text, latencyMs } = await message;
        return { result: readReply(text, 200), latencyMs };
      } finally {
        endTurn();
      }
    },
    batch: null,
    close: () => socket.terminate(),
  };
}

async function connect(
  url: URL,
  { client, turns, meter, timeoutMs }: ProbeContext,
): Promise<WebSocket> {
  const lookup = await client.connectTo(url);
  const endTurn = await turns.take(url.hostname);
  try {
    meter.countRequest();
    const headers = { 'User-Agent': client.userAgent };
    const limits = { maxPayload: maxReplyBytes, perMessageDeflate: false, followRedirects: false };
    const socket = new WebSocket(url, { lookup, headers, ...limits });
    let frames = 0;
    const count = (data: WebSocket.RawData) => {
      meter.countBytes((data as Buffer).length);
      if (++frames > maxFrames) socket.terminate();
    };
    socket.on('message', count).on('ping', count).on('pong', count);
    await opened(socket, timeoutMs);
    return socket;
  } catch (error) {
    throw toFailure(error);
  } finally {
    endTurn();
  }
}

function opened(socket: WebSocket, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (failure: ProbeFailure) => {
      reject(failure);
      socket.terminate();
    };
    const timer = new LoopTimer(timeoutMs, () =>
      refuse(new ProbeFailure('unreachable', 'timeout')),
    );
    socket.once('open', resolve).once('unexpected-response', (_request, { statusCode = 0 }) => {
      refuse(statusFailure(statusCode));
    });
    // Stays, because errors after the handshake have no other listener at times.
    socket.on('error', reject);
    for (const name of ['open', 'close'] as const) socket.once(name, () => timer.stop());
  });
}

function nextMessage(
  socket: WebSocket,
  timeoutMs: number,
): Promise<{ text: string; latencyMs: number }> {
  return new Promise((resolve, reject) => {
    const timer = new LoopTimer(timeoutMs, () =>
      settle(() => reject(new ProbeFailure('unreachable', 'timeout'))),
    );
    const onMessage = (data: WebSocket.RawData) =>
      settle(() => resolve({ text: data.toString(), latencyMs: timer.elapsedMs }));
    const onClose = () => settle(() => reject(new ProbeFailure('unreachable', 'closed')));
    function settle(then: () => void): void {
      timer.stop();
      socket.off('message', onMessage).off('close', onClose);
      then();
    }
    socket.on('message', onMessage).on('close', onClose);
  });
}

function writeCall(id: number, method: RpcMethod, params: readonly unknown[]): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

/** The result; undefined if the endpoint answers with an error of its own. */
function readReply(text: string, status: number): unknown {
  const reply = replySchema.safeParse(parseJson(text)).data;
  const failure = statusFailure(status);
  if (failure.result !== 'error') throw failure;
  if (reply === undefined)
    throw status === 200 ? new ProbeFailure('error', 'no JSON-RPC') : failure;
  return reply.error ? undefined : reply.result;
}

/** Results in the answer to a batch; an error for the whole batch is none. */
function countReplies(text: string, status: number): number {
  const failure = statusFailure(status);
  if (failure.result !== 'error') throw failure;
  if (status !== 200) return 0;
  const replies = z.array(replySchema).safeParse(parseJson(text)).data ?? [];
  return replies.filter(({ error, result }) => !error && result !== undefined).length;
}

/** What a status says if it comes without the answer that was asked for. */
export function statusFailure(status: number): ProbeFailure {
  const detail = `status ${status}`;
  if (status === 401 || status === 402 || status === 403)
    return new ProbeFailure('needs-key', detail);
  if (status === 429) return new ProbeFailure('limited', detail);
  return new ProbeFailure('error', detail);
}
