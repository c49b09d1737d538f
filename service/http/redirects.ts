/**
 * Redirects from other names of what is at an address: of networks, categories and providers,
 * percent-encoded, and with a slash at the end.
 */
import { foldText } from '../../common/fold.ts';
import { stripEnd } from '../../common/strip.ts';
import { HttpError } from '../errors.ts';
import type { SnapshotHolder } from '../snapshot/holder.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { LocatedPath, Urls } from '../urls.ts';
import type { Context, Handler } from './context.ts';
import type { Redirect } from './error-handler.ts';
import { setHeaders } from './middleware.ts';
import { maxHeaderAddress } from './respond.ts';

/** `isServed`: whether a route has the path. */
export function redirectOtherNames(
  urls: Urls,
  isServed: (place: LocatedPath) => boolean,
): Redirect {
  return (ctx, notFound) => {
    const { network, snapshot, path, route } = ctx.state;
    // A client repeats a POST as a GET.
    if (snapshot === null || ctx.method === 'POST') return notFound;
    const key = network === null ? null : networkNamed(network, snapshot);
    const plain = plainPath(path);
    const served = route === undefined ? servedPath({ network, path: plain }, isServed) : plain;
    const named = namedPath(served, snapshot);
    if (key === network && named === path) return notFound;
    const address = urls.to(key, named);
    return address.length > maxHeaderAddress ? notFound : redirectTo(ctx, address);
  };
}

/**
 * Redirects addresses of another layout to the place of the network in this one. Stands behind
 * `locate` and before the response cache.
 */
export function redirectOtherLayouts(urls: Urls, holder: Pick<SnapshotHolder, 'current'>): Handler {
  return (ctx, next) => {
    const moved = urls.movedFrom(ctx.req.headers.host ?? '', ctx.state.written);
    const snapshot = holder.current;
    if (moved === null || snapshot === null || !['GET', 'HEAD'].includes(ctx.method)) return next();
    const network = networkNamed(moved.network, snapshot);
    if (!snapshot.catalog.networks.has(network) || !urls.hasAddressOf(network)) return next();
    const failure = redirectTo(ctx, urls.to(network, moved.path));
    if (failure !== null) throw failure;
    setHeaders(ctx);
    return undefined;
  };
}

/** Returns 414 if the address with the query of the request is too long for a header. */
function redirectTo(ctx: Context, address: string): HttpError | null {
  const [, search = ''] = /(\?[^#]+)/.exec(ctx.originalUrl) ?? [];
  if (address.length + search.length > maxHeaderAddress) {
    const message = `the query is too long for a redirect to ${maxHeaderAddress} characters: send it to ${address}`;
    return new HttpError(414, 'uri-too-long', message);
  }
  ctx.set({ Location: `${address}${search}`, 'Cache-Control': 'public, max-age=60' });
  ctx.status = 301;
  ctx.body = '';
  return null;
}

function networkNamed(name: string, { catalog }: Snapshot): string {
  if (catalog.networks.has(name)) return name;
  return catalog.networkNamed(decode(name)) ?? name;
}

/**
 * The path without slashes at its end if a route has it. The networks are listed on the home page.
 */
function servedPath(place: LocatedPath, isServed: (place: LocatedPath) => boolean): string {
  const path = stripEnd(place.path, '/');
  if (path === '/networks') return '/';
  return path !== '' && isServed({ ...place, path }) ? path : place.path;
}

/** Characters that have one meaning, percent-encoded or not (RFC 3986, 2.3). */
function plainPath(path: string): string {
  return path.replace(/%[2-7][0-9a-f]/gi, (code) => {
    const char = decodeURIComponent(code);
    return /[\w.~-]/.test(char) ? char : code;
  });
}

/** Names of a category or a provider in the path of a page, which may end in `.md`. */
const namedIn = /^\/(toolbox|providers)\/([^/]+?)(\.md)?$/;

/**
 * The path with the key of the category, or the slug of the provider, that its last segment names.
 */
function namedPath(path: string, snapshot: Snapshot): string {
  const [, folder, segment = '', ending = ''] = namedIn.exec(path) ?? [];
  if (folder === undefined) return path;
  const name = decode(segment);
  const key = folder === 'toolbox' ? categoryNamed(name, snapshot) : providerNamed(name, snapshot);
  return key === null || key === name ? path : `/${folder}/${encodeURIComponent(key)}${ending}`;
}

function categoryNamed(name: string, { catalog }: Snapshot): string | null {
  return catalog.categoryKeys.find((key) => key === name.toLowerCase()) ?? null;
}

function providerNamed(name: string, snapshot: Snapshot): string | null {
  const { catalog } = snapshot;
  if (catalog.providerBySlug.has(name)) return name;
  const [provider = ''] = snapshot.providerNames().get(foldText(name)) ?? [];
  return catalog.providers.get(provider)?.slug ?? null;
}

/** A path segment without percent-encoding, as it is if the encoding is malformed. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
