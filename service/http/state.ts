/** What middleware puts on a request for the routes behind it. */
import type { Middleware, ParameterizedContext } from 'koa';
import type { Snapshot } from '../snapshot/open.ts';
import { HttpError } from './errors.ts';

export interface RequestState {
  /** Key of the network whose toolbox is asked, null on the site. */
  network: string | null;
  /** Lent to this request; null before the first one was published. */
  snapshot: Snapshot | null;
  requestId: string;
  /** As the table of routes writes it; undefined where none was found. */
  route: string | undefined;
}

export type Context = ParameterizedContext<RequestState>;
export type Handler = Middleware<RequestState>;

/** Throws 503 before the first snapshot. */
export function snapshotOf(ctx: Context): Snapshot {
  if (ctx.state.snapshot) return ctx.state.snapshot;
  const headers = { 'Retry-After': '5' };
  throw new HttpError(503, 'no-snapshot', 'no data has been published yet', { headers });
}

/** The network whose toolbox is asked; throws 404 where the snapshot has none of that name. */
export function networkOf(ctx: Context): { key: string; snapshot: Snapshot } {
  const snapshot = snapshotOf(ctx);
  const key = ctx.state.network ?? '';
  if (snapshot.catalog.networks.has(key)) return { key, snapshot };
  throw new HttpError(404, 'unknown-network', `no network "${key}" in this directory`);
}
