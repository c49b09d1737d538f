/** A page: its frame, its own view, and the header that names its machine-readable twins. */
import type { Context } from '../../http/state.ts';
import type { RouteContext } from './context.ts';
import { type FrameInput, presentFrame, presentLinkHeader } from './frame.ts';

export interface PageInput {
  readonly template: string;
  readonly frame: Omit<FrameInput, 'urls' | 'versionOf'>;
  readonly view: object;
}

export function renderPage({ template, frame, view }: PageInput, { urls, templates, assets }: RouteContext) {
  const versionOf = (name: string) => assets.version(name, frame.manifest?.id ?? null);
  const presented = presentFrame({ ...frame, urls, versionOf });
  return { html: templates.render(template, { ...presented, ...view }), presented };
}

export function sendPage(ctx: Context, input: PageInput, deps: RouteContext): void {
  const { html, presented } = renderPage(input, deps);
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.set('Link', presentLinkHeader(presented, input.frame.network, deps.urls));
  // As bytes: Koa would measure a text by encoding it once more.
  ctx.body = Buffer.from(html);
}
