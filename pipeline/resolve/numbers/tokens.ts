/** Price text -> tokens: numbers, words and marks. */
import type { NumberRange } from '../../../model/rows.ts';
import { codePrefixes, currencyOf, matchAt, matchCurrency } from './currencies.ts';
import { joiningWords } from './words.ts';

/**
 * Three digits after a comma, a space or an apostrophe are thousands. One or two after a comma, with nothing more, are decimals, as
 * euro prices have them. Source of a regular expression, for use in other expressions. The number of groups is
 * limited, because a pattern that tries any number of groups at each position takes quadratic time.
 */
export const figure =
  "(?:[1-9]\\d{0,2}(?:(?:,\\d{3}){1,8}|(?:[ \\u00a0\\u202f]\\d{3}){1,8}|(?:['’]\\d{3}){1,8})(?!\\d)(?:\\.\\d+)?" +
  '|[1-9]\\d{0,2}(?:\\.\\d{3}){2,8}(?![\\d,])|(?:\\d{1,3}(?:\\.\\d{3}){1,8}|\\d+),\\d{1,2}(?![\\d,.])|\\d+(?:\\.\\d+)?|\\.\\d+)';

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
  if (/\..*\./.test(text) && !hasDecimalComma) return Number(text.replaceAll('.', ''));
  return Number(hasDecimalComma ? text.replaceAll('.', '').replace(',', '.') : text.replace(/[,\s'’]/g, ''));
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

export interface NumberToken {
  readonly kind: 'number';
  readonly value: number;
  /** Money has a currency sign, code or token symbol. */
  readonly written: 'money' | 'bare' | 'percent';
  /** ISO 4217 code or token ticker; null if the text names none that is known. */
  readonly currency: string | null;
  /** Whether the number has a magnitude (K, M, B). */
  readonly scaled: boolean;
  /** Whether a plus sign follows: `$250+`. */
  readonly open: boolean;
}

export type Token =
  | NumberToken
  /** As written: an uppercase `M` is a million, a lowercase one a month. */
  | { readonly kind: 'word'; readonly text: string }
  /** Text in parentheses; only statements of the billing period and of a single payment are recognised. */
  | { readonly kind: 'remark'; readonly paidYearly: boolean; readonly paidMonthly: boolean; readonly once: boolean }
  /** A sum is not a range: `$500/mo + $5/TB`. */
  | { readonly kind: 'per' | 'slash' | 'dash' | 'separator' | 'sum' };

interface Lexeme {
  readonly token: Token | null;
  readonly end: number;
}

const numberPattern = new RegExp(
  `(?:(?<sign>\\p{Sc}\\s?|(?:${codePrefixes})\\s?)|${unglued})(?<digits>${figure})` +
    `(?<scale>${magnitude})?(?<plus>\\+(?=\\s|$|[/(,;-]))?`,
  'uy',
);
const percentPattern = /\s?(?:%|‰|percent\b)/uy;

const separatorPattern = /(?:<br\s*\/?>|[,;|&:\n•·]|\.(?!\S))/uy;
const sumPattern = /\+/uy;
const dashPattern = /(?:[-‐-―−~〜→…]|\.{2,})/uy;
/** `14-day`, `ERC-20` and URLs are words: their numbers are not prices. */
const wordPattern =
  /(?:https?:\/\/\S+|\d{1,40}-\p{L}[\p{L}\p{N}-]*|\p{L}[\p{L}\p{M}\p{N}_]*(?:[-'’][\p{L}\p{N}]+|\.\p{L}+)*)/uy;
const billingRemark =
  /^\s*(?:(?:billed|paid)\s+)?(?:(?<yearly>yearly|annual|annually)|(?<monthly>monthly))(?:\s+(?:plan|billing|payment|subscription|only))*\s*$/i;
const onceRemark = /^\s*(?:one[- ](?:time|off)|once|lifetime)(?:\s+(?:fee|payment|purchase|only))*\s*$/i;

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
    readMark(text, at, sumPattern, 'sum') ??
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
  const remark = text.slice(start + 1, at);
  const { yearly, monthly } = billingRemark.exec(remark)?.groups ?? {};
  const [paidYearly, paidMonthly] = [yearly !== undefined, monthly !== undefined];
  return { token: { kind: 'remark', paidYearly, paidMonthly, once: onceRemark.test(remark) }, end: at + 1 };
}

function readNumber(text: string, start: number): Lexeme | null {
  const match = matchAt(numberPattern, text, start);
  const { sign, digits, scale, plus } = match?.groups ?? {};
  if (match === null || digits === undefined) return null;
  const end = start + match[0].length;
  const percent = matchAt(percentPattern, text, end);
  const after = percent === null ? matchCurrency(text, end) : null;
  const isMoney = sign !== undefined || after !== null;
  return {
    token: {
      kind: 'number',
      value:
        parseFigure(hasDotsAsCommas(digits, sign, after) ? digits.replaceAll('.', '') : digits) * parseMagnitude(scale),
      written: percent !== null ? 'percent' : isMoney ? 'money' : 'bare',
      currency: currencyOf(sign, after?.code ?? null),
      scaled: scale !== undefined,
      open: plus !== undefined,
    },
    end: end + (percent?.[0].length ?? after?.length ?? 0),
  };
}

/** `1.500 €` is written as in most euro countries; `€1.500` and `$1.500` may have three decimals. */
function hasDotsAsCommas(
  digits: string,
  sign: string | undefined,
  after: { readonly code: string | null } | null,
): boolean {
  return sign === undefined && after?.code === 'EUR' && /^[1-9]\d{0,2}(?:\.\d{3}){1,8}$/.test(digits);
}

function readWord(text: string, at: number, opening: RegExp): Lexeme | null {
  const word = matchAt(wordPattern, text, at)?.[0];
  if (word === undefined || !opening.test(word)) return null;
  const kind = joiningWords.get(word.toLowerCase());
  return { token: kind === undefined ? { kind: 'word', text: word } : { kind }, end: at + word.length };
}

function readMark(text: string, at: number, pattern: RegExp, kind: 'separator' | 'sum' | 'dash'): Lexeme | null {
  const mark = matchAt(pattern, text, at);
  return mark === null ? null : { token: { kind }, end: at + mark[0].length };
}
