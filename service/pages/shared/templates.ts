/**
 * Mustache templates, read once. `<page>/<page>.mustache` is a page, `texts/` has texts in Markdown; every other template is a partial of
 * all pages.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import mustache from 'mustache';
import { escapeMarkdown } from '../../../common/markdown.ts';
import { escapeHtml } from './markdown.ts';

const config = { escape: (value: unknown) => escapeHtml(String(value)) };
const markdownConfig = { escape: (value: unknown) => escapeMarkdown(String(value)) };
const extension = '.mustache';

/** Indentation is for editors: it would be 1 % of a compressed page. No template has text of its own in a `pre`. */
function withoutIndentation(text: string): string {
  return text.replace(/^[ \t]+/gm, '');
}

export class Templates {
  readonly #pages: ReadonlyMap<string, string>;
  readonly #partials: Readonly<Record<string, string>>;
  readonly #texts: Readonly<Record<string, string>>;

  private constructor(
    pages: ReadonlyMap<string, string>,
    partials: Readonly<Record<string, string>>,
    texts: Readonly<Record<string, string>>,
  ) {
    this.#pages = pages;
    this.#partials = partials;
    this.#texts = texts;
  }

  static async read(folder: string): Promise<Templates> {
    const pages = new Map<string, string>();
    const partials = new Map<string, string>();
    const texts = new Map<string, string>();
    for (const name of await readdir(folder, { recursive: true })) {
      if (!name.endsWith(extension)) continue;
      const text = withoutIndentation(await readFile(path.join(folder, name), 'utf8'));
      const key = path.basename(name, extension);
      if (path.dirname(name) === 'texts') texts.set(key, text);
      else if (key === path.dirname(name)) pages.set(key, text);
      // The final newline of the file is not part of the partial.
      else partials.set(key, text.trimEnd());
    }
    return new Templates(pages, Object.fromEntries(partials), Object.fromEntries(texts));
  }

  render(page: string, view: object): string {
    const template = this.#pages.get(page);
    if (template === undefined) throw new Error(`no template "${page}"`);
    return this.renderText(template, view);
  }

  renderPartial(partial: string, view: object): string {
    const template = this.#partials[partial];
    if (template === undefined) throw new Error(`no partial "${partial}"`);
    return this.renderText(template, view);
  }

  /** Renders a text of `texts/`. Its values are escaped as Markdown. */
  renderMarkdown(text: string, view: object): string {
    const template = this.#texts[text];
    if (template === undefined) throw new Error(`no text "${text}"`);
    return mustache.render(template, view, this.#texts, markdownConfig);
  }

  /** Renders a template that is not one of the files. */
  renderText(template: string, view: object): string {
    return mustache.render(template, view, this.#partials, config);
  }
}
