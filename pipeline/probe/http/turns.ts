/**
 * Turns of requests: one at a time to a host, with a pause after each, and a limited number to all
 * hosts.
 */
import { setTimeout as delay } from 'node:timers/promises';

export interface TurnLimits {
  /** Connections to all hosts. */
  readonly connections: number;
  /** Time between the end of a request and the next one to the same host. */
  readonly hostPauseMs: number;
}

export class Turns {
  readonly #limits: TurnLimits;
  /** Settles when the last turn of the host has ended. */
  readonly #hosts = new Map<string, Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
    this.#free = limits.connections;
  }

  /**
   * Waits for a turn. Call what it returns when the request has ended; further calls have no
   * effect.
   */
  async take(host: string): Promise<() => void> {
    const before = this.#hosts.get(host);
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const tail = (before ?? Promise.resolve()).then(() => ended);
    this.#hosts.set(host, tail);
    await before;
    await this.#takeConnection();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#giveConnection();
      void delay(this.#limits.hostPauseMs).then(() => {
        end();
        if (this.#hosts.get(host) === tail) this.#hosts.delete(host);
      });
    };
  }

  async #takeConnection(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #giveConnection(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
