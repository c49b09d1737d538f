/**
 * Watchdog: a thread ends the process if the event loop is blocked, and says first what it was
 * working on.
 */
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import * as z from 'zod';
import { describeFault } from '../common/faults.ts';
import { makeFolder } from '../common/make-folder.ts';
import { readJson } from '../common/read-bounded.ts';
import type { Config } from './config.ts';
import type { Activity } from './watchdog-notes.ts';

/** What the thread needs to know. */
export interface WatchdogData {
  /** Of `Activity`. */
  readonly notes: SharedArrayBuffer;
  /** A count that every turn of the event loop raises. */
  readonly beats: Int32Array;
  readonly limitMs: number;
  /** Looks in the limit. */
  readonly looks: number;
  readonly isSilent: boolean;
  /** File for the number of restarts; null to keep none. */
  readonly stateFile: string | null;
  readonly restarts: number;
}

/**
 * Only looks count, not the time, because a process that was stopped and goes on is not blocked.
 */
const looks = 10;

const maxStateBytes = 1000;
const stateSchema = z.object({ restarts: z.int().min(0) });

/** How often the watchdog has ended the process, as far as STATE_DIR remembers. */
export async function readRestarts({ stateDir }: Config, log: Logger): Promise<number> {
  if (stateDir === null) return 0;
  const json = await readJson(stateFileOf(stateDir), maxStateBytes).catch((error: unknown) =>
    log.warn(
      { stateDir },
      `the count of restarts in STATE_DIR cannot be read and begins anew: ${describeFault(error)}`,
    ),
  );
  return stateSchema.safeParse(json).data?.restarts ?? 0;
}

async function assertWritable(folder: string): Promise<void> {
  await makeFolder(folder);
  await access(folder, constants.W_OK);
}

function stateFileOf(stateDir: string): string {
  return path.join(stateDir, 'watchdog.json');
}

export interface WatchdogInput {
  readonly config: Config;
  readonly log: Logger;
  readonly restarts: number;
}

/** Starts the thread, unless WATCHDOG_MS is 0. It does not keep the process alive. */
export async function startWatchdog(
  activity: Activity,
  { config, log, restarts }: WatchdogInput,
): Promise<void> {
  const { watchdogMs: limitMs, stateDir } = config;
  if (limitMs === 0) return;
  if (stateDir !== null)
    await assertWritable(stateDir).catch(({ code }) =>
      log.warn(
        { stateDir, code },
        'STATE_DIR cannot be written: restarts of the watchdog are not counted',
      ),
    );
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const stateFile = stateDir === null ? null : stateFileOf(stateDir);
  const isSilent = config.logLevel === 'silent';
  const workerData: WatchdogData = {
    notes: activity.notes,
    beats,
    limitMs,
    looks,
    isSilent,
    stateFile,
    restarts,
  };
  // The thread has a file of its own in dist/ too, so that it does not load the service.
  const file = new URL(`./watchdog-thread${path.extname(import.meta.filename)}`, import.meta.url);
  // The thread needs little memory, and leaves the rest to the service.
  const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 };
  const thread = new Worker(file, { workerData, resourceLimits });
  thread.on('error', (error) => log.error({ err: error }, 'the watchdog has ended'));
  thread.unref();
  setInterval(() => Atomics.add(beats, 0, 1), limitMs / looks / 2).unref();
}
