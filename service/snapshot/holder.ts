/**
 * Holder of the current snapshot: leased to requests, replaced at once, closed after its last
 * lease. The one before it stays open for a while, for clients that read the pages of a list.
 */
import type { Snapshot } from './snapshot.ts';

interface Held {
  readonly snapshot: Snapshot;
  /** Time from which requests get it, whole seconds in ms. Each is later than the one before. */
  readonly sinceMs: number;
  leases: number;
  /** Whether new requests may get it. */
  offered: boolean;
}

export interface HolderOptions {
  /** Called when new requests begin to get another snapshot. */
  readonly onReplace?: (next: Snapshot | null) => void;
  /** Time for which the replaced snapshot can still be asked for by its id. None by default. */
  readonly pinMs?: number;
  readonly now?: () => Date;
}

export class SnapshotHolder {
  readonly #onReplace: (next: Snapshot | null) => void;
  readonly #pinMs: number;
  readonly #now: () => Date;
  #sinceMs = 0;
  #current: Held | null = null;
  /** The snapshot before the current one. */
  #pinned: Held | null = null;
  #unpin: NodeJS.Timeout | undefined;
  /** Why there is no snapshot, for clients. */
  absence = 'no data has been published yet; try again later';
  /** Why the last snapshot was refused, with its path, for operators; null if none was. */
  refusal: string | null = null;

  constructor({
    onReplace = () => undefined,
    pinMs = 0,
    now = () => new Date(),
  }: HolderOptions = {}) {
    this.#now = now;
    this.#onReplace = onReplace;
    this.#pinMs = pinMs;
  }

  get current(): Snapshot | null {
    return this.#current?.snapshot ?? null;
  }

  /**
   * New requests get `next`. The snapshot before is pinned, the one before that is closed after its
   * last lease.
   */
  replace(next: Snapshot | null): void {
    const before = this.#current;
    // Dates in headers have seconds. Two snapshots of one second get two of them.
    const nowMs = Math.floor(this.#now().getTime() / 1000) * 1000;
    this.#sinceMs = Math.max(nowMs, this.#sinceMs + 1000);
    const since = { sinceMs: this.#sinceMs, leases: 0, offered: true };
    this.#current = next === null ? null : { snapshot: next, ...since };
    this.#onReplace(next);
    this.#pin(next === null || this.#pinMs === 0 ? null : before);
    if (before !== this.#pinned) withdraw(before);
  }

  /**
   * Runs `work` with the current snapshot, which stays open meanwhile; null before the first
   * snapshot.
   */
  async lease<T>(work: Work<T>): Promise<T> {
    return this.#current === null ? work(null, 0) : leaseHeld(this.#current, work);
  }

  /** Runs `work` with the snapshot of the id; null if it is neither the current one nor pinned. */
  async leaseOf<T>(id: string, work: Work<T>): Promise<T> {
    const held = [this.#current, this.#pinned].find(
      (candidate) => candidate?.snapshot.manifest.id === id,
    );
    return held ? leaseHeld(held, work) : work(null, 0);
  }

  /** Aborts running and waiting queries with 503. */
  interrupt(): void {
    for (const held of [this.#current, this.#pinned]) held?.snapshot.interrupt();
  }

  #pin(held: Held | null): void {
    clearTimeout(this.#unpin);
    const before = this.#pinned;
    this.#pinned = held;
    withdraw(before);
    if (held === null) return;
    this.#unpin = setTimeout(() => this.#pin(null), this.#pinMs);
    this.#unpin.unref();
  }
}

/** `sinceMs`: time from which requests get the snapshot. */
type Work<T> = (snapshot: Snapshot | null, sinceMs: number) => Promise<T>;

async function leaseHeld<T>(held: Held, work: Work<T>): Promise<T> {
  held.leases++;
  try {
    return await work(held.snapshot, held.sinceMs);
  } finally {
    held.leases--;
    closeIfUnused(held);
  }
}

function withdraw(held: Held | null): void {
  if (held === null) return;
  held.offered = false;
  closeIfUnused(held);
}

function closeIfUnused(held: Held): void {
  if (!held.offered && held.leases === 0) held.snapshot.close();
}
