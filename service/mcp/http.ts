/**
 * POST /mcp: the MCP server over HTTP, without sessions. Each request has a server of its own;
 * size, depth and memory of the bodies are limited.
 */
import type { IncomingMessage } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  isSpecType,
  type JSONRPCRequest,
  type McpRequestContext,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  type Server,
  UnsupportedProtocolVersionError,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import accepts from 'accepts';
import { parseJson } from '../../common/json.ts';
import { HttpError } from '../errors.ts';
import type { Context, Handler, RequestState, Route } from '../http/context.ts';
import { clientOf } from '../http/fair-queue.ts';
import { type QueueDeps, runQueued, timedFor } from '../http/middleware.ts';
import type { OnSent } from '../http/respond.ts';
import type { Urls } from '../urls.ts';
import type { McpDeps } from './call-tool.ts';
import { protocolVersions } from './identity.ts';
import { decodeText, decompress } from './message-text.ts';
import { describeParameters, readMessage, serverFactory } from './server.ts';

const mcpPath = '/mcp';

interface McpHttpDeps extends McpDeps, QueueDeps {
  readonly sent: OnSent;
  /** Origins of other sites whose pages may call; `*` for all. */
  readonly origins: readonly string[];
}

/** Reads the body before it waits for a turn, so that a slow sender takes no place. */
export function mcpRoutes(deps: McpHttpDeps): readonly Route[] {
  const { urls, clientHeader, sent, origins } = deps;
  // No subscription: nothing but a new snapshot ever changes, and a stream would hold a connection.
  const budget = new BodyBudget();
  const states = new WeakMap<Request, RequestState>();
  const create = ({ requestInfo }: McpRequestContext) =>
    serverFactory(noted(deps, requestInfo && states.get(requestInfo)))();
  const options = { legacy: 'reject', maxSubscriptions: 0, keepAliveMs: 0 } as const;
  const { fetch } = createMcpHandler(create, options);
  const answer = async (request: Request, parsedBody: object) =>
    (await isLegacyRequest(request, parsedBody))
      ? answerOnce(create({ era: 'legacy', requestInfo: request }), request, parsedBody)
      : fetch(request, { parsedBody });
  const handler = async (ctx: Context) => {
    ctx.set('Cache-Control', 'no-store');
    assertOwn(ctx, urls, origins);
    const mediaType = answerType(ctx.req);
    await budget.hold(clientOf(ctx.req, clientHeader), async (take) => {
      const body = readMessage(await readBody(ctx.req, take));
      await runQueued(deps, 'calls', ctx, async () => {
        const request = toRequest(ctx, urls, body);
        states.set(request, ctx.state);
        const refusal = refuse(body) ?? refuseVersion(body, request);
        await send(ctx, refusal ?? (await answer(request, body)), { sent, mediaType });
      });
    });
  };
  const route = { kind: 'json', queue: 'none', method: 'POST' } as const;
  const toAddress: Handler = (ctx) => {
    // 308: the client repeats the POST with its body.
    ctx.status = 308;
    ctx.set({ Location: urls.to(null, mcpPath), 'Cache-Control': 'no-store' });
    ctx.body = '';
  };
  return [
    { ...route, path: mcpPath, handler },
    { ...route, path: `${mcpPath}/`, handler: toAddress },
  ];
}

/**
 * Notes the times of queries, and the code of a failed tool, for the line of the request in the
 * log.
 */
function noted(deps: McpHttpDeps, state: RequestState | undefined): McpDeps {
  if (state === undefined) return deps;
  const { holder, onCall } = deps;
  return {
    ...deps,
    holder: {
      absence: holder.absence,
      current: holder.current,
      lease: (work) =>
        holder.lease((snapshot, sinceMs) => work(snapshot && timedFor(snapshot, state), sinceMs)),
    },
    onCall: (tool, result, code) => {
      state.code = code;
      onCall?.(tool, result, code);
    },
  };
}

