/** Links: a button is exactly one link, and a text may contain links. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import { type BuildTextRule, type Finding, isMarkdown, shorten } from './texts.ts';

/** `[label](address)`; an address may contain balanced parentheses and no whitespace. */
const address = String.raw`[^()\s]*(?:\([^()\s]*\)[^()\s]*)*`;
const wholeLink = new RegExp(String.raw`^\[([^\]]*)\]\((${address})\)$`);
const links = new RegExp(String.raw`\[([^\[\]]*)\]\((${address})\)`, 'g');

export const badLink: BuildTextRule = () => ({
  rule: 'bad-link',
  find: (text, column) => findInCell(text, column, false),
});

/** A URL without a scheme in a text is a warning, because the corpus has some. */
export const bareLink: BuildTextRule = () => ({
  rule: 'bare-link',
  find: (text, column) => (column.key.endsWith('Endpoint') ? findEndpoint(text) : findInCell(text, column, true)),
});

function findInCell(text: string, column: ColumnDefinition, bare: boolean): Finding | null {
  if (column.cellType === 'actionButtons') return bare ? null : findInButton(text);
  if (!text.includes('](') || !isMarkdown(column)) return null;
  for (const [link, label = '', target = ''] of text.matchAll(links)) {
    const isBare = label.trim() !== '' && /^[^/:]+(?:\/|$)/.test(target);
    const fault = isBare === bare ? findFault(link, label, target) : null;
    if (fault !== null) return fault;
  }
  return null;
}

function findEndpoint(text: string): Finding | null {
  if (!/^[\w-]+(?:\.[\w-]+)+(?:[/:?]\S*)?$/.test(text)) return null;
  return { message: `"${shorten(text)}" lacks its scheme`, suggestion: `write "https://${shorten(text)}"` };
}

function findInButton(text: string): Finding | null {
  const [, label, target] = wholeLink.exec(text.trim()) ?? [];
  if (label !== undefined && target !== undefined) return findFault(text, label, target);
  return {
    message: text.trim() === '' ? 'a button is blank' : `"${shorten(text)}" is not exactly one link`,
    suggestion: text.trim() === '' ? 'remove it' : 'write [label](https://address), one link for each button',
  };
}

function findFault(link: string, label: string, target: string): Finding | null {
  if (label.trim() === '')
    return { message: `the link "${shorten(link)}" has no label`, suggestion: `write [label](${shorten(target)})` };
  if (target === '')
    return { message: `the link "${shorten(link)}" has no URL`, suggestion: `write [${label}](https://address)` };
  return findBadAddress(label, target);
}

function findBadAddress(label: string, target: string): Finding | null {
  if (/^\/(?![/\\])/.test(target)) return null;
  if (/^(?:https?:\/\/[^/?#]|mailto:[^?])/i.test(target) && URL.canParse(target)) return null;
  return {
    message: `"${label}" leads to "${shorten(target)}", which does not begin with https://, http://, mailto: or a single /`,
    suggestion: `write [${label}](${shorten(fixAddress(target))})`,
  };
}

function fixAddress(target: string): string {
  if (target.startsWith('//')) return `https:${target}`;
  if (/^[^\s@:/]+@[\w-]+(?:\.[\w-]+)+$/.test(target)) return `mailto:${target}`;
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(target) ? `https://${target}` : 'https://address';
}
