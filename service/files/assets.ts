/**
 * GET /assets/<file>: style sheet, scripts and icons (SVG symbols of lucide) of the pages, held in
 * memory, and DuckDB for browsers.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import * as z from 'zod';
import { describeFault } from '../../common/faults.ts';
import { getOrInsert } from '../../common/get-or-insert.ts';
import { sha256 } from '../../common/hash.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import { termsOf } from '../../model/terms.ts';
import { HttpError } from '../errors.ts';
import type { Context, Encoding, Handler } from '../http/context.ts';
import { siteOf } from '../site.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { iconId, iconOf } from '../text/icons.ts';
import { monogramOf, monogramSvg } from '../text/monogram.ts';
import type { Urls } from '../urls.ts';

const types: ReadonlyMap<string, string> = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
]);

/** Order of the style sheets in style.css: what all pages share first, then the pages. */
const styleOrder = [
  ...['tokens', 'base', 'controls', 'frame', 'page', 'suggest', 'logo', 'cards'].map(
    (name) => `layout/${name}.css`,
  ),
  ...['offer-table', 'widths', 'narrow'].map((name) => `offer-table/${name}.css`),
  ...['compare', 'data', 'home', 'search'].map((name) => `${name}/${name}.css`),
  ...['toolbox', 'filters', 'results', 'price-plot'].map((name) => `toolbox/${name}.css`),
];

/** Generated from lucide; not a file of templates/. */
const spriteName = 'icons.svg';
/** The monogram of a directory without a logo. */
const monogramName = 'icon.svg';
const styleName = 'style.css';
/** Files that a snapshot changes: its icons, name and colour. */
const ofSnapshot = new Set([spriteName, monogramName, styleName]);
/** WebAssembly of DuckDB. Its worker is one of the files. */
const engineName = 'duckdb.wasm';
const workerName = 'duckdb.js';
async function readEngineFile(name: string): Promise<Buffer> {
  return readFile(createRequire(import.meta.url).resolve(`@duckdb/duckdb-wasm/dist/${name}`));
}
/** Cache-Control of addresses that contain the version of the file. */
export const immutable = 'public, max-age=31536000, immutable';

export interface Asset {
  readonly body: Buffer;
  readonly type: string;
}

export class Assets {
  readonly #files: ReadonlyMap<string, Asset & { readonly version: string }>;
  readonly #icons: IconSet;
  /** Ids of the icons that the templates use. */
  readonly #used: readonly string[];
  readonly #engines = new Map<Encoding, Promise<Buffer>>();

  /** Why DuckDB for browsers is not on this server; null if it is. */
  readonly lack: string | null;

