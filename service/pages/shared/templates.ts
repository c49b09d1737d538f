/**
 * Mustache templates, read once. `<page>/<page>.mustache` is a page, `texts/` has texts in
 * Markdown; every other template is a partial of all pages.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import mustache from 'mustache';
import { escapeMarkdown } from '../../../common/markdown.ts';
import { escapeHtml } from './markdown.ts';

const config = { escape: (value: unknown) => escapeHtml(String(value)) };
const markdownConfig = { escape: (value: unknown) => escapeMarkdown(String(value)) };
const extension = '.mustache';

/**
 * Indentation is for editors: it would be 1 % of a compressed page. No template has text of its own
 * in a `pre`.
 */
function withoutIndentation(text: string): string {
  return text.replace(/^[ \t]+/gm, '');
}

export class Templates {
  readonly #pages = new Map<string, string>();
  readonly #partials = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  static async read(folder: string): Promise<Templates> {
    const templates = new Templates();
    for (const name of await readdir(folder, { recursive: true })) {
      if (!name.endsWith(extension)) continue;
      const text = withoutIndentation(await readFile(path.join(folder, name), 'utf8'));
      const key = path.basename(name, extension);
      if (path.dirname(name) === 'texts') templates.#texts.set(key, text);
      else if (key === path.dirname(name)) templates.#pages.set(key, text);
      // The final newline of the file is not part of the partial.
      else templates.#partials.set(key, text.trimEnd());
    }
    return templates;
  }

  render(page: string, view: object): string {
    return this.renderText(find(this.#pages, page), view);
  }

  renderPartial(partial: string, view: object): string {
    return this.renderText(find(this.#partials, partial), view);
  }

  /** Renders a text of `texts/`. Its values are escaped as Markdown. */
  renderMarkdown(text: string, view: object): string {
    return mustache.render(
      find(this.#texts, text),
      view,
      (name) => this.#texts.get(name),
      markdownConfig,
    );
  }

  /** Renders a template that is not one of the files. */
  renderText(template: string, view: object): string {
    return mustache.render(template, view, (name) => this.#partials.get(name), config);
  }
}

function find(templates: ReadonlyMap<string, string>, name: string): string {
  const template = templates.get(name);
  if (template === undefined) throw new Error(`no template "${name}"`);
  return template;
}
