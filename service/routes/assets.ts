/** GET /assets/<file>: style sheet and pictures of the pages, from memory. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { HttpError } from '../http/errors.ts';
import type { Context, Handler } from '../http/state.ts';
import type { Asset, RouteContext } from './context.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export async function readAssets(folder: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>();
  for (const name of await readdir(folder)) {
    const type = types[path.extname(name)];
    if (type !== undefined) assets.set(name, { body: await readFile(path.join(folder, name)), type });
  }
  return assets;
}

export function serveAsset({ assets }: RouteContext): Handler {
  return (ctx) => {
    const asset = assets.get(ctx.path.slice('/assets/'.length));
    if (!asset) throw new HttpError(404, 'not-found', 'nothing is at this address');
    sendAsset(ctx, asset);
  };
}

/** Browsers ask for it unasked; the pages name the picture itself. */
export function serveFavicon({ assets }: RouteContext): Handler {
  return (ctx) => {
    const asset = assets.get('favicon.svg');
    if (asset) sendAsset(ctx, asset);
  };
}

function sendAsset(ctx: Context, asset: Asset): void {
  ctx.set('Content-Type', asset.type);
  ctx.body = asset.body;
}
