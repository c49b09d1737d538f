/** Prometheus metrics of the running service. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { SnapshotHolder } from './snapshot/holder.ts';

const prefix = 'directory_';
/** Seconds, from a cached response to the query timeout. */
const buckets = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

export interface MetricsDeps {
  readonly holder: SnapshotHolder;
  readonly now: () => Date;
  /** How often the watchdog has ended the process. */
  readonly restarts: number;
}

export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Counter({
    name: `${prefix}http_requests_total`,
    help: 'Requests by route and status.',
    labelNames: ['route', 'status'],
    registers: [this.registry],
  });
  readonly requestSeconds = new Histogram({
    name: `${prefix}http_request_duration_seconds`,
    help: 'Time until the response was handed to the socket, by route.',
    labelNames: ['route'],
    buckets,
    registers: [this.registry],
  });
  readonly querySeconds = new Histogram({
    name: `${prefix}query_duration_seconds`,
    help: 'Time of a search, or of a DuckDB query with its time in the queue.',
    buckets,
    registers: [this.registry],
  });
  readonly cacheHits = new Counter({
    name: `${prefix}answer_cache_hits_total`,
    help: 'Responses from the response cache.',
    registers: [this.registry],
  });
  readonly cacheMisses = new Counter({
    name: `${prefix}answer_cache_misses_total`,
    help: 'Cacheable responses that were not in the response cache.',
    registers: [this.registry],
  });

  constructor({ holder, now, restarts }: MetricsDeps) {
    collectDefaultMetrics({ register: this.registry, prefix });
    addSnapshotMetrics(this.registry, holder, now);
    addRestarts(this.registry, restarts);
  }
}

function addRestarts(registry: Registry, restarts: number): void {
  const help = 'Times that the watchdog ended the process, as STATE_DIR remembers them.';
  new Counter({ name: `${prefix}watchdog_restarts_total`, help, registers: [registry] }).inc(restarts);
}

function addSnapshotMetrics(registry: Registry, holder: SnapshotHolder, now: () => Date): void {
  const registers = [registry];
  new Gauge({
    name: `${prefix}snapshot_info`,
    help: '1 for the current snapshot.',
    labelNames: ['id'],
    registers,
    collect() {
      this.reset();
      if (holder.current) this.set({ id: holder.current.manifest.id }, 1);
    },
  });
  new Gauge({
    name: `${prefix}snapshot_age_seconds`,
    help: 'Time since the current snapshot was built.',
    registers,
    collect() {
      this.reset();
      if (holder.current) this.set((now().getTime() - Date.parse(holder.current.manifest.generatedAt)) / 1000);
    },
  });
}
