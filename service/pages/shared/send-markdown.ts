/** Sends the Markdown form of a page: within 2,000 tokens for ten rows. */
import type { Context } from '../../http/context.ts';
import {
  type MarkdownDocument,
  rowsPerPage,
  tokensOfRows,
  writeDocument,
} from '../../notations/markdown.ts';
import { maxHeaderLink } from './frame.ts';

/** `rows`: the page size. */
export function sendMarkdown(ctx: Context, document: MarkdownDocument, rows = rowsPerPage): void {
  ctx.set('Content-Type', 'text/markdown; charset=utf-8');
  if (document.html.length <= maxHeaderLink) ctx.set('Link', `<${document.html}>; rel="canonical"`);
  ctx.body = Buffer.from(writeDocument(document, tokensOfRows(rows)));
}