/**
 * Protects services on private addresses from pages of other origins that reach them by DNS
 * rebinding.
 */
function assertOwn({ headers }: Context, urls: Urls, origins: readonly string[]): void {
  const { host = '', origin } = headers;
  if (!urls.isOwnHost(host)) {
    const message = `the Host "${host}" is not that of SITE_URL; let the proxy pass on the Host header of the client`;
    throw new HttpError(403, 'foreign-host', message);
  }
  const isAllowed = origin === undefined || origins.includes(origin) || origins.includes('*');
  if (!isAllowed && !(URL.canParse(origin) && urls.isOwnHost(new URL(origin).host)))
    throw new HttpError(
      403,
      'foreign-origin',
      'pages of this origin may not use this address: call it from a program, or let the operator allow it with MCP_ORIGINS',
    );
}

const jsonType = 'application/json';
const streamType = 'text/event-stream';

/**
 * JSON for every client that can take it, and an event stream for those that take nothing else. A
 * header without any media range says nothing. Throws 406 for clients that take neither.
 */
export function answerType({ headers }: Pick<IncomingMessage, 'headers'>): string {
  // A parameter such as `charset` does not change what a media range means here.
  const accept = (headers.accept ?? '').replace(/;\s*(?!q\s*=)[^;,]*/gi, '');
  if (!/[^\s,;]\/[^\s,;]/.test(accept)) return jsonType;
  const client = accepts({ headers: { accept } } as IncomingMessage);
  const accepted = [jsonType, streamType].find((candidate) => client.type(candidate) === candidate);
  if (accepted !== undefined) return accepted;
  const message = `POST ${mcpPath} answers ${jsonType}, which the header Accept does not allow`;
  throw new HttpError(406, 'not-acceptable', message);
}

/**
 * The headers of the request; its body is read already. `answerType` has read Accept. The handshake
 * of `initialize` names its version in the body, from which the SDK negotiates.
 */
function toRequest({ headers }: Context, urls: Urls, body: Partial<JSONRPCRequest>): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const passed = new Headers(pairs);
  passed.set('Accept', `${jsonType}, ${streamType}`);
  if (body.method === 'initialize' && !hasVersion(body)) passed.delete(versionHeader);
  return new Request(urls.to(null, mcpPath), { method: 'POST', headers: passed });
}

const versionHeader = 'MCP-Protocol-Version';

/** Whether the message names its protocol version itself, as those of 2026 do. */
function hasVersion({ params }: Partial<JSONRPCRequest>): boolean {
  return Object(params?._meta)[PROTOCOL_VERSION_META_KEY] !== undefined;
}

/** A header with a version that there is not, of a message that names none itself. */
function refuseVersion(body: Partial<JSONRPCRequest>, { headers }: Request): Response | null {
  const requested = headers.get(versionHeader)?.trim();
  if (requested === undefined || hasVersion(body) || protocolVersions.includes(requested))
    return null;
  const shown = requested.slice(0, 100);
  const fault = new UnsupportedProtocolVersionError({
    supported: [...protocolVersions],
    requested: shown,
  });
  const message = `the header ${versionHeader} names "${shown}"; supported: ${protocolVersions.join(', ')}`;
  const error = { code: fault.code, message, data: fault.data };
  return Response.json({ jsonrpc: '2.0', id: body.id ?? null, error }, { status: 400 });
}

/** Answers a message of the protocol versions with a handshake, as JSON. */
async function answerOnce(server: Server, request: Request, parsedBody: object): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

/**
 * Names the fault of parameters that make a request no message for the SDK, which names none; null
 * for other bodies.
 */
function refuse(body: Partial<JSONRPCRequest>): Response | null {
  const { id, method } = body;
  if (typeof method !== 'string' || !isSpecType.RequestId(id) || isSpecType.Request(body))
    return null;
  const error = { code: ProtocolErrorCode.InvalidParams, message: describeParameters(body) };
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 400 });
}

