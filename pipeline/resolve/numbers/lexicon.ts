/** Words of prices and quotas, lowercase. The lists are closed: a text with another word states no number. `_` stands for a space. */

type Table<T> = ReadonlyMap<string, T>;

function table<T>(...entries: readonly (readonly [words: string, value: T])[]): Table<T> {
  return new Map(entries.flatMap(([words, value]) => listed(words).map((word) => [word, value] as const)));
}

function list(...words: readonly string[]): ReadonlySet<string> {
  return new Set(listed(words.join(' ')));
}

function listed(words: string): string[] {
  return words.split(' ').map((word) => word.replaceAll('_', ' '));
}

export const daySeconds = 86_400;
/** 365 / 12 days of 24 hours, as cloud providers bill. */
export const monthSeconds = (365 / 12) * daySeconds;

export const periods = table(
  ['s sec secs second seconds', 1],
  ['min mins minute minutes', 60],
  ['h hr hrs hour hours hourly', 3600],
  ['d day days daily', daySeconds],
  ['w wk week weeks weekly', 7 * daySeconds],
  ['m mo mos mth mths month months monthly', monthSeconds],
  ['q qtr quarter quarters quarterly', 3 * monthSeconds],
  ['y yr yrs year years yearly annum annual annually', 12 * monthSeconds],
);

/** Periods that need no slash: `$490 yearly`, `100K monthly credits`. */
export const adverbs = list('hourly daily weekly monthly quarterly yearly annual annually');

/** As magnitudes of numbers. A lowercase `m` after a space or a slash is a month. */
export const magnitudes = table(
  ['K k thousand', 1e3],
  ['lakh lakhs', 1e5],
  ['M m mm mil mln mn million millions', 1e6],
  ['crore crores', 1e7],
  ['B b bn billion billions', 1e9],
);

interface Unit {
  readonly one: string;
  readonly many: string;
  /** Whether a plan includes or allows amounts of it. */
  readonly isUse: boolean;
}

const unit = (words: string, one: string, many: string, isUse = true) => [words, { one, many, isUse }] as const;

/** Units with prices per unit: `per request` is per a count of one. */
export const counted: Table<Unit> = table(
  unit('request requests req reqs call calls query queries rpc', 'request', 'requests'),
  unit('cu cus compute_unit compute_units', 'compute unit', 'compute units'),
  unit('credit credits', 'credit', 'credits'),
  ...['RU', 'SU', 'TU', 'WU'].map((name) => unit(`${name} ${name}s`.toLowerCase(), name, name)),
  unit('watch_unit watch_units', 'WU', 'WU'),
  unit('tx txs transaction transactions', 'transaction', 'transactions'),
  unit('response responses', 'response', 'responses'),
  unit('response_unit response_units', 'response unit', 'response units'),
  unit('unit units', 'unit', 'units', false),
  unit('event events', 'event', 'events', false),
  unit('message messages', 'message', 'messages', false),
  unit('entity entities', 'entity', 'entities', false),
);

/** Amounts of data are use, too, but are not counted in millions. */
export const dataUnits = list('kb mb gb tb pb kib mib gib tib pib');

/** Units that name their period: `10 RPS`. */
export const rates: Table<readonly [unit: string, seconds: number]> = table(
  ['rps qps', ['requests', 1]],
  ['rpm', ['requests', 60]],
  ['tps', ['transactions', 1]],
  ['cups', ['compute units', 1]],
);

/** What else a price may be for, and what a plan may limit without limiting use. */
export const things = list(
  'user users seat seats member members team_member team_members project projects app apps application applications',
  'region regions network networks chain chains node nodes server servers instance instances validator validators',
  'endpoint endpoints key keys api_key api_keys token tokens access_token access_tokens webhook webhooks address addresses',
  'connection connections websocket_connection websocket_connections stream streams subscription subscriptions contract contracts',
  'wallet wallets domain domains dataset datasets copy copies file files record records row rows block blocks byte bytes',
  'subgraph subgraphs graph graphs deployed_graphs indexing_hour indexing_hours deployment_hour deployment_hours',
  'transfer transfers swap swaps mint mints nft nfts trade trades sendtransaction',
);

/** Words before a unit that make it no other one. */
export const adjectives = list('api rpc total stored exported new free');

/** Words before a unit that narrow it to one kind of use: a plan with `5 index req/s` does not allow as many of all requests. */
export const narrowing = list('index indexing archive protected lifetime filtered websocket');

/** To whom a rate applies: `50 req/s/IP`. */
export const scopes = table(
  ['ip', 'IP'],
  ['project', 'project'],
  ['region', 'region'],
  ['key api_key', 'key'],
  ['user', 'user'],
);

export type Bound = 'from' | 'upTo';

