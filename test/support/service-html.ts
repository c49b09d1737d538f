/** Reads just enough of a page to tell what a visitor would see and where links lead. */

export interface Link {
  readonly href: string;
  readonly text: string;
  readonly current: boolean;
  readonly rel: string;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x2F': '/',
  '#x60': '`',
  '#x3D': '=',
};

export function unescapeHtml(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

/** What is shown of a piece of HTML. */
export function textOf(html: string): string {
  return unescapeHtml(html.replace(/<[^>]*>/g, ''));
}

export function linksOf(html: string): Link[] {
  return Array.from(
    html.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs),
    ([, attributes = '', inner = '']) => ({
      href: attributeOf(attributes, 'href') ?? '',
      text: textOf(inner),
      current: attributeOf(attributes, 'aria-current') === 'page',
      rel: attributeOf(attributes, 'rel') ?? '',
    }),
  );
}

/** The values of an attribute wherever it stands on a tag of that name. */
export function attributesOf(html: string, tag: string, name: string): string[] {
  const tags = Array.from(
    html.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g')),
    ([, attributes = '']) => attributes,
  );
  return tags.flatMap((attributes) => attributeOf(attributes, name) ?? []);
}

/** Names and values that a form sends as it stands. */
export function fieldsOf(form: string): [name: string, value: string][] {
  const tags = Array.from(
    form.matchAll(/<input\b([^>]*)>|<select\b([^>]*)>(.*?)<\/select>/gs),
    ([, input, select = '', options = '']): [string, string | null] => {
      if (input !== undefined) {
        const isBox = /type="(?:checkbox|radio)"/.test(input);
        const isSent = !isBox || /\schecked\b/.test(input);
        return [attributeOf(input, 'name') ?? '', isSent ? attributeOf(input, 'value') : null];
      }
      const all = Array.from(options.matchAll(/<option\b([^>]*)>/g), ([, option = '']) => option);
      const chosen = all.find((option) => /\sselected\b/.test(option)) ?? all[0] ?? '';
      return [attributeOf(select, 'name') ?? '', attributeOf(chosen, 'value')];
    },
  );
  return tags.flatMap(([name, value]): [string, string][] =>
    name === '' || value === null || value === '' ? [] : [[name, value]],
  );
}

export interface ShownProvider {
  readonly name: string;
  /** Of the first offer of each line; offers that differ in their chain alone stand on one line. */
  readonly slugs: readonly string[];
}

/** The providers of a directory page, in order. */
export function providersOf(html: string): ShownProvider[] {
  const bodies = Array.from(
    html.matchAll(/<tbody(?! class)[^>]*>(.*?)<\/tbody>/gs),
    ([, inner = '']) => inner,
  );
  const nameOf = (body: string) =>
    textOf(/<span[^>]* class="name">(.*?)<\/span>/s.exec(body)?.[1] ?? '').trim();
  return bodies.map((body) => ({ name: nameOf(body), slugs: offersOf(body) }));
}

/**
 * Slugs of the lines on a directory page, in order: each is that of the first offer of the line.
 */
export function offersOf(html: string): string[] {
  return Array.from(
    html.matchAll(/<button type="submit" form="unfold" name="open" value="([^"]*)"/g),
    ([, slug = '']) => unescapeHtml(slug),
  );
}

/**
 * Slugs of all offers that lines of a directory page stand for, sorted. `unfold`: the page with the
 * details of a line.
 */
export async function listedOf(
  lines: readonly string[],
  unfold: (slug: string) => Promise<string>,
): Promise<string[]> {
  const pages = await Promise.all(lines.map(unfold));
  const lists = pages.map((html) => /<code class="slugs">(.*?)<\/code>/s.exec(html)?.[1] ?? '');
  return lists.flatMap((list) => unescapeHtml(list).trim().split('\n')).toSorted();
}

function attributeOf(attributes: string, name: string): string | null {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? null : unescapeHtml(value);
}
