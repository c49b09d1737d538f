/** The currency after a number: `49 €`, `49 EUR`, `25 TON`, `125BTT`. */
import { matchAt } from './match-at.ts';
import {
  billingWords,
  closingWords,
  countedUnits,
  joiningWords,
  notTokens,
  periods,
  qualifiers,
} from './vocabulary.ts';

const signPattern = /\s?\p{Sc}(?!\s?[\d.])/uy;
const wordPattern = /\s?\$?(?<symbol>\p{L}[\p{L}\p{N}]*)/uy;

/** Tokens are too many to list, so their looks decide: `ETH`, `stETH`, `xDAI`, `USDC`. */
const tokenSymbol = /^[a-z]{0,2}[A-Z][A-Z0-9]{1,9}$/;

/** Those that are also written in small letters. */
const names = new Set('usd eur gbp chf jpy usdc usdt dai eth btc sol dollar dollars euro euros'.split(' '));

/** Words that look like a token where an editor writes in capitals only. */
const otherWords = [notTokens, periods, joiningWords, closingWords, qualifiers, countedUnits, billingWords];

/** As written, with the space before it; empty where none follows. */
export function matchCurrency(text: string, at: number): string {
  const sign = matchAt(signPattern, text, at);
  if (sign !== null) return sign[0];
  const match = matchAt(wordPattern, text, at);
  const { symbol = '' } = match?.groups ?? {};
  return match !== null && isCurrency(symbol) ? match[0] : '';
}

function isCurrency(symbol: string): boolean {
  const name = symbol.toLowerCase();
  if (names.has(name)) return true;
  return tokenSymbol.test(symbol) && !otherWords.some((words) => words.has(name));
}
