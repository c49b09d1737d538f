/** Figures of the running service as Prometheus reads them. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AnswerCache } from './http/answer-cache.ts';
import { RequestMetrics } from './request-metrics.ts';
import type { SnapshotHolder } from './snapshot/holder.ts';

const prefix = 'directory_';
/** From an answer out of the cache to one that is about to be cut off. */
const latencyBuckets = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

export interface MetricsDeps {
  readonly holder: SnapshotHolder;
  readonly cache: AnswerCache;
  readonly now: () => Date;
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: RequestMetrics;
  readonly #queries: Histogram;

  constructor({ holder, cache, now }: MetricsDeps) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry, prefix });
    this.#requests = new RequestMetrics({ registry: this.#registry, prefix, limits: latencyBuckets });
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
    return this.#registry.metrics();
  }

  request(route: string, status: number, tookMs: number): void {
    this.#requests.count(route, status, tookMs / 1000);
  }

  query(tookMs: number): void {
    this.#queries.observe(tookMs / 1000);
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
