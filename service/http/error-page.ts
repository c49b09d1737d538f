/** A failure as a page: the same facts as the JSON. */

import { presentFrame } from '../present/page.ts';
import type { RouteContext } from '../routes/context.ts';
import type { HttpError } from './errors.ts';
import type { Context } from './state.ts';

export function renderErrorPage(ctx: Context, error: HttpError, { urls, templates }: RouteContext): string {
  const title =
    error.status === 404 ? 'Not found' : error.status < 500 ? 'This address does not work' : 'Something went wrong';
  const manifest = ctx.state.snapshot?.manifest ?? null;
  const known = ctx.state.network !== null && ctx.state.snapshot?.catalog.networks.has(ctx.state.network) === true;
  const network = known ? ctx.state.network : null;
  const frame = presentFrame({ title, description: error.message, network, path: ctx.path, urls, manifest });
  return templates.render('error', { ...frame, status: error.status, message: error.message, ...error.detail });
}
