/** The watcher of the build folder, with the settings of the configuration. */
import type { Logger } from 'pino';
import { type Config, ConfigError } from './config.ts';
import { prepareWords } from './questions/words/understand.ts';
import type { DatabaseOptions } from './snapshot/database/database.ts';
import type { SnapshotHolder } from './snapshot/holder.ts';
import { SnapshotError } from './snapshot/open/verify.ts';
import { SnapshotWatcher } from './snapshot/watch.ts';

export interface WatcherInput {
  readonly holder: SnapshotHolder;
  readonly log: Logger;
  /** Receives the time of each query. */
  readonly querySeconds: DatabaseOptions['querySeconds'];
  /** Receives the steps of opening a snapshot; null at its end. */
  readonly onStep?: (step: string | null) => void;
  readonly onRefused?: () => void;
}

/** Not started. */
export function createWatcher(
  config: Config,
  { holder, log, querySeconds, onStep, onRefused }: WatcherInput,
): SnapshotWatcher {
  return new SnapshotWatcher({
    buildDir: config.buildDir,
    options: {
      connections: config.queryConnections,
      timeoutMs: config.queryTimeoutMs,
      memoryMb: config.duckdbMemoryMb,
      querySeconds,
      ...(onStep === undefined ? {} : { onStep }),
      withSources: config.publication.sourceUrl !== null,
    },
    holder,
    log,
    ...(onRefused === undefined ? {} : { onRefused }),
    pollMs: config.snapshotPollMs,
    requiredNetwork: config.onlyNetwork,
    prepare: prepareWords,
  });
}

/**
 * Serves the current snapshot, and follows the build folder. Throws ConfigError if ONLY_NETWORK is
 * not in the snapshot.
 */
export async function startWatcher(watcher: SnapshotWatcher): Promise<void> {
  await watcher.start();
  const { refusal } = watcher;
  if (!(refusal instanceof SnapshotError) || refusal.code !== 'unserved') return;
  watcher.stop();
  throw new ConfigError(refusal.message);
}
