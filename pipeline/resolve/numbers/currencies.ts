/** Currencies of amounts: signs, codes, names and token tickers. */
import { billingWords, closingWords, countedUnits, joiningWords, notTokens, periods, qualifiers } from './words.ts';

/** ISO 4217 codes and tickers by sign. Other signs mark money of an unknown currency. */
const signs: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₽', 'RUB'],
  ['₺', 'TRY'],
  ['₴', 'UAH'],
  ['₿', 'BTC'],
]);

/** Codes that may precede an amount. Source of a regular expression. */
export const codePrefixes = 'USDC|USDT|USD|EUR|GBP|CHF';

/** Currencies that are also written in lowercase, and their codes. */
const names: ReadonlyMap<string, string> = new Map([
  ...'USD EUR GBP CHF JPY USDC USDT DAI ETH BTC SOL'.split(' ').map((code) => [code.toLowerCase(), code] as const),
  ...['dollar', 'dollars'].map((name) => [name, 'USD'] as const),
  ...['euro', 'euros'].map((name) => [name, 'EUR'] as const),
]);

/** Currencies that are also written with a dollar sign. */
const dollars = new Set('USD USDC USDT DAI CAD AUD NZD SGD HKD TWD MXN BRL'.split(' '));

/** Shape of token tickers, which are too many to list: `ETH`, `stETH`, `xDAI`, `USDC`. */
const ticker = /^[a-z]{0,2}[A-Z][A-Z0-9]{1,9}$/;

/** Words that look like a ticker in uppercase. */
const otherWords = [notTokens, periods, joiningWords, closingWords, qualifiers, countedUnits, billingWords];

const signAfter = /\s?(?<sign>\p{Sc})(?!\s?[\d.])/uy;
const codeAfter = /\s?\$?(?<symbol>\p{L}[\p{L}\p{N}]*)/uy;

/** Matches a sticky pattern at a position. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Currency of an amount: that of the sign before it, made exact by a code after it (`$5 CAD`), or the code alone. */
export function currencyOf(sign: string | undefined, after: string | null): string | null {
  const before = currencyOfSign(sign);
  return before === null || (before === 'USD' && after !== null && dollars.has(after)) ? after : before;
}

function currencyOfSign(sign: string | undefined): string | null {
  const written = sign?.trim() ?? '';
  return signs.get(written) ?? names.get(written.toLowerCase()) ?? null;
}

/** Currency after an amount, with the length of its text and of the space before it; null if none follows. */
export function matchCurrency(
  text: string,
  at: number,
): { readonly code: string | null; readonly length: number } | null {
  const sign = matchAt(signAfter, text, at);
  if (sign !== null) return { code: currencyOfSign(sign.groups?.sign), length: sign[0].length };
  const match = matchAt(codeAfter, text, at);
  const { symbol = '' } = match?.groups ?? {};
  const code = names.get(symbol.toLowerCase()) ?? (isTicker(symbol) ? symbol : null);
  return match === null || code === null ? null : { code, length: match[0].length };
}

function isTicker(symbol: string): boolean {
  return ticker.test(symbol) && !otherWords.some((words) => words.has(symbol.toLowerCase()));
}
