/**
 * Table of the rules for single texts: cells and list items of offers and listings, and texts of
 * providers.csv.
 */
import { parseJson } from '../../../common/json.ts';
import { isSpecialName } from '../../../common/special-names.ts';
import { type ColumnDefinition, isMoney, quotaKind } from '../../../model/columns.ts';
import { isPlaceholder, isSpreadsheetError } from '../../../model/placeholders.ts';
import { damages } from '../../damage.ts';
import { sourcePaths } from '../../sources.ts';
import { type Fault, shorten, type TextColumn, type TextRule, type UnreadParts } from '../rule.ts';
import { contacts, findEmail, findUrl, findWrongUrl } from './contacts.ts';
import {
  findBareLink,
  findInButton,
  findLink,
  findNoAddress,
  findOpenMarkdown,
} from './markdown.ts';
import {
  findDearYear,
  findMixedScript,
  findNegative,
  findOddDate,
  findOddLink,
  findOddPrice,
  findOddShare,
  findPriceAsValue,
  findUnfinished,
} from './oddities.ts';

const every = () => true;
const isText = ({ valueKind }: ColumnDefinition) => valueKind === 'string';
const isButtons = ({ cellType }: ColumnDefinition) => cellType === 'actionButtons';
const isEndpoint = ({ key }: ColumnDefinition) => key.endsWith('Endpoint');

/** Columns with values of a vocabulary, not sentences. */
const plainCells: readonly ColumnDefinition['cellType'][] = ['provider', 'actionButtons', 'chain'];

/** True for columns that pages show as Markdown. */
const isMarkdown = ({ key, cellType, role }: ColumnDefinition) =>
  key !== 'slug' && role !== 'plan' && !plainCells.includes(cellType);

/** Columns of a few words. */
const isPlanOrType = (column: ColumnDefinition) =>
  isText(column) &&
  (column.role === 'plan' ||
    (column.role === 'name' && column.filter !== null) ||
    /(?:Type|Level|Language|Model)$|^technology$/.test(column.key));

const isSentence = ({ cellType, key }: ColumnDefinition) =>
  cellType === 'description' || /Notes?$/.test(key);

/** Lists without a filter hold commands, which may name localhost. */
const isNoCommand = ({ valueKind, filter, cellType }: ColumnDefinition) =>
  valueKind !== 'array' || filter !== null || cellType === 'actionButtons';

const links = ['website', 'docs'] as const;
const sentences = ['name', 'description'] as const;

export const textRules: readonly TextRule[] = [
  { rule: 'address-as-value', columns: isPlanOrType, find: findAddress },
  { rule: 'bad-link', columns: isButtons, find: findInButton },
  { rule: 'bad-link', columns: isMarkdown, find: findLink },
  { rule: 'bare-link', columns: isEndpoint, find: findNoAddress },
  {
    rule: 'bare-link',
    columns: (column) => isMarkdown(column) && !isEndpoint(column),
    find: findBareLink,
  },
  { rule: 'html-in-text', columns: every, providers: sentences, find: findHtml },
  { rule: 'http-link', columns: every, providers: links, find: findHttp },
  {
    rule: 'limit-without-number',
    columns: (column) => quotaKind(column) === 'limits',
    find: findUnreadLimit,
  },
  { rule: 'list-in-text', columns: isText, find: findList },
  { rule: 'local-address', columns: isNoCommand, providers: links, find: findLocalAddress },
  {
    rule: 'mixed-script',
    // Another rule reports a name that no provider has, or the provider with such a name.
    columns: ({ cellType }) => cellType !== 'provider',
    providers: [...sentences, ...contacts, 'supportEmail'],
    find: findMixedScript,
  },
  { rule: 'no-email', providers: ['supportEmail'], find: findEmail },
  { rule: 'odd-date', columns: ({ key }) => key.endsWith('Date'), find: findOddDate },
  { rule: 'odd-link', columns: every, providers: ['description', ...links], find: findOddLink },
  { rule: 'odd-number', columns: isMoney, find: findOddPrice },
  { rule: 'odd-number', columns: ({ states }) => states === 'percent', find: findOddShare },
  { rule: 'odd-number', columns: ({ key }) => /^verified|Sla$/.test(key), find: findNegative },
  { rule: 'open-markdown', columns: isMarkdown, find: findOpenMarkdown },
  { rule: 'placeholder', columns: every, providers: sentences, find: findPlaceholder },
  { rule: 'price-as-value', columns: isPlanOrType, find: findPriceAsValue },
  {
    rule: 'price-without-number',
    columns: (column) => quotaKind(column) !== 'limits',
    find: findUnreadPrice,
  },
  { rule: 'provider-link', providers: links, find: findWrongUrl },
  {
    rule: 'unfinished-text',
    columns: isSentence,
    providers: ['description'],
    find: findUnfinished,
  },
  { rule: 'url-as-handle', providers: contacts, find: findUrl },
  ...damages.map(
    ({ columns, isOfProviders, pattern, message, fix }): TextRule => ({
      rule: 'spreadsheet-damage',
      columns,
      ...(isOfProviders ? { providers: ['name', 'description', 'website', 'docs'] } : {}),
      find: (text) => (pattern.test(text.trim()) ? [`"${shorten(text)}" ${message}`, fix] : null),
    }),
  ),
  { rule: 'yearly-price', columns: isMoney, find: findDearYear },
];

