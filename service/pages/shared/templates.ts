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

/** Texts of files by their names. */
type Files = Readonly<Record<string, string>>;

export class Templates {
  readonly #pages: Files;
  readonly #partials: Files;
  readonly #texts: Files;

  private constructor(pages: Files, partials: Files, texts: Files) {
    this.#pages = pages;
    this.#partials = partials;
    this.#texts = texts;
  }

  static async read(folder: string): Promise<Templates> {
    const [pages, partials, texts] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()];
    for (const name of await readdir(folder, { recursive: true })) {
      if (!name.endsWith(extension)) continue;
      const text = withoutIndentation(await readFile(path.join(folder, name), 'utf8'));
      const key = path.basename(name, extension);
      if (path.dirname(name) === 'texts') texts.set(key, text);
      else if (key === path.dirname(name)) pages.set(key, text);
      // The final newline of the file is not part of the partial.
      else partials.set(key, text.trimEnd());
    }
    return new Templates(Object.fromEntries(pages), Object.fromEntries(partials), Object.fromEntries(texts));
  }

  render(page: string, view: object): string {
    return this.renderText(templateNamed(page, this.#pages), view);
  }

  renderPartial(partial: string, view: object): string {
    return this.renderText(templateNamed(partial, this.#partials), view);
  }

  /** Renders a text of `texts/`. Its values are escaped as Markdown. */
  renderMarkdown(text: string, view: object): string {
    return mustache.render(templateNamed(text, this.#texts), view, this.#texts, markdownConfig);
  }

  /** Renders a template that is not one of the files. */
  renderText(template: string, view: object): string {
    return mustache.render(template, view, this.#partials, config);
  }
}

function templateNamed(name: string, files: Files): string {
  const text = files[name];
  if (text === undefined) throw new Error(`no template "${name}"`);
  return text;
}
