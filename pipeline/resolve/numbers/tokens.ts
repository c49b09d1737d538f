/** Price text -> tokens: numbers, words and marks. The lists of words are closed, so that an editor can look them up. */
import type { NumberRange } from '../../../model/rows.ts';

/**
 * Three digits after a comma or a space are thousands. One or two after a comma, with nothing more, are decimals, as
 * euro prices have them. Source of a regular expression, for use in other expressions. The number of groups is
 * limited, because a pattern that tries any number of groups at each position takes quadratic time.
 */
export const figure =
  '(?:[1-9]\\d{0,2}(?:(?:,\\d{3}){1,8}|(?:[ \\u00a0\\u202f]\\d{3}){1,8})(?!\\d)(?:\\.\\d+)?' +
  '|(?:\\d{1,3}(?:\\.\\d{3}){1,8}|\\d+),\\d{1,2}(?![\\d,.])|\\d+(?:\\.\\d+)?|\\.\\d+)';

/** Lookbehind before a number: the `2` of `v2`, `L2` and `1.0.2` is not a number. */
export const unglued = '(?<![\\p{L}\\p{N}_]|\\d\\.)';

/** A single letter after a space must be uppercase: `5 M` is five million, `5 m` may be five metres. */
export const magnitude = '(?:(?:[kKmMbB]|\\s[KMB])|\\s?(?:thousand|million|billion))(?![\\p{L}\\p{N}])';

const scales: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['t', 1e3],
  ['m', 1e6],
  ['b', 1e9],
]);

export function parseFigure(text: string): number {
  const hasDecimalComma = /,\d{1,2}$/.test(text);
  return Number(hasDecimalComma ? text.replaceAll('.', '').replace(',', '.') : text.replace(/[,\s]/g, ''));
}

/** Factor of `K`, `thousand` and so on; 1 if the text is not a magnitude. */
export function parseMagnitude(text: string | undefined): number {
  return scales.get(text?.trim().charAt(0).toLowerCase() ?? '') ?? 1;
}

/** Ignores infinite numbers; null if no number is left. */
export function buildRange(values: readonly number[]): NumberRange | null {
  const finite = values.filter(Number.isFinite);
  const first = finite[0];
  if (first === undefined) return null;
  return finite.reduce((range, value) => ({ min: Math.min(range.min, value), max: Math.max(range.max, value) }), {
    min: first,
    max: first,
  });
}

/** Matches a sticky pattern at a position. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const dayMonths = 12 / 365;

/** 730 hours a month, as cloud providers bill: 365 / 12 days of 24 hours. */
const hourMonths = 1 / 730;

const periodWords: readonly (readonly [months: number, words: string])[] = [
  [hourMonths, 'h hr hrs hour hours hourly'],
  [dayMonths, 'd day days daily'],
  [7 * dayMonths, 'w wk week weeks weekly'],
  [1, 'm mo mos mth month months monthly'],
  [3, 'q qtr quarter quarters quarterly'],
  [12, 'y yr yrs year years yearly annum annual annually'],
];

/** Months in a billing period. */
export const periods: ReadonlyMap<string, number> = new Map(
  periodWords.flatMap(([months, words]) => words.split(' ').map((word) => [word, months] as const)),
);

/** Periods that need no slash before them: `$490 yearly`. */
export const periodAdverbs = listWords('hourly daily weekly monthly quarterly yearly annual annually');

export const billingWords = listWords('billed paid charged');

/** Words that act as marks: `per month` is `/month`, `$49 or $490/yr` is two statements. */
export const joiningWords: ReadonlyMap<string, 'per' | 'dash' | 'separator'> = new Map([
  ...['per', 'a', 'an', 'each', 'every'].map((word) => [word, 'per'] as const),
  ...['or', 'and', 'then', 'plus'].map((word) => [word, 'separator'] as const),
  ['to', 'dash'] as const,
]);

/** Periods that are not billing periods; a count of them is not a unit count either. */
export const shortSpans = listWords('s sec secs second seconds min mins minute minutes');

/** Units with prices per unit: `per request` is per a count of one. Users and endpoints are not counted in millions. */
export const countedUnits = listWords(
  'request requests req reqs call calls query queries credit credits unit units cu cus ru rus su sus tu tus',
  'transaction transactions tx txs event events message messages entity entities',
);

/** Qualifiers of a unit: `per additional 100K entities`. */
export const qualifiers = listWords('additional extra excess next another overage');

/** Words that may precede an amount without a currency at the start of a statement. */
export const openingWords = listWords(
  'from up upto starting starts start at as low least most about approx approximately around ca circa',
  'min minimum max maximum only just price cost costs',
);

/** Words that end the terms of an amount: `for over 50M CUs`, `with yearly discounts`. */
export const closingWords = listWords(
  'for with after over above beyond under below up from if when until incl including includes included save',
  'on in by via at until',
);

/** Uppercase units that are not token symbols: `5 RPC endpoints` has no price in RPC. */
export const notTokens = listWords(
  'kb mb gb tb pb kib mib gib tib pib rps rpm tps qps ups mbps gbps api apis rpc sla ip ips cpu gpu',
  'ram ssd hdd vm vps vcpu ai nft nfts dex dao sdk url http https ws wss id ids ios faq kyc dns json sql evm zk bps',
  'seo mau dau fa st nd rd th',
);

function listWords(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '));
}

export interface NumberToken {
  readonly kind: 'number';
  readonly value: number;
  /** Money has a currency sign, code or token symbol. */
  readonly written: 'money' | 'bare' | 'percent';
  /** Whether the number has a magnitude (K, M, B). */
  readonly scaled: boolean;
}

export type Token =
  | NumberToken
  /** As written: an uppercase `M` is a million, a lowercase one a month. */
  | { readonly kind: 'word'; readonly text: string }
  /** Text in parentheses; only `paid yearly` statements are recognised. */
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

/** Reads up to the matching parenthesis, or to the end without one. */
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

/** Shape of token symbols, which are too many to list: `ETH`, `stETH`, `xDAI`, `USDC`. */
const tokenSymbol = /^[a-z]{0,2}[A-Z][A-Z0-9]{1,9}$/;

/** Currencies that are also written in lowercase. */
const currencyNames = new Set('usd eur gbp chf jpy usdc usdt dai eth btc sol dollar dollars euro euros'.split(' '));

/** Words that look like a token symbol in uppercase. */
const otherWords = [notTokens, periods, joiningWords, closingWords, qualifiers, countedUnits, billingWords];

/** Matches a currency with the space before it; empty if none follows. */
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
