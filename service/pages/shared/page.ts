/** Renders and sends a page: its frame, its own view, and the Link header with its machine-readable versions. */
import { type Context, networkOf } from '../../http/context.ts';
import type { NetworkEntry } from '../../snapshot/catalog.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Urls } from '../../urls.ts';
import { type FrameInput, presentFrame, presentLinkHeader } from './frame.ts';
import type { Templates } from './templates.ts';

/** Dependencies of every page. */
export interface PageDeps {
  readonly urls: Urls;
  readonly templates: Templates;
  readonly assets: { version(name: string, snapshotId: string | null): string | null };
}

export interface PageInput {
  readonly template: string;
  readonly frame: Omit<FrameInput, 'urls' | 'versionOf'>;
  readonly view: object;
}

export function renderPage({ template, frame, view }: PageInput, { urls, templates, assets }: PageDeps) {
  const versionOf = (name: string) => assets.version(name, frame.manifest?.id ?? null);
  const presented = presentFrame({ ...frame, urls, versionOf });
  return { html: templates.render(template, { ...presented, ...view }), presented };
}

export function sendPage(ctx: Context, input: PageInput, deps: PageDeps): void {
  const { html, presented } = renderPage(input, deps);
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.set('Link', presentLinkHeader(presented, input.frame.network, deps.urls));
  // A Buffer, because Koa encodes a string a second time to measure it.
  ctx.body = Buffer.from(html);
}

export interface RequestedNetwork {
  readonly key: string;
  readonly network: NetworkEntry;
  readonly snapshot: Snapshot;
}

/** The network whose page is requested. Throws 404 if the snapshot does not have the network. */
export function requestedNetwork(ctx: Context): RequestedNetwork {
  const { key, snapshot } = networkOf(ctx);
  const network = snapshot.catalog.networks.get(key);
  if (!network) throw new Error(`the catalog has no network "${key}"`);
  return { key, network, snapshot };
}
