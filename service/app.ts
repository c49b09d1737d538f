/** Assembles the service: its parts, the order of middleware, the routers. It never listens. */
import type { RequestListener } from 'node:http';
import path from 'node:path';
import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import { Activity } from './activity.ts';
import type { Config } from './config.ts';
import { Assets } from './files/assets.ts';
import type { Context, Handler, RequestState, RouteKind } from './http/context.ts';
import {
  allowOrigins,
  checkHost,
  errorHandler,
  findNetwork,
  leaseSnapshot,
  limitRequests,
  noteRequests,
  type Observe,
  observeRequests,
  redirectNetworkNames,
  securityHeaders,
  takeTurns,
} from './http/middleware.ts';
import { serializeRequests } from './http/pipelining.ts';
import type { OnSent } from './http/respond.ts';
import { finishResponses, ResponseCache, serveCached, serveRoute } from './http/response-cache.ts';
import { SendBudget } from './http/send-budget.ts';
import { clientOf, Turns } from './http/turns.ts';
import type { CallResult } from './mcp/call-tool.ts';
import { serveMcp } from './mcp/http.ts';
import { Metrics } from './metrics.ts';
import { renderErrorPage } from './pages/error.ts';
import { Templates } from './pages/shared/templates.ts';
import { adminRoutes, type Route, type RouteDeps, siteRoutes, toolboxRoutes } from './routes.ts';
import { SnapshotHolder } from './snapshot/holder.ts';
import { KeptSnapshots } from './snapshot/kept.ts';
import type { SnapshotWatcher } from './snapshot/watch.ts';
import { Urls } from './urls.ts';
import { createWatcher } from './watcher.ts';

/** Bytes of response bodies that may wait for clients. */
const maxWaitingBytes = 64 * 1024 * 1024;

const templateFolder = path.join(import.meta.dirname, '../templates');

export interface ServiceInput {
  readonly config: Config;
  readonly log: Logger;
  readonly now: () => Date;
  /** Notes for the watchdog; by default nobody reads them. */
  readonly activity?: Activity;
  /** How often the watchdog has ended the process. */
  readonly restarts?: number;
}

export interface Service {
  readonly listener: RequestListener;
  /** Routes for operators, on an address of their own if ADMIN_PORT is set. */
  readonly adminListener: RequestListener;
  readonly holder: SnapshotHolder;
  /** Not started. */
  readonly watcher: SnapshotWatcher;
  readonly deps: RouteDeps;
}

export async function createService({
  config,
  log,
  now,
  activity = new Activity(),
  restarts = 0,
}: ServiceInput): Promise<Service> {
  const cache = new ResponseCache({ enabled: config.answerCache });
  const holder = new SnapshotHolder({ onReplace: (next) => cache.reset(next), pinMs: config.pinMs });
  const kept = new KeptSnapshots(config.buildDir);
  const metrics = new Metrics({
    holder,
    now,
    restarts,
    buildDir: config.buildDir,
    isRefused: () => watcher.refusal !== null,
  });
  const onQuery = (tookMs: number) => metrics.querySeconds.observe(tookMs / 1000);
  const onRefused = () => metrics.snapshotsRefused.inc();
  const onStep = (step: string | null) => activity.note('opening', step);
  const watcher = createWatcher(config, { holder, log, onQuery, onStep, onRefused });
  const templates = await Templates.read(templateFolder);
  const assets = await Assets.read(templateFolder);
  const observe = createObserve(log, metrics);
  const { publication } = config;
  const deps = {
    urls: new Urls(config),
    templates,
    assets,
    holder,
    kept,
    cache,
    metrics,
    observe,
    log,
    now,
    publication,
    activity,
  };
  const budget = new SendBudget(maxWaitingBytes);
  const sent: OnSent = (request, response, body) => budget.add(response, clientOf(request, config.clientHeader), body);
  const app = createApp({ ...deps, sent }, config).callback();
  const listener = serializeRequests(serveCached({ cache, urls: deps.urls, observe, sent }, app));
  const adminListener = serializeRequests(createAdminApp({ ...deps, sent }).callback());
  return { listener, adminListener, holder, watcher, deps };
}

function createObserve(log: Logger, { requests, requestSeconds, cacheHits, cacheMisses }: Metrics): Observe {
  return (facts, cache) => {
    const { route, status, tookMs } = facts;
    requests.inc({ route, status });
    requestSeconds.observe({ route }, tookMs / 1000);
    if (cache === 'hit') cacheHits.inc();
    else if (cache === 'miss') cacheMisses.inc();
    log.info(facts, 'request');
  };
}

interface AppDeps extends RouteDeps {
  readonly cache: ResponseCache;
  readonly log: Logger;
  readonly observe: Observe;
  readonly sent: OnSent;
  readonly activity: Activity;
}

