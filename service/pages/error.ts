/** A failure as a page: the same facts as the JSON. */

import type { HttpError } from '../http/errors.ts';
import type { Context } from '../http/state.ts';
import type { RouteContext } from './shared/context.ts';
import { renderPage } from './shared/send-page.ts';

export function renderErrorPage(ctx: Context, error: HttpError, deps: RouteContext): string {
  const { snapshot } = ctx.state;
  const key = ctx.state.network ?? '';
  const known = snapshot?.catalog.networks.get(key);
  const network = known ? key : null;
  const frame = {
    title: titleOf(error.status),
    description: error.message,
    network,
    path: ctx.path,
    index: false,
    manifest: snapshot?.manifest ?? null,
  };
  const view = {
    status: error.status,
    message: error.message,
    ours: error.status >= 500,
    requestId: error.status >= 500 ? ctx.state.requestId : null,
    suggestion: error.detail.suggestion ?? null,
    networkName: known ? (known.name ?? key) : null,
    networkHome: network === null ? null : deps.urls.href(network, network, '/'),
  };
  return renderPage({ template: 'error', frame, view }, deps).html;
}

function titleOf(status: number): string {
  if (status === 404) return 'Not found';
  if (status === 503) return 'Back in a moment';
  return status < 500 ? 'This address does not work' : 'Something went wrong';
}
