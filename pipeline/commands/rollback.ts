/** `make rollback`: points at an earlier snapshot. */
import { withLock } from '../write/lock.ts';
import { rollBack } from '../write/publish.ts';
import { type Flags, lockWaitMs, print } from './flags.ts';

export async function rollback({ build, to }: Flags): Promise<number> {
  const id = await withLock(build, lockWaitMs, () => rollBack(build, to));
  print(`current is now ${id}`);
  return 0;
}
