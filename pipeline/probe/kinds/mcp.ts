/**
 * Probes an MCP server with the official client, whose requests all go through the client of
 * probes.
 */
import {
  Client,
  type FetchLike,
  type ListToolsResult,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import * as z from 'zod';
import { parseJson } from '../../../common/json.ts';
import type { Reading } from '../../../model/probes.ts';
import { isEventStream, type OpenAnswer, type ProbeClient } from '../http/client.ts';
import { ProbeFailure, RunEnded } from '../http/failure.ts';
import { LoopTimer } from '../http/loop-timer.ts';
import { found, type ProbeContext, type ProbeResult } from '../reading.ts';
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
/**
 * Commas and lines of all answers, because a wrong value of few bytes takes the client 30 us. 500
 * tools with all parameters have 15,000.
 */
const maxValues = 20_000;
/** The client's own timeouts would count the time in which other hosts keep the event loop busy. */
const limits = { timeout: 2 ** 31 - 1 };
const messageSchema = z.object({ method: z.string() });
const sentHeaders = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
];

export async function probeMcp(target: McpTarget, context: ProbeContext): Promise<Reading> {
  const session = new Session(target, context);
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

async function list(
  { transport }: McpTarget,
  session: Session,
  { client }: ProbeContext,
): Promise<ProbeResult> {
  const mcp = new Client(
    { name: client.userAgent, version: '1' },
    { versionNegotiation: { mode: 'auto' } },
  );
  const options = { fetch: session.fetch };
  const wire =
    transport === 'sse'
      ? new SSEClientTransport(session.url, options)
      : new StreamableHTTPClientTransport(session.url, options);
  try {
    const connected = mcp.connect(wire, limits).then(() => listTools(mcp));
    const tools = await Promise.race([connected, session.ended]);
    const protocolVersion = mcp.getNegotiatedProtocolVersion()?.slice(0, 40) ?? null;
    return { result: 'answered', detail: null, protocolVersion, tools, latencyMs: session.lastMs };
  } finally {
    await wire.close().catch(() => undefined);
  }
}

/** Not with the client's `listTools`, which prints names that it refuses. */
async function listTools(mcp: Client): Promise<string[]> {
  const names: string[] = [];
  let params: { cursor?: string } | null =
    mcp.getServerCapabilities()?.tools === undefined ? null : {};
  while (params !== null && names.length < maxTools) {
    const { tools, nextCursor }: ListToolsResult = await mcp.request(
      { method: 'tools/list', params },
      limits,
    );
    names.push(...tools.slice(0, maxTools - names.length).map(({ name }) => name.slice(0, 100)));
    params = nextCursor === undefined ? null : { cursor: nextCursor };
  }
  return names;
}

/** Requests to one server. */
class Session {
  readonly url: URL;
  /** The first failure of a request: the client wraps it, or tries something else. */
  failure: ProbeFailure | RunEnded | null = null;
  lastMs: number | null = null;
  /**
   * Rejects if no request follows an answer, after more time than that of a request, which knows
   * why it failed.
   */
  readonly ended: Promise<never>;
  readonly #client: ProbeClient;
  readonly #hasStream: boolean;
  readonly #open: OpenAnswer[] = [];
  #requests = 0;
  #values = 0;
  #timer: LoopTimer | null = null;
  readonly #timeoutMs: number;
  #end: (failure: ProbeFailure | null) => void = () => undefined;

  constructor({ address, transport }: McpTarget, { client, timeoutMs }: ProbeContext) {
    this.url = new URL(address);
    this.#client = client;
    this.#hasStream = transport === 'sse';
    this.#timeoutMs = 2 * timeoutMs;
    this.ended = new Promise((_resolve, reject) => {
      this.#end = (failure) => reject((this.failure ??= failure));
    });
  }

  readonly fetch: FetchLike = async (input, init = {}) => {
    const url = new URL(String(input));
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? init.body : null;
    if (!this.#isListed(url, method, body)) return new Response(null, { status: 405 });
    this.#timer?.stop();
    try {
      const sent =
        method === 'POST' && body !== null
          ? ({ method, body } as const)
          : ({ method: 'GET' } as const);
      const answer = await this.#client.open({
        ...sent,
        url,
        headers: headersOf(init.headers),
        maxBytes,
      });
      this.#open.push(answer);
      this.lastMs = answer.latencyMs;
      const failure = statusFailure(answer.status);
      if (failure.result !== 'error') this.failure ??= failure;
      return toResponse(answer, this.#read(answer));
    } catch (error) {
      if (error instanceof ProbeFailure || error instanceof RunEnded) this.failure ??= error;
      throw error;
    } finally {
      this.#timer = new LoopTimer(this.#timeoutMs, () => this.#end(null));
    }
  };

  async *#read({ body, close }: OpenAnswer): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      this.#values += chunk.toString('latin1').split(/[,\n]/).length - 1;
      if (this.#values > maxValues) return this.#end(new ProbeFailure('error', 'too many values'));
      yield chunk;
    }
    close();
  }

  /** Failure of a session whose requests were all answered. */
  describe(): ProbeFailure {
    const isCut = this.#open.some(({ headers, isWhole }) => isEventStream(headers) && !isWhole());
    return isCut
      ? new ProbeFailure('unreachable', 'no answer in the stream')
      : new ProbeFailure('error', 'no MCP server');
  }

  close(): void {
    this.#timer?.stop();
    this.#requests = maxRequests;
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
function headersOf(
  given: NonNullable<Parameters<FetchLike>[1]>['headers'],
): Record<string, string> {
  const headers = new Headers(given);
  return Object.fromEntries(
    sentHeaders.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])),
  );
}

function toResponse({ status, headers, close }: OpenAnswer, body: AsyncIterable<Buffer>): Response {
  const type = headers['content-type'] ?? '';
  const session = headers['mcp-session-id'];
  const shown = {
    'content-type': type,
    ...(typeof session === 'string' ? { 'mcp-session-id': session } : {}),
  };
  const isEmpty = [204, 205, 304].includes(status);
  if (isEmpty) close();
  return new Response(isEmpty ? null : ReadableStream.from(body), { status, headers: shown });
}
