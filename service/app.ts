/** Assembles the service: its parts, the order of middleware, the routers. It never listens. */
import type { RequestListener } from 'node:http';
import path from 'node:path';
import type { Logger } from 'pino';
import { Activity } from './activity.ts';
import type { Config } from './config.ts';
import { Assets } from './files/assets.ts';
import { type AnswerDeps, Application, answerRequests, createObserve } from './http/answer-requests.ts';
import { serializeRequests } from './http/connections.ts';
import type { Handler } from './http/context.ts';
import { type ErrorDeps, errorHandler } from './http/error-handler.ts';
import { FairQueue } from './http/fair-queue.ts';
import {
  allowOrigins,
  callRoute,
  finishResponses,
  leaseSnapshot,
  limitRequests,
  observeRequests,
  queueRequests,
  securityHeaders,
  varyHeader,
} from './http/middleware.ts';
import { RouteTables } from './http/parse-request.ts';
import { redirectOtherNames } from './http/redirects.ts';
import { SendBudget } from './http/respond.ts';
import { ResponseCache } from './http/response-cache.ts';
import type { CallResult } from './mcp/call-tool.ts';
import { mcpRoute } from './mcp/http.ts';
import { Metrics } from './metrics.ts';
import { renderErrorPage } from './pages/error.ts';
import { Templates } from './pages/shared/templates.ts';
import { adminRoutes, type RouteDeps, siteRoutes, toolboxRoutes } from './routes.ts';
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
  const kept = new KeptSnapshots(config.buildDir, (snapshot, file) =>
    log.error({ snapshot, file }, 'file of a snapshot is missing or damaged; publish again with FORCE=1'),
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
  const onStep = (step: string | null) => activity.note('opening', step);
  const watcher = createWatcher(config, { holder, log, querySeconds, onStep, onRefused });
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
  const { sent } = new SendBudget(maxWaitingBytes, config.clientHeader);
  const appDeps = { ...deps, sent };
  const listener = createListener(appDeps, config);
  return { listener, adminListener: createAdminListener(appDeps), holder, watcher, deps };
}

interface AppDeps extends RouteDeps, Pick<AnswerDeps, 'observe' | 'sent' | 'activity'> {
  readonly cache: ResponseCache;
  readonly log: Logger;
}

/** Requests, and calls of MCP tools, that are worked on at once. One thread runs JavaScript, DuckDB and compression have others. */
const [maxRequests, maxCalls] = [3, 2];

/** Longer than an honest request takes beside one of a client with many, and too short to starve such a client. */
const giveWayMs = 20;

function createListener(deps: AppDeps, config: Config): RequestListener {
  const { urls, holder, cache, sent } = deps;
  const { clientHeader } = config;
  const places = (most: number) => Math.min(most, config.queryConnections);
  const slots = { requests: places(maxRequests), exports: 1, calls: places(maxCalls) };
  const queue = new FairQueue({ slots, maxWaiting: config.queryQueue, timeoutMs: config.queryTimeoutMs, giveWayMs });
  deps.metrics.addQueue(queue);
  const onFailure = (error: unknown) => deps.log.error({ err: error }, 'MCP call failed');
  const onCall = (tool: string, result: CallResult) => deps.metrics.mcpCalls.inc({ tool, result });
  const mcp = mcpRoute({ ...deps, queue, clientHeader, onFailure, onCall });
  const admin = config.adminPort === null ? adminRoutes(deps) : [];
  const site = [...siteRoutes(deps), ...admin, mcp];
  const routes = new RouteTables({ site, toolbox: toolboxRoutes(deps), onlyNetwork: urls.onlyNetwork !== null });
  const redirect = redirectOtherNames(urls, (place) => routes.find(place) !== undefined);
  const middleware = [
    ...firstMiddleware(deps, { headers: [allowOrigins(), varyHeader()], redirect }),
    queueRequests({ queue, clientHeader }),
    leaseSnapshot(holder),
    finishResponses(cache, sent),
    callRoute(),
  ];
  return toListener({ ...deps, routes }, middleware);
}

function createAdminListener(deps: AppDeps): RequestListener {
  const routes = new RouteTables({ site: adminRoutes(deps), toolbox: [], onlyNetwork: false });
  const urls: AnswerDeps['urls'] = { placeOf: (_, path) => ({ network: null, path }) };
  const middleware = [...firstMiddleware(deps, { headers: [] }), leaseSnapshot(deps.holder), callRoute()];
  return toListener({ ...deps, urls, routes, cache: null }, middleware);
}

interface First extends Pick<ErrorDeps, 'redirect'> {
  readonly headers: readonly Handler[];
}

/** Middleware of all requests: reports them, turns errors into responses, sets headers, checks limits. */
function firstMiddleware(deps: AppDeps, { headers, ...first }: First): readonly Handler[] {
  const renderPage: ErrorDeps['renderPage'] = (ctx, error) => renderErrorPage(ctx, error, deps);
  const answerError = errorHandler({ log: deps.log, renderPage, ...first });
  return [observeRequests(deps.observe, answerError), securityHeaders(), ...headers, limitRequests()];
}

function toListener(deps: AnswerDeps & Pick<AppDeps, 'log'>, middleware: readonly Handler[]): RequestListener {
  return serializeRequests(answerRequests(deps, new Application(middleware, deps.log)));
}
