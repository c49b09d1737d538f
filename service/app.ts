/** Assembles the service: its parts, the order of middleware, the routers. It never listens. */
import type { RequestListener } from 'node:http';
import path from 'node:path';
import cors from '@koa/cors';
import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { Assets } from './files/assets.ts';
import type { Context, Handler, RequestState } from './http/context.ts';
import { errorHandler } from './http/error-handler.ts';
import {
  findNetwork,
  leaseSnapshot,
  limitRequests,
  type Observe,
  observeRequests,
  securityHeaders,
  takeTurns,
} from './http/middleware.ts';
import { serializeRequests } from './http/pipelining.ts';
import type { OnSent } from './http/respond.ts';
import { finishResponses, ResponseCache, serveCached, serveRoute } from './http/response-cache.ts';
import { SendBudget } from './http/send-budget.ts';
import { clientOf, Turns } from './http/turns.ts';
import { Metrics } from './metrics.ts';
import { renderErrorPage } from './pages/error.ts';
import { Templates } from './pages/shared/templates.ts';
import { adminRoutes, type Route, type RouteDeps, siteRoutes, toolboxRoutes } from './routes.ts';
import { SnapshotHolder } from './snapshot/holder.ts';
import { SnapshotWatcher } from './snapshot/watch.ts';
import { Urls } from './urls.ts';

/** Bytes of response bodies that may wait for clients. */
const maxWaitingBytes = 64 * 1024 * 1024;

const templateFolder = path.join(import.meta.dirname, '../templates');

export interface ServiceInput {
  readonly config: Config;
  readonly log: Logger;
  readonly now: () => Date;
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

export async function createService({ config, log, now }: ServiceInput): Promise<Service> {
  const cache = new ResponseCache({ enabled: config.answerCache });
  const holder = new SnapshotHolder((next) => cache.reset(next));
  const metrics = new Metrics({ holder, now });
  const watcher = new SnapshotWatcher({
    buildDir: config.buildDir,
    options: {
      connections: config.queryConnections,
      timeoutMs: config.queryTimeoutMs,
      maxWaiting: config.queryQueue,
      threads: config.duckdbThreads,
      memoryMb: config.duckdbMemoryMb,
      onQuery: (tookMs) => metrics.querySeconds.observe(tookMs / 1000),
    },
    holder,
    log,
    pollMs: config.snapshotPollMs,
    requiredNetwork: config.onlyNetwork,
  });
  const templates = await Templates.read(templateFolder);
  const assets = await Assets.read(templateFolder);
  const observe = createObserve(log, metrics);
  const deps = { urls: new Urls(config), templates, assets, holder, cache, metrics, observe, log, now };
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
  readonly holder: SnapshotHolder;
  readonly cache: ResponseCache;
  readonly log: Logger;
  readonly observe: Observe;
  readonly sent: OnSent;
}

/** Headers that scripts of other origins may read. */
const exposedHeaders = 'ETag,Link,X-Total-Count,Repr-Digest,Content-Disposition,X-Request-Id';

/** Requests worked on at once, if there are as many connections. One thread runs JavaScript, DuckDB and compression have others. */
const maxTurns = 3;

function createApp(deps: AppDeps, config: Config): Koa<RequestState> {
  const waiting = { maxWaiting: config.queryQueue, timeoutMs: config.queryTimeoutMs };
  const turns = new Turns({ ...waiting, slots: Math.min(maxTurns, config.queryConnections) });
  const app = new Koa<RequestState>();
  // Errors that the error handler cannot see: closed sockets and bugs. Koa would print them to stderr.
  app.on('error', (error: unknown) => deps.log.warn({ err: error }, 'response failed'));
  app.use(observeRequests(deps.observe));
  app.use(securityHeaders());
  app.use(cors({ origin: '*', allowMethods: 'GET,HEAD,OPTIONS', maxAge: 86_400, exposeHeaders: exposedHeaders }));
  app.use(errorHandler({ log: deps.log, renderPage: (ctx, error) => renderErrorPage(ctx, error, deps) }));
  app.use(limitRequests());
  app.use(findNetwork(deps.urls));
  const exports = new Turns({ ...waiting, slots: 1 });
  app.use(takeTurns({ turns, exports }, config.clientHeader));
  app.use(leaseSnapshot(deps.holder));
  app.use(finishResponses(deps.cache, deps.sent));
  app.use(routeRequests(deps, config));
  return app;
}

function createAdminApp(deps: AppDeps): Koa<RequestState> {
  const app = new Koa<RequestState>();
  app.on('error', (error: unknown) => deps.log.warn({ err: error }, 'response failed'));
  app.use(observeRequests(deps.observe));
  app.use(securityHeaders());
  app.use(errorHandler({ log: deps.log, renderPage: (ctx, error) => renderErrorPage(ctx, error, deps) }));
  app.use(limitRequests());
  app.use(leaseSnapshot(deps.holder));
  app.use(toRouter(adminRoutes(deps), '', deps.cache));
  return app;
}

/** Routes of a network's toolbox, or of the site. With ONLY_NETWORK the site has what the toolbox lacks. */
function routeRequests(deps: AppDeps, { adminPort }: Config): Handler {
  const site = toRouter([...siteRoutes(deps), ...(adminPort === null ? adminRoutes(deps) : [])], '', deps.cache);
  const toolbox = toRouter(toolboxRoutes(deps), '{network}', deps.cache);
  return async (ctx, next) => {
    if (ctx.state.network === null) return site(ctx, next);
    return toolbox(ctx, deps.urls.onlyNetwork === null ? next : () => site(ctx, next));
  };
}

/** `base` distinguishes the two tables in metrics and log. */
function toRouter(routes: readonly Route[], base: string, cache: ResponseCache): Handler {
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  for (const { path, kind, parameters, handler } of routes) {
    const serve = serveRoute(cache, parameters, handler);
    router.get(path.replace(/\{(\w+)\}/g, ':$1'), (ctx, next) => {
      ctx.state.route = `${base}${path}`;
      ctx.state.kind = kind;
      return serve(ctx as Context, next);
    });
  }
  return router.routes() as Handler;
}
