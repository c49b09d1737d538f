/**
 * GET /healthz: liveness. GET /readyz: readiness, tested with a query. GET /metrics: Prometheus
 * metrics.
 */
import { HttpError } from '../errors.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import type { Metrics } from '../metrics.ts';
import { countSql } from '../query/sql.ts';
import type { SnapshotHolder } from '../snapshot/holder.ts';

export function health(): Handler {
  return (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { result: { status: 'alive' } };
  };
}

interface ReadinessDeps {
  readonly now: () => Date;
  readonly holder: Pick<SnapshotHolder, 'refusal'>;
}

export function readiness({ now, holder }: ReadinessDeps): Handler {
  return async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    if (ctx.state.snapshot === null && holder.refusal !== null)
      throw new HttpError(503, 'no-snapshot', `no snapshot is served: ${holder.refusal}`, {
        headers: { 'Retry-After': '5' },
      });
    const snapshot = snapshotOf(ctx);
    const { manifest } = snapshot;
    const [[count] = []] = await snapshot.query(countSql);
    if (count !== snapshot.rowCount)
      throw new HttpError(
        503,
        'not-ready',
        `the current snapshot answers with ${count} offers and listings`,
      );
    const { id, generatedAt, metrics } = manifest;
    const rows = metrics.site.entries;
    const ageSeconds = Math.max(0, Math.round((now().getTime() - Date.parse(generatedAt)) / 1000));
    ctx.body = { result: { status: 'ready', snapshot: id, generatedAt, ageSeconds, rows } };
  };
}

export function prometheus(metrics: Metrics): Handler {
  return async (ctx) => {
    ctx.set({ 'Cache-Control': 'no-store', 'Content-Type': metrics.registry.contentType });
    ctx.body = await metrics.registry.metrics();
  };
}
