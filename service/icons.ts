/** The drawings of lucide: names known from the start, a file read when a page first uses it. */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { iconId } from './present/icons.ts';

export class IconSet {
  /** By id: the file. */
  readonly #files: ReadonlyMap<string, string>;
  /** By id: the symbol. */
  readonly #symbols = new Map<string, Promise<string>>();

  private constructor(files: ReadonlyMap<string, string>) {
    this.#files = files;
  }

  static async open(): Promise<IconSet> {
    const main = createRequire(import.meta.url).resolve('lucide-static/package.json');
    const folder = path.join(path.dirname(main), 'icons');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.svg'));
    return new IconSet(new Map(names.map((name) => [iconId(name.slice(0, -'.svg'.length)), path.join(folder, name)])));
  }

  /** One picture with a symbol for each id that lucide has. */
  async sprite(ids: Iterable<string>): Promise<string> {
    const symbols = await Promise.all([...new Set(ids)].map((id) => this.#symbol(id)));
    return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
  }

  #symbol(id: string): Promise<string> {
    const known = this.#symbols.get(id);
    if (known) return known;
    const file = this.#files.get(id);
    if (file === undefined) return Promise.resolve('');
    const symbol = readFile(file, 'utf8').then((svg) => {
      const drawing = /<svg[^>]*>(.*)<\/svg>/s.exec(svg)?.[1] ?? '';
      return `<symbol id="${id}" viewBox="0 0 24 24">${drawing.replace(/\s*\n\s*/g, '')}</symbol>`;
    });
    this.#symbols.set(id, symbol);
    return symbol;
  }
}
