/** GET /logos/<file>: the logo of a provider, from the snapshot's folder as its manifest lists it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { imageTypeOf } from '../../model/images.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import { HttpError } from '../http/errors.ts';
import { type Handler, networkOf, snapshotOf } from '../http/state.ts';
import { logoVersions, presentSigns, type SignOf } from '../pages/shared/logos.ts';
import type { Snapshot } from '../snapshot/open.ts';
import type { Urls } from '../urls.ts';
import { forEver } from './assets.ts';

/** Whoever opens a drawing by its address gets a drawing, and none of the scripts that it may hold. */
const drawingPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

export function serveLogo(): Handler {
  return async (ctx) => {
    const { folder, manifest } = ctx.state.network === null ? snapshotOf(ctx) : networkOf(ctx).snapshot;
    const name = ctx.path.slice('/logos/'.length);
    const type = imageTypeOf(name);
    const listed = manifest.files.find((file) => file.path === snapshotPaths.image(name));
    if (type === null || !listed) throw missing();
    // Read when it is asked for, and kept with the other answers: the folder of an old snapshot may be gone.
    const body = await readFile(path.join(folder, listed.path)).catch((cause: unknown) => {
      throw missing(cause);
    });
    if (createHash('sha256').update(body).digest('hex') !== listed.sha256) throw missing();
    if (ctx.query.v === logoVersions(manifest).get(name)) ctx.set('Cache-Control', forEver);
    if (type === 'image/svg+xml') ctx.set('Content-Security-Policy', drawingPolicy);
    ctx.set('Content-Type', type);
    ctx.body = body;
  };
}

function missing(cause?: unknown): HttpError {
  const message = 'no logo of that name in the current snapshot';
  return new HttpError(404, 'not-found', message, cause === undefined ? {} : { cause });
}

/** For the pages of a network, or of the site. */
export function signsOf({ manifest, catalog }: Snapshot, network: string | null, urls: Urls): SignOf {
  return presentSigns({ manifest, providers: catalog.providers, folder: urls.shared(network, '/logos') });
}
