/** The words that decide what a number in a price is: lower case, and closed, so that an editor can look them up. */

const dayMonths = 12 / 365;

/** The agreed 730 hours to the month, which is 365 / 12 days of 24 hours. */
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

/** Words that do the work of a mark: `per month` is `/month`, `$49 or $490/yr` are two statements. */
export const joiningWords: ReadonlyMap<string, 'per' | 'dash' | 'separator'> = new Map([
  ...['per', 'a', 'an', 'each', 'every'].map((word) => [word, 'per'] as const),
  ...['or', 'and', 'then', 'plus'].map((word) => [word, 'separator'] as const),
  ['to', 'dash'] as const,
]);

/** Spans of time that nothing is billed by; a number of them is not a number of units either. */
export const shortSpans = listWords('s sec secs second seconds min mins minute minutes');

/** Units with prices per unit: `per request` is per a count of one. Users and endpoints are not counted in millions. */
export const countedUnits = listWords(
  'request requests req reqs call calls query queries credit credits unit units cu cus ru rus su sus tu tus',
  'transaction transactions tx txs event events message messages entity entities',
);

/** Words before what an amount is per: `per additional 100K entities`. */
export const qualifiers = listWords('additional extra excess next another overage');

/** A number without a currency is an amount only at the start of a statement, where these may precede it. */
export const openingWords = listWords(
  'from up upto starting starts start at as low least most about approx approximately around ca circa',
  'min minimum max maximum only just price cost costs',
);

/** Here the amount and what it is per are over: `for over 50M CUs`, `with yearly discounts`. */
export const closingWords = listWords(
  'for with after over above beyond under below up from if when until incl including includes included save',
  'on in by via at until',
);

/** More capitals after a number that are a unit and not a token: `5 RPC endpoints` has no price in RPC. */
export const notTokens = listWords(
  'kb mb gb tb pb kib mib gib tib pib rps rpm tps qps ups mbps gbps api apis rpc sla ip ips cpu gpu',
  'ram ssd hdd vm vps vcpu ai nft nfts dex dao sdk url http https ws wss id ids ios faq kyc dns json sql evm zk bps',
  'seo mau dau fa st nd rd th',
);

function listWords(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '));
}
