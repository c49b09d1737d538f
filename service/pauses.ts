/** Pauses in long work, so that the event loop answers other requests meanwhile. */
import { setImmediate } from 'node:timers/promises';

/** Work between two pauses. */
const workMs = 2;

/**
 * Returns a function to call between the steps of long work. Once 2 ms have passed, it waits for
 * pending events.
 */
export function createPause(): () => Promise<void> {
  let startedMs = performance.now();
  return async () => {
    if (performance.now() - startedMs < workMs) return;
    await setImmediate();
    startedMs = performance.now();
  };
}
