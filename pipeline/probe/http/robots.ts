/** robots.txt of the hosts of pages (RFC 9309), read once in a run. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import type { ProbeClient } from './client.ts';
import { ProbeFailure } from './failure.ts';
import { readPage } from './redirects.ts';

/** RFC 9309, section 2.5: at least 500 kibibytes are parsed. */
const maxBytes = 512 * 1024;
/**
 * Characters that are searched for one address; a file that needs more allows nothing, such as
 * 1,000 rules `*x` for 4,000 characters.
 */
const maxSteps = 4_000_000;
/** V8 searches for longer texts in quadratic time. */
const linearLength = 250;

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
    const lines = body.toString('utf8').split(/[\r\n]+/);
    const rules = rulesOf(productOf(this.#client.userAgent), lines) ?? rulesOf('*', lines) ?? '';
    return ({ pathname, search }) => isAllowed(rules, upperEscapes(`${pathname}${search}`));
  }
}

function productOf(userAgent: string): string {
  return (userAgent.split('/')[0] ?? '').trim().toLowerCase();
}

/**
 * Patterns after the first letters of their fields, in the groups of an agent; null without a
 * group. One text, because a file may have 50,000.
 */
function rulesOf(agent: string, lines: readonly string[]): string | null {
  const rules: string[] = [];
  let [isHead, isOurs] = [false, false];
  for (const line of lines) {
    const [, key = '', value = ''] = /^([^:#]*):([^#]*)/.exec(line) ?? [];
    const name = key.trim().toLowerCase();
    if (name === 'user-agent') isOurs = (isHead && isOurs) || productOf(value) === agent;
    else if (isOurs && /^(?:allow|disallow|crawl-delay)$/.test(name))
      rules.push(name.charAt(0) + value.trim());
    if (name !== '') isHead = name === 'user-agent';
  }
  return rules.length === 0 ? null : rules.join('\n');
}

/** The longest rule that matches decides, `Allow` before `Disallow`. */
function isAllowed(rules: string, path: string): boolean {
  // The end is a character, which `$` stands for.
  const text = `${path}\0`;
  let [longest, allows, steps] = [0, true, 0];
  /** Takes the first place of each part between wildcards, so that nothing is tried twice. */
  const matches = ([first = '', ...parts]: readonly string[]) => {
    let at = first.length;
    const isNext = (part: string) => {
      steps += (text.length - at) * (part.length > linearLength ? part.length : 1);
      const found = steps > maxSteps ? -1 : text.indexOf(part, at);
      at = found + part.length;
      return found !== -1;
    };
    return text.startsWith(first) && parts.every(isNext);
  };
  for (const [, field, rule = ''] of rules.matchAll(/^([ad])([^\n]+)$/gm)) {
    const pattern = encodeURI(upperEscapes(rule)).replace(/%25/g, '%');
    const isBetter = pattern.length > longest || (pattern.length === longest && field === 'a');
    if (isBetter && matches(pattern.replace(/\$$/, '\0').split(/\*+/)))
      [longest, allows] = [pattern.length, field === 'a'];
    if (steps > maxSteps) return false;
  }
  return allows;
}

function upperEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}
