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
} from './http/middleware.ts';
import { finishResponses, ResponseCache, serveCached } from './http/response-cache.ts';
import { Metrics } from './metrics.ts';
import { renderErrorPage } from './pages/error.ts';
import { Templates } from './pages/shared/templates.ts';
import { type Route, type RouteDeps, siteRoutes, toolboxRoutes } from './routes.ts';
import { SnapshotHolder } from './snapshot/holder.ts';
import { SnapshotWatcher } from './snapshot/watch.ts';
import { Urls } from './urls.ts';

const templateFolder = path.join(import.meta.dirname, '../templates');

export interface ServiceInput {
  readonly config: Config;
  readonly log: Logger;
  readonly now: () => Date;
}

export interface Service {
  readonly listener: RequestListener;
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
  });
  const templates = await Templates.read(templateFolder);
  const assets = await Assets.read(templateFolder);
  const observe = createObserve(log, metrics);
  const deps = { urls: new Urls(config), templates, assets, holder, cache, metrics, observe, log, now };
  const listener = serveCached({ cache, observe }, createApp(deps).callback());
  return { listener, holder, watcher, deps };
}

function createObserve(log: Logger, { requests, requestSeconds, cacheHits, cacheMisses }: Metrics): Observe {
  return ({ tookMs, ...facts }, cache) => {
    const { route, status } = facts;
    requests.inc({ route, status });
    requestSeconds.observe({ route }, tookMs / 1000);
    if (cache === 'hit') cacheHits.inc();
    else if (cache === 'miss') cacheMisses.inc();
    log.info({ ...facts, tookMs: Math.round(tookMs * 1000) / 1000 }, 'request');
  };
}

interface AppDeps extends RouteDeps {
  readonly holder: SnapshotHolder;
  readonly cache: ResponseCache;
  readonly log: Logger;
  readonly observe: Observe;
}

/** Headers that scripts of other origins may read. */
const exposedHeaders = 'ETag,Link,X-Total-Count,Repr-Digest,Content-Disposition,X-Request-Id';

function createApp(deps: AppDeps): Koa<RequestState> {
  const app = new Koa<RequestState>();
  // Errors that the error handler cannot see: closed sockets and bugs. Koa would print them to stderr.
  app.on('error', (error: unknown) => deps.log.warn({ err: error }, 'response failed'));
  app.use(observeRequests(deps.observe));
  app.use(securityHeaders());
  app.use(cors({ origin: '*', allowMethods: 'GET,HEAD,OPTIONS', maxAge: 86_400, exposeHeaders: exposedHeaders }));
  app.use(errorHandler({ log: deps.log, renderPage: (ctx, error) => renderErrorPage(ctx, error, deps) }));
  app.use(limitRequests());
  app.use(findNetwork(deps.urls));
  app.use(leaseSnapshot(deps.holder));
  app.use(finishResponses(deps.cache));
  app.use(routeRequests(deps));
  return app;
}

/** Routes of a network's toolbox, or of the site. With ONLY_NETWORK the site has what the toolbox lacks. */
function routeRequests(deps: RouteDeps): Handler {
  const site = toRouter(siteRoutes(deps), '');
  const toolbox = toRouter(toolboxRoutes(deps), '{network}');
  return async (ctx, next) => {
    if (ctx.state.network === null) return site(ctx, next);
    return toolbox(ctx, deps.urls.onlyNetwork === null ? next : () => site(ctx, next));
  };
}

/** `base` distinguishes the two tables in metrics and log. */
function toRouter(routes: readonly Route[], base: string): Handler {
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  for (const { path, kind, handler } of routes) {
    router.get(path.replace(/\{(\w+)\}/g, ':$1'), (ctx, next) => {
      ctx.state.route = `${base}${path}`;
      ctx.state.kind = kind;
      return handler(ctx as Context, next);
    });
  }
  return router.routes() as Handler;
}
