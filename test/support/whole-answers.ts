/** Whole answers as text, for golden files. */
import assert from 'node:assert/strict';
import { groupBy } from '../../common/group-by.ts';
import { asBrowser, get } from './service-get.ts';
import { textOf, unescapeHtml } from './service-html.ts';

/** What each build has another one of. */
export function masked(text: string): string {
  return text
    .replaceAll(/\d{8}T\d{9}Z-[0-9a-f]{8}/g, '{snapshot}')
    .replaceAll(/urn:uuid:[\da-f-]{36}/g, 'urn:uuid:{id}')
    .replaceAll(/\?v=[\w-]+/g, '?v={version}');
}

/** Three levels in lines, the others within them. */
export function compact(value: unknown): string {
  return JSON.stringify(value, null, 1).replaceAll(/\n {4,}|\n {3}(?=[\]}])/g, ' ');
}

export function shown(address: string, type: string, text: string): string {
  if (type.startsWith('application/json')) return compact(JSON.parse(text));
  if (!type.startsWith('text/html')) return text.trimEnd();
  const main = /<main.*<\/main>/s.exec(text)?.[0] ?? assert.fail(`${address} has a main part`);
  const title = /<title>(.*?)<\/title>/.exec(text)?.[1];
  // A line for each block.
  const blocks = main.split(/(?=<(?:tr|li|h\d|p|dt|dd|section|label|button)\b)/).map(textOf);
  const texts = blocks.map((block) => block.trim()).filter((block) => block !== '');
  return [title, ...texts, ...controlsOf(main)].join('\n');
}

/**
 * Where links with a query or a fragment lead, what each form sends as it is, and what is unfolded:
 * each once.
 */
function controlsOf(main: string): string[] {
  const found = Array.from(
    main.matchAll(
      / href="(\/[^"#]*\?[^"]*|#[^"]*)"|<(?:form|input|option)\b[^>]*>|<details\b[^>]* open\b[^>]*>/g,
    ),
    ([tag, href]) => {
      if (href !== undefined) return href.startsWith('/assets/') ? '' : `-> ${unescapeHtml(href)}`;
      const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
      if (tag.startsWith('<details')) return `open ${of('id')}`;
      if (tag.startsWith('<form')) return `form ${of('action')}`;
      const isSent = / (?:checked|selected)\b| type="(?:hidden|search|number)"/.test(tag);
      return isSent && of('value') !== '' ? `  ${of('name')}=${of('value')}` : '';
    },
  );
  return [...new Set(found)].filter((line) => line !== '');
}

/**
 * Where the main part of a page leads, each once: of links to the page itself what they change in
 * its address, of others the address; and what each form sends. Links that differ in their last
 * value stand in one line.
 */
export function leadsOf(address: string, html: string): string {
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? assert.fail(`${address} has a main part`);
  const here = partsOf(address);
  const lines = controlsOf(main).map((line) => {
    if (!line.startsWith('-> /')) return line;
    const [there, fragment] = [partsOf(line.slice(3)), /#.*/.exec(line)?.[0] ?? ''];
    if (there.path !== here.path) return line;
    const lost = here.parts.filter((part) => !there.parts.includes(part));
    const gained = there.parts.filter((part) => !here.parts.includes(part));
    const changed = [...lost.map((part) => `-${part}`), ...gained.map((part) => `+${part}`)];
    return `~> ${[...changed, fragment].join(' ').trim() || 'the same'}`;
  });
  const endOf = (line: string) => /[^=#]*$/.exec(line)?.[0] ?? '';
  const byStart = groupBy([...new Set(lines)], (line) => line.slice(0, -endOf(line).length));
  return Array.from(byStart, ([start, some]) => start + some.map(endOf).join(' | ')).join('\n');
}

function partsOf(address: string) {
  const { pathname: path, searchParams } = new URL(address, 'http://x');
  return { path, parts: [...searchParams].map(([name, value]) => `${name}=${value}`) };
}

/** Lists of filters and networks of a page. */
export const repeatedParts =
  /<form id="filters".*?<\/form>|<details[^>]*class="[^"]*\b(?:pop|menu)\b.*?<\/details>/gs;

/** Pages and answers whole, without the lists of filters and networks. */
export async function wholeAnswers(port: number, addresses: readonly string[]): Promise<string> {
  const told: string[] = [];
  for (const address of addresses) {
    const { headers, text } = await get(port, address, asBrowser);
    const own = text.replaceAll(repeatedParts, '');
    const lines = shown(address, headers['content-type'] ?? '', own);
    told.push(`# ${address}\n${lines.replaceAll(/\n\s*(?=\n)/g, '')}\n`);
  }
  return masked(told.join('\n')).replaceAll(/localhost:\d+/g, 'localhost');
}
