/** Price text -> tokens: which numbers are money, and what stands between them. */
import { figure, magnitude, matchAt, parseFigure, parseMagnitude, unglued } from './figures.ts';
import {
  billingWords,
  closingWords,
  countedUnits,
  joiningWords,
  notTokens,
  periods,
  qualifiers,
} from './vocabulary.ts';

export interface NumberToken {
  readonly kind: 'number';
  readonly value: number;
  /** Money has a currency sign, code or token symbol. */
  readonly written: 'money' | 'bare' | 'percent';
  /** Whether K, M or B was on it. */
  readonly scaled: boolean;
}

export type Token =
  | NumberToken
  /** As written: a capital `M` counts millions, a small one is a month. */
  | { readonly kind: 'word'; readonly text: string }
  /** Text in parentheses; only a statement that the amount is paid per year is read. */
  | { readonly kind: 'remark'; readonly paidYearly: boolean }
  | { readonly kind: 'per' | 'slash' | 'dash' | 'separator' };

interface Lexeme {
  readonly token: Token | null;
  readonly end: number;
}

const numberPattern = new RegExp(
  `(?:(?<sign>\\p{Sc}\\s?|(?:USD|EUR|GBP|CHF|USDC|USDT)\\s?)|${unglued})(?<digits>${figure})` +
    `(?<scale>${magnitude})?(?:\\+(?=\\s|$|[/(,;-]))?`,
  'uy',
);
const percentPattern = /\s?(?:%|‰|percent\b)/uy;

const separatorPattern = /(?:<br\s*\/?>|[,;+|&:\n•·]|\.(?!\S))/uy;
const dashPattern = /(?:[-‐-―−~〜→…]|\.{2,})/uy;
/** `14-day`, `ERC-20` and URLs are words: their numbers are not prices. */
const wordPattern =
  /(?:https?:\/\/\S+|\d{1,40}-\p{L}[\p{L}\p{N}-]*|\p{L}[\p{L}\p{M}\p{N}_]*(?:[-'’][\p{L}\p{N}]+|\.\p{L}+)*)/uy;
const yearlyRemark =
  /^\s*(?:(?:billed|paid)\s+)?(?:yearly|annual|annually)(?:\s+(?:plan|billing|payment|subscription|only))*\s*$/i;

/** Skips whitespace, brackets and other marks. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const { token, end } = readLexeme(text, at);
    if (token !== null) tokens.push(token);
    at = end;
  }
  return tokens;
}

function readLexeme(text: string, at: number): Lexeme {
  if (text[at] === '(') return readRemark(text, at);
  if (text[at] === '/') return { token: { kind: 'slash' }, end: at + 1 };
  return (
    readWord(text, at, /^\d{1,40}-\p{L}/u) ??
    readNumber(text, at) ??
    readWord(text, at, /^\p{L}/u) ??
    readMark(text, at, separatorPattern, 'separator') ??
    readMark(text, at, dashPattern, 'dash') ?? { token: null, end: at + 1 }
  );
}

/** Up to the closing parenthesis of the same depth, or to the end where an editor forgot it. */
function readRemark(text: string, start: number): Lexeme {
  let depth = 0;
  let at = start;
  for (; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')') depth--;
    if (depth === 0) break;
  }
  return { token: { kind: 'remark', paidYearly: yearlyRemark.test(text.slice(start + 1, at)) }, end: at + 1 };
}

function readNumber(text: string, start: number): Lexeme | null {
  const match = matchAt(numberPattern, text, start);
  const { sign, digits, scale } = match?.groups ?? {};
  if (match === null || digits === undefined) return null;
  const end = start + match[0].length;
  const percent = matchAt(percentPattern, text, end);
  const currency = percent === null ? matchCurrency(text, end) : '';
  const written = percent !== null ? 'percent' : sign !== undefined || currency !== '' ? 'money' : 'bare';
  const value = parseFigure(digits) * parseMagnitude(scale);
  return {
    token: { kind: 'number', value, written, scaled: scale !== undefined },
    end: end + (percent?.[0] ?? currency).length,
  };
}

function readWord(text: string, at: number, opening: RegExp): Lexeme | null {
  const word = matchAt(wordPattern, text, at)?.[0];
  if (word === undefined || !opening.test(word)) return null;
  const kind = joiningWords.get(word.toLowerCase());
  return { token: kind === undefined ? { kind: 'word', text: word } : { kind }, end: at + word.length };
}

function readMark(text: string, at: number, pattern: RegExp, kind: 'separator' | 'dash'): Lexeme | null {
  const mark = matchAt(pattern, text, at);
  return mark === null ? null : { token: { kind }, end: at + mark[0].length };
}

const signPattern = /\s?\p{Sc}(?!\s?[\d.])/uy;
const currencyPattern = /\s?\$?(?<symbol>\p{L}[\p{L}\p{N}]*)/uy;

/** Tokens are too many to list, so their looks decide: `ETH`, `stETH`, `xDAI`, `USDC`. */
const tokenSymbol = /^[a-z]{0,2}[A-Z][A-Z0-9]{1,9}$/;

/** Currencies that are also written in lowercase. */
const currencyNames = new Set('usd eur gbp chf jpy usdc usdt dai eth btc sol dollar dollars euro euros'.split(' '));

/** Words that look like a token where an editor writes in capitals only. */
const otherWords = [notTokens, periods, joiningWords, closingWords, qualifiers, countedUnits, billingWords];

/** As written, with the space before it; empty if none follows. */
function matchCurrency(text: string, at: number): string {
  const sign = matchAt(signPattern, text, at);
  if (sign !== null) return sign[0];
  const match = matchAt(currencyPattern, text, at);
  const { symbol = '' } = match?.groups ?? {};
  return match !== null && isCurrency(symbol) ? match[0] : '';
}

function isCurrency(symbol: string): boolean {
  const name = symbol.toLowerCase();
  if (currencyNames.has(name)) return true;
  return tokenSymbol.test(symbol) && !otherWords.some((words) => words.has(name));
}

export interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
}

export function peek(cursor: Cursor, ahead = 0): Token | undefined {
  return cursor.tokens[cursor.at + ahead];
}

/** Lowercase; null if the token is not a word. */
export function wordOf(token: Token | undefined): string | null {
  return token?.kind === 'word' ? token.text.toLowerCase() : null;
}

export function isBare(token: Token | undefined): boolean {
  return token?.kind === 'number' && token.written === 'bare';
}

/** Whether the word is one of these; false if the token is no word. */
export function isOneOf(words: ReadonlySet<string> | ReadonlyMap<string, unknown>, token: Token | undefined): boolean {
  return token?.kind === 'word' && words.has(token.text.toLowerCase());
}
