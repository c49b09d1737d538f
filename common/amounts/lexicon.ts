/**
 * Words of prices and quotas, with their places in the forms. The table is closed: a text with
 * another word states no number.
 */

export type Bound = 'from' | 'upTo';

export interface Word {
  /** Classes that forms are made of. */
  readonly roles: readonly string[];
  /** Of the period, also of that which a unit names: 1 of `RPS`. */
  readonly seconds?: number;
  /** Factor of a magnitude of numbers, such as `million`. */
  readonly scale?: number | null;
  /** Of `free`. */
  readonly value?: number;
  /** Singular of a unit whose prices are compared per million. */
  readonly unit?: string;
  /** Units that a unit of a directory is: 1,000,000 tokens of `Mtok`. */
  readonly count?: number;
  readonly bound?: Bound;
  /** To whom a rate applies: `50 req/s/IP`. */
  readonly scope?: string;
}

/**
 * Units of which a call is one unless the provider counts otherwise. A response answers a request.
 */
export const unitsOfOneCall: ReadonlySet<string> = new Set(['requests', 'responses']);

/**
 * Roles, after a slash the property whose value begins each group, and words; `_` stands for a
 * space, and plurals in -s are understood.
 * `short`: no billing period. `m`: a month of prices, a month or a minute of quotas. `adverb`: a
 * period without a slash, as in `$490 yearly`.
 * `use`: what a plan includes amounts of; other units may be limited without limiting use.
 * `narrowing`: of one kind of use, of which a plan allows less. `unpriced`: a tier whose price is
 * not stated. `cost`: last word of a cost that is not stated. `condition`: before a volume that
 * changes nothing of the price. `later`: after a price that follows a trial. `discount`: a price
 * that may be lower, as `reduction` does. `typed`: a bound as people type it in a search.
 * `whole`: a thing of which a plan needs at least one. `silent` and `limit`: words that change
 * nothing in prices and in quotas. `about`: before what amounts of another unit come to. `name`: no ticker.
 */
const table = `
  /scale: 1e3 k thousand; 1e5 lakh; 1e6 m mm mil mio mln mn million; 1e7 crore; 1e9 b bn billion
  short/seconds: 1 s sec second; 60 min minute
  period/seconds: 3600 h hr hour; 86400 d day; 604800 w wk week; 2628000 mo mth month; 7884000 q qtr quarter
  period/seconds: 31536000 y yr year annum | m/seconds: 2628000 m | adverb/seconds: 31536000 yearly annual annually
  adverb/seconds: 3600 hourly; 86400 daily; 604800 weekly; 2628000 monthly pm; 7884000 quarterly; 15768000 semi-annual semi-annually
  use unit/unit: request request req call query queries rpc; request*1 rps qps; request*60 rpm; compute_unit cu compute_unit
  use unit/unit: compute_unit*1 cups; credit credit; RU ru; SU su; TU tu; WU wu watch_unit; transaction tx transaction
  use unit/unit: transaction*1 tps; response response; response_unit response_unit
  unit/unit: unit unit; event event; message message; entity entity entities | data unit: kb mb gb tb pb kib mib gib tib pib
  whole unit: user seat member team_member project app application region network chain node server instance validator copy
  unit: endpoint key api_key token access_token test_key live_key webhook address addresses connection stream storage
  unit: websocket_connection subscription contract wallet domain dataset copies file record row block byte point squid
  unit: subgraph custom_subgraph always-on_subgraph graph deployed_graph indexing_hour deployment_hour gb_of_storage
  unit: mb_of_storage tb_of_storage day_notification_history month_only soft_throughput hard_throughput burst quota
  unit: burst_capacity transformation active_project processed_event concurrent_stream simultaneous_stream transfer
  unit: swap mint nft trade sendtransaction | scope/scope: IP ip; key key api_key; project project; region region; user user
  typed/bound: upTo not_more_than less_then cheaper_than cheaper_then lower_than lower_then within
  typed/bound: from not_less_than more_then
  before/bound: from from starting_at starting_from starts_at starts_from at_least no_less_than more_than min min. minimum
  before/bound: from > ≥ >= ⩾ over above; upTo under below up_to upto at_most no_more_than less_than max max. maximum < ≤ <= ⩽
  after/bound: from and_up &_up &_above and_upwards and_above and_more or_more or_above or_higher or_better and_higher upwards onwards at_least
  after/bound: from minimum
  after/bound: upTo or_less or_below and_below and_less at_most max. maximum tops | then: then thereafter afterwards after_that
  slash: per a an each every | comma: or and & | plus: plus | dash: to | between: between | later: after
  adjective: api rpc total stored exported new free
  narrowing: index indexing archive protected lifetime filtered websocket evm json-rpc | qualifier: additional extra excess next another overage
  free/value: 0 free | unlimited: unlimited | no: no | for: for | billed: billed paid charged | with: with including then
  once: once one-time one_time onetime one-off lifetime | condition: after over above beyond under below up_to of the first
  unpriced: premium custom enterprise negotiable contact_us contact_sales gas gas_fee
  discount ofYear/seconds: 31536000 yearly_discount annual_discount | discount: discount volume_discount bulk_discount
  reduction: off save saves saving | if: if when
  fee: egress ingress retrieval setup set-up setup_fee set-up_fee installation onboarding activation deposit
  former: was formerly previously before instead_of down_from reduced_from regularly normally usually old_price regular_price
  cost: gas fee cost price charge overage usage vat tax taxes gateway
  silent: plan tier pricing subscription license licence package edition is at now just only price fee flat fixed the
  silent: basic starter pro growth business team standard developer scale cost storage gateway payg billing payment
  silent: purchase pay-as-you-go forever included free_plan over_free_plan apply applies available
  silent: spend commitment invoice | silent: self-hosted self_hosted open-source open_source
  about: average_no_of average_number_of average approx. approx approximate approximately
  limit: limit throughput throughput_limit rate_limit at in_total included first free ~ ≈ | rate: throughput_limit rate_limit
  name: ups mbps gbps sla cpu gpu ram ssd hdd vm vps vcpu ai dex dao sdk url http ws id ios faq kyc dns json sql evm zk
  name: bps seo mau dau fa st nd rd th live max
`;

