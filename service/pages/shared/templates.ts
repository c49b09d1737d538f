/** Mustache templates, read once: pages by name, and partials that every page can use. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import mustache from 'mustache';
import { escapeHtml } from './markdown.ts';

const config = { escape: (value: unknown) => escapeHtml(String(value)) };

export class Templates {
  readonly #pages: ReadonlyMap<string, string>;
  readonly #partials: Readonly<Record<string, string>>;

  private constructor(pages: ReadonlyMap<string, string>, partials: Readonly<Record<string, string>>) {
    this.#pages = pages;
    this.#partials = partials;
  }

  static async read(folder: string): Promise<Templates> {
    const partials = await readTexts(path.join(folder, 'partials'));
    // The line break at the end of a file is none of the partial's.
    const trimmed = [...partials].map(([name, text]) => [name, text.trimEnd()] as const);
    return new Templates(await readTexts(folder), Object.fromEntries(trimmed));
  }

  render(page: string, view: object): string {
    const template = this.#pages.get(page);
    if (template === undefined) throw new Error(`no template "${page}"`);
    return mustache.render(template, view, this.#partials, config);
  }

  /** A partial by itself. */
  fragment(partial: string, view: object): string {
    const template = this.#partials[partial];
    if (template === undefined) throw new Error(`no partial "${partial}"`);
    return mustache.render(template, view, this.#partials, config);
  }
}

async function readTexts(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mustache'));
  const texts = names.map(async (name) => {
    const text = await readFile(path.join(folder, name), 'utf8');
    return [name.slice(0, -'.mustache'.length), text] as const;
  });
  return new Map(await Promise.all(texts));
}