const address = /[a-z0-9+.-]:\/\/|\bwww\.|[^\s@]@[\w-]+\.[a-z]{2,}/i;
const account = /\b0x[\da-f]{40}\b/i;

function findAddress(text: string): Fault | null {
  if (!address.test(text) && !account.test(text)) return null;
  const message = `"${shorten(text)}" is an address, but the column holds a few words, such as a plan or a type`;
  return [message, 'move it to the column of links, and write the plan or the type'];
}

/** Known elements only: `<API_KEY>` and `<slug>` are placeholders, and `a < b` is a comparison. */
const element =
  /<(?:\/?(?:a|abbr|b|blockquote|br|button|center|code|div|em|font|form|h[1-6]|hr|i|iframe|img|input|li|mark|ol|p|pre|s|script|small|span|strong|style|sub|sup|svg|table|tbody|td|th|thead|tr|u|ul|video)(?:\s[^<>]*|\/)?>|!--)/i;
const entity =
  /&(?:amp|lt|gt|quot|apos|nbsp|ndash|mdash|hellip|rarr|euro|copy|reg|trade|#\d+|#x[\da-f]+);/i;

function findHtml(text: string): Fault | null {
  const found =
    (text.includes('<') && element.exec(text)) || (text.includes('&') && entity.exec(text));
  if (!found) return null;
  const isEntity = found[0].startsWith('&');
  const fix = isEntity
    ? 'write the character itself'
    : 'write plain text, or Markdown: **bold**, [label](address)';
  return [`"${shorten(found[0])}" is HTML, which pages show as text`, fix];
}

/** Skips localhost, which has no certificate. */
function findHttp(text: string): Fault | null {
  if (!text.includes('http://')) return null;
  const link = /http:\/\/(?!localhost\b|127\.|0\.0\.0\.0|\[::1\])[^\s)\]"']+/.exec(text)?.[0];
  if (link === undefined) return null;
  const encrypted = shorten(link.replace('http:', 'https:'));
  return [`"${shorten(link)}" is not encrypted`, `write "${encrypted}" if the site supports it`];
}

const host = /:\/\/(?:[^/\s@)]*@)?(\[::1\]|[^/:?#)\]"'\s]+)/g;
const privateAddress =
  /^(?:\[::1\]|0\.0\.0\.0|127(?:\.\d{1,3}){3}|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2})$/;

function findLocalAddress(text: string): Fault | null {
  if (!text.includes('://')) return null;
  const names = Array.from(text.matchAll(host), ([, name = '']) => name);
  const name = names.find((each) => privateAddress.test(each) || isSpecialName(each));
  if (name === undefined) return null;
  const message = `"${shorten(name)}" is no address on the internet: it is local, private or an example`;
  return [message, 'write the public address'];
}

function findList(text: string): Fault | null {
  const list = text.startsWith('[') ? parseJson(text) : null;
  if (!Array.isArray(list) || list.length === 0) return null;
  const [item, ...others] = list;
  const isOne = others.length === 0 && typeof item === 'string';
  const fix = isOne ? `write ${shorten(item)}` : 'write a text without [" and "]';
  return [`${shorten(text)} is a list, but the column holds a text`, fix];
}

function findPlaceholder(text: string, { nullable }: TextColumn): Fault | null {
  if (!isPlaceholder(text)) return null;
  const what = isSpreadsheetError(text) ? 'an error value of a spreadsheet' : 'a placeholder';
  const message = `"${text.slice(0, 20)}" is ${what}, not a value: pages show the value as unknown`;
  return [message, nullable ? 'leave the cell blank, or write the value' : 'write the value'];
}

function findUnreadPrice(text: string, column: TextColumn, unread: UnreadParts): Fault | null {
  const left = unread.get(column.key)?.get(text);
  if (left === undefined) return null;
  const message = `${unreadText(text, left)}, so it states no number: filters and sorting ignore it`;
  const forms = '$49/mo, from €5/mo, $0.5/1M requests or 99.9%';
  const elsewhere =
    'write a number with its unit, such as 99.9% or 12 ms; prices stand in columns of the kind price';
  const fix = column.states === 'price' ? `write the amount as ${forms}` : elsewhere;
  return [message, `${fix}, or state it in ${sourcePaths.readings}`];
}

function findUnreadLimit(text: string, { key }: TextColumn, unread: UnreadParts): Fault | null {
  const left = unread.get(key)?.get(text);
  if (left === undefined) return null;
  const message = `${unreadText(text, left)}, so the list states no quota: comparisons and estimates do not know it`;
  const forms = '25 reqs/s, 30M CUs/mo or Unlimited reqs/mo, each quota as an item of its own';
  return [message, `write it as ${forms}, or state it in ${sourcePaths.readings}`];
}

function unreadText(text: string, left: string): string {
  const [whole, part] = [shorten(text), shorten(left)];
  return whole === part
    ? `"${whole}" was not understood`
    : `"${part}" of "${whole}" was not understood`;
}
