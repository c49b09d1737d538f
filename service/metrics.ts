/** Prometheus metrics of the running service. */
import path from 'node:path';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { readJson } from '../common/read-bounded.ts';
import { type BuildStatus, buildStatusName, buildStatusSchema, maxBuildStatusBytes } from '../model/build-status.ts';
import type { SnapshotHolder } from './snapshot/holder.ts';

const prefix = 'directory_';
/** Seconds, from a cached response to the query timeout. */
const buckets = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

/** Of each queue: requests that wait, and those that were refused. */
export type QueueCounts = Readonly<Record<'waiting' | 'refused', Readonly<Record<string, number>>>>;

export interface MetricsDeps {
  readonly holder: SnapshotHolder;
  readonly now: () => Date;
  readonly buildDir: string;
  /** Whether the snapshot that `current` names was refused. */
  readonly isRefused: () => boolean;
  /** The number of files of a snapshot that are missing or damaged. */
  readonly countDamaged: (id: string) => Promise<number>;
  /** How often the watchdog has ended the process. */
  readonly restarts: number;
}

/** Statuses that every route can answer. */
const statuses = [200, 304, 400, 404, 500, 503];

/** Gauges of prom-client with the suffix of counters. `nodejs_active_handles` and the others have the same figures by type. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `${prefix}nodejs_active_${what}_total`);

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
    help: 'Time of a DuckDB query.',
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

  readonly snapshotsRefused = new Counter({
    name: `${prefix}snapshots_refused_total`,
    help: 'Snapshots that were refused, each for one reason once.',
    registers: [this.registry],
  });
  readonly mcpCalls = new Counter({
    name: `${prefix}mcp_calls_total`,
    help: 'Calls of MCP tools by tool and result: answered, refused (arguments, overload) or failed (on our side).',
    labelNames: ['tool', 'result'],
    registers: [this.registry],
  });

  constructor(deps: MetricsDeps) {
    collectDefaultMetrics({ register: this.registry, prefix });
    for (const name of misnamed) this.registry.removeSingleMetric(name);
    addSnapshotMetrics(this.registry, deps);
    addRestarts(this.registry, deps.restarts);
    addBuildStatus(this.registry, deps);
    addProbes(this.registry, deps);
  }

  /** Counts from 0 for all labels that are known at the start: Prometheus sees no increase in a series that appears with 1. */
  beginCounting(
    routes: readonly string[],
    calls: { readonly tools: readonly string[]; readonly results: readonly string[] },
  ): void {
    for (const route of routes) for (const status of statuses) this.requests.inc({ route, status }, 0);
    for (const tool of calls.tools) for (const result of calls.results) this.mcpCalls.inc({ tool, result }, 0);
  }

  /** Queues of requests that wait for their turn, by name. Once only. */
  addQueue(queue: QueueCounts): void {
    const registers = [this.registry];
    new Gauge({
      name: `${prefix}queue_waiting_requests`,
      help: 'Requests that wait for their turn, by queue.',
      labelNames: ['queue'],
      registers,
      collect() {
        for (const [kind, count] of Object.entries(queue.waiting)) this.set({ queue: kind }, count);
      },
    });
    new Counter({
      name: `${prefix}queue_refused_requests_total`,
      help: 'Requests that got 503 because too many waited, or because they waited too long, by queue.',
      labelNames: ['queue'],
      registers,
      collect() {
        this.reset();
        for (const [kind, count] of Object.entries(queue.refused)) this.inc({ queue: kind }, count);
      },
    });
  }
}

/** What the probes of the current snapshot cover. */
function addProbes(registry: Registry, { holder }: MetricsDeps): void {
  new Gauge({
    name: `${prefix}probe_targets`,
    help: 'Endpoints, servers, links and quotations of the current snapshot, by kind: all, and those that were read, confirmed, or stopped answering.',
    labelNames: ['kind', 'state'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { kind, targets, read, confirmed, stopped } of holder.current?.probes.counts ?? [])
        for (const [state, count] of Object.entries({ all: targets, read, confirmed, stopped }))
          this.set({ kind, state }, count);
    },
  });
}

function addRestarts(registry: Registry, restarts: number): void {
  const help = 'Times that the watchdog ended the process, as STATE_DIR remembers them.';
  new Counter({ name: `${prefix}watchdog_restarts_total`, help, registers: [registry] }).inc(restarts);
}

/** Figures of the command that fills the build folder, if it has left any. */
function addBuildStatus(registry: Registry, { buildDir, now }: MetricsDeps): void {
  const registers = [registry];
  const read = async (): Promise<BuildStatus | undefined> => {
    const file = path.join(buildDir, buildStatusName);
    return buildStatusSchema.safeParse(await readJson(file, maxBuildStatusBytes)).data;
  };
  new Gauge({
    name: `${prefix}build_folder_checked_age_seconds`,
    help: 'Time since the build folder was last found equal to its sources (build, watch) or its origin (follow).',
    labelNames: ['by'],
    registers,
    async collect() {
      this.reset();
      const { by, checkedAt = null } = (await read()) ?? {};
      if (by !== undefined && checkedAt !== null)
        this.set({ by }, Math.max(0, (now().getTime() - Date.parse(checkedAt)) / 1000));
    },
  });
  new Gauge({
    name: `${prefix}build_folder_failures`,
    help: 'Failures of the command that fills the build folder since it last succeeded.',
    labelNames: ['by'],
    registers,
    async collect() {
      this.reset();
      const status = await read();
      if (status !== undefined) this.set({ by: status.by }, status.failures);
    },
  });
}

function addSnapshotMetrics(registry: Registry, { holder, now, isRefused, countDamaged }: MetricsDeps): void {
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
    name: `${prefix}snapshot_refused`,
    help: '1 while the snapshot that `current` names is refused and another one, or none, is served.',
    registers,
    collect() {
      this.set(isRefused() ? 1 : 0);
    },
  });
  new Gauge({
    name: `${prefix}snapshot_damaged_files`,
    help: 'Files of the current snapshot that are missing or have other bytes than the manifest states.',
    registers,
    async collect() {
      this.reset();
      if (holder.current) this.set(await countDamaged(holder.current.manifest.id));
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
