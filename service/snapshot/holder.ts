/** The current snapshot: lent to requests, replaced by one assignment, closed after its last request. */
import type { Snapshot } from './open.ts';

interface Held {
  readonly snapshot: Snapshot;
  leases: number;
  replaced: boolean;
}

export class SnapshotHolder {
  #current: Held | null = null;

  get current(): Snapshot | null {
    return this.#current?.snapshot ?? null;
  }

  /** New leases get `next`; the one before is closed when nobody uses it. */
  replace(next: Snapshot | null): void {
    const before = this.#current;
    this.#current = next === null ? null : { snapshot: next, leases: 0, replaced: false };
    if (before === null) return;
    before.replaced = true;
    closeIfUnused(before);
  }

  /** Runs `work` on the current snapshot, which stays open meanwhile; null where there is none yet. */
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
