/** Snapshot watcher: polls `current`, opens a new snapshot beside the old one and replaces it. */
import type { Logger } from 'pino';
import type { SnapshotHolder } from './holder.ts';
import { type OpenOptions, openSnapshot } from './open.ts';
import { findCurrent, SnapshotError } from './verify.ts';

/** Delay before a refused snapshot is tried again. */
const retryMs = 5000;

export interface WatcherDeps {
  readonly buildDir: string;
  readonly options: OpenOptions;
  readonly holder: SnapshotHolder;
  readonly log: Logger;
  /** Polling interval, 1000 by default; a poll reads one symbolic link. */
  readonly pollMs?: number;
}

export class SnapshotWatcher {
  readonly #buildDir: string;
  readonly #options: OpenOptions;
  readonly #holder: SnapshotHolder;
  readonly #log: Logger;
  readonly #pollMs: number;
  #timer: NodeJS.Timeout | null = null;
  /** Folder of the served snapshot. */
  #opened: string | null = null;
  /** Last refusal. A half-copied snapshot may be complete later. */
  #refused: { readonly folder: string; readonly reason: string; readonly atMs: number } | null = null;
  #stopped = false;

  constructor(deps: WatcherDeps) {
    this.#buildDir = deps.buildDir;
    this.#options = deps.options;
    this.#holder = deps.holder;
    this.#log = deps.log;
    this.#pollMs = deps.pollMs ?? 1000;
  }

  /** Checks once, then at every interval until `stop`. */
  async start(): Promise<void> {
    await this.check();
    if (this.#holder.current === null) {
      this.#log.warn({ buildDir: this.#buildDir }, 'no snapshot in the build folder; waiting for the first snapshot');
    }
    this.#schedule();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** Opens the snapshot that `current` points to, unless it is open already. A refused snapshot leaves the old one in place. */
  async check(): Promise<void> {
    let folder: string | null = null;
    try {
      folder = await findCurrent(this.#buildDir);
      if (folder === null) return this.#reportMissing();
      if (folder === this.#opened) this.#refused = null;
      if (folder === this.#opened || this.#refusedRecently(folder)) return;
      const startedMs = performance.now();
      const snapshot = await openSnapshot(folder, this.#options);
      this.#holder.replace(snapshot);
      this.#opened = folder;
      this.#refused = null;
      const { id, generatedAt } = snapshot.manifest;
      const openMs = Math.round(performance.now() - startedMs);
      this.#log.info({ snapshot: id, generatedAt, openMs }, 'snapshot opened');
    } catch (error) {
      this.#refuse(folder ?? 'current', error);
    }
  }

  /** Throws if `current` was there before. */
  #reportMissing(): void {
    if (this.#opened !== null) throw new SnapshotError('gone', 'current does not exist any more');
  }

  #refusedRecently(folder: string): boolean {
    return this.#refused?.folder === folder && performance.now() - this.#refused.atMs < retryMs;
  }

  /** Logs a refusal once per reason, not at every poll. */
  #refuse(folder: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#refused?.folder !== folder || this.#refused.reason !== reason) {
      this.#log.error({ folder, err: error }, 'snapshot refused; the previous snapshot stays in service');
    }
    this.#refused = { folder, reason, atMs: performance.now() };
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      void this.check().finally(() => this.#schedule());
    }, this.#pollMs);
    this.#timer.unref();
  }
}
