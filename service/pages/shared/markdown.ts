/** Markdown in cells -> HTML of a few harmless elements. Links to other sites carry a `rel` that gives nothing away. */
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import type { Urls } from '../../urls.ts';

/** Where links of a cell may lead: paths belong to the signed-in application. */
export type Links = Pick<Urls, 'app'>;

export const outsideRel = 'noopener nofollow';
const schemes = ['https', 'http', 'mailto'];
/** Without one of these a text means itself. */
const markup = /[\\`*_[\]<>&"'~]|:\/\//;
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const markdown = new MarkdownIt({ html: false, linkify: true });
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// Which addresses may be followed is decided in one place, below; what may not keeps its label.
markdown.validateLink = () => true;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => escapes[char] ?? char);
}

/** HTML of one line: text, links, emphasis and code. */
export function renderMarkdown(text: string, links: Links): string {
  if (!markup.test(text)) return escapeHtml(text);
  return sanitizeHtml(markdown.renderInline(text), {
    allowedTags: ['a', 'code', 'em', 'strong', 's', 'br'],
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: schemes,
    transformTags: {
      a: (_tag, { href = '' }) => {
        const safe = safeHref(href, links);
        return safe === null
          ? { tagName: 'span', attribs: {} }
          : { tagName: 'a', attribs: { href: safe, rel: outsideRel } };
      },
    },
  });
}

/** Text in which a link is called by its label. */
export function labelsOnly(text: string): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

export interface Link {
  readonly text: string;
  readonly href: string;
}

const wholeLink = /^\[([^\]]+)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)$/;

/** A cell that is one link, `[label](address)`; null where it is not, or where there is nothing to follow. */
export function parseLink(text: string, links: Links): Link | null {
  const [, label, address] = wholeLink.exec(text.trim()) ?? [];
  if (label === undefined || address === undefined) return null;
  const href = safeHref(address, links);
  return href === null ? null : { text: label, href };
}

/** Absolute and of a known kind, else null. A path is one of the application's, where there is an application. */
export function safeHref(address: string, links: Links): string | null {
  if (/^\/(?![/\\])/.test(address)) return links.app(address);
  if (!URL.canParse(address)) return null;
  return schemes.includes(new URL(address).protocol.slice(0, -1)) ? address : null;
}
