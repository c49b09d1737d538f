/** Starts a service again whenever it has ended, as `Restart=always` of systemd does. */
import { setTimeout as delay } from 'node:timers/promises';
import type { RunningService } from './service.ts';

export interface Supervisor {
  /** Ends the service for good; resolves with its status. */
  stop(): Promise<number | null>;
}

/** `start` must not wait for an answer. `pauseMs`: before each start, RestartSec of systemd. */
export function supervise(first: RunningService, start: () => Promise<RunningService>, pauseMs = 0): Supervisor {
  let [current, isStopping] = [first, false];
  const running = (async () => {
    for (;;) {
      const status = await current.ended;
      if (!isStopping) await delay(pauseMs);
      if (isStopping) return status;
      current = await start();
    }
  })();
  const stop = () => {
    isStopping = true;
    void current.stop();
    return running;
  };
  return { stop };
}
