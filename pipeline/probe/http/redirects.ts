/** Follows redirects of pages. Each address is checked as the first one was. */
import type { Answer, ProbeClient } from './client.ts';
import { ProbeFailure } from './failure.ts';

const maxRedirects = 5;

export interface Page {
  readonly answer: Answer;
  readonly url: URL;
  /** Whether all redirects are permanent, of which there is one at least. */
  readonly isPermanent: boolean;
}

export interface Reader {
  readonly client: ProbeClient;
  readonly maxBytes: number;
  /** Called before each request; throws if the address must not be read. */
  readonly before: (url: URL) => Promise<void>;
}

/** A redirect may lead to the stated port and to that of its scheme. Throws ProbeFailure. */
export async function readPage(
  address: string,
  { client, maxBytes, before }: Reader,
): Promise<Page> {
  let url = withoutFragment(address);
  const { port } = url;
  let isPermanent = true;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    await before(url);
    const answer = await client.request({ method: 'GET', url, maxBytes });
    const location = redirectOf(answer);
    if (location === null) return { answer, url, isPermanent: isPermanent && hop > 0 };
    isPermanent &&= answer.status === 301 || answer.status === 308;
    if (!URL.canParse(location, url.href))
      throw new ProbeFailure('error', 'redirect without an address');
    url = withoutFragment(new URL(location, url).href);
    if (url.port !== '' && url.port !== port)
      throw new ProbeFailure('unsafe', 'redirect to another port');
  }
  throw new ProbeFailure('error', 'too many redirects');
}

export function withoutFragment(address: string): URL {
  const url = new URL(address);
  url.hash = '';
  return url;
}

function redirectOf({ status, headers: { location } }: Answer): string | null {
  return [301, 302, 303, 307, 308].includes(status) ? (location ?? null) : null;
}
