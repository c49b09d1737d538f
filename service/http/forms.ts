/** Choice between the HTML and the Markdown form of a page. */
import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';

/** Length of a header that is a list: a longer one is no program's, and sorting it takes milliseconds. */
export const maxListLength = 1000;
const types = ['text/html', 'text/markdown'];

/** Whether the Accept header names Markdown and prefers it to HTML. Wildcards stand for HTML, as browsers send them. */
export function prefersMarkdown(request: IncomingMessage): boolean {
  const { accept = '' } = request.headers;
  if (accept.length > maxListLength || !/text\/markdown/i.test(accept)) return false;
  return accepts(request).type(types) === 'text/markdown';
}

/** Path of the HTML page of an address. */
export function htmlPath(path: string): string {
  return path.endsWith('.md') ? path.slice(0, -'.md'.length) : path;
}
