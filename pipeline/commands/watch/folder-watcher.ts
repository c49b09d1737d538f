/**
 * Waits for changes below folders. chokidar reports them; a save in several steps counts as one
 * change.
 */
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type FSWatcher, watch } from 'chokidar';

/**
 * A save (truncate and write, write and rename) has ended if no event arrives for this long.
 * chokidar drops a change within 50 ms of the previous change of the same file, so nothing is read
 * earlier.
 */
const quietMs = 60;

/** Limit for files that are written without a pause. */
const maxSettleMs = 2000;

/** Polling 1,000 files takes about 25 ms. */
const pollMs = 800;

/** The longest time that a timer of Node takes, 24 days. */
const maxTimeoutMs = 2 ** 31 - 1;

/** Time after which a new folder is listed once more. */
const relistMs = 1000;

/** How often to look what the paths mean: nothing tells that a link or a folder above is swapped. */
const followMs = 1000;

export interface WatchOptions {
  /** For file systems without events. CHOKIDAR_USEPOLLING=1 does the same. */
  readonly usePolling?: boolean;
  /** How often to look what the paths mean. */
  readonly followMs?: number;
}

/** What a path means now. */
interface Meaning {
  /** Null while it cannot be read. */
  readonly real: string | null;
  /** Of the folder itself, or of the error. */
  readonly id: string;
}

export class FolderWatcher {
  readonly #paths: readonly string[];
  #options: WatchOptions;
  #watcher: FSWatcher | null = null;
  #meant: readonly Meaning[] = [];
  #isClosed = false;
  /** True from an event until `nextChange` returns. */
  #hasChanged = false;
  #lastEventMs = 0;
  /** Aborted by an event. */
  #wait = new AbortController();

  constructor(paths: readonly string[], options: WatchOptions = {}) {
    this.#paths = paths;
    this.#options = options;
  }

  /** Changes after this call count. */
  async start(): Promise<void> {
    await this.#watch();
    void this.#follow();
  }

  async #watch(): Promise<void> {
    // Before chokidar lists them: what is swapped meanwhile is found by the next look.
    this.#meant = await Promise.all(this.#paths.map(meaningOf));
    const roots = this.#meant.flatMap(({ real }) => real ?? []);
    const { usePolling } = this.#options;
    const watcher = watch(roots, {
      ignoreInitial: true,
      // A link may lead out of the sources.
      followSymlinks: false,
      ignored: (file) => !roots.includes(file) && isEditorFile(path.basename(file)),
      interval: pollMs,
      ...(usePolling === undefined ? {} : { usePolling }),
    });
    this.#watcher = watcher;
    watcher.on('all', () => this.#notify());
    watcher.on('addDir', (folder) => void this.#addMissed(watcher, folder));
    // chokidar watches a root no more once it went, even if it is back at the next look.
    watcher.on('unlinkDir', (folder) => {
      if (roots.includes(folder)) this.#meant = [];
    });
    // chokidar is never ready without a folder.
    if (roots.length === 0) return;
    const ready = new Promise<void>((resolve) => watcher.once('ready', resolve));
    const failed = new Promise<'failed'>((resolve) => watcher.on('error', () => resolve('failed')));
    // chokidar has no fallback: without inotify watches left, it reports an error and misses
    // changes.
    if (usePolling !== true) void failed.then(() => this.#startPolling());
    await Promise.race([ready, failed]);
  }

  /** Watches anew if a path means another folder than before, or none, until `close`. */
  async #follow(): Promise<void> {
    while (!this.#isClosed) {
      await delay(this.#options.followMs ?? followMs, undefined, { ref: false });
      const now = await Promise.all(this.#paths.map(meaningOf));
      const isSame = now.every(({ id }, index) => id === this.#meant[index]?.id);
      if (isSame || this.#isClosed) continue;
      await this.#watchAnew();
    }
  }

  /** False if the signal or the timeout ends the wait. */
  async nextChange(signal: AbortSignal, timeoutMs?: number): Promise<boolean> {
    if (!this.#hasChanged) await this.#waitForEvent(signal, timeoutMs);
    if (!this.#hasChanged) return false;
    const endMs = performance.now() + maxSettleMs;
    while (this.#leftMs() > 0 && performance.now() < endMs && !signal.aborted)
      await delay(this.#leftMs());
    this.#hasChanged = false;
    return true;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#watcher?.close();
  }

  /**
   * chokidar lists a new folder before it watches it. It misses what is written in between, for
   * example during a build.
   */
  async #addMissed(watcher: FSWatcher, folder: string): Promise<void> {
    await delay(relistMs, undefined, { ref: false });
    const names = await readdir(folder).catch(() => []);
    const watched = new Set(watcher.getWatched()[folder]);
    const missed = names.filter((name) => !watched.has(name) && !isEditorFile(name));
    if (missed.length === 0 || watcher.closed) return;
    watcher.add(missed.map((name) => path.join(folder, name)));
    this.#notify();
  }

  async #startPolling(): Promise<void> {
    this.#options = { ...this.#options, usePolling: true };
    await this.#watchAnew();
  }

  async #watchAnew(): Promise<void> {
    await this.#watcher?.close();
    await this.#watch();
    if (this.#isClosed) await this.#watcher?.close();
    this.#notify();
  }

  async #waitForEvent(signal: AbortSignal, timeoutMs = maxTimeoutMs): Promise<void> {
    this.#wait = new AbortController();
    const ends = AbortSignal.any([signal, this.#wait.signal]);
    await delay(timeoutMs, undefined, { signal: ends }).catch(() => undefined);
  }

  /** Time left until a save counts as ended; zero or negative if it has. */
  #leftMs(): number {
    return this.#lastEventMs + quietMs - performance.now();
  }

  #notify(): void {
    this.#hasChanged = true;
    this.#lastEventMs = performance.now();
    this.#wait.abort();
  }
}

/** A removed folder may leave its inode to the next one, but not its time of birth. */
async function meaningOf(folder: string): Promise<Meaning> {
  try {
    const real = await realpath(folder);
    const { dev, ino, birthtimeMs } = await stat(real);
    return { real, id: `${real} ${dev} ${ino} ${birthtimeMs}` };
  } catch (error) {
    return { real: null, id: String((error as NodeJS.ErrnoException).code) };
  }
}

/** Swap, backup and hidden files. */
export function isEditorFile(name: string): boolean {
  return name.startsWith('.') || name.startsWith('~$') || /(?:~|\.swp|\.tmp)$/.test(name);
}
