/**
 * Mustache templates, read once. `<page>/<page>.mustache` is a page, `texts/` has texts in
 * Markdown; every other template is a partial of all pages.
 */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import mustache from 'mustache';
import { getOrInsert } from '../../../common/get-or-insert.ts';
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

/** Stands in a text where bytes follow. No page can have it in its own text. */
const slot = randomUUID();

type Tokens = ReturnType<mustache.Writer['parse']>;

/**
 * Renders values that are bytes as bytes: the lines of a list are most of its page, and are not
 * encoded again for each.
 */
class PageWriter extends mustache.Writer {
  readonly #tokens = new Map<string, Tokens>();
  #bytes: Uint8Array[] = [];

  renderPage(template: string, view: object, partialOf: (name: string) => string | undefined) {
    this.#bytes = [];
    const texts = this.render(template, view, partialOf, config).split(slot);
    return Buffer.concat(
      texts.flatMap((text, at) => [Buffer.from(text), this.#bytes[at] ?? new Uint8Array()]),
    );
  }

  /**
   * By template alone: the key of the original is a copy of it, made for each partial. Mustache
   * joins the characters of a text one by one. V8 holds the result as a tree of characters and
   * walks it for each page; the copy is a plain text.
   */
  override parse(template: string): Tokens {
    return getOrInsert(this.#tokens, template, () =>
      JSON.parse(JSON.stringify(mustache.parse(template))),
    );
  }

  override unescapedValue(token: string[], context: mustache.Context): string {
    const value: unknown = context.lookup(token[1] ?? '');
    if (!(value instanceof Uint8Array)) return super.unescapedValue(token, context);
    this.#bytes.push(value);
    return slot;
  }
}

export class Templates {
  readonly #writer = new PageWriter();
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

  /** A page. `{{{name}}}` takes bytes, too. */
  render(page: string, view: object): Buffer {
    return this.#writer.renderPage(find(this.#pages, page), view, this.#partialOf);
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
    return this.#writer.render(template, view, this.#partialOf, config);
  }

  readonly #partialOf = (name: string) => this.#partials.get(name);
}

function find(templates: ReadonlyMap<string, string>, name: string): string {
  const template = templates.get(name);
  if (template === undefined) throw new Error(`no template "${name}"`);
  return template;
}
