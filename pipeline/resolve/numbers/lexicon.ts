/** Words of prices and quotas, lowercase. The lists are closed: a text with another word states no number. `_` stands for a space. */

const split = (words: string) => words.split(' ').map((word) => word.replaceAll('_', ' '));

function table<T>(...entries: readonly (readonly [words: string, value: T])[]): ReadonlyMap<string, T> {
  return new Map(entries.flatMap(([words, value]) => split(words).map((word) => [word, value] as const)));
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

/** As magnitudes of numbers. A lowercase `m` after a space or a slash is a month. */
export const magnitudes = table(
  ['K k thousand', 1e3],
  ['lakh lakhs', 1e5],
  ['M m mm mil mln mn million millions', 1e6],
  ['crore crores', 1e7],
  ['B b bn billion billions', 1e9],
);

export interface Unit {
  readonly one: string;
  readonly many: string;
  /** Whether a plan includes or allows amounts of it. */
  readonly isUse: boolean;
  /** Period that the unit names: that of `RPS`. */
  readonly seconds: number | null;
}

const unit = (words: string, one: string, { isUse = true, seconds = null, many = `${one}s` }: Partial<Unit> = {}) =>
  [words, { one, many, isUse, seconds }] as const;
const other = { isUse: false };

/** Units with prices per unit: `per request` is per a count of one. */
export const counted = table<Unit>(
  unit('request requests req reqs call calls query queries rpc', 'request'),
  unit('rps qps', 'request', { seconds: 1 }),
  unit('rpm', 'request', { seconds: 60 }),
  unit('cu cus compute_unit compute_units', 'compute unit'),
  unit('cups', 'compute unit', { seconds: 1 }),
  unit('credit credits', 'credit'),
  unit('ru rus', 'RU', { many: 'RU' }),
  unit('su sus', 'SU', { many: 'SU' }),
  unit('tu tus', 'TU', { many: 'TU' }),
  unit('wu wus watch_unit watch_units', 'WU', { many: 'WU' }),
  unit('tx txs transaction transactions', 'transaction'),
  unit('tps', 'transaction', { seconds: 1 }),
  unit('response responses', 'response'),
  unit('response_unit response_units', 'response unit'),
  unit('unit units', 'unit', other),
  unit('event events', 'event', other),
  unit('message messages', 'message', other),
  unit('entity entities', 'entity', { ...other, many: 'entities' }),
);

export type Bound = 'from' | 'upTo';

/** Before an amount. */
export const bounds = table<Bound>(
  [
    'from starting_at starting_from starts_at starts_from at_least no_less_than more_than min min. minimum > ≥ >= ⩾',
    'from',
  ],
  ['up_to upto at_most no_more_than less_than max max. maximum < ≤ <= ⩽', 'upTo'],
);

/** After an amount. */
export const boundsAfter = table<Bound>(
  ['and_up and_upwards and_above and_more or_more or_above or_higher and_higher upwards onwards at_least', 'from'],
  ['or_less or_below and_below and_less at_most max. maximum', 'upTo'],
);

/** To whom a rate applies: `50 req/s/IP`. */
export const scopes = table(
  ['ip', 'IP'],
  ['project', 'project'],
  ['region', 'region'],
  ['key api_key', 'key'],
  ['user', 'user'],
);

/** As marks: `per month` is `/month`, `$49 or $490/yr` is two statements. */
export const joints = table(['per a an each every', '/'], ['or and &', ','], ['plus', '+'], ['to', '-']);

const roles = {
  /** Periods that need no slash: `$490 yearly`, `100K monthly credits`. */
  adverb: 'hourly daily weekly monthly quarterly semi-annual semi-annually biannual yearly annual annually',
  /** Use, too, but not counted in millions. */
  data: 'kb mb gb tb pb kib mib gib tib pib',
  /** What else a price may be for, and what a plan may limit without limiting use. */
  thing:
    'user users seat seats member members team_member team_members project projects app apps application applications ' +
    'region regions network networks chain chains node nodes server servers instance instances validator validators ' +
    'endpoint endpoints key keys api_key api_keys token tokens access_token access_tokens webhook webhooks address addresses ' +
    'connection connections websocket_connection websocket_connections stream streams subscription subscriptions contract contracts ' +
    'wallet wallets domain domains dataset datasets copy copies file files record records row rows block blocks byte bytes ' +
    'subgraph subgraphs graph graphs deployed_graphs indexing_hour indexing_hours deployment_hour deployment_hours ' +
    'gb_of_storage mb_of_storage tb_of_storage day_notification_history month_only soft_throughput hard_throughput burst burst_capacity ' +
    'quota storage transformations point points squid squids custom_subgraphs always-on_subgraphs active_projects processed_events ' +
    'concurrent_streams simultaneous_streams test_key test_keys live_key live_keys ' +
    'transfer transfers swap swaps mint mints nft nfts trade trades sendtransaction',
  /** Words before a unit that make it no other one. */
  adjective: 'api total stored exported new free',
  /** Words before a unit that narrow it to one kind of use: a plan with `5 index req/s` does not allow as many of all requests. */
  narrowing: 'index indexing archive protected lifetime filtered websocket',
  /** What precedes them may be the price of a first time only. */
  after: 'then thereafter afterwards after_that',
  /** Of a unit: `per additional 100K entities`. */
  qualifier: 'additional extra excess next another overage',
  /** Of a single payment. */
  once: 'once one-time one_time onetime one-off lifetime',
  /** Tiers whose price is not stated: `Free / Premium`, `$49/mo, Custom`. */
  unpriced: 'premium custom enterprise negotiable contact_us contact_sales gas gas_fee gas_fees',
  /** Fees beside the price: `$5/TB/mo; $0 egress`. */
  fee: 'egress ingress retrieval retrievals setup set-up setup_fee set-up_fee installation onboarding activation deposit',
  /** Of a price that is not asked for any more. */
  former:
    'was formerly previously before instead_of down_from reduced_from regularly normally usually old_price regular_price',
  /** Last words of costs that are not stated: `$49/mo + server cost`. */
  cost: 'gas fee fees cost costs price prices charge charges overage overages usage vat tax taxes gateway',
  /** Volumes that a price is for change nothing of it: `$0.5/1M CUs for over 50M CUs`. */
  condition: 'for after over above beyond under below up_to of the first',
  /** Words that change nothing. */
  silent:
    'plan plans tier tiers pricing subscription license licence package edition is at now just only price fee fees flat fixed the ' +
    'basic starter pro growth business team standard developer scale billed paid charged cost costs storage gateway payg billing ' +
    'payment purchase pay-as-you-go forever included free_plan over_free_plan',
  /** Words around a quota that change nothing. */
  limit:
    'limit limits throughput throughput_limit throughput_limits rate_limit rate_limits at in_total included first free',
  /** Uppercase words that are no token tickers. */
  name:
    'ups mbps gbps sla ips cpu gpu ram ssd hdd vm vps vcpu ai dex dao sdk url http https ws wss id ids ios faq ' +
    'kyc dns json sql evm zk bps seo mau dau fa st nd rd th live max',
};

export type Role = keyof typeof roles;

const rolesOf = new Map<string, Role[]>();
for (const [role, words] of Object.entries(roles))
  for (const word of split(words)) rolesOf.set(word, [...(rolesOf.get(word) ?? []), role as Role]);

export function hasRole(word: string, ...wanted: readonly Role[]): boolean {
  return rolesOf.get(word)?.some((role) => wanted.includes(role)) ?? false;
}

/** Whether the word means something else than a currency. */
export function isKnownWord(word: string): boolean {
  return [rolesOf, counted, periods, scopes, bounds, boundsAfter].some((words) => words.has(word));
}

const times = '(?:days?|weeks?|months?|year)';
/** Times that an offer can be tried for, for nothing or little. */
export const trial =
  `(?:(?:with |after )?(?:an? |the )?(?:\\d{1,3}[- ]?${times}[- ])?(?:free )?trial(?: period)?` +
  `|(?:free )?for (?:the )?(?:first )?(?:\\d{1,3} )?${times}(?= ?(?:[,;)]|then))` +
  `|\\d{1,3} ${times} free|(?:the )?first (?:\\d{1,3} )?${times}(?: free)?)`;

/** Words of more than one word or with a dot, the longest first. */
export const phrases = [rolesOf, counted, bounds, boundsAfter, scopes]
  .flatMap((words) => [...words.keys()])
  .filter((word) => /\p{L}[ .]/u.test(word))
  .toSorted((a, b) => b.length - a.length);
