/** Limits of a plan: `25 reqs/sec`, `30M CUs/mo`, `100K monthly credits`, `Unlimited RPS`. */

import {
  countsForm,
  type Forms,
  form,
  Reader,
  type TokenGroups,
  unitForm,
  unitOf,
  valuesOf,
} from '../../../common/amounts/forms.ts';
import { round, type Token, tokenize } from '../../../common/amounts/lexer.ts';
import { type OwnUnits, pluralOf } from '../../../common/amounts/lexicon.ts';
import { daySeconds, monthSeconds } from '../../../common/durations.ts';
import { nearestSpelling } from '../../../common/nearest-name.ts';
import type { StatedLimits, StatedQuota } from '../../../model/rows.ts';
import { rangeOf } from './amounts.ts';

/**
 * `seconds`: in the period; null if the text names none. The bound of an amount of one kind of use,
 * such as `20K protected reqs/day`, is `unread`: it is not what the plan includes.
 */
export type Quota = StatedQuota & { readonly seconds: number | null };

const forms: Forms = [
  ['rate', form('limit*(?:unlimited|no)rate')],
  // `10 rows/req` and `10 credits per MB` are costs, not quotas.
  [
    'amount',
    form(`(?<=^|comma|stop|plus|with|slash|colon)
      limit*(?<bound>before)?limit*(?:(?<all>unlimited)|no|(?<counts>${countsForm}))(?<adverb>adverb)?dash?
      (?<unit>about*${unitForm}|(?:adjective|narrowing)*about+${unitForm})(?:slash(?<times>plain|scaled)?(?<period>short|period)(?:slash?(?<scope>scope))?|(?<end>adverb))?
      (?<cost>slash(?:adjective|narrowing|qualifier)*(?:use|data)adjective*)?(?<after>after|plus(?=$))?limit*
      (?<kind>open(?:(?!open|close|plain|scaled|decimal|money|percent|before|after|trial|unknown).)+close)?`),
  ],
  // `TPS: 20 req/10s`
  ['label', form('(?<=^)unit colon')],
  // A comma, a plus sign, `with`, or the slash of `30RPS/1.5K RPM`.
  [
    'separator',
    form(
      '(?:comma|stop|plus)*(?:with|(?<=.)slash(?=(?:plain|scaled)use))(?=.)|(?:comma|stop|plus)+(?=.)',
    ),
  ],
];

/**
 * Quotas of an item; `left`: the part that was not understood, null if all was or if the item does
 * not speak of use.
 */
export function readItem(
  text: string,
  units?: OwnUnits,
): {
  readonly quotas: readonly Quota[];
  readonly left: string | null;
} {
  const reader = new Reader(tokenize(text, false, units));
  const found = [...reader.takeAll(forms)]
    .filter(([name]) => name !== 'separator' && name !== 'label')
    .map(([, each]) => each);
  if (!reader.isAtEnd)
    return { quotas: [], left: meansQuota(reader.tokens, found.at(-1)) ? reader.left() : null };
  const quotas = found.flatMap(quotasOf);
  const isPeriod = (seconds: number) =>
    (seconds > 0 && seconds <= daySeconds) || seconds === monthSeconds;
  const isComparable = quotas.every(
    ({ min, seconds }) => isPeriod(seconds ?? 1) && !Number.isNaN(min),
  );
  return isComparable ? { quotas, left: null } : { quotas: [], left: text };
}

const isUsed = (unit: Token | undefined) =>
  unit?.roles.some((role) => role === 'use' || role === 'data') === true;

/** Empty for what is no use, or one kind of it. */
function quotasOf({ counts = [], all, unit, cost, kind, ...found }: TokenGroups): readonly Quota[] {
  const none = { min: null, max: null, bound: 'unlimited' } as const;
  if (unit === undefined) return [{ ...none, unit: 'requests', seconds: 1 }];
  const counted = unitOf(unit);
  const values = amountsOf(counts, counted);
  // `(burst)`, `(node API)`
  const isNarrow = kind !== undefined || unit.some(({ roles }) => roles.includes('narrowing'));
  // `18M average no of reqs` says what 900M CUs come to.
  const isAbout = unit.some(({ roles }) => roles.includes('about'));
  if (!isUsed(counted) || cost || isAbout || (values.length === 0 && !all)) return [];
  const { period = [], adverb = [], end = [], times = [] } = found;
  const [stated = null] = [...period, ...adverb, ...end, ...unit].flatMap(
    ({ seconds }) => seconds ?? [],
  );
  const seconds = stated && stated * (times[0]?.value ?? 1);
  const [scope] = found.scope?.map((word) => `/${word.scope}`) ?? [''];
  const name = `${counted?.unit ? pluralOf(counted.unit) : counted?.text.toUpperCase()}${scope}`;
  if (isNarrow) return [{ ...unread, seconds }];
  return [{ ...(all ? none : amountOf(values, counts, found)), unit: name, seconds }];
}

