/** The watcher of the build folder, as the configuration sets it. */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { SnapshotHolder } from './snapshot/holder.ts';
import { SnapshotWatcher } from './snapshot/watch.ts';

export interface WatcherInput {
  readonly holder: SnapshotHolder;
  readonly log: Logger;
  /** Receives the time of each query. */
  readonly onQuery: (tookMs: number) => void;
}

/** Not started. */
export function createWatcher(config: Config, { holder, log, onQuery }: WatcherInput): SnapshotWatcher {
  return new SnapshotWatcher({
    buildDir: config.buildDir,
    options: {
      connections: config.queryConnections,
      timeoutMs: config.queryTimeoutMs,
      maxWaiting: config.queryQueue,
      threads: config.duckdbThreads,
      memoryMb: config.duckdbMemoryMb,
      onQuery,
    },
    holder,
    log,
    pollMs: config.snapshotPollMs,
    requiredNetwork: config.onlyNetwork,
  });
}
