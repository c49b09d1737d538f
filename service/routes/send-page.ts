/** A page: its frame, its own view, and the header that names its machine-readable twins. */
import type { Context } from '../http/state.ts';
import { type FrameInput, presentFrame, presentLinkHeader } from '../present/page.ts';
import type { RouteContext } from './context.ts';

export interface PageInput {
  readonly template: string;
  readonly frame: Omit<FrameInput, 'urls'>;
  readonly view: object;
}

export function sendPage(ctx: Context, { template, frame, view }: PageInput, { urls, templates }: RouteContext): void {
  const presented = presentFrame({ ...frame, urls });
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.set('Link', presentLinkHeader(presented, frame.network, urls));
  ctx.body = templates.render(template, { ...presented, ...view });
}