/** Answers are small and come at once, so that they need no stream. */
async function send(
  ctx: Context,
  response: Response,
  { sent, mediaType }: { readonly sent: OnSent; readonly mediaType: string },
): Promise<void> {
  const text = await response.text();
  const isEvent = mediaType === streamType && response.status === 200;
  const type = isEvent ? streamType : response.headers.get('content-type');
  if (type !== null) ctx.set('Content-Type', type);
  const body = Buffer.from(isEvent ? `event: message\ndata: ${text}\n\n` : text);
  ctx.body = body;
  ctx.status = response.status;
  sent(ctx.req, ctx.res, body);
}

/** A call with 20 filters takes 2 kB. */
const maxBodyBytes = 64 * 1024;
/** Arguments are three levels deep. */
const maxDepth = 30;

/** Bytes of bodies that are read or wait for their turn: of all clients, and of one. */
const maxHeldBytes = { all: 16 * 1024 * 1024, client: 4 * 1024 * 1024 } as const;

/** Counts bytes that arrived; false if the budget has no room for them. */
type Take = (bytes: number) => boolean;

/** Memory of bodies, from their first byte to the end of the call. */
class BodyBudget {
  #heldBytes = 0;
  readonly #byClient = new Map<string, number>();

  async hold(client: string, work: (take: Take) => Promise<void>): Promise<void> {
    let taken = 0;
    const take: Take = (bytes) => {
      const ofClient = this.#byClient.get(client) ?? 0;
      if (this.#heldBytes + bytes > maxHeldBytes.all || ofClient + bytes > maxHeldBytes.client)
        return false;
      taken += bytes;
      this.#add(client, bytes);
      return true;
    };
    try {
      await work(take);
    } finally {
      this.#add(client, -taken);
    }
  }

  #add(client: string, bytes: number): void {
    this.#heldBytes += bytes;
    const ofClient = (this.#byClient.get(client) ?? 0) + bytes;
    if (ofClient === 0) this.#byClient.delete(client);
    else this.#byClient.set(client, ofClient);
  }
}

/**
 * Throws 413 for a body that is too large, 415 for a compression that there is not, 400 for one
 * that is no JSON object, and 503 over the budget.
 */
export async function readBody(request: IncomingMessage, take: Take): Promise<object> {
  const sent = await readBytes(request, take);
  const bytes = decompress(sent, request.headers['content-encoding'], maxBodyBytes);
  if (bytes !== sent && !take(bytes.length)) throw overloaded();
  const text = decodeText(bytes);
  if (depthOf(text) > maxDepth)
    throw new HttpError(400, 'bad-body', `the body is nested more than ${maxDepth} levels deep`);
  const body = parseJson(text);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new HttpError(
    400,
    'bad-body',
    'the body is not one JSON-RPC message: a JSON object, batches are not supported',
  );
}

/**
 * Reads a large body to its end without keeping it, because an unread rest would block the next
 * request of the connection.
 */
async function readBytes(request: IncomingMessage, take: Take): Promise<Buffer> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let isRefused = false;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      isRefused ||= bytes <= maxBodyBytes && !take(chunk.length);
      if (isRefused || bytes > maxBodyBytes) chunks = [];
      else chunks.push(chunk);
    }
  } catch (error) {
    throw new HttpError(400, 'bad-body', 'the body ended before it was complete', { cause: error });
  }
  if (isRefused) throw overloaded();
  if (bytes > maxBodyBytes)
    throw new HttpError(413, 'body-too-large', `the body is larger than ${maxBodyBytes} bytes`);
  return Buffer.concat(chunks);
}

function overloaded(): HttpError {
  return new HttpError(503, 'overloaded', 'too many request bodies at once; try again', {
    headers: { 'Retry-After': '1' },
  });
}

/** Levels of brackets, those inside of texts included: a bound of the depth. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth--;
  }
  return deepest;
}
