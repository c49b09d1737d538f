/** Text of a tool's result: rows of a table, sentences and quotations. */
import { codeBlock, codeFence, escapeMarkdown } from '../../common/markdown.ts';
import { labelsOnly } from '../../common/markdown-links.ts';
import { replacePlaceholders } from '../../common/placeholder.ts';
import type { Row } from '../snapshot/catalog.ts';
import { clip } from '../text/clip.ts';
import { maxCell, tableLine } from './markdown.ts';

export type Cell = Row[string];

/** Keys of networks: as many as the budget allows, then the number of the others. */
interface NetworkList {
  readonly networks: readonly string[];
}

export type AnswerCell = Cell | NetworkList;

export function isNetworks(cell: AnswerCell): cell is NetworkList {
  return typeof cell === 'object' && cell !== null && 'networks' in cell;
}

/** A cell of the structured content. */
export function contentOf(cell: AnswerCell): Cell {
  return isNetworks(cell) ? [...cell.networks] : cell;
}

interface TableOptions {
  readonly isCode?: boolean;
  readonly columns: readonly string[];
  readonly whole?: readonly string[];
}

export function rowText(
  { isCode = false, columns, whole = [] }: TableOptions,
  row: readonly AnswerCell[],
): string {
  const [name = '', code] = row;
  if (isCode && code !== undefined) return `${name}:\n${codeBlock(String(code))}`;
  const isWhole = (at: number) => whole.includes(columns[at] ?? '');
  return tableLine(
    row.map((cell, at) => cellText(cell, isWhole(at) ? Number.POSITIVE_INFINITY : maxCell)),
  );
}

/**
 * One line: lists with commas, links by their labels. Networks are cut already, and an address is
 * of no use if it is cut.
 */
export function cellText(cell: AnswerCell, most: number): string {
  if (cell === null) return '';
  if (isNetworks(cell)) return cell.networks.join(', ');
  const texts = Array.isArray(cell) ? cell : [String(cell)];
  const joined = texts.map(labelsOnly).join(', ').replaceAll('., ', '. ');
  const plain = joined.replace(/\s+/g, ' ');
  return quote(isAddress(plain) ? plain : clip(plain, most));
}

/** What our sentences have as code: arguments of tools, and few others. */
const ownCode: ReadonlySet<string> = new Set([
  ...(
    'archive budget category chain client column columns confirmed every fact filters has limit mix name ' +
    'network networkMatch offer offers offset peak provider query requests scope search since ' +
    'sort sorting without workload http ws <NAME> Authorization'
  ).split(' '),
  '["a", "b"]',
  '[{"id": "provider", "desc": true}]',
  '[{"id": "provider", "value": ["*"]}]',
  'Authorization: Bearer <TOKEN>',
]);

/** Whatever else stands between backticks may be a name of the sources: it is a text. */
export function escapeSentence(sentence: string): string {
  return sentence
    .split(/(`(?:[A-Za-z<>]+|Authorization: [A-Za-z<> ]+|\[[^`]+\])`)/)
    .map((part, at) => (at % 2 === 1 && ownCode.has(part.slice(1, -1)) ? part : quote(part)))
    .join('');
}

/** Code in a line that no backtick of the text ends. */
export function codeText(text: string): string {
  const fence = codeFence(text, 1);
  return `${fence}${text}${fence}`;
}

/** An address to copy. The marks that end a cell, code, a link or a sentence are no part of it. */
const address = /((?:https?|wss?):\/\/[^\s`|\\]*[^\s`|\\.,;:])/i;

function isAddress(text: string): boolean {
  return address.exec(text)?.[0] === text;
}

/**
 * Addresses stay as they are, as code if they have placeholders such as `<API_KEY>` or marks. Other
 * angle or square brackets may be markup: an address with them is text. A `_` inside a word, as in a
 * name of a method, has no meaning.
 */
export function quote(text: string): string {
  return text
    .split(address)
    .map((part, at) => (at % 2 === 1 ? quoteAddress(part) : quoteText(part)))
    .join('');
}

function quoteAddress(url: string): string {
  if (/[<>[\]]/.test(replacePlaceholders(url, ''))) return quoteText(url);
  return /[<*~&]/.test(url) ? codeText(url) : url;
}

function quoteText(text: string): string {
  return escapeMarkdown(text).replace(/(?<=[A-Za-z\d])\\_(?=[A-Za-z\d])/g, '_');
}
