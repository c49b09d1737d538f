/**
 * Faults of links and of Markdown markup. A button is exactly one link, and a text may contain
 * links.
 */
import { type Fault, shorten } from '../rule.ts';

/** `[label](address)`; an address may contain balanced parentheses and no whitespace. */
const address = String.raw`[^()\s]*(?:\([^()\s]*\)[^()\s]*)*`;
const wholeLink = new RegExp(String.raw`^\[([^\]]*)\]\((${address})\)$`);
const links = new RegExp(String.raw`\[([^\[\]]*)\]\((${address})\)`, 'g');
const linkEnd = new RegExp(String.raw`\]\(${address}(?:\s+"[^"]*")?\)`, 'g');

export function findLink(text: string): Fault | null {
  return findInText(text, false);
}

/** A URL without a scheme in a text is a warning, because the corpus has some. */
export function findBareLink(text: string): Fault | null {
  return findInText(text, true);
}

function findInText(text: string, bare: boolean): Fault | null {
  if (!text.includes('](')) return null;
  for (const [link, label = '', target = ''] of text.matchAll(links)) {
    const isBare = label.trim() !== '' && /^[^/:]+(?:\/|$)/.test(target);
    const fault = isBare === bare ? findInLink(link, label, target) : null;
    if (fault !== null) return fault;
  }
  return null;
}

export function findNoAddress(text: string): Fault | null {
  if (/^[\w-]+(?:\.[\w-]+)+(?:[/:?]\S*)?$/.test(text))
    return [`"${shorten(text)}" lacks its scheme`, `write "https://${shorten(text)}"`];
  if (!/\s/.test(text.trim())) return null;
  return [
    `"${shorten(text)}" is not an address`,
    'write the address of the endpoint; a command has its own columns',
  ];
}

export function findInButton(text: string): Fault | null {
  const [, label, target] = wholeLink.exec(text.trim()) ?? [];
  if (label !== undefined && target !== undefined) return findInLink(text, label, target);
  if (text.trim() === '') return ['a button is blank', 'remove it'];
  return [
    `"${shorten(text)}" is not exactly one link`,
    'write [label](https://address), one link for each button',
  ];
}

function findInLink(link: string, label: string, target: string): Fault | null {
  if (label.trim() === '')
    return [`the link "${shorten(link)}" has no label`, `write [label](${shorten(target)})`];
  if (target === '')
    return [`the link "${shorten(link)}" has no URL`, `write [${label}](https://address)`];
  if (/^\/(?![/\\])/.test(target)) return null;
  if (/^(?:https?:\/\/[^/?#]|mailto:[^?])/i.test(target) && URL.canParse(target)) return null;
  const wrong = `"${label}" leads to "${shorten(target)}", which does not begin with https://, http://, mailto: or a single /`;
  return [wrong, `write [${label}](${shorten(fixAddress(target))})`];
}

function fixAddress(target: string): string {
  if (target.startsWith('//')) return `https:${target}`;
  if (/^[^\s@:/]+@[\w-]+(?:\.[\w-]+)+$/.test(target)) return `mailto:${target}`;
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(target) ? `https://${target}` : 'https://address';
}

/** Maximum length of a label in a message. */
const labelShown = 30;

/** Ignores a single star, underscore, bracket or parenthesis, because it is usually plain text. */
export function findOpenMarkdown(text: string): Fault | null {
  if (!/[`*~\]]/.test(text)) return null;
  if (count(text, /`+/g) % 2 === 1) return isOpen('`', 'close the code with another `');
  const outside = text.replace(/`+[^`]*`+/g, '');
  for (const mark of ['**', '~~'])
    if (count(outside, mark === '**' ? /\*\*/g : /~~/g) % 2 === 1)
      return isOpen(mark, `close it with another ${mark}, or remove it`);
  const rest = outside.replace(linkEnd, '');
  const at = rest.indexOf('](');
  if (at === -1) return null;
  const label = rest
    .slice(Math.max(0, at - labelShown), at)
    .split(/\s/)
    .at(-1);
  const [target = ''] = rest.slice(at).split(/\s/, 1);
  return isOpen(
    shorten(`${label}${target}`),
    'write [label](address), without spaces in the address',
  );
}

function isOpen(mark: string, fix: string): Fault {
  return [`the Markdown markup ${mark} is not closed`, fix];
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
