/** A feed as Atom (RFC 4287) and as JSON Feed 1.1. */
import { generateAtomFeed, generateJsonFeed } from 'feedsmith';

export interface Feed {
  readonly title: string;
  readonly author: string;
  /** Address of the feed. */
  readonly self: string;
  /** Address of the page with the same changes. */
  readonly page: string;
  /** Since when changes are known. */
  readonly known: string;
  readonly updated: Date;
  readonly entries: readonly FeedEntry[];
}

interface FeedEntry {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly html: string;
  readonly at: Date;
  readonly tags: readonly string[];
}

export const feedTypes = {
  atom: 'application/atom+xml',
  json: 'application/feed+json',
} as const;

export function writeAtom({ title, author, self, page, known, updated, entries }: Feed): string {
  return generateAtomFeed({
    id: self,
    title: { value: title },
    subtitle: { value: known },
    updated,
    links: [
      { href: self, rel: 'self', type: feedTypes.atom },
      { href: page, rel: 'alternate', type: 'text/html' },
    ],
    authors: [{ name: author }],
    entries: entries.map(({ id, title: text, url, html, at, tags }) => ({
      id,
      title: { value: withoutControls(text) },
      published: at,
      updated: at,
      links: [{ href: url, rel: 'alternate', type: 'text/html' }],
      categories: tags.map((term) => ({ term })),
      content: { type: 'html', value: withoutControls(html) },
    })),
  });
}

/** XML 1.0 has no control characters but tabs and line breaks. */
function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ');
}

export function writeJsonFeed({ title, author, self, page, known, entries }: Feed): string {
  const feed = generateJsonFeed({
    title,
    home_page_url: page,
    feed_url: self,
    description: known,
    language: 'en',
    authors: [{ name: author }],
    items: entries.map(({ id, title: text, url, html, at, tags }) => ({
      id,
      url,
      title: text,
      content_html: html,
      date_published: at,
      tags: [...tags],
    })),
  });
  // The generator leaves out an empty list, which JSON Feed 1.1 requires.
  return JSON.stringify({ items: [], ...(feed as object) });
}
