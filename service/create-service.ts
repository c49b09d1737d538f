/** Puts the parts together: configuration in, a request listener and what keeps it fed out. It never listens. */
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { type AppDeps, createApp } from './app.ts';
import type { Config } from './config.ts';
import { Assets } from './files/assets.ts';
import { AnswerCache } from './http/answer-cache.ts';
import { createObserve } from './http/observe.ts';
import { replaying } from './http/replay.ts';
import type { Log } from './log.ts';
import { Metrics } from './metrics.ts';
import { Templates } from './pages/shared/templates.ts';
import { SnapshotHolder } from './snapshot/holder.ts';
import type { OpenOptions } from './snapshot/open.ts';
import { SnapshotWatcher } from './snapshot/watch.ts';
import { Urls } from './urls.ts';

const templateFolder = path.join(import.meta.dirname, '../templates');

export interface ServiceInput {
  readonly config: Config;
  readonly log: Log;
  readonly now: () => Date;
}

export interface Service {
  readonly listener: RequestListener;
  readonly holder: SnapshotHolder;
  /** Not started. */
  readonly watcher: SnapshotWatcher;
  readonly deps: AppDeps;
  readonly openOptions: OpenOptions;
}

export async function createService({ config, log, now }: ServiceInput): Promise<Service> {
  const holder = new SnapshotHolder();
  const cache = new AnswerCache({ enabled: config.answerCache });
  const metrics = new Metrics({ holder, cache, now });
  const observe = createObserve(log, metrics);
  const templates = await Templates.read(templateFolder);
  const assets = await Assets.read(templateFolder);
  const openOptions: OpenOptions = {
    connections: config.queryConnections,
    timeoutMs: config.queryTimeoutMs,
    maxWaiting: config.queryQueue,
    threads: config.duckdbThreads,
    memoryMb: config.duckdbMemoryMb,
    onQuery: (tookMs) => metrics.query(tookMs),
  };
  const watcher = new SnapshotWatcher({
    buildDir: config.buildDir,
    options: openOptions,
    holder,
    log: log.logger,
    pollMs: config.snapshotPollMs,
  });
  const deps: AppDeps = {
    urls: new Urls(config),
    templates,
    assets,
    holder,
    cache,
    metrics,
    observe,
    log: log.logger,
    now,
  };
  const listener = replaying({ holder, cache, observe }, createApp(deps).callback());
  return { listener, holder, watcher, deps, openOptions };
}
