/** Words of prices and quotas, lowercase. The lists are closed: a text with another word states no number. `_` stands for a space. */

const split = (words: string) => (words.match(/\S+/g) ?? []).map((word) => word.replaceAll('_', ' '));

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

const unit = (words: string, one: string, seconds: number | null = null, isUse = true): [string, Unit] => {
  const many = one === 'entity' ? 'entities' : /^[A-Z]+$/.test(one) ? one : `${one}s`;
  return [words, { one, many, isUse, seconds }];
};

/** Units with prices per unit: `per request` is per a count of one. */
export const counted = table<Unit>(
  unit('request requests req reqs call calls query queries rpc', 'request'),
  unit('rps qps', 'request', 1),
  unit('rpm', 'request', 60),
  unit('cu cus compute_unit compute_units', 'compute unit'),
  unit('cups', 'compute unit', 1),
  unit('credit credits', 'credit'),
  ...['RU', 'SU', 'TU', 'WU'].map((name) => unit(`${name}  ${name}s`.toLowerCase(), name)),
  unit('watch_unit watch_units', 'WU'),
  unit('tx txs transaction transactions', 'transaction'),
  unit('tps', 'transaction', 1),
  unit('response responses', 'response'),
  unit('response_unit response_units', 'response unit'),
  ...['unit', 'event', 'message'].map((name) => unit(`${name} ${name}s`, name, null, false)),
  unit('entity entities', 'entity', null, false),
);

export type Bound = 'from' | 'upTo';

/** Before an amount. */
export const bounds = table<Bound>(
  ['from starting_at starting_from starts_at starts_from at_least no_less_than more_than', 'from'],
  ['min min. minimum > ≥ >= ⩾', 'from'],
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
  ['key api_key', 'key'],
  ...['project', 'region', 'user'].map((name) => [name, name] as const),
);

/** As marks: `per month` is `/month`, `$49 or $490/yr` is two statements. */
export const joints = table(['per a an each every', '/'], ['or and &', ','], ['plus', '+'], ['to', '-']);

const roles = {
  /** Periods that need no slash: `$490 yearly`, `100K monthly credits`. */
  adverb: 'hourly daily weekly monthly quarterly semi-annual semi-annually biannual yearly annual annually',
  /** Use, too, but not counted in millions. */
  data: 'kb mb gb tb pb kib mib gib tib pib',
  /** What else a price may be for, and what a plan may limit without limiting use. */
  thing: `
    user seat member team_member project app application region network chain node server instance validator endpoint
    key api_key token access_token webhook address addresses connection websocket_connection stream subscription
    contract wallet domain dataset copy copies file record row block byte subgraph graph deployed_graphs indexing_hour
    deployment_hour gb_of_storage mb_of_storage tb_of_storage day_notification_history month_only soft_throughput
    hard_throughput burst burst_capacity quota storage transformations point squid custom_subgraphs
    always-on_subgraphs active_projects processed_events concurrent_streams simultaneous_streams test_key live_key
    transfer swap mint nft trade sendtransaction`,
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
  unpriced: 'premium custom enterprise negotiable contact_us contact_sales gas gas_fee',
  /** Fees beside the price: `$5/TB/mo; $0 egress`. */
  fee: 'egress ingress retrieval setup set-up setup_fee set-up_fee installation onboarding activation deposit',
  /** Of a price that is not asked for any more. */
  former:
    'was formerly previously before instead_of down_from reduced_from regularly normally usually old_price regular_price',
  /** Last words of costs that are not stated: `$49/mo + server cost`. */
  cost: 'gas fee cost price charge overage usage vat tax taxes gateway',
  /** Volumes that a price is for change nothing of it: `$0.5/1M CUs for over 50M CUs`. */
  condition: 'for after over above beyond under below up_to of the first',
  /** Words that change nothing. */
  silent: `
    plan tier pricing subscription license licence package edition is at now just only price fee flat fixed the basic
    starter pro growth business team standard developer scale billed paid charged cost storage gateway payg billing
    payment purchase pay-as-you-go forever included free_plan over_free_plan`,
  /** Words around a quota that change nothing. */
  limit: 'limit throughput throughput_limit rate_limit at in_total included first free',
  /** Uppercase words that are no token tickers. */
  name: `
    ups mbps gbps sla ips cpu gpu ram ssd hdd vm vps vcpu ai dex dao sdk url http ws id ios faq kyc dns json sql evm
    zk bps seo mau dau fa st nd rd th live max`,
};

export type Role = keyof typeof roles;

const rolesOf = new Map<string, Role[]>();
for (const [role, words] of Object.entries(roles))
  for (const word of split(words)) rolesOf.set(word, [...(rolesOf.get(word) ?? []), role as Role]);

/** Words of the tables have plurals. */
const singular = (word: string) => (word.endsWith('s') && !rolesOf.has(word) ? word.slice(0, -1) : word);

export function hasRole(word: string, ...wanted: readonly Role[]): boolean {
  return rolesOf.get(singular(word))?.some((role) => wanted.includes(role)) ?? false;
}

/** Whether the word means something else than a currency. */
export function isKnownWord(word: string): boolean {
  return (
    rolesOf.has(singular(word)) || [counted, periods, scopes, bounds, boundsAfter].some((words) => words.has(word))
  );
}

const times = '(?:days?|weeks?|months?|year)';
/** Times that an offer can be tried for, for nothing or little. */
export const trial =
  `(?:(?:with |after )?(?:an? |the )?(?:\\d{1,3}[- ]?${times}[- ])?(?:free )?trial(?: period)?` +
  `|(?:free )?for (?:the )?(?:first )?(?:\\d{1,3} )?${times}(?= ?(?:[,;)]|then))` +
  `|\\d{1,3} ${times} free|(?:the )?first (?:\\d{1,3} )?${times}(?: free)?)`;

/** Patterns of words of more than one word or with a dot, the longest first. */
export const phrases = [rolesOf, counted, bounds, boundsAfter, scopes]
  .flatMap((words) => [...words.keys()])
  .filter((word) => /\p{L}[ .]/u.test(word))
  .toSorted((a, b) => b.length - a.length)
  .map((phrase) => phrase.replaceAll('.', '\\.').replaceAll(' ', '\\s') + (phrase.endsWith('.') ? '' : 's?'));
