/** Figures of the running service as Prometheus reads them. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AnswerCache } from './http/answer-cache.ts';
import type { SnapshotHolder } from './snapshot/holder.ts';

const prefix = 'directory_';
/** From an answer out of the cache to one that is about to be cut off. */
const latencyBuckets = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

export interface MetricsDeps {
  readonly holder: SnapshotHolder;
  readonly cache: AnswerCache;
  readonly now: () => Date;
}

/** What requests of one route and status took, until somebody asks or there are many: prom-client takes many at once sooner. */
interface Taken {
  readonly seconds: number[];
  count(): void;
}

const countedAtOnce = 500;

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<'route' | 'status'>;
  readonly #latency: Histogram<'route'>;
  readonly #queries: Histogram;
  /** By route, then by status. */
  readonly #taken = new Map<string, Map<number, Taken>>();

  constructor({ holder, cache, now }: MetricsDeps) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry, prefix });
    this.#requests = new Counter({
      name: `${prefix}http_requests_total`,
      help: 'Requests by route and status.',
      labelNames: ['route', 'status'],
      registers,
    });
    this.#latency = new Histogram({
      name: `${prefix}http_request_duration_seconds`,
      help: 'Time until the answer was handed to the socket, by route.',
      labelNames: ['route'],
      buckets: latencyBuckets,
      registers,
    });
    this.#queries = new Histogram({
      name: `${prefix}query_duration_seconds`,
      help: 'Time of a DuckDB query, waiting for a connection included.',
      buckets: latencyBuckets,
      registers,
    });
    addCacheMetrics(cache, registers);
    addSnapshotMetrics(holder, now, registers);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    for (const byStatus of this.#taken.values()) for (const taken of byStatus.values()) taken.count();
    return this.#registry.metrics();
  }

  request(route: string, status: number, tookMs: number): void {
    let byStatus = this.#taken.get(route);
    if (!byStatus) this.#taken.set(route, (byStatus = new Map()));
    let taken = byStatus.get(status);
    if (!taken) byStatus.set(status, (taken = this.#createTaken(route, status)));
    if (taken.seconds.push(tookMs / 1000) >= countedAtOnce) taken.count();
  }

  query(tookMs: number): void {
    this.#queries.observe(tookMs / 1000);
  }

  #createTaken(route: string, status: number): Taken {
    const seconds: number[] = [];
    const requests = this.#requests.labels(route, String(status));
    const latency = this.#latency.labels(route);
    const count = () => {
      requests.inc(seconds.length);
      for (const taken of seconds.splice(0)) latency.observe(taken);
    };
    return { seconds, count };
  }
}

function addCacheMetrics(cache: AnswerCache, registers: Registry[]): void {
  const counts = { hits: 'Answers out of the cache.', misses: 'Answers that a route had to make.' } as const;
  for (const [kind, help] of Object.entries(counts) as ['hits' | 'misses', string][]) {
    new Counter({
      name: `${prefix}answer_cache_${kind}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(cache[kind]);
      },
    });
  }
}

function addSnapshotMetrics(holder: SnapshotHolder, now: () => Date, registers: Registry[]): void {
  new Gauge({
    name: `${prefix}snapshot_info`,
    help: '1 for the snapshot that is served.',
    labelNames: ['id'],
    registers,
    collect() {
      this.reset();
      if (holder.current) this.set({ id: holder.current.manifest.id }, 1);
    },
  });
  new Gauge({
    name: `${prefix}snapshot_age_seconds`,
    help: 'Time since the served snapshot was built.',
    registers,
    collect() {
      this.reset();
      if (holder.current) this.set((now().getTime() - Date.parse(holder.current.manifest.generatedAt)) / 1000);
    },
  });
}
