/** POST /mcp: the MCP server over HTTP, without sessions. Each request has a server of its own. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import { HttpError } from '../errors.ts';
import type { Context, Route } from '../http/context.ts';
import type { FairQueue } from '../http/fair-queue.ts';
import { clientOf } from '../http/fair-queue.ts';
import { runQueued } from '../http/middleware.ts';
import type { OnSent } from '../http/respond.ts';
import type { Urls } from '../urls.ts';
import { BodyBudget, readBody } from './body.ts';
import type { McpDeps } from './call-tool.ts';
import { serverFactory } from './server.ts';

const mcpPath = '/mcp';
const allowed = 'POST, OPTIONS';

export interface McpHttpDeps extends McpDeps {
  /** Calls that are worked on at once. */
  readonly queue: FairQueue;
  /** Header in which a trusted proxy states the client's address. */
  readonly clientHeader: string | null;
  readonly sent: OnSent;
}

/** Reads the body before it waits for a turn, so that a slow sender takes no place. */
export function mcpRoute(deps: McpHttpDeps): Route {
  const { urls, queue, clientHeader, sent } = deps;
  // No subscription: nothing but a new snapshot ever changes, and a stream would hold a connection.
  const budget = new BodyBudget();
  const { fetch } = createMcpHandler(serverFactory(deps), { maxSubscriptions: 0, keepAliveMs: 0 });
  const handler = async (ctx: Context) => {
    ctx.set('Cache-Control', 'no-store');
    assertOwn(ctx, urls);
    if (ctx.method === 'OPTIONS') return answerOptions(ctx);
    if (ctx.method !== 'POST') {
      const message = `the method ${ctx.method} is not allowed: send JSON-RPC messages with POST`;
      throw new HttpError(405, 'method-not-allowed', message, { headers: { Allow: allowed } });
    }
    await budget.hold(clientOf(ctx.req, clientHeader), async (take) => {
      const parsedBody = await readBody(ctx.req, take);
      await runQueued(queue, ctx, clientHeader, async () => {
        await send(ctx, await fetch(toRequest(ctx, urls), { parsedBody }), sent);
      });
    });
  };
  return { path: mcpPath, kind: 'json', queue: 'none', anyMethod: true, handler };
}

/** Protects services on private addresses from pages of other origins that reach them by DNS rebinding. */
function assertOwn({ headers }: Context, urls: Urls): void {
  const { host = '', origin } = headers;
  if (!urls.isOwnHost(host)) {
    const message = `the Host "${host}" is not that of SITE_URL; let the proxy pass on the Host header of the client`;
    throw new HttpError(403, 'foreign-host', message);
  }
  if (origin !== undefined && !(URL.canParse(origin) && urls.isOwnHost(new URL(origin).host)))
    throw new HttpError(
      403,
      'foreign-origin',
      'pages of other origins may not use this address; call it from a program',
    );
}

function answerOptions(ctx: Context): void {
  ctx.status = 204;
  ctx.set({ Allow: allowed, 'Access-Control-Allow-Methods': allowed });
}

/** The headers of the request; its body is read already. */
function toRequest({ headers }: Context, urls: Urls): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return new Request(urls.to(null, mcpPath), { method: 'POST', headers: pairs });
}

/** Answers are small and come at once, so that they need no stream. */
async function send(ctx: Context, response: Response, sent: OnSent): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  ctx.status = response.status;
  const type = response.headers.get('content-type');
  if (type !== null) ctx.set('Content-Type', type);
  ctx.body = body;
  ctx.status = response.status;
  sent(ctx.req, ctx.res, body);
}
