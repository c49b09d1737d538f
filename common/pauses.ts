/** Pauses in long work, so that the event loop answers other requests meanwhile. */
import { setImmediate } from 'node:timers/promises';

/** Work between two pauses. */
const workMs = 2;

/** Returns a function to call between the steps of long work. Once 2 ms have passed, it waits: by default for pending events only. */
export function createPause(wait: () => Promise<void> = setImmediate): () => Promise<void> {
  let startedMs = performance.now();
  return async () => {
    if (performance.now() - startedMs < workMs) return;
    await wait();
    startedMs = performance.now();
  };
}
