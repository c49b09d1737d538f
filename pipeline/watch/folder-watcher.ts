/** Waits for changes below folders. What counts is what a look finds; events only say that it is time for one. */
import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * So often a look is taken without an event: file systems that send none (network mounts), and limits of the system
 * on watches, cost less than a second. A look at 1,000 files takes about 25 ms.
 */
const lookMs = 800;
/** A save in several steps (truncate and write, write and rename) is over when nothing has moved for so long. */
const stillMs = 100;
/** A file that is written without end does not keep the change waiting for ever. */
const unrestMs = 2000;

interface Look {
  /** Path -> when it was written, how large it is, which file it is. */
  readonly files: ReadonlyMap<string, string>;
  readonly folders: ReadonlySet<string>;
}

export type Listen = (folder: string, onEvent: () => void) => FSWatcher;

const listenToFolder: Listen = (folder, onEvent) => watch(folder, { persistent: false }, onEvent);

/**
 * One watch for each folder, not a recursive one: on Linux Node 20 watches the files themselves then, and hears nothing
 * of one that an editor has replaced by a rename (tried with 20.20).
 */
export class FolderWatcher {
  readonly #roots: readonly string[];
  readonly #startListening: Listen;
  readonly #watches = new Map<string, FSWatcher>();
  #known: Look | null = null;
  /** Set where an event comes while nobody waits. */
  #stirred = false;
  #wake: () => void = () => undefined;

  /** `listen` calls back at an event in a folder; it throws where it cannot. */
  constructor(roots: readonly string[], listen: Listen = listenToFolder) {
    this.#roots = roots;
    this.#startListening = listen;
  }

  /** What is there now is known: changes after this moment count. */
  async start(): Promise<void> {
    this.#known = await this.#look();
  }

  /** Whether something has changed, and is still again; false where the signal or the time ended the wait. */
  async nextChange(signal: AbortSignal, waitMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    const endMs = performance.now() + waitMs;
    while (!signal.aborted && performance.now() < endMs) {
      const seen = await this.#look();
      if (!isSame(seen, this.#known)) {
        this.#known = await this.#settle(seen, signal);
        return true;
      }
      await this.#sleep(signal);
    }
    return false;
  }

  close(): void {
    for (const watcher of this.#watches.values()) watcher.close();
    this.#watches.clear();
  }

  async #settle(first: Look, signal: AbortSignal): Promise<Look> {
    const endMs = performance.now() + unrestMs;
    for (let before = first; ; ) {
      await delay(stillMs);
      const now = await this.#look();
      if (isSame(before, now) || signal.aborted || performance.now() > endMs) return now;
      before = now;
    }
  }

  async #sleep(signal: AbortSignal): Promise<void> {
    if (!this.#stirred) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
        signal.addEventListener('abort', this.#wake, { once: true });
      });
      signal.removeEventListener('abort', this.#wake);
    }
    this.#stirred = false;
  }

  async #look(): Promise<Look> {
    const files = new Map<string, string>();
    const folders = new Set<string>();
    const waiting = [...this.#roots];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      const below = await this.#lookInto(folder, files);
      if (below === null) continue;
      folders.add(folder);
      waiting.push(...below);
    }
    for (const folder of this.#watches.keys()) if (!folders.has(folder)) this.#forget(folder);
    return { files, folders };
  }

  /** The folders in it; null where it is not there. Watched before it is read: what comes in between is heard of. */
  async #lookInto(folder: string, files: Map<string, string>): Promise<string[] | null> {
    this.#listen(folder);
    const names = await readdir(folder).catch(() => null);
    if (names === null) return null;
    const paths = names.filter((name) => !isEditorsOwn(name)).map((name) => path.join(folder, name));
    const found = await Promise.all(paths.map((file) => stat(file).catch(() => null)));
    const below: string[] = [];
    for (const [index, file] of paths.entries()) {
      const facts = found[index];
      if (facts?.isDirectory()) below.push(file);
      else if (facts) files.set(file, `${facts.mtimeMs} ${facts.size} ${facts.ino}`);
    }
    return below;
  }

  #listen(folder: string): void {
    if (this.#watches.has(folder)) return;
    try {
      const watcher = this.#startListening(folder, () => this.#stir());
      watcher.on('error', () => this.#forget(folder));
      this.#watches.set(folder, watcher);
    } catch {
      // Gone, or one more than the system allows: the next look without an event sees what happens there.
    }
  }

  #forget(folder: string): void {
    this.#watches.get(folder)?.close();
    this.#watches.delete(folder);
  }

  #stir(): void {
    this.#stirred = true;
    this.#wake();
  }
}

/** Swap and backup files of editors. */
function isEditorsOwn(name: string): boolean {
  return name.startsWith('.') || name.startsWith('~$') || /(?:~|\.swp|\.tmp)$/.test(name);
}

function isSame(a: Look, b: Look | null): boolean {
  if (b === null || a.files.size !== b.files.size || a.folders.size !== b.folders.size) return false;
  for (const [file, facts] of a.files) if (b.files.get(file) !== facts) return false;
  for (const folder of a.folders) if (!b.folders.has(folder)) return false;
  return true;
}
