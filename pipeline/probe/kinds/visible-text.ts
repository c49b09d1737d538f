/** Text that a reader of a page sees. It is compared and hashed, and never shown. */
import { Parser } from 'htmlparser2';

const hidden: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head']);

/** With single spaces. Plain text is its own text. */
export function visibleText(body: string, isHtml: boolean): string {
  return foldSpaces(isHtml ? textOfHtml(body) : body);
}

/** Quoted words are looked for regardless of spaces, and of the forms of quotes, hyphens and case. */
export function foldWords(text: string): string {
  return foldSpaces(text.normalize('NFKC'))
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .toLowerCase();
}

function textOfHtml(html: string): string {
  const parts: string[] = [];
  let depth = 0;
  const parser = new Parser({
    onopentag: (name) => {
      if (hidden.has(name)) depth++;
      else if (!inline.has(name)) parts.push(' ');
    },
    ontext: (text) => {
      if (depth === 0) parts.push(text);
    },
    onclosetag: (name) => {
      if (hidden.has(name)) depth--;
      else if (!inline.has(name)) parts.push(' ');
    },
  });
  parser.end(html);
  return parts.join('');
}

/** Elements that do not separate words: `<b>$49</b>/mo`. */
const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code em i mark q s small span strong sub sup u'.split(' '),
);

function foldSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
