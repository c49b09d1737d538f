/** Text that a reader of a page sees. It is compared and hashed, and never shown. */
import { Parser } from 'htmlparser2';

const hidden: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head']);

/** Elements in elements. Browsers have this limit too; the parser looks through all open elements for each end tag. */
const maxDepth = 512;

/** With single spaces. Plain text is its own text. Null for elements that are nested too deep. */
export function visibleText(body: string, isHtml: boolean): string | null {
  const text = isHtml ? textOfHtml(body) : body;
  return text === null ? null : foldSpaces(text);
}

/** Quoted words are looked for regardless of spaces, and of the forms of quotes, hyphens and case. */
export function foldWords(text: string): string {
  return foldSpaces(text.normalize('NFKC'))
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .toLowerCase();
}

function textOfHtml(html: string): string | null {
  const parts: string[] = [];
  let [depth, hiddenDepth] = [0, 0];
  const parser = new Parser({
    onopentagname: (name) => {
      if (++depth > maxDepth) parser.pause();
      if (hidden.has(name)) hiddenDepth++;
      else if (!inline.has(name)) parts.push(' ');
    },
    ontext: (text) => {
      if (hiddenDepth === 0) parts.push(text);
    },
    onclosetag: (name) => {
      depth--;
      if (hidden.has(name)) hiddenDepth--;
      else if (!inline.has(name)) parts.push(' ');
    },
  });
  parser.end(html);
  return depth > 0 ? null : parts.join('');
}

/** Elements that do not separate words: `<b>$49</b>/mo`. */
const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code em i mark q s small span strong sub sup u'.split(' '),
);

function foldSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
