/** The error page, with the same facts as a JSON error. */

import type { HttpError } from '../errors.ts';
import type { Context } from '../http/context.ts';
import { type PageDeps, renderPage } from './shared/page.ts';

export function renderErrorPage(ctx: Context, error: HttpError, deps: PageDeps): string {
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
    serverError: error.status >= 500,
    requestId: error.status >= 500 ? ctx.state.requestId : null,
    suggestion: error.detail.suggestion ?? null,
    networkName: known ? known.name : null,
    networkHome: network === null ? null : deps.urls.href(network, network, '/'),
  };
  return renderPage({ template: 'error', frame, view }, snapshot?.catalog ?? null, deps).html;
}

function titleOf(status: number): string {
  if (status === 404) return 'Not found';
  if (status === 503) return 'Temporarily unavailable';
  return status < 500 ? 'Invalid request' : 'Internal error';
}