  private constructor(
    files: ReadonlyMap<string, Asset>,
    icons: IconSet,
    { used, lack }: { readonly used: readonly string[]; readonly lack: string | null },
  ) {
    this.#used = used;
    this.lack = lack;
    this.#files = new Map(
      [...files].map(([name, asset]) => [name, { ...asset, version: versionOf(asset.body) }]),
    );
    this.#icons = icons;
  }

  /**
   * Reads the scripts and pictures of the page folders under their own names, and all style sheets
   * as style.css.
   */
  static async read(templates: string): Promise<Assets> {
    const entries = await readdir(templates, { recursive: true });
    const names = entries.filter((name) => types.has(path.extname(name)));
    const pages = entries
      .filter((name) => name.endsWith('.mustache'))
      .map((name) => path.join(templates, name));
    const markup = (await Promise.all(pages.map((page) => readFile(page, 'utf8')))).join('');
    const used = Array.from(markup.matchAll(/\{\{sprite\}\}#(\w+)/g), ([, id = '']) => id);
    const styles = names.filter((name) => name.endsWith('.css')).toSorted(byStyleOrder);
    const files = new Map<string, Asset>();
    for (const [name, parts] of [
      ...names
        .filter((name) => !styles.includes(name))
        .map((name) => [path.basename(name), [name]] as const),
      [styleName, styles] as const,
    ]) {
      const bodies = await Promise.all(parts.map((part) => readFile(path.join(templates, part))));
      const isText = /\.(?:css|js)$/.test(name);
      const body = isText ? Buffer.from(withoutComments(bodies.join(''))) : Buffer.concat(bodies);
      files.set(name, { body, type: types.get(path.extname(name)) ?? '' });
    }
    const all = withVersionedImports(files);
    const worker = await readEngineFile('duckdb-browser-eh.worker.js').catch(describeFault);
    const lack = typeof worker === 'string' ? worker : null;
    if (typeof worker !== 'string')
      all.set(workerName, { body: worker, type: types.get('.js') ?? '' });
    return new Assets(all, await IconSet.read(), { used, lack });
  }

  /**
   * WebAssembly of DuckDB: 18 MB, 4 MB compressed. It is read and compressed for the first request
   * that wants it. A failure is not remembered.
   */
  async engine(encoding: Encoding): Promise<Buffer> {
    try {
      return await getOrInsert(this.#engines, encoding, async () => {
        const body = await readEngineFile('duckdb-eh.wasm');
        if (encoding === 'identity') return body;
        if (encoding === 'gzip') return promisify(gzip)(body);
        return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
      });
    } catch (cause) {
      this.#engines.delete(encoding);
      throw lacksEngine(describeFault(cause), cause);
    }
  }

  /**
   * The sprite contains the icons that the snapshot names, the style sheet the colour of the
   * directory.
   */
  get(name: string, snapshot: Snapshot | null): Asset | null {
    const { name: site, shortName, color } = siteOf(snapshot);
    const svg = (text: string) => ({ body: Buffer.from(text), type: types.get('.svg') ?? '' });
    if (name === spriteName) return svg(this.#icons.sprite([...this.#used, ...iconsOf(snapshot)]));
    if (name === monogramName) return svg(monogramSvg(monogramOf(shortName ?? site, color)));
    const file = this.#files.get(name);
    if (file === undefined || name !== styleName || color === null) return file ?? null;
    return { ...file, body: Buffer.concat([file.body, Buffer.from(accentOf(color))]) };
  }

  /**
   * The picture of a file that the snapshot names as an icon (`plan.svg||lucide:BookMarked`): the
   * other alternative of the first category or column that names it. Null if nothing names it.
   */
  namedIcon(name: string, { catalog }: Snapshot): string | null {
    if (!/^[\w-]+\.svg$/.test(name)) return null;
    const named = [...catalog.categories, ...catalog.columns.values()].find(({ icon }) =>
      icon?.split('||').includes(name),
    );
    const id = iconOf(named?.icon ?? null);
    return id === null ? null : this.#icons.picture(id);
  }

  /** Of the bytes. Those that the snapshot changes are made once for it. */
  version(name: string, snapshot: Snapshot | null): string | null {
    if (name === engineName) return this.version(workerName, snapshot);
    if (!ofSnapshot.has(name)) return this.#files.get(name)?.version ?? null;
    const make = () => versionOf(this.get(name, snapshot)?.body ?? '');
    return snapshot === null ? make() : snapshot.derived.of(`version of ${name}`, make);
  }
}

/**
 * Comments on lines of their own and indentation are for editors: a fifth of the compressed style
 * sheet. No script has text of several lines.
 */
function withoutComments(text: string): string {
  // bounded: style sheets and scripts of the program, at most 1,000,000 characters
  const kept = text.replace(/^[ \t]*(?:\/\*[\s\S]*?\*\/|\/\/.*)\n/gm, '');
  return kept.replace(/^[ \t]+/gm, '');
}

/**
 * The colours of links and buttons from that of a directory: its hue, as light or dark as texts on
 * the backgrounds of `tokens.css` need.
 */
function accentOf(color: string): string {
  const shade = (light: string, dark: string) =>
    `light-dark(oklch(from ${color} ${light} h), oklch(from ${color} ${dark} h))`;
  return `@supports (color: oklch(from red l c h)) {
  :root {
    --accent: ${shade('0.46 c', '0.8 min(c, 0.12)')};
    --accent-strong: ${shade('0.39 c', '0.87 min(c, 0.1)')};
    --accent-soft: ${shade('0.95 min(c, 0.03)', '0.32 min(c, 0.05)')};
    --on-accent: light-dark(#ffffff, oklch(from ${color} 0.23 min(c, 0.05) h));
  }
}
`;
}

/**
 * Adds versions to the imports of scripts, because a browser runs a module once for each of its
 * addresses.
 */
function withVersionedImports(files: ReadonlyMap<string, Asset>): Map<string, Asset> {
  const done = new Map<string, Asset>();
  const versioned = (name: string, asset: Asset): Asset => {
    const known = done.get(name);
    if (known || !name.endsWith('.js')) return known ?? asset;
    const text = asset.body.toString().replaceAll(/(?<=from '\.\/)[\w-]+\.js(?=')/g, (imported) => {
      const file = files.get(imported);
      if (!file) throw new Error(`${name} imports ${imported}, which does not exist`);
      return `${imported}?v=${versionOf(versioned(imported, file).body)}`;
    });
    const result = { ...asset, body: Buffer.from(text) };
    done.set(name, result);
    return result;
  };
  return new Map([...files].map(([name, asset]) => [name, versioned(name, asset)]));
}

/** Style sheets that the order does not name come last. */
function byStyleOrder(a: string, b: string): number {
  const place = (name: string) =>
    styleOrder.includes(name) ? styleOrder.indexOf(name) : styleOrder.length;
  return place(a) - place(b) || (a < b ? -1 : 1);
}

/** Those that categories and columns name. */
function iconsOf(snapshot: Snapshot | null): string[] {
  const { categories = [], columns = new Map<string, ColumnDefinition>() } =
    snapshot?.catalog ?? {};
  return [...categories, ...columns.values()].flatMap(({ icon }) => iconOf(icon) ?? []);
}

interface AssetDeps {
  readonly assets: Assets;
  readonly urls: Urls;
}

export function serveAsset({ assets, urls }: AssetDeps): Handler {
  return (ctx) => {
    const { network, snapshot } = ctx.state;
    // A network with its own origin serves the assets of its error pages too, even if the network
    // is unknown.
    const known =
      network === null || snapshot?.catalog.networks.has(network) || urls.hasOwnOrigin(network);
    if (!known)
      throw new HttpError(
        404,
        'unknown-network',
        `no ${termsOf(siteOf(snapshot)).network} "${network}" in this directory`,
      );
    const name = ctx.path.slice('/assets/'.length);
    return name === engineName ? sendEngine(ctx, assets) : sendAsset(ctx, name, assets);
  };
}

/** 503: DuckDB for browsers is a package, which an installation may lack. */
export function lacksEngine(why: string, cause?: unknown): HttpError {
  const message = `DuckDB for browsers cannot be read on this server: ${why}; install the package @duckdb/duckdb-wasm and start the service again`;
  return new HttpError(503, 'no-engine', message, { cause });
}

async function sendEngine(ctx: Context, assets: Assets): Promise<void> {
  const { encoding } = ctx.state;
  const body = await assets.engine(encoding);
  if (ctx.query.v === assets.version(engineName, null)) ctx.set('Cache-Control', immutable);
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.set('Content-Type', 'application/wasm');
  ctx.body = body;
}

export function sendAsset(ctx: Context, name: string, assets: Assets): void {
  const { snapshot } = ctx.state;
  const asset = assets.get(name, snapshot);
  if (!asset && name === workerName && assets.lack !== null) throw lacksEngine(assets.lack);
  if (!asset) throw new HttpError(404, 'not-found', 'nothing is at this address');
  const version = assets.version(name, snapshot);
  if (version !== null && ctx.query.v === version) ctx.set('Cache-Control', immutable);
  ctx.set('Content-Type', asset.type);
  ctx.body = asset.body;
}

function versionOf(body: Buffer | string): string {
  return sha256(body, 'base64url').slice(0, 10);
}

/** Format of Iconify packages: icons by name, and aliases. */
const packSchema = z.object({
  icons: z.record(z.string(), z.object({ body: z.string() })),
  aliases: z.record(z.string(), z.object({ parent: z.string() })).default({}),
});

export class IconSet {
  /** Inner SVG elements by icon id. */
  readonly #bodies: ReadonlyMap<string, string>;

  private constructor(bodies: ReadonlyMap<string, string>) {
    this.#bodies = bodies;
  }

  static async read(): Promise<IconSet> {
    const file = createRequire(import.meta.url).resolve('@iconify-json/lucide/icons.json');
    const { icons, aliases } = packSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    const named = Object.entries(icons).map(([name, { body }]) => [iconId(name), body] as const);
    const renamed = Object.entries(aliases).map(
      ([name, { parent }]) => [iconId(name), icons[parent]?.body ?? ''] as const,
    );
    return new IconSet(new Map([...renamed, ...named]));
  }

  /** A picture of one icon in the colour of the text around it; null for an unknown id. */
  picture(id: string): string | null {
    const body = this.#bodies.get(id);
    return body
      ? `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${body}</svg>`
      : null;
  }

  /** An SVG with one symbol per known id. Colour and stroke come from the style sheet. */
  sprite(ids: Iterable<string>): string {
    const symbols = [...new Set(ids)].flatMap((id) => {
      const body = this.#bodies
        .get(id)
        ?.replaceAll(/ (?:fill="none"|stroke="[^"]*"|stroke-[a-z]+="[^"]*")/g, '');
      return body ? [`<symbol id="${id}" viewBox="0 0 24 24">${body}</symbol>`] : [];
    });
    return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
  }
}
