/** Snapshots that services of a process share: opening one takes a second of CPU time. */
import { DerivedValues } from '../../service/snapshot/derived-values.ts';
import { Snapshot } from '../../service/snapshot/snapshot.ts';

const opened = new Map<string, Promise<Snapshot>>();

/** Like the snapshot that `open` gives, which is called once for each key. Derived values have the addresses of a service, so that each has its own. */
export async function shareSnapshot(key: string, open: () => Promise<Snapshot>): Promise<Snapshot> {
  const shared = opened.get(key) ?? open();
  opened.set(key, shared);
  const snapshot = await shared;
  const methods = Object.entries(Object.getOwnPropertyDescriptors(Snapshot.prototype)).map(([name, { value, get }]) => [
    name,
    // Only the snapshot itself has its private fields.
    get === undefined ? { value: value.bind(snapshot), writable: true } : { get: get.bind(snapshot) },
  ]);
  return Object.create(snapshot, { ...Object.fromEntries(methods), derived: { value: new DerivedValues() } });
}
