/** Prometheus metrics of the running service. */
import path from 'node:path';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { readJson } from '../common/read-bounded.ts';
import {
  type BuildStatus,
  buildStatusName,
  buildStatusSchema,
  maxBuildStatusBytes,
} from '../model/build-status.ts';
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

/**
 * Gauges of prom-client with the suffix of counters. `nodejs_active_handles` and the others have
 * the same figures by type.
 */
const misnamed = ['handles', 'requests', 'resources'].map(
  (what) => `${prefix}nodejs_active_${what}_total`,
);

export class Metrics {
  readonly registry = new Registry();
  readonly requests = this.#counter('http_requests_total', 'Requests by route and status.', [
    'route',
    'status',
  ]);
  readonly requestSeconds = this.#histogram(
    'http_request_duration_seconds',
    'Time until the response was handed to the socket, by route.',
    ['route'],
  );
  readonly querySeconds = this.#histogram('query_duration_seconds', 'Time of a DuckDB query.');
  readonly cacheHits = this.#counter(
    'answer_cache_hits_total',
    'Responses from the response cache.',
  );
  readonly cacheMisses = this.#counter(
    'answer_cache_misses_total',
    'Cacheable responses that were not in the response cache.',
  );

  readonly snapshotsRefused = this.#counter(
    'snapshots_refused_total',
    'Snapshots that were refused, each for one reason once.',
  );
  readonly mcpCalls = this.#counter(
    'mcp_calls_total',
    'Calls of MCP tools by tool and result: answered, refused (arguments, overload) or failed (on our side).',
    ['tool', 'result'],
  );

  constructor(deps: MetricsDeps) {
    collectDefaultMetrics({ register: this.registry, prefix });
    for (const name of misnamed) this.registry.removeSingleMetric(name);
    this.#addSnapshot(deps);
    const help = 'Times that the watchdog ended the process, as STATE_DIR remembers them.';
    this.#counter('watchdog_restarts_total', help).inc(deps.restarts);
    this.#addBuildStatus(deps);
    this.#gauge(
      'probe_targets',
      'Endpoints, servers, links and quotations of the current snapshot, by kind: all, and those that were read, confirmed, or stopped answering.',
      ['kind', 'state'],
      (gauge) => {
        for (const { kind, targets, read, confirmed, stopped } of deps.holder.current?.probes
          .counts ?? [])
          for (const [state, count] of Object.entries({ all: targets, read, confirmed, stopped }))
            gauge.set({ kind, state }, count);
      },
    );
  }

  /**
   * Counts from 0 for all labels that are known at the start: Prometheus sees no increase in a
   * series that appears with 1.
   */
  beginCounting(
    routes: readonly string[],
    calls: { readonly tools: readonly string[]; readonly results: readonly string[] },
  ): void {
    for (const route of routes)
      for (const status of statuses) this.requests.inc({ route, status }, 0);
    for (const tool of calls.tools)
      for (const result of calls.results) this.mcpCalls.inc({ tool, result }, 0);
  }

  /** Queues of requests that wait for their turn, by name. Once only. */
  addQueue(queue: QueueCounts): void {
    this.#gauge(
      'queue_waiting_requests',
      'Requests that wait for their turn, by queue.',
      ['queue'],
      (gauge) => {
        for (const [kind, count] of Object.entries(queue.waiting))
          gauge.set({ queue: kind }, count);
      },
    );
    new Counter({
      name: `${prefix}queue_refused_requests_total`,
      help: 'Requests that got 503 because too many waited, or because they waited too long, by queue.',
      labelNames: ['queue'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [kind, count] of Object.entries(queue.refused)) this.inc({ queue: kind }, count);
      },
    });
  }

  #counter<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
  ): Counter<L> {
    return new Counter({
      name: `${prefix}${name}`,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
    });
  }

  #histogram<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
  ): Histogram<L> {
    const registers = [this.registry];
    return new Histogram({
      name: `${prefix}${name}`,
      help,
      labelNames: [...labelNames],
      buckets,
      registers,
    });
  }

  /** A gauge that is read when Prometheus asks. */
  #gauge<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    read: (gauge: Gauge<L>) => Promise<void> | void,
  ): void {
    new Gauge({
      name: `${prefix}${name}`,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      collect() {
        this.reset();
        return read(this);
      },
    });
  }

  /** Figures of the command that fills the build folder, if it has left any. */
  #addBuildStatus({ buildDir, now }: MetricsDeps): void {
    const read = async (): Promise<BuildStatus | undefined> => {
      const file = path.join(buildDir, buildStatusName);
      // The watcher of the folder says why it cannot be read. Other figures go on.
      const json = await readJson(file, maxBuildStatusBytes).catch(() => undefined);
      return buildStatusSchema.safeParse(json).data;
    };
    this.#gauge(
      'build_folder_checked_age_seconds',
      'Time since the build folder was last found equal to its sources (build, watch) or its origin (follow).',
      ['by'],
      async (gauge) => {
        const { by, checkedAt = null } = (await read()) ?? {};
        if (by !== undefined && checkedAt !== null)
          gauge.set({ by }, Math.max(0, (now().getTime() - Date.parse(checkedAt)) / 1000));
      },
    );
    this.#gauge(
      'build_folder_failures',
      'Failures of the command that fills the build folder since it last succeeded.',
      ['by'],
      async (gauge) => {
        const status = await read();
        if (status !== undefined) gauge.set({ by: status.by }, status.failures);
      },
    );
  }

  #addSnapshot({ holder, now, isRefused, countDamaged }: MetricsDeps): void {
    this.#gauge('snapshot_info', '1 for the current snapshot.', ['id'], (gauge) => {
      if (holder.current) gauge.set({ id: holder.current.manifest.id }, 1);
    });
    this.#gauge(
      'snapshot_refused',
      '1 while the snapshot that `current` names is refused and another one, or none, is served.',
      [],
      (gauge) => gauge.set(isRefused() ? 1 : 0),
    );
    this.#gauge(
      'snapshot_damaged_files',
      'Files of the current snapshot that are missing or have other bytes than the manifest states.',
      [],
      async (gauge) => {
        if (holder.current) gauge.set(await countDamaged(holder.current.manifest.id));
      },
    );
    this.#gauge(
      'snapshot_age_seconds',
      'Time since the current snapshot was built.',
      [],
      (gauge) => {
        if (holder.current)
          gauge.set((now().getTime() - Date.parse(holder.current.manifest.generatedAt)) / 1000);
      },
    );
  }
}
