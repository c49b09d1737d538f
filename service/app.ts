/** createApp: the order of middleware and routes, nothing else. It never listens. */
import cors from '@koa/cors';
import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import { errorHandler } from './http/error-handler.ts';
import { renderErrorPage } from './http/error-page.ts';
import { readOnly } from './http/methods.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Handler, RequestState } from './http/state.ts';
import { serveAsset } from './routes/assets.ts';
import { listCategories } from './routes/categories.ts';
import type { RouteContext } from './routes/context.ts';
import { health, readiness } from './routes/health.ts';
import { homePage, networkHomePage } from './routes/home.ts';
import { listNetworks, networkIcon } from './routes/networks.ts';
import { listRows } from './routes/rows.ts';
import { toolboxPage } from './routes/toolbox.ts';
import type { SnapshotHolder } from './snapshot/holder.ts';

export interface AppDeps extends RouteContext {
  readonly holder: SnapshotHolder;
  readonly log: Logger;
  readonly now: () => Date;
}

export function createApp(deps: AppDeps): Koa<RequestState> {
  const app = new Koa<RequestState>();
  // What an error handler of ours did not catch is a socket that closed, or a fault of ours: never print it twice.
  app.on('error', (error: unknown) => deps.log.warn({ err: error }, 'response failed'));
  app.use(requestLog(deps.log));
  app.use(securityHeaders());
  app.use(cors({ origin: '*', allowMethods: 'GET,HEAD,OPTIONS' }));
  app.use(errorHandler({ log: deps.log, renderPage: (ctx, error) => renderErrorPage(ctx, error, deps) }));
  app.use(readOnly());
  app.use(findPlace(deps));
  app.use(lendSnapshot(deps.holder));
  app.use(surfaces(deps));
  return app;
}

/** Which surface is asked, and what below its base address. */
function findPlace({ urls }: RouteContext): Handler {
  return async (ctx, next) => {
    const { network, path } = urls.placeOf(ctx.host, ctx.path);
    ctx.state.network = network;
    ctx.path = path;
    await next();
  };
}

function lendSnapshot(holder: SnapshotHolder): Handler {
  return (ctx, next) =>
    holder.lease(async (snapshot) => {
      ctx.state.snapshot = snapshot;
      await next();
    });
}

/** A network's toolbox, else the site; with ONLY_NETWORK what the toolbox does not have is the site's. */
function surfaces(deps: AppDeps): Handler {
  const site = siteRoutes(deps);
  const toolbox = toolboxRoutes(deps);
  return async (ctx, next) => {
    if (ctx.state.network === null) return site(ctx, next);
    return toolbox(ctx, deps.urls.onlyNetwork === null ? next : () => site(ctx, next));
  };
}

function siteRoutes(deps: AppDeps): Handler {
  const router = new Router<RequestState>();
  router.get('/', homePage(deps));
  router.get('/api/networks', listNetworks(deps));
  router.get(/^\/icons\/[^/]+\.svg$/, networkIcon());
  router.get(/^\/assets\/[^/]+$/, serveAsset(deps));
  router.get('/healthz', health());
  router.get('/readyz', readiness(deps.now));
  return router.routes() as Handler;
}

function toolboxRoutes(deps: AppDeps): Handler {
  const router = new Router<RequestState>();
  router.get('/', networkHomePage(deps));
  router.get('/api/infrastructure-providers/categories', listCategories());
  router.get('/api/infrastructure-providers/rows', listRows());
  router.get(/^\/toolbox\/[^/]+$/, toolboxPage(deps));
  router.get(/^\/assets\/[^/]+$/, serveAsset(deps));
  return router.routes() as Handler;
}