const known = new Map<string, Word>();
for (const line of table.trim().split(/[|\n]/)) {
  const [head = '', groups = ''] = line.trim().split(': ');
  const [roles = '', property] = head.split('/');
  for (const group of groups.split('; ')) {
    const words = group.split(' ').map((each) => each.replaceAll('_', ' '));
    const [value = '', seconds] = property === undefined ? [] : (words.shift() ?? '').split('*');
    const meaning = property !== undefined && {
      [property]: /^\d/.test(value) ? Number(value) : value,
    };
    for (const word of words) {
      const entry = known.get(word) ?? { roles: ['word'] };
      const own = { ...meaning, ...(seconds && { seconds: Number(seconds) }) };
      known.set(word, {
        ...entry,
        ...own,
        roles: [...entry.roles, ...roles.split(' ')].filter((role) => role !== ''),
      });
    }
  }
}

/** Words, and those of phrases, whose meaning is wanted. */
export function wordsWith(isWanted: (word: Word) => boolean): string[] {
  const found = [...known].filter(([, word]) => isWanted(word));
  return [...new Set(found.flatMap(([text]) => text.split(' ')))];
}

/** Sets of roles that words have. */
export const wordRoles = [['word'], ...Array.from(known.values(), ({ roles }) => roles)];

/** `entities`, `requests`, `RU`. */
export function pluralOf(unit: string): string {
  return unit === 'entity' ? 'entities' : /^[A-Z]+$/.test(unit) ? unit : `${unit}s`;
}

/**
 * Units that the table does not have, by their names in lowercase: those of a directory of other
 * things, such as `tokens`. An `Mtok` is a million of them.
 */
export type OwnUnits = ReadonlyMap<string, { readonly unit: string; readonly count: number }>;

/** Also of `Mtok`, if the table or the units have `tok`. */
export function ownUnit(written: string, units: OwnUnits): Word | undefined {
  const own = (word: string) =>
    units.get(word) ?? (/..s$/.test(word) ? units.get(word.slice(0, -1)) : undefined);
  const word = written.toLowerCase();
  const scale = /^[KMB](?=\p{L})/u.test(written) ? wordOf(written.charAt(0))?.scale : null;
  const found = own(word) ?? (scale ? own(word.slice(1)) : undefined);
  if (found === undefined) return undefined;
  const { unit, count } = found;
  return { roles: ['word', 'use', 'unit'], unit, count: own(word) ? count : count * (scale ?? 1) };
}

/** Undefined if the table does not have the word. */
export function wordOf(written: string): Word | undefined {
  const word = written.toLowerCase().replace(/\s+/g, ' ').replaceAll('’', "'");
  return known.get(word) ?? (/..s$/.test(word) ? known.get(word.slice(0, -1)) : undefined);
}

/**
 * Of a word such as `K` and `million`; null for others. A single letter after a space must be
 * uppercase: `5 m` may be five metres.
 */
export function magnitudeOf(word: string, isApart: boolean): number | null {
  return isApart && /^[a-z]$/.test(word) ? null : (wordOf(word)?.scale ?? null);
}

const times = '(?:days?|weeks?|months?|year)';
/** Times that an offer can be tried for, for nothing or little. */
export const trial =
  `(?:(?:with |after )?(?:an? |the )?(?:\\d{1,3}[- ]?${times}[- ])?(?:free )?trial(?: period)?` +
  `|(?:free )?for (?:the )?(?:first )?(?:\\d{1,3} )?${times}(?= ?(?:[,;)]|then))` +
  `|\\d{1,3} ${times} free|(?:the )?first (?:\\d{1,3} )?${times}(?: free)?)`;

/** Patterns of words of more than one word or with a dot, the longest first. */
export const phrases = [...known.keys()]
  .filter((word) => /[\p{L}&][ .]/u.test(word))
  .toSorted((a, b) => b.length - a.length)
  .map(
    (phrase) =>
      phrase.replaceAll('.', '\\.').replaceAll(' ', '\\s') + (phrase.endsWith('.') ? '' : 's?'),
  );
