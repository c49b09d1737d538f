/**
 * Timeouts and latencies in the time in which the event loop turns, so that a host that keeps it
 * busy makes no other host late.
 */

const tickMs = 20;
/** Upper limit of the time that one turn of the event loop adds. */
const maxStepMs = 2 * tickMs;

export class LoopTimer {
  readonly #ticks: NodeJS.Timeout;
  #end: NodeJS.Immediate | undefined;
  #countedMs = 0;
  #lastMs = performance.now();

  constructor(timeoutMs: number, onEnd: () => void) {
    this.#ticks = setInterval(() => {
      this.#countedMs = this.elapsedMs;
      this.#lastMs = performance.now();
      if (this.#countedMs < timeoutMs) return;
      clearInterval(this.#ticks);
      // Timers run before sockets are read, and the answer may be there.
      this.#end = setImmediate(onEnd);
    }, tickMs);
  }

  get elapsedMs(): number {
    return this.#countedMs + Math.min(performance.now() - this.#lastMs, maxStepMs);
  }

  stop(): void {
    clearInterval(this.#ticks);
    clearImmediate(this.#end);
  }
}
