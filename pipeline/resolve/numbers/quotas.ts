/** Quotas in the limits of a plan: `25 reqs/sec`, `30M CUs/mo`, `100K monthly credits`, `Unlimited RPS`. */
import type { StatedLimits, StatedQuota } from '../../../model/rows.ts';
import { type Phrase, readPhrases } from './quota-phrases.ts';
import { daySeconds, monthSeconds } from './quota-words.ts';
import { buildRange } from './tokens.ts';

interface Quota extends StatedQuota {
  /** Seconds in the period; null if the text names none. */
  readonly seconds: number | null;
}

/** The items stand on lines of their own. Null if no item states a quota. */
export function parseLimits(text: string): StatedLimits | null {
  const quotas: Quota[] = [];
  const unread: string[] = [];
  for (const item of text.split('\n')) {
    const phrases = readPhrases(item);
    if (phrases === null) unread.push(item);
    else quotas.push(...phrases.flatMap((phrase) => toQuota(phrase) ?? []));
  }
  const included = includedOf(quotas);
  const rate = quotas.find(({ seconds }) => seconds !== null && seconds < daySeconds);
  if (included === null && rate === undefined && unread.length === 0) return null;
  return { included, rate: rate === undefined ? null : perSecond(rate), unread };
}

function toQuota({ values, bound, unit, seconds }: Phrase): Quota | null {
  if (values === 'unlimited') return { min: null, max: null, unit, bound: 'unlimited', seconds };
  const range = buildRange(values);
  if (range === null) return null;
  const exact = range.min === range.max ? 'exact' : 'range';
  return { ...range, unit, bound: bound ?? exact, seconds };
}

/** Of a month rather than of a period that the text does not name, and that rather than of a day. */
function includedOf(quotas: readonly Quota[]): StatedQuota | null {
  const monthly = quotas.find(({ seconds }) => seconds === monthSeconds);
  const total = quotas.find(({ seconds }) => seconds === null);
  const daily = quotas.find(({ seconds }) => seconds === daySeconds);
  const { seconds, ...quota } = monthly ?? total ?? daily ?? { seconds: 0 };
  if (!('unit' in quota)) return null;
  const period = seconds === null ? '' : seconds === daySeconds ? '/day' : '/month';
  return { ...quota, unit: `${quota.unit}${period}` };
}

function perSecond({ seconds, min, max, ...quota }: Quota): StatedQuota {
  const divide = (value: number | null) => (value === null ? null : Number((value / (seconds ?? 1)).toPrecision(12)));
  return { ...quota, min: divide(min), max: divide(max) };
}
