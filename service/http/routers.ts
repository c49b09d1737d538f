/** Routers of the site and of a network's toolbox, made of the same kind of route. */
import { METHODS } from 'node:http';
import Router from '@koa/router';
import { badParameter, HttpError, maxValues } from '../errors.ts';
import type { LocatedPath } from '../urls.ts';
import type { Context, Handler, RequestState, Route } from './context.ts';
import { targetOf } from './locate.ts';
import { setHeaders } from './middleware.ts';

export interface RouterOptions {
  readonly site: readonly Route[];
  readonly toolbox: readonly Route[];
  /** The site has what the toolbox of the only network lacks. */
  readonly onlyNetwork: boolean;
  /** Before the handler of a route, and before an unknown address is refused. */
  readonly middleware: readonly Handler[];
}

/** 20 filters fit in 8,000 characters, and proxies accept that length. */
const maxUrlLength = 8000;

export class Routers {
  readonly #site: Router<RequestState>;
  readonly #toolbox: Router<RequestState>;
  readonly #onlyNetwork: boolean;
  /** By what a router finds for a path. */
  readonly #routes = new Map<unknown, Route>();
  readonly #middleware: readonly Handler[];

  constructor({ site, toolbox, onlyNetwork, middleware }: RouterOptions) {
    this.#middleware = middleware;
    this.#site = this.#create(site);
    this.#toolbox = this.#create(toolbox);
    this.#onlyNetwork = onlyNetwork;
  }

  /** Whether a page or a resource has the path. */
  serves({ network, path }: LocatedPath): boolean {
    const inToolbox = network !== null && this.#toolbox.match(path, 'GET').route;
    return (
      inToolbox || ((network === null || this.#onlyNetwork) && this.#site.match(path, 'GET').route)
    );
  }

  /** Calls the handler of the route. Answers OPTIONS, and throws 404, 405 or 414 otherwise. */
  handlers(): readonly Handler[] {
    const [site, toolbox] = [this.#site.routes() as Handler, this.#toolbox.routes() as Handler];
    const find: Handler = (ctx, next) => {
      if (ctx.state.network === null) return site(ctx, next);
      return toolbox(ctx, this.#onlyNetwork ? () => site(ctx, next) as Promise<void> : next);
    };
    return [
      (ctx, next) => this.#answerMethods(ctx, next),
      this.#site.allowedMethods() as Handler,
      find,
      passUnknown,
      ...this.#middleware,
      refuseUnknown,
    ];
  }

  #create(routes: readonly Route[]): Router<RequestState> {
    const router = new Router<RequestState>({ strict: true, sensitive: true, methods: METHODS });
    const hasParameters = ({ path }: Route) => /[{*]/.test(path);
    for (const route of routes.toSorted(
      (a, b) => Number(hasParameters(a)) - Number(hasParameters(b)),
    )) {
      const handler: Handler = (ctx, next) =>
        ((ctx.state.prefersMarkdown && route.markdown) || route.handler)(ctx, next);
      const path = route.path.replace(/\{(\w+)\}/g, ':$1');
      const layer = router.register(
        path,
        [route.method ?? 'GET'],
        [enterRoute(route), ...this.#middleware, handler],
      );
      this.#routes.set(layer, route);
    }
    return router;
  }

  /** Answers OPTIONS, and refuses other methods in the form of the route. */
  async #answerMethods(ctx: Context, next: () => Promise<void>): Promise<void> {
    await next();
    const allow = ctx.response.get('Allow');
    if (!allow) return;
    ctx.state.route ??= this.#routes.get(ctx.matched?.[0]);
    const allowed = `${allow.split(', ').toReversed().join(', ')}, OPTIONS`;
    if (ctx.status === 405) {
      const reason =
        ctx.state.route?.method === 'POST'
          ? 'send messages with POST'
          : 'the directory is read-only';
      const message = `the method ${ctx.method} is not allowed: ${reason}`;
      throw new HttpError(405, 'method-not-allowed', message, { headers: { Allow: allowed } });
    }
    setHeaders(ctx);
    assertLength(ctx);
    ctx.status = 204;
    ctx.set({ Allow: allowed, 'Cache-Control': 'no-store' });
    ctx.set({
      'Access-Control-Allow-Methods': allowed.replaceAll(' ', ''),
      // The wildcard does not cover Authorization (Fetch, CORS-unsafe headers).
      'Access-Control-Allow-Headers': '*, Authorization',
    });
    ctx.set('Access-Control-Max-Age', '86400');
  }
}

function enterRoute(route: Route): Handler {
  return (ctx, next) => {
    const { state } = ctx;
    state.route = route;
    setHeaders(ctx);
    assertLength(ctx);
    const written = state.query;
    state.query = canonicalQuery(written, route.parameters);
    state.parameters = new URLSearchParams(state.query);
    assertFewRepetitions(written);
    ctx.url = targetOf(state);
    return next();
  };
}

/** Passes on reading requests whose path no route has, whatever the method. */
const passUnknown: Handler = (ctx, next) => {
  if (ctx.matched?.length) return undefined;
  assertLength(ctx);
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return next();
  ctx.status = ctx.method === 'OPTIONS' ? 204 : 405;
  ctx.set('Allow', 'HEAD, GET');
  return undefined;
};

const refuseUnknown: Handler = () => {
  throw new HttpError(404, 'not-found', 'no page at this address');
};

function assertLength({ originalUrl }: Context): void {
  if (originalUrl.length > maxUrlLength)
    throw new HttpError(
      414,
      'uri-too-long',
      `the address is longer than ${maxUrlLength} characters`,
    );
}

/** Throws 400 for a query parameter that is given too often. */
function assertFewRepetitions(queryString: string): void {
  // Each takes two characters, such as `a&`. Shorter queries need no parsing. Parameters that the
  // route does not read count, too.
  if (queryString.length <= 2 * maxValues) return;
  const counts = new Map<string, number>();
  for (const name of new URLSearchParams(queryString).keys()) {
    const count = (counts.get(name) ?? 0) + 1;
    if (count > maxValues)
      throw badParameter(name, `the parameter "${name}" is given more than ${maxValues} times`);
    counts.set(name, count);
  }
}

/** Names of tracking parameters begin with these. */
const tracking = /^(?:utm_|_)/;

/**
 * Without tracking parameters, so that links with different ones share a cache entry, and without
 * parameters that the route ignores. The handler sees only what is kept. All are kept if `names` is
 * undefined. A name with a dot at its end is a prefix.
 */
function canonicalQuery(query: string, names: readonly string[] | undefined): string {
  if (query === '') return query;
  const isKnown = (name: string) =>
    names?.some((known) => (known.endsWith('.') ? name.startsWith(known) : name === known)) ?? true;
  const kept = query.split('&').filter((parameter) => {
    const [name = ''] = parameter.split('=', 1);
    return !tracking.test(name) && isKnown(name);
  });
  return kept.join('&');
}
