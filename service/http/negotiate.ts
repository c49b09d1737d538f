/** Content negotiation: the encoding of a response, and HTML or Markdown of a page. */
import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Length of a header that is a list: a longer one is no program's, and sorting it takes milliseconds. */
const maxListLength = 1000;

/** Browsers accept brotli and gzip with the same weight, so the smaller one is chosen here. */
export function chooseEncoding(request: IncomingMessage): Encoding {
  const header = request.headers['accept-encoding'] ?? '';
  if (header === '' || header.length > maxListLength) return 'identity';
  if (!/[;*]/.test(header)) return chooseUnweighted(header.toLowerCase());
  const accept = accepts(request);
  return (['br', 'gzip'] as const).find((encoding) => accept.encodings(encoding) === encoding) ?? 'identity';
}

/** Without weights every name of the list is accepted, as browsers send it. */
function chooseUnweighted(list: string): Encoding {
  if (/(?:^|[ ,])br(?:[ ,]|$)/.test(list)) return 'br';
  return /(?:^|[ ,])gzip(?:[ ,]|$)/.test(list) ? 'gzip' : 'identity';
}

const types = ['text/html', 'text/markdown'];

/** Whether the Accept header names Markdown and prefers it to HTML. Wildcards stand for HTML, as browsers send them. */
export function prefersMarkdown(request: IncomingMessage): boolean {
  const { accept = '' } = request.headers;
  if (accept.length > maxListLength || !/text\/markdown/i.test(accept)) return false;
  return accepts(request).type(types) === 'text/markdown';
}
