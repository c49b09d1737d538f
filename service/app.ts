/** createApp: the order of middleware and routes, nothing else. It never listens. */
import cors from '@koa/cors';
import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { AnswerCache } from './http/answer-cache.ts';
import { answers } from './http/answers.ts';
import { errorHandler } from './http/error-handler.ts';
import { limitUrl } from './http/limit-url.ts';
import { readOnly } from './http/methods.ts';
import type { Observe } from './http/observe.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Context, Handler, RequestState } from './http/state.ts';
import { renderErrorPage } from './pages/error.ts';
import { type Route, type RouteDeps, siteRoutes, toolboxRoutes } from './routes.ts';
import type { SnapshotHolder } from './snapshot/holder.ts';

export interface AppDeps extends RouteDeps {
  readonly holder: SnapshotHolder;
  readonly cache: AnswerCache;
  readonly log: Logger;
  readonly observe: Observe;
}

export function createApp(deps: AppDeps): Koa<RequestState> {
  const app = new Koa<RequestState>();
  // What the error handler did not catch is a socket that closed, or a fault of ours; Koa would print it to stderr.
  app.on('error', (error: unknown) => deps.log.warn({ err: error }, 'response failed'));
  app.use(requestLog(deps.observe));
  app.use(securityHeaders());
  app.use(cors({ origin: '*', allowMethods: 'GET,HEAD,OPTIONS', maxAge: 86_400, exposeHeaders: exposed }));
  app.use(errorHandler({ log: deps.log, renderPage: (ctx, error) => renderErrorPage(ctx, error, deps) }));
  app.use(limitUrl());
  app.use(readOnly());
  app.use(findPlace(deps));
  app.use(lendSnapshot(deps.holder));
  app.use(answers(deps.cache));
  app.use(surfaces(deps));
  return app;
}

/** Headers that scripts of other sites may read. */
const exposed = 'ETag,Link,X-Total-Count,Repr-Digest,Content-Disposition,X-Request-Id';

/** Which surface is asked, and what below its base address. */
function findPlace({ urls }: RouteDeps): Handler {
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
function surfaces(deps: RouteDeps): Handler {
  const site = toRouter(siteRoutes(deps), '');
  const toolbox = toRouter(toolboxRoutes(deps), '{network}');
  return async (ctx, next) => {
    if (ctx.state.network === null) return site(ctx, next);
    return toolbox(ctx, deps.urls.onlyNetwork === null ? next : () => site(ctx, next));
  };
}

/** `base` tells the two surfaces apart in the metrics. */
function toRouter(routes: readonly Route[], base: string): Handler {
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  for (const { path, handler } of routes) {
    router.get(path.replace(/\{(\w+)\}/g, ':$1'), (ctx, next) => {
      ctx.state.route = `${base}${path}`;
      return handler(ctx as Context, next);
    });
  }
  return router.routes() as Handler;
}
