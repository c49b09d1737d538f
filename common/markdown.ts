/** Texts of the sources in Markdown: the one function that writes them, and what holds them. */

/**
 * Text that no Markdown reader takes for markup, HTML or a line break, nor at its start for a
 * block. Addresses stay readable: a colon and a slash have no meaning.
 */
export function escapeMarkdown(text: string): string {
  return escapeInline(text).replace(
    /^ ?(?:(?=[=>]|[-+](?:[\s-]|$))|\d{1,9}(?=[.)](?:\s|$)))/,
    '$&\\',
  );
}

/** The same for text inside of a line, such as a heading: `1. Discover` is no list there. */
export function escapeInline(text: string): string {
  return (
    text
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .replace(/^\s+/, ' ')
      .replace(/&(?=#?\w{1,31};)/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/[\\`*_[\]#!|~]/g, '\\$&')
      // A backslash at the end would take the mark of the next cell.
      .replace(/\\\\$/, '&#92;')
  );
}

/** Characters of the address that could end the link are encoded. */
export function markdownLink(label: string, href: string): string {
  const encode = (sign: string) =>
    `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`;
  return `[${escapeMarkdown(label)}](${href.replace(/[()<>\s|\\]/g, encode)})`;
}

/** Marks of code that no marks in the text can end. `least`: 1 in a line, 3 around lines. */
export function codeFence(text: string, least: number): string {
  const longest = Math.max(least - 1, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  return '`'.repeat(longest + 1);
}

export function codeBlock(text: string, language = ''): string {
  const fence = codeFence(text, 3);
  return `${fence}${language}\n${text}\n${fence}`;
}
