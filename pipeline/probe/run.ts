/** A run: reads the due targets, politely and within its limits. */
import { groupBy } from '../../common/group-by.ts';
import { settleAll } from '../../common/settle.ts';
import type { Reading } from '../../model/probes.ts';
import { ProbeClient, type Resolve } from './http/client.ts';
import { RunEnded } from './http/failure.ts';
import { Meter, type TotalLimits } from './http/meter.ts';
import { Robots } from './http/robots.ts';
import { type TurnLimits, Turns } from './http/turns.ts';
import { hostOf } from './keys.ts';
import { probeEndpoints } from './kinds/endpoints.ts';
import { probeMcp } from './kinds/mcp.ts';
import { probePage } from './kinds/pages.ts';
import type { ProbeContext } from './reading.ts';
import type { EndpointTarget, Target } from './targets.ts';

export interface RunOptions {
  readonly total: TotalLimits;
  readonly turns: TurnLimits;
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Receives the readings of a unit of work as soon as it ends. */
  readonly record: (readings: readonly Reading[]) => void;
  readonly allowLoopback?: boolean;
  readonly resolve?: Resolve;
  /** Name of the place of the prober. */
  readonly place?: string | null;
}

/** Chains whose endpoints are read at once. */
const chainsAtOnce = 8;
const failuresOfHost = 3;

export type RunSummary = Awaited<ReturnType<typeof runProbes>>;

/** Returns what was used; `ended`: the limit that ended the run, null if all targets were read. */
export async function runProbes(targets: readonly Target[], options: RunOptions) {
  const { userAgent, timeoutMs, now, allowLoopback = false, resolve, place = null } = options;
  const meter = new Meter(options.total, options.signal);
  const turns = new Turns(options.turns);
  const resolver = resolve === undefined ? {} : { resolve };
  const client = new ProbeClient({
    turns,
    meter,
    userAgent,
    timeoutMs,
    allowLoopback,
    ...resolver,
  });
  const context: ProbeContext = {
    client,
    turns,
    meter,
    robots: new Robots(client),
    timeoutMs,
    now,
    place,
  };
  const run = new Run(context, options.record);
  await run.work(targets);
  const { requests, bytes } = meter.used;
  return { ended: meter.end, requests, bytes, elapsedMs: meter.elapsedMs, givenUp: run.givenUp };
}

class Run {
  readonly #context: ProbeContext;
  readonly #record: RunOptions['record'];
  /** Failures in a row by host. */
  readonly #failures = new Map<string, number>();

  constructor(context: ProbeContext, record: RunOptions['record']) {
    this.#context = context;
    this.#record = record;
  }

  /**
   * Hosts that did not answer three times in a row: the rest of their targets waits for the next
   * run.
   */
  get givenUp(): string[] {
    return [...this.#failures]
      .flatMap(([host, count]) => (count >= failuresOfHost ? [host] : []))
      .toSorted();
  }

  /** Endpoints and pages at once; the pages of a host one after the other. */
  async work(targets: readonly Target[]): Promise<void> {
    const endpoints = targets.filter((target) => target.kind === 'endpoint');
    const others = targets.filter((target) => target.kind !== 'endpoint');
    const chains = groupBy(endpoints, ({ group }) => group).values();
    const hosts = [...groupBy(others, ({ address }) => hostOf(address)).values()];
    await settleAll([
      inTurn([...chains], (group) => this.#readChain(group)),
      settleAll(hosts.map((group) => this.#readHost(group))),
    ]);
  }

  async #readChain(group: readonly EndpointTarget[]): Promise<void> {
    const wanted = group.filter(({ address }) => !this.#isGivenUp(address));
    await this.#unit(() => probeEndpoints(wanted, this.#context));
  }

  async #readHost(targets: readonly Exclude<Target, EndpointTarget>[]): Promise<void> {
    for (const group of groupBy(targets, ({ address }) => address).values()) {
      const [first] = group;
      if (this.#isGivenUp(first.address)) return;
      const pages = group.filter((target) => target.kind !== 'mcp');
      const servers = group.filter((target) => target.kind === 'mcp');
      for (const server of servers)
        await this.#unit(async () => [await probeMcp(server, this.#context)]);
      if (pages.length > 0) await this.#unit(() => probePage(pages, this.#context));
    }
  }

  #isGivenUp(address: string): boolean {
    return (this.#failures.get(hostOf(address)) ?? 0) >= failuresOfHost;
  }

  /** Records nothing of a unit that a limit interrupts. */
  async #unit(probe: () => Promise<readonly Reading[]>): Promise<void> {
    if (this.#context.meter.end !== null) return;
    try {
      const readings = await probe();
      for (const { address, result } of readings)
        this.#count(hostOf(address), result === 'unreachable');
      this.#record(readings);
    } catch (error) {
      if (!(error instanceof RunEnded)) throw error;
    }
  }

  #count(host: string, isFailure: boolean): void {
    if (isFailure) this.#failures.set(host, (this.#failures.get(host) ?? 0) + 1);
    else this.#failures.delete(host);
  }
}

/**
 * Works on `chainsAtOnce` chains at once that share no host: the heads of a round would come late if
 * a host had calls of another chain to answer.
 */
async function inTurn(
  chains: readonly (readonly EndpointTarget[])[],
  work: (chain: readonly EndpointTarget[]) => Promise<void>,
): Promise<void> {
  const waiting = chains.map((chain) => {
    return { chain, hosts: new Set(chain.map(({ address }) => hostOf(address))) };
  });
  const busy = new Set<string>();
  const running = new Set<Promise<void>>();
  const isFree = ({ hosts }: { readonly hosts: ReadonlySet<string> }) =>
    running.size < chainsAtOnce && [...hosts].every((host) => !busy.has(host));
  try {
    while (waiting.length > 0 || running.size > 0) {
      const at = waiting.findIndex(isFree);
      const [next] = at === -1 ? [] : waiting.splice(at, 1);
      if (next === undefined) await Promise.race(running);
      else {
        for (const host of next.hosts) busy.add(host);
        const done = work(next.chain).finally(() => {
          for (const host of next.hosts) busy.delete(host);
          running.delete(done);
        });
        running.add(done);
      }
    }
  } finally {
    await Promise.allSettled(running);
  }
}
