/** Unclosed Markdown markup. */
import { type BuildTextRule, type Finding, isMarkdown, shorten } from './texts.ts';

const linkEnd = /\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"]*")?\)/g;

/** Maximum length of a label in a message. */
const labelShown = 30;

export const openMarkdown: BuildTextRule = () => ({
  rule: 'open-markdown',
  find: (text, column) => (isMarkdown(column) ? find(text) : null),
});

/** Ignores a single star, underscore, bracket or parenthesis, because it is usually plain text. */
function find(text: string): Finding | null {
  if (!/[`*~\]]/.test(text)) return null;
  if (count(text, /`+/g) % 2 === 1) return open('`', 'close the code with another `');
  const outside = text.replace(/`+[^`]*`+/g, '');
  if (count(outside, /\*\*/g) % 2 === 1) return open('**', 'close it with another **, or remove it');
  if (count(outside, /~~/g) % 2 === 1) return open('~~', 'close it with another ~~, or remove it');
  const rest = outside.replace(linkEnd, '');
  const at = rest.indexOf('](');
  if (at === -1) return null;
  const label = rest
    .slice(Math.max(0, at - labelShown), at)
    .split(/\s/)
    .at(-1);
  const [address = ''] = rest.slice(at).split(/\s/, 1);
  return open(shorten(`${label}${address}`), 'write [label](address), without spaces in the address');
}

function open(mark: string, suggestion: string): Finding {
  return { message: `the Markdown markup ${mark} is not closed`, suggestion };
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
