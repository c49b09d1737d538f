/** robots.txt of the hosts of pages (RFC 9309), read once in a run. */
import robotsParser from 'robots-parser';
import { getOrInsert } from '../../../common/get-or-insert.ts';
import type { ProbeClient } from './client.ts';
import { ProbeFailure } from './failure.ts';
import { readPage } from './redirects.ts';

/** RFC 9309, section 2.5: at least 500 kibibytes are parsed. */
const maxBytes = 512 * 1024;

/** Its types describe a default export, and it is a CommonJS module. */
const parse = robotsParser as unknown as typeof robotsParser.default;

type MayRead = (url: URL) => boolean;

export class Robots {
  readonly #client: ProbeClient;
  readonly #rules = new Map<string, Promise<MayRead>>();

  constructor(client: ProbeClient) {
    this.#client = client;
  }

  /** Throws ProbeFailure if the page must not be read, or if its host does not answer. */
  async assertAllowed(url: URL): Promise<void> {
    const mayRead = await getOrInsert(this.#rules, url.origin, () => this.#read(url));
    if (!mayRead(url)) throw new ProbeFailure('disallowed', 'robots.txt');
  }

  /** A host without the file allows all; one that fails allows nothing (section 2.3.1). */
  async #read(page: URL): Promise<MayRead> {
    const url = new URL('/robots.txt', page);
    const reader = { client: this.#client, maxBytes, before: async () => undefined };
    const { status, body, headers } = (await readPage(url.href, reader)).answer;
    if (status >= 500 || status === 429) return () => false;
    if (status !== 200 || /html/i.test(headers['content-type'] ?? '')) return () => true;
    const rules = parse(url.href, body.toString('utf8'));
    return ({ href }) => rules.isAllowed(href, this.#client.userAgent) !== false;
  }
}
