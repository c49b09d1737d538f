/** Currencies of amounts: signs, codes, names and token tickers, and how each writes large numbers. */

const pairs = (text: string) => new Map(text.split(',').map((entry) => entry.split(' ') as [string, string]));

/** Codes of signs, with the letters before them. Cents are hundredths of a dollar. */
const signs = pairs(
  '$ USD,US$ USD,¢ USD,A$ AUD,AU$ AUD,C$ CAD,CA$ CAD,NZ$ NZD,HK$ HKD,S$ SGD,SG$ SGD,NT$ TWD,R$ BRL,MX$ MXN,€ EUR,£ GBP,¥ JPY,JP¥ JPY,CN¥ CNY,' +
    '₹ INR,₩ KRW,₽ RUB,₺ TRY,₴ UAH,₿ BTC,₦ NGN,₫ VND,₱ PHP,₪ ILS,฿ THB,₡ CRC,₲ PYG,₸ KZT,₵ GHS,₼ AZN,₾ GEL,₮ MNT,₭ LAK,៛ KHR',
);

const codes: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), 'USDC', 'USDT']);

const names = pairs('dollar USD,dollars USD,cent USD,cents USD,euro EUR,euros EUR');
/** Also read in lowercase. */
const lowercase = new Set('usd eur gbp chf jpy usdc usdt dai eth btc sol'.split(' '));

/** Currencies that are also written with a dollar sign. */
const dollars = new Set('USD USDC USDT DAI CAD AUD NZD SGD HKD TWD MXN BRL ARS CLP COP JMD'.split(' '));

const indian = new Set('INR PKR BDT NPR LKR'.split(' '));

/** Countries that write a dot before decimals, and nothing else. */
const withDots = new Set(
  'USD USDC USDT DAI CAD AUD NZD SGD HKD TWD MXN GBP JPY CNY KRW THB PHP ILS NGN INR PKR BDT NPR LKR'.split(' '),
);

/** Shape of token tickers, which are too many to list: `ETH`, `stETH`, `xDAI`, `USDC`. */
const ticker = /^[a-z]{0,2}[A-Z][A-Z0-9]{1,9}$/;

/** Of a sign or a code before an amount: `A$`, `CAD`, `CAD$`; null if it is not known. */
export function currencyOfPrefix(written: string): string | null {
  const known = signs.get(written) ?? (codes.has(written) ? written : null);
  const code = written.slice(0, -1);
  return known ?? (written.endsWith('$') && dollars.has(code) && codes.has(code) ? code : null);
}

/** Of a word after an amount; null if it names none. */
export function currencyOfWord(word: string, isKnownWord: boolean): string | null {
  if (lowercase.has(word.toLowerCase())) return word.toUpperCase();
  const isTicker = codes.has(word) || (ticker.test(word) && !isKnownWord);
  return names.get(word.toLowerCase()) ?? (isTicker ? word : null);
}

/** That of a dollar sign made exact: `$5 CAD`. Null if both contradict each other. */
export function joinCurrencies(before: string, after: string): string | null {
  return before === after ? before : before === 'USD' && dollars.has(after) ? after : null;
}

export function isCent(written: string | null | undefined): boolean {
  return /^(?:¢|cents?)$/i.test(written ?? '');
}

/** How a number was written, as far as it decides on its dots and commas. */
export interface Writing {
  readonly currency: string | null;
  /** `1.500 €`: as in most euro countries. */
  readonly isSignAfter: boolean;
  /** Whether dots are before decimals whatever follows them: percentages, measures. */
  readonly hasDots?: boolean;
}

const withDot = /^(?:0|[1-9]\d*|[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+|(?:'\d{3})+))?(?:\.\d+)?(?:e[+-]?\d{1,3})?$/;
const inLakhs = /^[1-9]\d?(?:,\d\d)+,\d{3}(?:\.\d+)?$/;
const withComma =
  /^(?:[1-9]\d{0,2}(?:(?:\.\d{3})+|(?: \d{3})+|(?:'\d{3})+)|0|[1-9]\d*),\d{1,2}$|^0,\d+$|^[1-9]\d{0,2}(?:\.\d{3}){2,}$/;

/**
 * Null if the separators can be read in two ways or in none. Three digits after a comma, a space or an apostrophe are thousands; one
 * or two after a comma, or any after `0,`, are decimals. Three digits after a dot are decimals only in currencies without other dots.
 */
export function parseFigure(text: string, { currency, isSignAfter, hasDots = false }: Writing): number | null {
  const plain = text
    .toLowerCase()
    .replace(/[\u00a0\u202f]/g, ' ')
    .replaceAll('’', "'");
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(plain) && !hasDots && !withDots.has(currency ?? ''))
    return isSignAfter && currency === 'EUR' ? Number(plain.replace('.', '')) : null;
  if (withDot.test(plain) || (inLakhs.test(plain) && indian.has(currency ?? '')))
    return Number(plain.replace(/[,' ]/g, ''));
  return withComma.test(plain) ? Number(plain.replace(/[.' ]/g, '').replace(',', '.')) : null;
}
