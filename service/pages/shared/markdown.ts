/** Markdown of cells to sanitized HTML. External links get `rel="noopener nofollow"`. */
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { type OutsideLink, outsideLink } from '../../text/outside.ts';
import type { Urls } from '../../urls.ts';

/** Resolves paths in links of a cell, which belong to the signed-in application. */
export type Links = Pick<Urls, 'app'>;

const schemes = ['https', 'http', 'mailto'];
/** A text without any of these characters has no markup. */
const markup = /[\\`*_[\]<>&"'~]|:\/\//;
const escapes: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

const markdown = new MarkdownIt({ html: false, linkify: true });
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// safeHref alone decides which addresses are allowed; a link with another address becomes its
// label.
markdown.validateLink = () => true;

/** Most texts have none of them, and need no copy. */
const special = /[&<>"']/;

export function escapeHtml(text: string): string {
  return special.test(text) ? text.replace(/[&<>"']/g, (char) => escapes.get(char) ?? char) : text;
}

/**
 * Marks that the renderer looks for in a text; with more the text is shown as written. Each may
 * make it read the rest of the text again, so that a text of marks alone takes quadratic time. The
 * corpus has at most 22 in a text.
 */
const maxMarks = 100;
const marks = /[\\`*_[\]()<~]|:\/\//g;

function countMarks(text: string): number {
  return text.match(marks)?.length ?? 0;
}

/** Renders inline Markdown: text, links, emphasis and code. */
export function renderMarkdown(text: string, links: Links): string {
  if (!markup.test(text) || countMarks(text) > maxMarks) return escapeHtml(text);
  return sanitizeHtml(markdown.renderInline(text), {
    allowedTags: ['a', 'code', 'em', 'strong', 's', 'br'],
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: schemes,
    transformTags: {
      a: (_tag, { href = '' }) => {
        const safe = safeHref(href, links);
        return safe === null
          ? { tagName: 'span', attribs: {} }
          : { tagName: 'a', attribs: { href: safe, rel: outsideLink(safe).rel } };
      },
    },
  });
}

export interface Link extends OutsideLink {
  readonly text: string;
}

const wholeLink = /^\[([^\]]+)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)$/;

/**
 * Parses a cell that is one link, `[label](address)`. Null if it is not, or if the address is not
 * allowed.
 */
export function parseLink(text: string, links: Links): Link | null {
  const [, label, address] = wholeLink.exec(text.trim()) ?? [];
  if (label === undefined || address === undefined) return null;
  const href = safeHref(address, links);
  return href === null ? null : { text: label, ...outsideLink(href) };
}

/**
 * An absolute address with an allowed scheme, or the application's address of a path; null for
 * anything else.
 */
export function safeHref(address: string, links: Links): string | null {
  if (/^\/(?![/\\])/.test(address)) return links.app(address);
  if (!URL.canParse(address)) return null;
  return schemes.includes(new URL(address).protocol.slice(0, -1)) ? address : null;
}