/** Requests worked on at once, if there are as many connections. One thread runs JavaScript, DuckDB and compression have others. */
const maxTurns = 3;
/** Calls of MCP tools that are worked on at once. They wait in a queue of their own. */
const maxMcpTurns = 2;

function createApp(deps: AppDeps, config: Config): Koa<RequestState> {
  const waiting = { maxWaiting: config.queryQueue, timeoutMs: config.queryTimeoutMs };
  const turns = new Turns({ ...waiting, slots: Math.min(maxTurns, config.queryConnections) });
  const exports = new Turns({ ...waiting, slots: 1 });
  const calls = new Turns({ ...waiting, slots: Math.min(maxMcpTurns, config.queryConnections) });
  deps.metrics.addQueues({ requests: turns, exports, calls });
  const routers = createRouters(deps, config);
  const app = new Koa<RequestState>();
  // Errors that the error handler cannot see: closed sockets and bugs. Koa would print them to stderr.
  app.on('error', (error: unknown) => deps.log.warn({ err: error }, 'response failed'));
  app.use(observeRequests(deps.observe));
  app.use(noteRequests(deps.activity));
  app.use(securityHeaders());
  app.use(allowOrigins());
  app.use(errorHandler({ log: deps.log, renderPage: (ctx, error) => renderErrorPage(ctx, error, deps) }));
  app.use(checkHost());
  app.use(findNetwork(deps.urls));
  const onFailure = (error: unknown) => deps.log.error({ err: error }, 'MCP call failed');
  const onCall = (tool: string, result: CallResult) => deps.metrics.mcpCalls.inc({ tool, result });
  app.use(serveMcp({ ...deps, turns: calls, clientHeader: config.clientHeader, onFailure, onCall }));
  app.use(findKind(routers, deps.urls));
  app.use(limitRequests());
  app.use(takeTurns({ turns, exports }, config.clientHeader));
  app.use(leaseSnapshot(deps.holder));
  app.use(redirectNetworkNames(deps.urls));
  app.use(finishResponses(deps.cache, deps.sent));
  app.use(routeRequests(routers, deps.urls));
  return app;
}

function createAdminApp(deps: AppDeps): Koa<RequestState> {
  const app = new Koa<RequestState>();
  app.on('error', (error: unknown) => deps.log.warn({ err: error }, 'response failed'));
  app.use(observeRequests(deps.observe));
  app.use(noteRequests(deps.activity));
  app.use(securityHeaders());
  app.use(errorHandler({ log: deps.log, renderPage: (ctx, error) => renderErrorPage(ctx, error, deps) }));
  app.use(checkHost());
  app.use(limitRequests());
  app.use(leaseSnapshot(deps.holder));
  app.use(toRouter(adminRoutes(deps), '', deps.cache).routes() as Handler);
  return app;
}

interface Routers {
  readonly site: Router<RequestState>;
  readonly toolbox: Router<RequestState>;
}

function createRouters(deps: AppDeps, { adminPort }: Config): Routers {
  const admin = adminPort === null ? adminRoutes(deps) : [];
  return {
    site: toRouter([...siteRoutes(deps), ...admin], '', deps.cache),
    toolbox: toRouter(toolboxRoutes(deps), '{network}', deps.cache),
  };
}

/** Sets the kind of the route before the request is checked, so that every error has the form of its address. */
function findKind({ site, toolbox }: Routers, urls: Urls): Handler {
  const kindIn = (router: Router<RequestState>, path: string) =>
    router.match(path, 'GET').pathAndMethod.at(0)?.name as RouteKind | undefined;
  return async (ctx, next) => {
    const own = ctx.state.network === null ? undefined : kindIn(toolbox, ctx.path);
    const hasSite = ctx.state.network === null || urls.onlyNetwork !== null;
    ctx.state.kind = own ?? (hasSite ? kindIn(site, ctx.path) : undefined);
    await next();
  };
}

/** Routes of a network's toolbox, or of the site. With ONLY_NETWORK the site has what the toolbox lacks. */
function routeRequests(routers: Routers, { onlyNetwork }: Urls): Handler {
  const [site, toolbox] = [routers.site.routes() as Handler, routers.toolbox.routes() as Handler];
  return async (ctx, next) => {
    if (ctx.state.network === null) return site(ctx, next);
    return toolbox(ctx, onlyNetwork === null ? next : () => site(ctx, next));
  };
}

/** Routes are named by their kind. `base` distinguishes the two tables in metrics and log. */
function toRouter(routes: readonly Route[], base: string, cache: ResponseCache): Router<RequestState> {
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  for (const { path, kind, parameters, handler } of routes) {
    const serve = serveRoute(cache, parameters, handler);
    router.get(kind, path.replace(/\{(\w+)\}/g, ':$1'), (ctx, next) => {
      ctx.state.route = `${base}${path}`;
      ctx.state.kind = kind;
      return serve(ctx as Context, next);
    });
  }
  return router;
}
