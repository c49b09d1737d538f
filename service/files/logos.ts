/**
 * GET /logos/<file>: a logo of the snapshot, original or scaled. GET /icons/<file>: the monogram of
 * a network, or the icon of a column.
 */
import path from 'node:path';
import { describeFault, isFault } from '../../common/faults.ts';
import { sha256 } from '../../common/hash.ts';
import { readBounded } from '../../common/read-bounded.ts';
import { imageTypeOf } from '../../model/images.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import { HttpError } from '../errors.ts';
import { type Context, type Handler, networkOf, snapshotOf } from '../http/context.ts';
import { siteOf } from '../site.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { monogramOf, monogramSvg } from '../text/monogram.ts';
import { type Assets, immutable, sendAsset } from './assets.ts';

export function serveLogo(): Handler {
  return (ctx) => {
    const snapshot = ctx.state.network === null ? snapshotOf(ctx) : networkOf(ctx).snapshot;
    return sendLogo(ctx, snapshot, ctx.path.slice('/logos/'.length));
  };
}

/** Browsers request /favicon.ico by default. */
export function serveFavicon({ assets }: { readonly assets: Assets }): Handler {
  return (ctx) => {
    const { snapshot } = ctx.state;
    const { logo } = siteOf(snapshot);
    const hasLogo = snapshot !== null && logo !== null && snapshot.logoVersion(logo) !== null;
    return hasLogo ? sendLogo(ctx, snapshot, logo) : sendAsset(ctx, 'icon.svg', assets);
  };
}

async function sendLogo(ctx: Context, snapshot: Snapshot, name: string): Promise<void> {
  const body = await readLogo(snapshot, name);
  if (ctx.query.v === snapshot.logoVersion(name)) ctx.set('Cache-Control', immutable);
  ctx.set('Content-Type', imageTypeOf(path.basename(name)) ?? '');
  // The response cache keeps the logo, because the folder of an old snapshot may be removed.
  ctx.body = body;
}

/** Throws 404 if the snapshot has no such logo, and 503 if its file is missing or damaged. */
export async function readLogo({ folder, manifest }: Snapshot, name: string): Promise<Buffer> {
  const listed = manifest.files.find((file) => file.path === snapshotPaths.image(name));
  if (imageTypeOf(path.basename(name)) === null || !listed)
    throw new HttpError(404, 'not-found', 'no logo of that name in the current snapshot');
  let why = 'is missing or damaged on this server';
  const body = await readBounded(path.join(folder, listed.path), listed.bytes).catch((error) => {
    if (isFault(error)) why = `cannot be read on this server: ${describeFault(error)}`;
    return null;
  });
  if (body !== null && sha256(body) === listed.sha256) return body;
  throw new HttpError(503, 'file-damaged', `the logo "${name}" ${why}`);
}

/** The monogram of a network, or a picture that the definition of a category or column names. */
export function serveIcon({ assets }: { readonly assets: Assets }): Handler {
  return (ctx) => {
    const snapshot = snapshotOf(ctx);
    const name = ctx.path.slice('/icons/'.length);
    const network = snapshot.catalog.networks.get(/^([a-z0-9-]+)\.svg$/.exec(name)?.[1] ?? '');
    const icon = network
      ? monogramSvg(monogramOf(network.name, network.color, network.network))
      : assets.namedIcon(name, snapshot);
    if (icon === null) throw new HttpError(404, 'not-found', `no icon "${name}" in this directory`);
    ctx.type = 'image/svg+xml';
    ctx.body = icon;
  };
}
