/** Probes an MCP server with the official client, whose requests all go through the client of probes. */
import {
  Client,
  type FetchLike,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import * as z from 'zod';
import { parseJson } from '../../../common/json.ts';
import type { Reading } from '../../../model/probes.ts';
import { isEventStream, type OpenAnswer, type ProbeClient } from '../http/client.ts';
import { ProbeFailure, RunEnded } from '../http/failure.ts';
import { type Found, found, type ProbeContext } from '../reading.ts';
import type { McpTarget } from '../targets.ts';
import { statusFailure } from './rpc.ts';

/** Messages that are sent; others of the client are answered here as if the server refused them. */
const listed: ReadonlySet<string> = new Set([
  'server/discover',
  'initialize',
  'notifications/initialized',
  'tools/list',
]);
const maxBytes = 2 * 1024 * 1024;
/** Of one server: its list of tools may have several pages. */
const maxRequests = 12;
const maxTools = 500;
const messageSchema = z.object({ method: z.string() });
const sentHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name'];

export async function probeMcp(target: McpTarget, context: ProbeContext): Promise<Reading> {
  const session = new Session(new URL(target.address), context.client, target.transport === 'sse');
  try {
    return found(target, await list(target, session, context), context);
  } catch (error) {
    if (session.failure instanceof RunEnded) throw session.failure;
    if (error instanceof RunEnded) throw error;
    return found(target, session.failure ?? session.describe(), context);
  } finally {
    session.close();
  }
}

async function list({ transport }: McpTarget, session: Session, { client, timeoutMs }: ProbeContext): Promise<Found> {
  const mcp = new Client({ name: client.userAgent, version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const options = { fetch: session.fetch };
  const wire =
    transport === 'sse'
      ? new SSEClientTransport(session.url, options)
      : new StreamableHTTPClientTransport(session.url, options);
  // Longer than that of a request, which knows why it failed.
  const limits = { timeout: 2 * timeoutMs, maxTotalTimeout: 2 * timeoutMs };
  try {
    await mcp.connect(wire, limits);
    const { tools } = await mcp.listTools(undefined, limits);
    const names = tools.slice(0, maxTools).map(({ name }) => name.slice(0, 100));
    const protocolVersion = mcp.getNegotiatedProtocolVersion()?.slice(0, 40) ?? null;
    return { result: 'answered', detail: null, protocolVersion, tools: names, latencyMs: session.lastMs };
  } finally {
    await mcp.close().catch(() => undefined);
  }
}

/** Requests to one server. */
class Session {
  readonly url: URL;
  /** The first failure of a request: the client wraps it, or tries something else. */
  failure: ProbeFailure | RunEnded | null = null;
  lastMs: number | null = null;
  readonly #client: ProbeClient;
  readonly #hasStream: boolean;
  readonly #open: OpenAnswer[] = [];
  #requests = 0;

  constructor(url: URL, client: ProbeClient, hasStream: boolean) {
    this.url = url;
    this.#client = client;
    this.#hasStream = hasStream;
  }

  readonly fetch: FetchLike = async (input, init = {}) => {
    const url = new URL(String(input));
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? init.body : null;
    if (!this.#isListed(url, method, body)) return new Response(null, { status: 405 });
    try {
      const sent = method === 'POST' && body !== null ? ({ method, body } as const) : ({ method: 'GET' } as const);
      const answer = await this.#client.open({ ...sent, url, headers: headersOf(init.headers), maxBytes });
      this.#open.push(answer);
      this.lastMs = answer.latencyMs;
      const failure = statusFailure(answer.status);
      if (failure.result !== 'error') this.failure ??= failure;
      return toResponse(answer);
    } catch (error) {
      if (error instanceof ProbeFailure || error instanceof RunEnded) this.failure ??= error;
      throw error;
    }
  };

  /** Failure of a session whose requests were all answered. */
  describe(): ProbeFailure {
    const isCut = this.#open.some(({ headers, isWhole }) => isEventStream(headers) && !isWhole());
    return isCut
      ? new ProbeFailure('unreachable', 'no answer in the stream')
      : new ProbeFailure('error', 'no MCP server');
  }

  close(): void {
    for (const answer of this.#open) answer.close();
  }

  #isListed(url: URL, method: string, body: string | null): boolean {
    if (url.origin !== this.url.origin || ++this.#requests > maxRequests) return false;
    if (method === 'GET') return this.#hasStream;
    const message = messageSchema.safeParse(parseJson(body ?? '')).data;
    return method === 'POST' && message !== undefined && listed.has(message.method);
  }
}

/** No credentials, and nothing that the server asked to be sent elsewhere. */
function headersOf(given: NonNullable<Parameters<FetchLike>[1]>['headers']): Record<string, string> {
  const headers = new Headers(given);
  return Object.fromEntries(
    sentHeaders.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])),
  );
}

function toResponse({ status, headers, body, close }: OpenAnswer): Response {
  const type = headers['content-type'] ?? '';
  const session = headers['mcp-session-id'];
  const shown = { 'content-type': type, ...(typeof session === 'string' ? { 'mcp-session-id': session } : {}) };
  if ([204, 205, 304].includes(status)) {
    close();
    return new Response(null, { status, headers: shown });
  }
  const chunks = body[Symbol.asyncIterator]();
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await chunks.next();
      if (next.done !== true) return controller.enqueue(next.value);
      close();
      controller.close();
    },
    cancel: close,
  });
  return new Response(stream, { status, headers: shown });
}
