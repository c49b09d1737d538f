/** Assembles the service: its parts, the order of middleware, the routers. It never listens. */
import type { RequestListener } from 'node:http';
import path from 'node:path';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { Assets, lacksEngine } from './files/assets.ts';
import { serializeRequests } from './http/connections.ts';
import type { Handler, RequestState } from './http/context.ts';
import { errorHandler, type Redirect, type RenderError } from './http/error-handler.ts';
import { FairQueue } from './http/fair-queue.ts';
import { locate } from './http/locate.ts';
import {
  answerFromCache,
  answerPacked,
  finishResponses,
  leaseSnapshot,
  observeRequests,
  queueRequests,
  routeName,
} from './http/middleware.ts';
import { redirectOtherLayouts, redirectOtherNames } from './http/redirects.ts';
import { type OnSent, SendBudget } from './http/respond.ts';
import { ResponseCache } from './http/response-cache.ts';
import { Routers } from './http/routers.ts';
import { type CallResult, callResults, tools } from './mcp/call-tool.ts';
import { mcpRoutes } from './mcp/http.ts';
import { Metrics } from './metrics.ts';
import { renderErrorPage } from './pages/error.ts';
import { Templates } from './pages/shared/templates.ts';
import { readQuestions } from './pages/sql-questions.ts';
import { adminRoutes, listed, type RouteDeps, siteRoutes, toolboxRoutes } from './routes.ts';
import { SnapshotHolder } from './snapshot/holder.ts';
import { KeptSnapshots } from './snapshot/kept.ts';
import type { SnapshotWatcher } from './snapshot/watch.ts';
import { Urls } from './urls.ts';
import { Activity } from './watchdog-notes.ts';
import { createWatcher } from './watcher.ts';

/** Bytes of response bodies that may wait for clients. */
const maxWaitingBytes = 64 * 1024 * 1024;

const templateFolder = path.join(import.meta.dirname, '../templates');
const questionsDocument = path.join(import.meta.dirname, '../docs/analysts.md');

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
  const holder = new SnapshotHolder({
    onReplace: (next) => cache.reset(next?.derived ?? null),
    pinMs: config.pinMs,
    now,
  });
  const kept = new KeptSnapshots(config.buildDir, (snapshot, file, why) =>
    log.error(
      { snapshot, file },
      why === null
        ? 'file of a snapshot is missing or damaged; publish again with FORCE=1'
        : `file of a snapshot cannot be read: ${why}`,
    ),
  );
  const metrics = new Metrics({
    holder,
    now,
    restarts,
    buildDir: config.buildDir,
    isRefused: () => watcher.refusal !== null,
    countDamaged: (id) => kept.countDamaged(id),
  });
  const { querySeconds } = metrics;
  const onRefused = () => metrics.snapshotsRefused.inc();
  const onStep = (step: string | null) => {
    activity.opening = step;
  };
  const watcher = createWatcher(config, { holder, log, querySeconds, onStep, onRefused });
  const templates = await Templates.read(templateFolder);
  const assets = await Assets.read(templateFolder);
  if (assets.lack !== null) log.warn(lacksEngine(assets.lack).message);
  const questions = await readQuestions(questionsDocument);
  const { publication } = config;
  const deps = {
    ...listed,
    urls: new Urls(config),
    templates,
    assets,
    questions,
    holder,
    kept,
    cache,
    metrics,
    log,
    now,
    publication,
    activity,
  };
  const { sent } = new SendBudget(maxWaitingBytes, config.clientHeader);
  const appDeps = { ...deps, sent, clientHeader: config.clientHeader };
  const listener = createListener(appDeps, config);
  return { listener, adminListener: createAdminListener(appDeps), holder, watcher, deps };
}

interface AppDeps extends RouteDeps {
  readonly cache: ResponseCache;
  readonly log: Logger;
  readonly activity: Activity;
  readonly sent: OnSent;
  readonly clientHeader: string | null;
}

/**
 * Requests, and calls of MCP tools, that are worked on at once. One thread runs JavaScript, DuckDB
 * and compression have others.
 */
const [maxRequests, maxCalls] = [3, 2];

/**
 * Longer than an honest request takes beside one of a client with many, and too short to starve
 * such a client.
 */
const giveWayMs = 20;

function createListener(deps: AppDeps, config: Config): RequestListener {
  const { urls, holder, cache, sent } = deps;
  const { clientHeader } = config;
  const places = (most: number) => Math.min(most, config.queryConnections);
  const slots = { requests: places(maxRequests), exports: 1, calls: places(maxCalls) };
  const queue = new FairQueue({
    slots,
    maxWaiting: config.queryQueue,
    timeoutMs: config.queryTimeoutMs,
    giveWayMs,
  });
  deps.metrics.addQueue(queue);
  const onFailure = (error: unknown) => deps.log.error({ err: error }, 'MCP call failed');
  const onCall = (tool: string, result: CallResult) => deps.metrics.mcpCalls.inc({ tool, result });
  const mcp = mcpRoutes({
    ...deps,
    queue,
    clientHeader,
    onFailure,
    onCall,
    origins: config.mcpOrigins,
  });
  const admin = config.adminPort === null ? adminRoutes(deps) : [];
  const site = [...siteRoutes(deps), ...admin, ...mcp];
  const toolbox = toolboxRoutes(deps);
  const onlyNetwork = urls.onlyNetwork !== null;
  const names = [
    ...site.map((route) => routeName(onlyNetwork, route)),
    ...toolbox.map((route) => routeName(true, route)),
    ...adminRoutes(deps).map((route) => routeName(false, route)),
  ];
  deps.metrics.beginCounting([...names, routeName(false)], {
    tools: tools.map(({ name }) => name),
    results: callResults,
  });
  const fromCache = answerFromCache(cache, sent);
  const routers = new Routers({
    site,
    toolbox,
    onlyNetwork,
    middleware: [
      fromCache,
      queueRequests({ queue, clientHeader }),
      answerPacked(cache, sent),
      leaseSnapshot(holder),
      finishResponses(cache, sent),
    ],
  });
  const redirect = redirectOtherNames(urls, (place) => routers.serves(place));
  const find = locate((host, path) => urls.locate(host, path));
  return createApp(deps, [
    observe(deps, redirect),
    find,
    redirectOtherLayouts(urls, holder),
    fromCache,
    ...routers.handlers(),
  ]);
}

function createAdminListener(deps: AppDeps): RequestListener {
  const site = adminRoutes(deps).map((route) => ({ ...route, isPrivate: true }));
  const routers = new Routers({
    site,
    toolbox: [],
    onlyNetwork: false,
    middleware: [leaseSnapshot(deps.holder)],
  });
  const find = locate((_, path) => ({ network: null, path }));
  return createApp(deps, [observe(deps), find, ...routers.handlers()]);
}

function observe(deps: AppDeps, redirect?: Redirect): Handler {
  const renderPage: RenderError = (ctx, error) => renderErrorPage(ctx, error, deps);
  return observeRequests({
    ...deps,
    answerError: errorHandler({ log: deps.log, renderPage, ...(redirect && { redirect }) }),
  });
}

function createApp({ log }: AppDeps, middleware: readonly Handler[]): RequestListener {
  const app = new Koa<RequestState>();
  // Errors that the error handler cannot see: closed sockets and bugs. Koa would print them to
  // stderr.
  app.on('error', (error: NodeJS.ErrnoException) => {
    // A client that took too long for its request has got 408.
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') log.warn({ err: error }, 'response failed');
  });
  for (const handler of middleware) app.use(handler);
  return serializeRequests(app.callback());
}
