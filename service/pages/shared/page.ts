/**
 * Renders and sends a page: its frame, its own view, and the Link header with its machine-readable
 * versions.
 */
import { type Context, snapshotOf } from '../../http/context.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Urls } from '../../urls.ts';
import { type FrameDeps, type FrameInput, presentFrame, presentLinkHeader } from './frame.ts';
import { isDrawable } from './picture-address.ts';
import { writeStructuredData } from './structured-data.ts';
import type { Templates } from './templates.ts';

/** Dependencies of every page. */
export interface PageDeps extends FrameDeps {
  readonly templates: Templates;
}

interface PageInput {
  readonly template: string;
  readonly frame: FrameInput;
  /** `crumbs`: the way to the page from the home page. */
  readonly view: object & {
    readonly crumbs?: readonly { readonly label: string; readonly href: string | null }[];
  };
}

/** Pages of tables to compare by, which take the width of a large window. */
const wideTemplates: ReadonlySet<string> = new Set([
  'toolbox',
  'search',
  'compare',
  'versus',
  'profile',
]);

/** `snapshot`: null before the first one. */
export function renderPage(
  { template, frame, view }: PageInput,
  snapshot: Snapshot | null,
  deps: PageDeps,
) {
  const presented = presentFrame(frame, snapshot, deps);
  const trail = describeCrumbs(view, frame.network, deps.urls);
  const hasTables = wideTemplates.has(template);
  const shown = { ...presented, trail, hasTables, ...view };
  return { html: deps.templates.render(template, shown), presented };
}

/** The way to the page from the home page, for search engines; null if the page has no crumbs. */
function describeCrumbs(
  { crumbs = [] }: PageInput['view'],
  network: string | null,
  urls: Urls,
): string | null {
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
  const { title, description, figure = description } = input.frame;
  if (ctx.state.picture !== null) {
    ctx.state.picture.card = { title, figure };
    return;
  }
  const frame = { ...input.frame, hasCard: isDrawable(title) };
  const { html, presented } = renderPage({ ...input, frame }, snapshotOf(ctx), deps);
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.set('Link', presentLinkHeader(presented, input.frame.network, deps.urls));
  ctx.body = html;
}

type Forms<Name extends string> = Readonly<Record<Name, { readonly type: string }>>;

/** The form that the client prefers to the page, if there is one. The route says `byAccept`. */
export function preferredForm<Name extends string>(ctx: Context, forms: Forms<Name>): Name | null {
  const names = new Map(
    (Object.keys(forms) as Name[]).map((name) => [forms[name].type.split(';')[0] ?? '', name]),
  );
  return names.get(ctx.accepts(['text/html', ...names.keys()]) || '') ?? null;
}

/** Links to the forms of a page. */
export function presentForms(forms: Forms<string>, hrefOf: (name: string) => string) {
  return Object.keys(forms).map((name) => ({
    label: name === 'md' ? 'Markdown' : name.toUpperCase(),
    href: hrefOf(name),
  }));
}
