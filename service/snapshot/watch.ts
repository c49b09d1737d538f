/** Notices that `current` points to another snapshot, opens it beside the old one and puts it in its place. */
import type { Logger } from 'pino';
import type { SnapshotHolder } from './holder.ts';
import { type OpenOptions, openSnapshot } from './open.ts';
import { findCurrent } from './verify.ts';

/** A look at one symbolic link; the service promises to notice within 2 s. */
const pollMs = 1000;

export class SnapshotWatcher {
  readonly #buildDir: string;
  readonly #options: OpenOptions;
  readonly #holder: SnapshotHolder;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | null = null;
  /** The folder that was opened or refused last: a refusal is said once, not every second. */
  #seen: string | null = null;
  #stopped = false;

  constructor(deps: { buildDir: string; options: OpenOptions; holder: SnapshotHolder; log: Logger }) {
    this.#buildDir = deps.buildDir;
    this.#options = deps.options;
    this.#holder = deps.holder;
    this.#log = deps.log;
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
      if (folder === null || folder === this.#seen) return;
      const startedMs = performance.now();
      const snapshot = await openSnapshot(folder, this.#options);
      this.#holder.replace(snapshot);
      this.#seen = folder;
      const { id, generatedAt } = snapshot.manifest;
      this.#log.info(
        { snapshot: id, generatedAt, openMs: Math.round(performance.now() - startedMs) },
        'snapshot opened',
      );
    } catch (error) {
      this.#refuse(folder, error);
    }
  }

  #refuse(folder: string | null, error: unknown): void {
    const what = folder ?? 'current';
    if (this.#seen !== what) this.#log.error({ folder, err: error }, 'snapshot refused; the one before goes on');
    this.#seen = what;
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      void this.look().finally(() => this.#schedule());
    }, pollMs);
    this.#timer.unref();
  }
}