/** Before an amount. */
export const bounds: Table<Bound> = table(
  ['from starting_at starting_from starts_at starts_from at_least no_less_than more_than min min. minimum', 'from'],
  ['> ≥ >= ⩾', 'from'],
  ['up_to upto at_most no_more_than less_than max max. maximum', 'upTo'],
  ['< ≤ <= ⩽', 'upTo'],
);

/** After an amount. */
export const boundsAfter: Table<Bound> = table(
  ['and_up and_upwards and_above and_more or_more or_above or_higher and_higher upwards onwards at_least', 'from'],
  ['or_less or_below and_below and_less at_most max max. maximum', 'upTo'],
);

/** As marks: `per month` is `/month`, `$49 or $490/yr` is two statements. */
export const joints = table(['per a an each every', '/'], ['or and &', ','], ['plus', '+'], ['to', '-']);

/** What precedes them may be the price of a first time only. */
export const thenWords = list('then thereafter afterwards after_that');

/** Qualifiers of a unit: `per additional 100K entities`. */
export const qualifiers = list('additional extra excess next another overage');

/** Words of a single payment. */
export const onceWords = list('once one-time one_time onetime one-off lifetime');

/** Tiers whose price is not stated: `Free / Premium`, `$49/mo, Custom`. */
export const unpriced = list('premium custom enterprise negotiable contact_us contact_sales gas gas_fee gas_fees');

/** Fees beside the price: `$5/TB/mo; $0 egress`. */
export const fees = list(
  'egress ingress retrieval retrievals setup set-up setup_fee set-up_fee installation onboarding activation deposit',
);

/** Of a price that is not asked for any more. */
export const formerWords = list(
  'was formerly previously before instead_of down_from reduced_from regularly normally usually old_price regular_price',
);

/** Last words of costs that are not stated: `$49/mo + server cost`. */
export const costs = list(
  'gas fee fees cost costs price prices charge charges overage overages usage vat tax taxes gateway',
);

/** Volumes that a price is for change nothing of it: `$0.5/1M CUs for over 50M CUs`. */
export const conditions = list(
  'for for_over for_up_to for_the_first for_first after over above beyond under below up_to first of_the_first',
);

/** Words that change nothing. */
export const silent = list(
  'plan plans tier tiers pricing subscription license licence package edition is at now just only price fee fees flat fixed the',
  'basic starter pro growth business team standard developer scale billed paid charged cost costs storage gateway payg',
  'pay-as-you-go forever in_total limit limits rate_limits throughput_limit throughput_limits throughput rate_limit included free_plan over_free_plan with',
);

/** Uppercase words that are no token tickers. */
export const notTickers = list(
  'rps rpm tps qps ups mbps gbps sla ip ips cpu gpu ram ssd hdd vm vps vcpu ai dex dao sdk url http https ws wss id ids ios faq',
  'kyc dns json sql evm zk bps seo mau dau fa st nd rd th max min live',
);

/** Of a yearly or a monthly plan; other plans state their period beside the amount. */
export const billedYearly =
  /^(?:(?:billed|paid) )?(?:yearly|annual|annually)(?: (?:plan|billing|payment|subscription|only))*$/i;
export const billedMonthly = /^(?:(?:billed|paid) )?monthly(?: (?:plan|billing|payment|subscription|only))*$/i;
export const billedOtherwise =
  /^(?:(?:billed|paid) )?(?:daily|weekly|quarterly|semi-annual|biannual|semi-annually)(?: (?:plan|billing|payment|subscription|only))*$/i;
export const paidOnce = /^(?:one[- ](?:time|off)|once|lifetime)(?: (?:fee|payment|purchase|only))*$/i;

/** Times that an offer can be tried for, for nothing or little. */
export const trial =
  '(?:(?:with |after )?(?:an? |the )?(?:\\d{1,3}[- ]?(?:days?|weeks?|months?)[- ])?(?:free )?trial(?: period)?' +
  '|(?:free )?for (?:the )?(?:first )?(?:\\d{1,3} )?(?:days?|weeks?|months?|year)(?= ?(?:[,;)]|then))' +
  '|\\d{1,3} (?:days?|weeks?|months?) free|(?:the )?first (?:\\d{1,3} )?(?:days?|weeks?|months?|year)(?: free)?)';

const phraseTables = [
  ...[periods, magnitudes, counted, rates, scopes, bounds, boundsAfter, joints],
  ...[things, thenWords, onceWords, unpriced, fees, formerWords, conditions, silent],
];

/** Words of more than one word or with a dot, the longest first. */
export const phrases: readonly string[] = [...new Set(phraseTables.flatMap((words) => [...words.keys()]))]
  .filter((word) => /\p{L}[ .]/u.test(word))
  .toSorted((a, b) => b.length - a.length);
