/**
 * Currencies of amounts: signs, codes, names and token tickers, and how each writes large numbers.
 */
import { wordOf } from './lexicon.ts';

const pairs = (text: string) =>
  text.split(',').map((entry) => entry.split(' ') as [string, string]);

/** Currencies that are also written with a dollar sign. */
const dollars = new Set(
  'USD USDC USDT DAI CAD AUD NZD SGD HKD TWD MXN BRL ARS CLP COP JMD'.split(' '),
);

/** Codes of signs, with the letters before them. Cents are hundredths of a dollar. */
const signs = new Map([
  ...pairs(
    '$ USD,US$ USD,¢ USD,A$ AUD,AU$ AUD,C$ CAD,CA$ CAD,NZ$ NZD,HK$ HKD,S$ SGD,SG$ SGD,NT$ TWD,R$ BRL,MX$ MXN',
  ),
  ...pairs(
    '€ EUR,£ GBP,¥ JPY,JP¥ JPY,CN¥ CNY,₹ INR,₩ KRW,₽ RUB,₺ TRY,₴ UAH,₿ BTC,₦ NGN,₫ VND,₱ PHP,₪ ILS,฿ THB,₡ CRC',
  ),
  ...pairs('₲ PYG,₸ KZT,₵ GHS,₼ AZN,₾ GEL,₮ MNT,₭ LAK,៛ KHR'),
  ...Array.from(dollars, (code) => [`${code}$`, code] as const),
]);
const codes: ReadonlySet<string> = new Set([
  ...Intl.supportedValuesOf('currency'),
  'USDC',
  'USDT',
  'S',
]);
const names = new Map([
  ...pairs('dollar USD,dollars USD,bucks USD,cent USD,cents USD,euro EUR,euros EUR'),
  ...pairs('pound GBP,pounds GBP,francs CHF,yen JPY,rupee INR,rupees INR,yuan CNY'),
  ...'usd eur gbp chf jpy inr cny cad aud usdc usdt dai eth btc sol'
    .split(' ')
    .map((code) => [code, code.toUpperCase()] as const),
]);

const indian = new Set('INR PKR BDT NPR LKR'.split(' '));

/** Currencies of countries that write a dot before decimals, and nothing else. */
const withDots = new Set([
  ...'USD USDC USDT DAI CAD AUD NZD SGD HKD TWD MXN GBP JPY CNY KRW THB PHP ILS NGN'.split(' '),
  ...indian,
]);

/** Shape of token tickers, which are too many to list: `ETH`, `stETH`, `xDAI`, `USDC`. */
const ticker = /^[a-z]{0,2}[A-Z][A-Z0-9]{1,9}$/;

/** Of a sign or a code: `A$`, `CAD`, `CAD$`; null if it is not known. */
export function currencyOf(written: string): string | null {
  return signs.get(written) ?? (codes.has(written) ? written : null);
}

/** Of a word after an amount; null if it names none. */
export function currencyOfWord(word: string): string | null {
  return (
    names.get(word.toLowerCase()) ?? (ticker.test(word) && wordOf(word) === undefined ? word : null)
  );
}

/**
 * That after an amount, unless it contradicts the one before: a dollar sign is made exact in `$5
 * CAD`.
 */
export function joinCurrencies(before: string | null, after: string | null): string | null {
  return before === null || before === after || (before === 'USD' && dollars.has(after ?? ''))
    ? after
    : null;
}

/**
 * How a number was written. `isSignAfter`: `1.500 €`, as in most euro countries. `hasDots`: dots
 * are before decimals, as in measures.
 */
type Writing = {
  readonly currency: string | null;
  readonly isSignAfter: boolean;
  readonly hasDots: boolean;
};

const withDot =
  /^(?:0|[1-9]\d*|[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+|(?:'\d{3})+))?(?:\.\d+)?(?:e[+-]?\d{1,3})?$/;
const inLakhs = /^[1-9]\d?(?:,\d\d)+,\d{3}(?:\.\d+)?$/;
const withComma =
  /^(?:[1-9]\d{0,2}(?:(?:\.\d{3})+|(?: \d{3})+|(?:'\d{3})+)|0|[1-9]\d*),\d{1,2}$|^0,\d+$|^[1-9]\d{0,2}(?:\.\d{3}){2,}$/;

/**
 * NaN if the separators can be read in two ways or in none. Three digits after a comma, a space or
 * an apostrophe are thousands; one or two after a comma, or any after `0,`, are decimals. Three
 * digits after a dot are decimals only in currencies without other dots.
 */
export function parseFigure(text: string, { currency, isSignAfter, hasDots }: Writing): number {
  const plain = text
    .toLowerCase()
    .replace(/[\u00a0\u202f]/g, ' ')
    .replaceAll('’', "'");
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(plain) && !hasDots && !withDots.has(currency ?? ''))
    return isSignAfter && currency === 'EUR' ? Number(plain.replace('.', '')) : Number.NaN;
  if (withDot.test(plain) || (inLakhs.test(plain) && indian.has(currency ?? '')))
    return Number(plain.replace(/[,' ]/g, ''));
  return withComma.test(plain) ? Number(plain.replace(/[.' ]/g, '').replace(',', '.')) : Number.NaN;
}
