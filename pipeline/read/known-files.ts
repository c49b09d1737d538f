/** Files as they were last read, so that only files that changed since are read again. */
import { lstatSync, type Stats } from 'node:fs';

interface KnownFile {
  readonly stats: Stats;
  readonly bytes: Uint8Array;
}

/**
 * Age from which a file is remembered. Time stamps count in steps, of two seconds in FAT file systems: a younger file can change
 * again without another time stamp.
 */
export const settledMs = 2000;

/** Holds the files of the last state by their real paths. */
export class KnownFiles {
  #known = new Map<string, KnownFile>();
  /** Files of the state that is being read. */
  #current = new Map<string, KnownFile>();
  readonly #nowMs: () => number;

  constructor(nowMs = Date.now) {
    this.#nowMs = nowMs;
  }

  /** Call this after the files of a state. */
  endState(): void {
    this.#known = this.#current;
    this.#current = new Map();
  }

  /** Bytes of a file that is as it was; null for a file that has to be read. */
  recall(file: string): Uint8Array | null {
    const known = this.#current.get(file) ?? this.#known.get(file);
    if (known === undefined || !isSame(known.stats, lstatSync(file))) return null;
    this.#current.set(file, known);
    return known.bytes;
  }

  /** `stats`: of the file before it was read. */
  remember(file: string, stats: Stats, bytes: Uint8Array): void {
    if (Math.max(stats.mtimeMs, stats.ctimeMs) < this.#nowMs() - settledMs) this.#current.set(file, { stats, bytes });
  }
}

/** The time of change cannot be set: a program that restores the time of modification changes it. */
function isSame(one: Stats, other: Stats): boolean {
  return (
    one.ctimeMs === other.ctimeMs &&
    one.mtimeMs === other.mtimeMs &&
    one.size === other.size &&
    one.ino === other.ino &&
    one.dev === other.dev
  );
}
