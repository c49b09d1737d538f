/** Notices that `current` points to another snapshot, opens it beside the old one and puts it in its place. */
import type { Logger } from 'pino';
import { SnapshotError } from './errors.ts';
import type { SnapshotHolder } from './holder.ts';
import { type OpenOptions, openSnapshot } from './open.ts';
import { findCurrent } from './verify.ts';

/** A snapshot that was refused is looked at again after this long. */
const retryMs = 5000;

export interface WatcherDeps {
  readonly buildDir: string;
  readonly options: OpenOptions;
  readonly holder: SnapshotHolder;
  readonly log: Logger;
  /** A look at one symbolic link costs little: once a second unless told otherwise. */
  readonly pollMs?: number;
}

export class SnapshotWatcher {
  readonly #buildDir: string;
  readonly #options: OpenOptions;
  readonly #holder: SnapshotHolder;
  readonly #log: Logger;
  readonly #pollMs: number;
  #timer: NodeJS.Timeout | null = null;
  /** The folder that is served. */
  #opened: string | null = null;
  /** What was refused last, and when: it may be half copied, and whole in a while. */
  #refused: { readonly folder: string; readonly reason: string; readonly atMs: number } | null = null;
  #stopped = false;

  constructor(deps: WatcherDeps) {
    this.#buildDir = deps.buildDir;
    this.#options = deps.options;
    this.#holder = deps.holder;
    this.#log = deps.log;
    this.#pollMs = deps.pollMs ?? 1000;
  }

  /** Looks once, then every second until `stop`. */
  async start(): Promise<void> {
    await this.look();
    if (this.#holder.current === null) {
      this.#log.warn(
        { buildDir: this.#buildDir },
        'there is no snapshot yet; the service begins to answer when one appears',
      );
    }
    this.#schedule();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** Opens what `current` points to, unless it is open already. A broken snapshot is refused; the old one goes on. */
  async look(): Promise<void> {
    let folder: string | null = null;
    try {
      folder = await findCurrent(this.#buildDir);
      if (folder === null) return this.#miss();
      if (folder === this.#opened) this.#refused = null;
      if (folder === this.#opened || this.#refusedJustNow(folder)) return;
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

  /** `current` is gone. Before the first snapshot that is no news. */
  #miss(): void {
    if (this.#opened !== null) throw new SnapshotError('gone', 'current is not there');
  }

  #refusedJustNow(folder: string): boolean {
    return this.#refused?.folder === folder && performance.now() - this.#refused.atMs < retryMs;
  }

  /** Said once for each reason, not at each look. */
  #refuse(folder: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#refused?.folder !== folder || this.#refused.reason !== reason) {
      this.#log.error({ folder, err: error }, 'snapshot refused; the one before goes on');
    }
    this.#refused = { folder, reason, atMs: performance.now() };
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      void this.look().finally(() => this.#schedule());
    }, this.#pollMs);
    this.#timer.unref();
  }
}
