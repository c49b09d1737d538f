/** Snapshot watcher: opens the snapshot of a new `current` beside the old one and replaces it. */
import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import { describeFault, nullIfAbsent } from '../../common/faults.ts';
import { nearestName } from '../errors.ts';
import type { SnapshotHolder } from './holder.ts';
import { type OpenOptions, openSnapshot } from './open/open.ts';
import { OpeningCache } from './open/opening-cache.ts';
import { findCurrent, SnapshotError } from './open/verify.ts';
import type { Snapshot } from './snapshot.ts';

/** Delay before a refused snapshot is tried again. */
const retryMs = 5000;

/** What clients read while a refused snapshot is the only one. */
function absenceAfter(error: unknown): string {
  const { code = null, cause } = error instanceof SnapshotError ? error : {};
  const isOther = code === 'older' || code === 'newer';
  // The reason of the system without its path, which is for operators.
  const reason = cause instanceof Error && 'errno' in cause ? ` (${describeFault(cause)})` : '';
  const why = isOther
    ? 'was published by another version of this program'
    : `cannot be read at the moment${reason}`;
  return `the data ${why}; try again later, the operators have been told why`;
}

export interface WatcherDeps {
  readonly buildDir: string;
  readonly options: OpenOptions;
  readonly holder: SnapshotHolder;
  readonly log: Logger;
  /** Network that every snapshot must have. */
  readonly requiredNetwork?: string | null;
  /** Polling interval, 1000 by default; a poll reads one symbolic link. */
  readonly pollMs?: number;
  /** Told of each refusal that is logged. */
  readonly onRefused?: () => void;
  /** Makes what the first question to a snapshot would wait for. */
  readonly prepare?: (snapshot: Snapshot) => void;
}

export class SnapshotWatcher {
  readonly #deps: WatcherDeps;
  readonly #cache = new OpeningCache();
  #timer: NodeJS.Timeout | null = null;
  /** Events of the build folder. Null if it does not exist or the system has no more watches. */
  #events: FSWatcher | null = null;
  #isChecking = false;
  /** Whether `current` was replaced while a check ran. */
  #mustCheckAgain = false;
  /** Folder of the served snapshot. */
  #opened: string | null = null;
  /** Last refusal. A half-copied snapshot may be complete later. */
  #refused: {
    readonly folder: string;
    readonly reason: string;
    readonly error: unknown;
    readonly atMs: number;
  } | null = null;
  #stopped = false;

  constructor(deps: WatcherDeps) {
    this.#deps = deps;
  }

  /** Checks once, then at every interval and whenever `current` is replaced, until `stop`. */
  async start(): Promise<void> {
    await this.check();
    if (this.#deps.holder.current === null)
      this.#deps.log.warn({ buildDir: this.#deps.buildDir }, await this.#describeAbsence());
    this.#follow();
    this.#schedule();
  }

  async #describeAbsence(): Promise<string> {
    if (this.#refused !== null)
      return 'no snapshot that can be served in the build folder; waiting for another one';
    const stats = await stat(this.#deps.buildDir).catch(nullIfAbsent);
    const where = stats?.isDirectory()
      ? 'no snapshot in the build folder'
      : 'BUILD_DIR is no folder';
    return `${where}; waiting for the first snapshot`;
  }

  /** Why the last snapshot was refused; null if it was not. */
  get refusal(): unknown {
    return this.#refused?.error ?? null;
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#events?.close();
  }

  /**
   * Opens the snapshot that `current` points to, unless it is open already. A refused snapshot
   * leaves the old one in place.
   */
  async check(): Promise<void> {
    let folder: string | null = null;
    try {
      folder = await findCurrent(this.#deps.buildDir);
      if (folder === null) return this.#reportMissing();
      if (folder === this.#opened) this.#refused = null;
      if (folder === this.#opened || this.#refusedRecently(folder)) return;
      const startedMs = performance.now();
      const snapshot = await openSnapshot(folder, this.#deps.options, this.#cache);
      this.#assertServed(snapshot);
      this.#deps.holder.replace(snapshot);
      this.#opened = folder;
      this.#refused = null;
      this.#deps.prepare?.(snapshot);
      const { id, generatedAt } = snapshot.manifest;
      const openMs = Math.round(performance.now() - startedMs);
      this.#deps.log.info({ snapshot: id, generatedAt, openMs }, 'snapshot opened');
    } catch (error) {
      this.#refuse(folder ?? 'current', error);
    } finally {
      this.#deps.options.onStep?.(null);
    }
  }

  /** Throws if `current` was there before. */
  #reportMissing(): void {
    if (this.#opened !== null) throw new SnapshotError('gone', 'current does not exist any more');
  }

  #assertServed(snapshot: Snapshot): void {
    const { networks } = snapshot.catalog;
    const key = this.#deps.requiredNetwork ?? null;
    if (key === null || networks.has(key)) return;
    snapshot.close();
    const { suggestion } = nearestName(key, [...networks.keys()]);
    const advice =
      suggestion === undefined
        ? `use one of ${[...networks.keys()].slice(0, 20).join(', ')}`
        : `use "${suggestion}"`;
    throw new SnapshotError(
      'unserved',
      `ONLY_NETWORK="${key}": the snapshot has no such network; ${advice}`,
    );
  }

  #refusedRecently(folder: string): boolean {
    return this.#refused?.folder === folder && performance.now() - this.#refused.atMs < retryMs;
  }

  /** Logs a refusal once per reason, not at every poll. */
  #refuse(folder: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#refused?.folder !== folder || this.#refused.reason !== reason) {
      const served =
        this.#deps.holder.current === null
          ? 'no snapshot is served'
          : 'the previous snapshot stays in service';
      this.#deps.log.error({ folder, err: error }, `snapshot refused; ${served}: ${reason}`);
      this.#deps.log.flush();
      this.#deps.onRefused?.();
    }
    this.#refused = { folder, reason, error, atMs: performance.now() };
    this.#deps.holder.absence = absenceAfter(error);
    this.#deps.holder.refusal = reason;
  }

  /** Polling finds what events miss, for example on a network file system. */
  #follow(): void {
    if (this.#events !== null || this.#stopped) return;
    try {
      const events = watch(this.#deps.buildDir, { persistent: false }, (_event, name) => {
        if (name === 'current') this.#run();
      });
      events.on('error', () => {
        events.close();
        this.#events = null;
      });
      this.#events = events;
    } catch {
      // The next poll tries again.
    }
  }

  /** Checks, but never twice at the same time. */
  #run(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#mustCheckAgain = this.#isChecking;
    if (this.#isChecking) return;
    this.#isChecking = true;
    void this.check().finally(() => {
      this.#isChecking = false;
      if (this.#mustCheckAgain) this.#run();
      else this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#follow();
    this.#timer = setTimeout(() => this.#run(), this.#deps.pollMs ?? 1000);
    this.#timer.unref();
  }
}
