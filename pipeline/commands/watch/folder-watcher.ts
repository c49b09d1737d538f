/**
 * Waits for changes below folders. chokidar reports them; a save in several steps counts as one
 * change.
 */
import { readdir, realpath } from 'node:fs/promises';
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

export interface WatchOptions {
  /** For file systems without events. CHOKIDAR_USEPOLLING=1 does the same. */
  readonly usePolling?: boolean;
}

export class FolderWatcher {
  readonly #roots: readonly string[];
  #options: WatchOptions;
  #watcher: FSWatcher | null = null;
  /** True from an event until `nextChange` returns. */
  #hasChanged = false;
  #lastEventMs = 0;
  /** Aborted by an event. */
  #wait = new AbortController();

  constructor(roots: readonly string[], options: WatchOptions = {}) {
    this.#roots = roots;
    this.#options = options;
  }

  /** Changes after this call count. */
  async start(): Promise<void> {
    const roots = await Promise.all(
      this.#roots.map((root) => realpath(root).catch(() => path.resolve(root))),
    );
    // The parents, because chokidar does not see a watched folder come back.
    const parents = roots.map((root) => path.dirname(root));
    const isWatched = (file: string) => roots.some((root) => isSource(file, root));
    const watcher = watch(parents, {
      ignoreInitial: true,
      // A link may lead out of the sources.
      followSymlinks: false,
      ignored: (file) => !parents.includes(file) && !isWatched(file),
      interval: pollMs,
      ...this.#options,
    });
    this.#watcher = watcher;
    watcher.on('all', () => this.#notify());
    watcher.on('addDir', (folder) => void this.#addMissed(watcher, folder));
    const ready = new Promise<void>((resolve) => watcher.once('ready', resolve));
    const failed = new Promise<'failed'>((resolve) => watcher.on('error', () => resolve('failed')));
    // chokidar has no fallback: without inotify watches left, it reports an error and misses
    // changes.
    if (this.#options.usePolling !== true) void failed.then(() => this.#startPolling());
    await Promise.race([ready, failed]);
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
    await this.#watcher?.close();
    this.#watcher = null;
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
    await this.close();
    this.#options = { usePolling: true };
    await this.start();
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

function isSource(file: string, root: string): boolean {
  return file === root || (file.startsWith(root + path.sep) && !isEditorFile(path.basename(file)));
}

/** Swap, backup and hidden files. */
export function isEditorFile(name: string): boolean {
  return name.startsWith('.') || name.startsWith('~$') || /(?:~|\.swp|\.tmp)$/.test(name);
}
