/** Renders and sends a page: its frame, its own view, and the Link header with its machine-readable versions. */
import { signInLink } from '../../api/application.ts';
import { hasGateway } from '../../api/connect/gateway-steps.ts';
import type { Publication } from '../../config.ts';
import { HttpError } from '../../errors.ts';
import { type Context, networkOf, snapshotOf } from '../../http/context.ts';
import { presentSite } from '../../site.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Urls } from '../../urls.ts';
import { htmlPath } from './forms.ts';
import { type FrameInput, presentFrame, presentLinkHeader } from './frame.ts';
import { siteImagesOf } from './logos.ts';
import { writeStructuredData } from './structured-data.ts';
import type { Templates } from './templates.ts';

/** Dependencies of every page. */
export interface PageDeps {
  readonly urls: Urls;
  readonly templates: Templates;
  readonly publication: Publication;
  readonly assets: { version(name: string, snapshot: Snapshot | null): string | null };
}

interface PageInput {
  readonly template: string;
  readonly frame: Omit<FrameInput, 'urls' | 'versionOf' | 'site' | 'images' | 'hasGateway' | 'signIn' | 'manifest'>;
  readonly view: object;
}

/** `snapshot`: null before the first one. */
export function renderPage({ template, frame, view }: PageInput, snapshot: Snapshot | null, deps: PageDeps) {
  const { urls, templates, assets } = deps;
  const manifest = snapshot?.manifest ?? null;
  const versionOf = (name: string) => assets.version(name, snapshot);
  const presented = presentFrame({
    ...frame,
    site: presentSite(snapshot, deps.publication),
    images: siteImagesOf(
      snapshot,
      frame.network,
      urls,
      urls.shared(frame.network, '/assets/icon.svg', { v: versionOf('icon.svg') }),
    ),
    hasGateway: snapshot !== null && hasGateway(snapshot),
    signIn: snapshot && signInLink(snapshot.catalog, urls),
    manifest,
    urls,
    versionOf,
  });
  const trail = describeCrumbs(view, frame.network, urls);
  return { html: templates.render(template, { ...presented, trail, ...view }), presented };
}

/** The way to the page from the home page, for search engines; null if the page has no crumbs. */
function describeCrumbs(view: object, network: string | null, urls: Urls): string | null {
  const { crumbs = [] } = view as {
    readonly crumbs?: readonly { readonly label: string; readonly href: string | null }[];
  };
  if (crumbs.length < 2) return null;
  const itemListElement = crumbs.map(({ label, href }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: label,
    ...(href === null ? {} : { item: urls.absolute(network, href) }),
  }));
  return writeStructuredData({ '@type': 'BreadcrumbList', itemListElement });
}

export function sendPage(ctx: Context, input: PageInput, deps: PageDeps): void {
  const { html, presented } = renderPage(input, snapshotOf(ctx), deps);
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.set('Link', presentLinkHeader(presented, input.frame.network, deps.urls));
  // A Buffer, because Koa encodes a string a second time to measure it.
  ctx.body = Buffer.from(html);
}

/** The network whose page is requested. Throws 404 if the snapshot does not have the network. */
export function requestedNetwork(ctx: Context) {
  const { key, snapshot } = networkOf(ctx);
  const network = snapshot.catalog.networks.get(key);
  if (!network) throw new Error(`the catalog has no network "${key}"`);
  return { key, network, snapshot };
}

/** The category of a directory page or a ready set, whose path may end in `.md`. Throws 404. */
export function requestedCategory(ctx: Context) {
  const requested = requestedNetwork(ctx);
  const [, , asked] = htmlPath(ctx.path).split('/');
  const category = requested.snapshot.catalog.categories.find(({ key }) => key === asked);
  if (category) return { ...requested, category };
  throw new HttpError(404, 'unknown-category', 'no such category in this directory');
}
