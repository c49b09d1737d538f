/** Holder of the current snapshot: leased to requests, replaced at once, closed after its last lease. */
import type { Snapshot } from './snapshot.ts';

interface Held {
  readonly snapshot: Snapshot;
  leases: number;
  replaced: boolean;
}

export class SnapshotHolder {
  readonly #onReplace: (next: Snapshot | null) => void;
  #current: Held | null = null;

  constructor(onReplace: (next: Snapshot | null) => void = () => undefined) {
    this.#onReplace = onReplace;
  }

  get current(): Snapshot | null {
    return this.#current?.snapshot ?? null;
  }

  /** New leases get `next`; the previous snapshot is closed after its last lease. */
  replace(next: Snapshot | null): void {
    const before = this.#current;
    this.#current = next === null ? null : { snapshot: next, leases: 0, replaced: false };
    this.#onReplace(next);
    if (before === null) return;
    before.replaced = true;
    closeIfUnused(before);
  }

  /** Runs `work` with the current snapshot, which stays open meanwhile; null before the first snapshot. */
  async lease<T>(work: (snapshot: Snapshot | null) => Promise<T>): Promise<T> {
    const held = this.#current;
    if (held === null) return work(null);
    held.leases++;
    try {
      return await work(held.snapshot);
    } finally {
      held.leases--;
      closeIfUnused(held);
    }
  }
}

function closeIfUnused(held: Held): void {
  if (held.replaced && held.leases === 0) held.snapshot.close();
}
