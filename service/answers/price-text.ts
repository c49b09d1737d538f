/** Prices as their texts state them, from the numbers that the build read. */
import { type ColumnDefinition, numberKeys, priceKeys, wordKeys } from '../../model/columns.ts';
import { aUnit, periodSeconds } from '../../model/price-period.ts';
import type { StatedPrice } from '../../model/rows.ts';
import type { Row } from '../snapshot/catalog.ts';
import { capitalize, clip } from '../text/clip.ts';
import { moneyText } from './cost-text.ts';

/** The amount that stands first, then what it is for, then what else the text says. */
export interface PriceView {
  /** A text without an amount of money, such as `Custom`; null if there is an amount. */
  readonly quiet: string | null;
  /** `$49`, `from $2,000` */
  readonly amount: string | null;
  /** `/month` */
  readonly per: string | null;
  /** `$42/mo if paid yearly` */
  readonly note: string | null;
}

/** The numbers of a price, whose companions are named after the column in rows. */
export type PriceNumbers = Omit<StatedPrice, 'tiers' | 'terms' | 'bound'> & {
  readonly bound: string;
};

const longNote = 48;
const longUnit = 28;

/** Null if the row states no amount there. `row`: with the numbers of its cells. */
export function priceIn({ key }: Pick<ColumnDefinition, 'key'>, row: Row): PriceNumbers | null {
  const [min, max] = numberKeys(key).map((name) => row[name]);
  const [currency, unit, bound, first] = priceKeys(key).map((name) => row[name]);
  const [stated, per, note] = wordKeys(key).map((name) => row[name]);
  if (typeof min !== 'number' || typeof max !== 'number') return null;
  const textOf = (cell: Row[string] | undefined) => (typeof cell === 'string' ? cell : null);
  return {
    min,
    max,
    currency: textOf(currency),
    unit: textOf(unit),
    bound: textOf(bound) ?? 'exact',
    first: typeof first === 'number' ? first : min,
    stated: typeof stated === 'number' ? stated : min,
    per: textOf(per),
    note: textOf(note),
  };
}

/** Of an amount without a currency, which could be anything; null for others. */
export function currencyNote(price: PriceNumbers | null): string | null {
  return price !== null && price.max > 0 && price.currency === null ? 'no currency stated' : null;
}

/** The text of an amount without a currency is shown. */
export function presentPrice(text: string, price: PriceNumbers | null): PriceView {
  if (price === null || price.currency === null) {
    const quiet = capitalize(clip(text, longNote));
    return { quiet, amount: null, per: null, note: currencyNote(price) };
  }
  const { note } = price;
  const per = firstUnit(price);
  const isLong = per !== null && per.length > longUnit;
  const notes = [isLong ? `per ${per}` : null, convertedText(price), note].filter(
    (each) => each !== null,
  );
  return {
    quiet: null,
    amount: boundedAmount(price),
    per: per === null || isLong ? null : perText(per),
    note: notes.length === 0 ? null : clip(notes.join(', '), longNote),
  };
}

/**
 * `$2.50 an hour` of `$1,825/month`, in a directory that compares prices by the hour. People convert
 * years to months by themselves.
 */
function convertedText({ first, currency, unit, per }: PriceNumbers): string | null {
  const isConverted = unit !== null && unit !== 'month' && unit !== per && per !== null;
  if (!isConverted || periodSeconds(unit) === null) return null;
  return `${moneyText(first, currency)} ${aUnit(unit)}`;
}

/** `from $49`, `25 TON` */
function boundedAmount({ stated, currency, bound }: PriceNumbers): string {
  const amount = moneyText(stated, currency);
  return bound === 'from' ? `from ${amount}` : bound === 'upTo' ? `up to ${amount}` : amount;
}

/** `11M CUs` of `11M/100M CUs`, if each of the other amounts has a count of its own. */
function firstUnit({ per, note }: PriceNumbers): string | null {
  const [, counts = '', unit] = /^(\d[\w.]*(?:\/\d[\w.]*)+) (.+)$/.exec(per ?? '') ?? [];
  const [, others = ''] = /^or (\S+)$/.exec(note ?? '') ?? [];
  const isPaired = others !== '' && counts.split('/').length === others.split('/').length + 1;
  return isPaired ? `${counts.split('/')[0]} ${unit}` : per;
}

function perText(per: string): string {
  return per === 'once' ? ' once' : `/${per}`;
}

/** `$49/month`, `Custom` */
export function shortPrice(text: string, price: PriceNumbers | null): string {
  const { quiet, amount, per } = presentPrice(text, price);
  return quiet ?? `${amount}${per ?? ''}`;
}

/** An amount that can be compared with others of its measure. */
export interface ComparedAmount {
  /** A month for a billing period, a million for a count. */
  readonly value: number;
  /** Currency, unit and bound. Blank for an amount of 0, which is free in all. */
  readonly measure: string;
  /** As stated: `$12/year`, `free`. */
  readonly text: string;
  /** Whether the price says more than the amount. */
  readonly hasNote: boolean;
}

/** Null without an amount of money. */
export function comparedAmount(price: PriceNumbers | null): ComparedAmount | null {
  if (price === null) return null;
  const { max, first, currency, unit, bound, per, note } = price;
  const hasNote = note !== null;
  if (max === 0) return { value: 0, measure: '', text: 'free', hasNote };
  if (currency === null) return null;
  const open = bound === 'from' || bound === 'upTo' ? bound : '';
  const text = `${boundedAmount(price)}${per === null ? '' : perText(per)}`;
  return { value: first, measure: JSON.stringify([open, currency, unit]), text, hasNote };
}

/** Null unless both are amounts of the same currency and unit, and differ. */
export function compareAmounts(before: PriceNumbers | null, after: PriceNumbers | null) {
  const [old, now] = [comparedAmount(before), comparedAmount(after)];
  if (old === null || now === null || old.value === now.value) return null;
  const isSame = old.measure === now.measure || old.value === 0 || now.value === 0;
  return isSame ? { before: old, after: now } : null;
}
