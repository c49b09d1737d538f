/** Lines of meta/readings.csv -> what their texts state. */
import type { Reading } from '../../../model/readings.ts';
import type { StatedPrice, StatedQuota } from '../../../model/rows.ts';
import { daySeconds, monthSeconds } from './lexicon.ts';
import type { Quota } from './quotas.ts';

export function priceOfReading({ min, max, currency, unit, period, bound }: Reading): StatedPrice | null {
  if (min === null || bound === 'unlimited' || bound === 'no number') return null;
  const units = [unit, period].filter((part) => part !== null).join('/');
  return { min, max: max ?? min, currency, unit: units === '' ? null : units, bound, first: min };
}

export function quotaOfReading({ min, max, currency, unit, bound }: Reading): StatedQuota | null {
  return bound === 'no number' ? null : { min, max: max ?? min, unit: unit ?? currency, bound };
}

const seconds = { second: 1, day: daySeconds, month: monthSeconds, once: null } as const;

export function limitOf(reading: Reading): Quota | null {
  const quota = quotaOfReading(reading);
  return quota === null ? null : { ...quota, seconds: reading.period === null ? null : seconds[reading.period] };
}
