/** GET /assets/<file>: style sheet, scripts and pictures of the pages, from memory. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { HttpError } from '../http/errors.ts';
import type { Context, Handler } from '../http/state.ts';
import type { RouteContext } from '../pages/shared/context.ts';
import { iconId, iconOf, ownIcons } from '../pages/shared/icons.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { IconSet } from './icon-set.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The sprite: drawn from lucide, not a file of the folder. */
const spriteName = 'icons.svg';
/** An address that names the version of a file never means anything else. */
export const forEver = 'public, max-age=31536000, immutable';

export interface Asset {
  readonly body: Buffer;
  readonly type: string;
}

export class Assets {
  readonly #files: ReadonlyMap<string, Asset & { readonly version: string }>;
  readonly #icons: IconSet;
  /** Of the sprite before any snapshot. */
  readonly #iconsVersion: string;

  private constructor(files: ReadonlyMap<string, Asset>, icons: IconSet) {
    this.#files = new Map([...files].map(([name, asset]) => [name, { ...asset, version: versionOf(asset.body) }]));
    this.#icons = icons;
    this.#iconsVersion = versionOf(icons.sprite(iconsOf(null)));
  }

  static async read(folder: string): Promise<Assets> {
    const files = new Map<string, Asset>();
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      const name = entry.isDirectory() ? `${entry.name}.css` : entry.name;
      const type = types[path.extname(name)];
      if (type !== undefined)
        files.set(name, { body: entry.isDirectory() ? await joinFiles(file) : await readFile(file), type });
    }
    return new Assets(files, await IconSet.read());
  }

  /** The sprite holds the icons that the snapshot names. */
  get(name: string, snapshot: Snapshot | null): Asset | null {
    if (name !== spriteName) return this.#files.get(name) ?? null;
    return { body: Buffer.from(this.#icons.sprite(iconsOf(snapshot))), type: types['.svg'] ?? '' };
  }

  version(name: string, snapshotId: string | null): string | null {
    if (name === spriteName) return versionOf(`${this.#iconsVersion} ${snapshotId}`);
    return this.#files.get(name)?.version ?? null;
  }
}

/** A folder of style sheets is one, in the order of their names. */
async function joinFiles(folder: string): Promise<Buffer> {
  const names = (await readdir(folder)).toSorted();
  return Buffer.concat(await Promise.all(names.map((name) => readFile(path.join(folder, name)))));
}

function iconsOf(snapshot: Snapshot | null): string[] {
  const { categories, categoryKeys } = snapshot?.catalog ?? { categories: [], categoryKeys: [] };
  const columns = categoryKeys.flatMap((key) => snapshot?.catalog.columnsOf(key) ?? []);
  const named = [...categories, ...columns].flatMap(({ icon }) => iconOf(icon) ?? []);
  return [...ownIcons.map(iconId), ...named];
}

export function readAssets(folder: string): Promise<Assets> {
  return Assets.read(folder);
}

export function serveAsset(deps: RouteContext): Handler {
  return (ctx) => {
    const { network, snapshot } = ctx.state;
    // The pages of a host of its own have them there, the page that says "no such network" too.
    const known = network === null || snapshot?.catalog.networks.has(network) || deps.urls.hasOwnOrigin(network);
    if (!known) throw new HttpError(404, 'unknown-network', `no network "${network}" in this directory`);
    sendAsset(ctx, ctx.path.slice('/assets/'.length), deps);
  };
}

/** Browsers ask for it unasked; the pages name the picture itself. */
export function serveFavicon(deps: RouteContext): Handler {
  return (ctx) => sendAsset(ctx, 'favicon.svg', deps);
}

function sendAsset(ctx: Context, name: string, { assets }: RouteContext): void {
  const { snapshot } = ctx.state;
  const asset = assets.get(name, snapshot);
  if (!asset) throw new HttpError(404, 'not-found', 'nothing is at this address');
  const version = assets.version(name, snapshot?.manifest.id ?? null);
  if (version !== null && ctx.query.v === version) ctx.set('Cache-Control', forEver);
  ctx.set('Content-Type', asset.type);
  ctx.body = asset.body;
}

function versionOf(body: Buffer | string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 10);
}
