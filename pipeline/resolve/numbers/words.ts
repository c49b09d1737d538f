/** Words of prices. The lists are closed, so that an editor can look them up. */

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
export const joiningWords: ReadonlyMap<string, 'per' | 'dash' | 'separator' | 'sum'> = new Map([
  ...['per', 'a', 'an', 'each', 'every'].map((word) => [word, 'per'] as const),
  ...['or', 'and', 'then'].map((word) => [word, 'separator'] as const),
  ['plus', 'sum'],
  ['to', 'dash'],
]);

/** Periods that are not billing periods; a count of them is not a unit count either. */
export const shortSpans = listWords('s sec secs second seconds min mins minute minutes');

/** Name of each counted unit, in singular and plural. A call and a query are requests. */
const unitNames: readonly (readonly [words: string, one: string, many: string])[] = [
  ['request requests req reqs call calls query queries', 'request', 'requests'],
  ['cu cus', 'compute unit', 'compute units'],
  ['ru rus', 'RU', 'RU'],
  ['su sus', 'SU', 'SU'],
  ['tu tus', 'TU', 'TU'],
  ['credit credits', 'credit', 'credits'],
  ['unit units', 'unit', 'units'],
  ['transaction transactions tx txs', 'transaction', 'transactions'],
  ['event events', 'event', 'events'],
  ['message messages', 'message', 'messages'],
  ['entity entities', 'entity', 'entities'],
];

/** Units with prices per unit: `per request` is per a count of one. Users and endpoints are not counted in millions. */
export const countedUnits: ReadonlyMap<string, { readonly one: string; readonly many: string }> = new Map(
  unitNames.flatMap(([words, one, many]) => words.split(' ').map((word) => [word, { one, many }] as const)),
);

/** Words of a single payment. */
export const onceWords = listWords('once one-time onetime one-off lifetime');

/** Tiers whose price is not stated: `Free / Premium`, `$49/mo, Custom`, `$0.02/Gas fee`. */
export const unpricedTiers = listWords('premium custom enterprise paid negotiable gas');

/** Fees beside the price: `$5/TB/mo; $0 egress`, `$29/mo, setup $100`. */
export const componentWords = listWords('egress ingress retrieval retrievals setup installation onboarding deposit');

/** Words before an amount that is the lowest possible. */
export const lowestWords = listWords('from starting starts start least low lowest min minimum');

/** Words before an amount that is the highest possible; `to` is a mark. */
export const highestWords = listWords('up upto most max maximum');

/** Amounts of data: they may follow an amount of money without a slash, as in `125 BTT GB/day`. */
export const dataSizes = listWords('kb mb gb tb pb kib mib gib tib pib');

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

export function listWords(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '));
}