const unread = { min: null, max: null, unit: null, bound: 'unread' } as const;

/** NaN if they can be read in two ways. */
function amountsOf(counts: readonly Token[], counted: Token | undefined): readonly number[] {
  const values = valuesOf(counts) ?? [Number.NaN];
  return values.map((value) => value * (counted?.count ?? 1));
}

function amountOf(
  values: readonly number[],
  counts: readonly Token[],
  { after = [], bound = [] }: TokenGroups,
) {
  const { min, max } = rangeOf(values);
  const isOpen = [...counts, ...after].some(({ roles }) => roles[0] === 'plus');
  const own = after[0]?.bound ?? bound[0]?.bound ?? (min === max ? 'exact' : 'range');
  return { min, max, bound: isOpen ? 'from' : own } as const;
}

/**
 * Whether an editor meant a quota that was not read: an amount of use (`4B/90d`), an amount of
 * something unknown (`150 RP`), or use without an amount (`M CUs/day`).
 */
function meansQuota(tokens: readonly Token[], last: TokenGroups | undefined): boolean {
  const isPer = (at: number) => tokens[at - 1]?.roles.includes('slash') === true;
  const isUse = ({ roles }: Token, at: number) =>
    (isPer(at) ? /use|adverb|short|period/ : /use|adverb/).test(roles.join());
  if (tokens.some(isUse))
    return tokens.some(isAmount) || tokens.every(({ roles }) => roles.join() !== 'word');
  const first = tokens.find(({ roles, bound }) => bound === undefined && !roles.includes('limit'));
  const isThing = last?.unit !== undefined && !isUsed(unitOf(last.unit));
  return !isThing && isAmount(first) && !first?.roles.includes('percent');
}

/** `25`, `y00`, `Unlimited`, `Unlmited`. */
function isAmount({ text }: Token = { text: '', roles: [] }): boolean {
  return (
    /\d/.test(text) || nearestSpelling(text.toLowerCase(), ['unlimited', 'limited']) === 'unlimited'
  );
}

/**
 * What all items of a list state: of a month rather than of a period that is not named, and that
 * rather than of a day. Amounts of one kind of use count if there is no other. Null for unread
 * items.
 */
export function limitsOf(quotas: readonly Quota[] | null): StatedLimits | null {
  if (quotas === null) return { included: unread, rate: unread, further: [] };
  const [narrow, whole] = [true, false].map((isNarrow) =>
    quotas.filter(({ bound }) => (bound === 'unread') === isNarrow),
  );
  const isRate = ({ seconds }: Quota) => seconds !== null && seconds < daySeconds;
  const unreadOf = (isWanted: (quota: Quota) => boolean) =>
    narrow?.some(isWanted) === true ? unread : null;
  const wanted = [
    [monthSeconds, '/month'] as const,
    [null, ''] as const,
    [daySeconds, '/day'] as const,
  ];
  const all = wanted.flatMap(([period, name]) =>
    (whole ?? []).flatMap(({ seconds, ...quota }) =>
      seconds === period ? { ...quota, unit: `${quota.unit}${name}` } : [],
    ),
  );
  const [included = unreadOf((quota) => !isRate(quota)), ...further] = all;
  const [rate = unreadOf(isRate)] = (whole ?? []).filter(isRate).map(perSecond);
  return included || rate ? { included, rate, further } : null;
}

function perSecond({ seconds, min, max, ...quota }: Quota): StatedQuota {
  const scale = (amount: number | null) => amount && round(amount / (seconds ?? 1));
  return { ...quota, min: scale(min), max: scale(max) };
}
