/** Words of this directory, which another one must not say. */

/** What a person or a model reads: without code, addresses and names of members. */
export function readableText(text: string, type: string): string {
  if (type.includes('json')) return describedIn(JSON.parse(text));
  // Labels of metrics are addresses.
  if (type.includes('version=0.0.4')) return text.replace(/\{.*\}/g, ' ');
  if (!type.includes('html'))
    return text
      .replace(/```[^`]*```|`[^`]*`|\]\([^)]*\)|<[^>]*>|https?:\S+/g, ' ')
      .replace(keyNames, ' ');
  const attributes = text.matchAll(/ (?:content|aria-label|placeholder|alt|title)="([^"]*)"/g);
  const shown = text
    .replace(/<(script|style|code|pre|textarea)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ');
  return [...Array.from(attributes, ([, words = '']) => words), shown]
    .join('\n')
    .replace(/https?:\S+/g, ' ');
}

/** The arguments and keys that tools name. */
const keyNames = /Sort by columns, networks or scope|Also networks, scope/g;
const describing = ['description', 'summary', 'title', 'label', 'message', 'text', 'instructions'];

export function describedIn(value: unknown, key = 'instructions'): string {
  if (typeof value === 'string')
    return describing.includes(key)
      ? value.replace(/`[^`]*`|https?:\S+/g, '').replace(keyNames, '')
      : '';
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, each]) => describedIn(each, Array.isArray(value) ? key : name))
    .join('\n');
}

/**
 * Words of a directory of Web3 infrastructure, with what stands around them. ZIP archives and access
 * to the network are words of anybody.
 */
export const ourWords =
  /.{0,40}(?<![\w/])(?:networks?(?! access)|(?:block)?chains?|mainnet|caip-?2|eip-?155|evm|plans?|plan type|planType|limits|(?<!zip )archive|rpc|wallets?|bridges?|oracles?|infrastructure|signed-in|alchemy|infura|accessPrice)(?![\w/]|-p)/gi;
