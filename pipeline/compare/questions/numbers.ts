/** Numbers beside what the cell, the other plans and the offer state. */
import type { Value, Values } from '../../../model/rows.ts';
import { isSameValue } from '../../../model/rows.ts';
import { planOf } from '../../check/plans.ts';
import { shorten, textsOf } from '../../check/rule.ts';
import type { EditedLine } from '../edited-lines.ts';
import { type Counts, enough, type Found, type Known } from './known.ts';

export const prices = ['accessPrice', 'price', 'queryPrice'] as const;
/** Columns of which the numbers are no amounts. */
const unmeasured =
  /^(?:slug|provider|offer|name|description|planName|address|tag|sdk|languages|dependencies|tokensSupport)$|(?:Date|Version|Endpoint|Command|Args|Buttons|Performed)$/;

export function isMeasured(column: string): boolean {
  return !unmeasured.test(column);
}

/** Compares a cell with what it said before. */
export function findSlip(line: EditedLine, column: string, known: Known): Found | null {
  const { kind, values, old } = line;
  const [before, now] = [textOf(old?.[column]), textOf(values[column])];
  if (before === '' || kind === 'provider') return null;
  const isPrice = prices.some((key) => key === column);
  const message =
    describeSlip(before, now) ??
    (isPrice
      ? (findOtherCurrency(line, column, known) ?? findOddChange(line, column, known))
      : null);
  return message === null
    ? null
    : ['number-slip', message, `correct it; it was "${shorten(before)}"`];
}

function textOf(value: Value | undefined): string {
  return textsOf(value).join(', ');
}

const figure = /(\d[\d,]*(?:\.\d+)?)\s?([KMBT](?![\p{L}])|[KMGTP]i?B\b)?/giu;
const scales: ReadonlyMap<string, number> = new Map([
  ['K', 1e3],
  ['M', 1e6],
  ['B', 1e9],
  ['T', 1e12],
  ['G', 1e9],
  ['P', 1e15],
]);

function figuresIn(text: string): number[] {
  return Array.from(text.matchAll(figure), ([, digits = '', scale = '']) => {
    return Number(digits.replaceAll(',', '')) * (scales.get(scale.slice(0, 1).toUpperCase()) ?? 1);
  });
}

const period =
  /(?:\/\s?|per )(second|sec|s|minute|min|hour|hr|h|day|d|week|month|mo|m|year|yr|y|annum)\b/gi;
const periods: readonly (readonly [start: RegExp, name: string])[] = [
  [/^s/i, 'second'],
  [/^(?:min)/i, 'minute'],
  [/^h/i, 'hour'],
  [/^d/i, 'day'],
  [/^w/i, 'week'],
  [/^m/i, 'month'],
  [/^[ya]/i, 'year'],
];

function periodsIn(text: string): string[] {
  return Array.from(
    text.matchAll(period),
    ([, word = '']) => periods.find(([start]) => start.test(word))?.[1] ?? word,
  );
}

type Comparison = (before: string, now: string) => string | null;

/** Of several slips of a cell, the first is told. */
const slips: readonly Comparison[] = [
  findOtherPeriod,
  findOtherSize,
  findLostCurrency,
  findLostUnit,
  findPowerOfTen,
];

function describeSlip(before: string, now: string): string | null {
  if (figuresIn(now).length === 0 || figuresIn(before).length === 0) return null;
  for (const find of slips) {
    const slip = find(before, now);
    if (slip !== null) return slip;
  }
  return null;
}

/** Whether a text is one amount without words, other than zero. */
function isBareAmount(text: string): boolean {
  const numbers = text.match(/\d[\d.,]*/g) ?? [];
  return numbers.length === 1 && /[1-9]/.test(text) && !/\p{L}/u.test(text);
}

function findOtherPeriod(before: string, now: string): string | null {
  const [old, own] = [periodsIn(before), periodsIn(now)];
  if (old.length === 0 || old.join() === own.join()) return null;
  const isGone = own.length === 0;
  if (isGone && isBareAmount(now)) return `the period is gone from "${shorten(now)}"`;
  if (figuresIn(before).join() !== figuresIn(now).join()) return null;
  if (isGone) return `the period is gone from "${shorten(now)}"`;
  const at = old.findIndex((name, index) => name !== own[index]);
  const [from, to] =
    old.length === own.length ? [old[at], own[at]] : [old.join(', '), own.join(', ')];
  return `the period changed from ${from} to ${to}, and the amount did not`;
}

const currencyIn = (text: string) => /[$€£¥₹]|\b(?:USD|EUR|GBP)\b/.exec(text)?.[0] ?? null;

/** Another currency with the same amount, or beside other plans of the provider. */
function findOtherCurrency(line: EditedLine, column: string, known: Known): string | null {
  const { category, values } = line;
  const [before, now] = [textOf(line.old?.[column]), textOf(values[column])];
  const [old, own] = [currencyIn(before), currencyIn(now)];
  if (old === null || own === null || old === own) return null;
  const change = `the currency changed from ${old} to ${own}`;
  if (figuresIn(before).join() === figuresIn(now).join())
    return `${change}, and the amount did not`;
  const other = known.after.find(
    (each) =>
      each.kind === 'offer' &&
      each.category === category &&
      each.values.provider === values.provider &&
      currencyIn(textOf(each.values[column])) === old,
  );
  return other === undefined ? null : `${change}, and "${other.values.slug}" is still in ${old}`;
}

/** Least factor of a change that is asked about if no other price is as high or as low. */
const oddFactor = 5;
const monthsOfYear = 12;

/** A price of a year where one of a month was, or one beyond all others of its unit. */
function findOddChange({ category, values, old }: EditedLine, column: string, known: Known) {
  const [before, now] = [textOf(old?.[column]), textOf(values[column])];
  if (unitOf(before) !== unitOf(now)) return null;
  const was = figuresIn(before);
  for (const [index, amount] of figuresIn(now).entries()) {
    const ratio = amount / (was[index] ?? 0);
    const factor = factorOf(ratio);
    const change = `an amount became ${describeRatio(ratio)} in "${shorten(now)}"`;
    if (Math.abs(factor - monthsOfYear) < 1e-9 && periodsIn(now).length > 0)
      return `${change}, as a price of another period`;
    const others = known.countsOf(category, column);
    if (factor >= oddFactor && isBeyond(amount, index, now, others))
      return `${change}, beyond all other prices`;
  }
  return null;
}

/** 1 if one of the amounts is zero. */
function factorOf(ratio: number): number {
  return Number.isFinite(ratio) && ratio > 0 ? Math.max(ratio, 1 / ratio) : 1;
}

function describeRatio(ratio: number): string {
  const factor = Math.round(factorOf(ratio));
  return ratio > 1 ? `${factor} times as much` : `1/${factor}`;
}

const unitOf = (text: string) => text.replace(/\d[\d.,]*/g, '0').replace(/\s/g, '');

/** Whether the amount is above or below those of all other texts with the same unit. */
function isBeyond(amount: number, index: number, now: string, others: Counts): boolean {
  const texts = [...others.keys()].filter((text) => unitOf(text) === unitOf(now));
  const amounts = texts.map((text) => figuresIn(text)[index] ?? 0).filter((each) => each > 0);
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  return amounts.length >= enough && (amount > most || amount < least);
}

/** `$5/GiB` for `$5/TiB`. */
function findOtherSize(before: string, now: string): string | null {
  const sizesIn = (text: string) => (text.match(/(?<![A-Za-z])[KMGTP]i?B\b/g) ?? []).join(', ');
  const [old, own] = [sizesIn(before), sizesIn(now)];
  const digitsOf = (text: string) => text.replace(/[^\d.,]/g, '');
  if (old === '' || own === '' || old === own || digitsOf(before) !== digitsOf(now)) return null;
  return `the unit changed from ${old} to ${own}, and the amount did not`;
}

function findLostCurrency(before: string, now: string): string | null {
  const isLost = /[$€£¥₹]|\b(?:USD|EUR)/.test(before) && !/[$€£¥₹]|\b[A-Z]{3,}\b|%/.test(now);
  return isLost ? `the currency is gone from "${shorten(now)}"` : null;
}

function findLostUnit(before: string, now: string): string | null {
  const isLost = /\d\s?(?:[A-Za-z]{2,6}\b|%|[hd]\b)/.test(before) && /^[\d.,]+$/.test(now.trim());
  return isLost ? `the unit is gone from "${shorten(now)}"` : null;
}

function findPowerOfTen(before: string, now: string): string | null {
  const [old, own] = [figuresIn(before), figuresIn(now)];
  if (old.length !== own.length) return null;
  for (const [index, value] of own.entries()) {
    const ratio = value / (old[index] ?? 0);
    const factor = Number.isFinite(ratio) && ratio > 0 ? powerOfTen(ratio) : null;
    if (factor === null) continue;
    const change = ratio > 1 ? `${factor} times as much` : `1/${factor}`;
    return `an amount became ${change} in "${shorten(now)}"`;
  }
  return null;
}

/** 10, 100 and so on, for a ratio and its inverse. */
function powerOfTen(ratio: number): number | null {
  const digits = Math.abs(Math.log10(ratio));
  return digits > 0.9 && Math.abs(digits - Math.round(digits)) < 1e-9
    ? 10 ** Math.round(digits)
    : null;
}

/** Two cells that have each other's former texts. */
export function findExchanged({ values, old, changed }: EditedLine, column: string): Found | null {
  const later = old === null ? [] : changed.slice(changed.indexOf(column) + 1);
  const other = later.find((each) => isExchanged([column, each], old ?? {}, values));
  if (other === undefined) return null;
  return [
    'swapped-cells',
    `the cell holds what "${other}" held, and the other way round`,
    'swap the two cells',
  ];
}

function isExchanged([one, other]: readonly [string, string], old: Values, now: Values): boolean {
  const [a, b] = [textOf(old[one]), textOf(old[other])];
  return a !== '' && b !== '' && a !== b && a === textOf(now[other]) && b === textOf(now[one]);
}

/** A cell that its sibling still states as before: one of two was edited. */
export const alike: readonly string[] =
  'accessPrice price queryPrice limitations uptimeSla bandwidthSla supportSla planName planType trial'.split(
    ' ',
  );

export function findSibling(
  { kind, category, values, old }: EditedLine,
  column: string,
  known: Known,
): Found | null {
  const [plan, before] = [planOf(values), old?.[column] ?? null];
  if (kind !== 'offer' || plan === null || before === null) return null;
  const sibling = known.after.find(
    (other) =>
      other.kind === 'offer' &&
      other.category === category &&
      other.values.slug !== values.slug &&
      planOf(other.values) === plan &&
      isSameValue(before, other.values[column] ?? null),
  );
  if (sibling === undefined) return null;
  const message = `the plan "${sibling.values.slug}", which differs only in depth, still says "${shorten(textOf(before) || String(before))}"`;
  return ['sibling-differs', message, 'correct the cell, or edit both plans'];
}

function amountsIn(text: string): number[] {
  return /^free$/i.test(text.trim()) ? [0] : figuresIn(text);
}

/** A listing with a price far from that of its offer. */
export function findListingPrice(
  { kind, values, offer }: EditedLine,
  column: string,
): Found | null {
  const [own, other] = [textOf(values[column]), textOf(offer?.[column])];
  if (kind !== 'listing' || offer === null || !isOtherPrice(own, other)) return null;
  const message = `the listing says "${shorten(own)}", and its offer says "${shorten(other)}"`;
  return ['listing-price', message, 'clear the cell, or correct the price'];
}

/** Another currency or period, or an amount that is far from the other. */
function isOtherPrice(own: string, other: string): boolean {
  const [[amount], [stated]] = [amountsIn(own), amountsIn(other)];
  if (amount === undefined || stated === undefined)
    return amount !== undefined && /^custom\b/i.test(other);
  const differ = ([one, two]: readonly (string | undefined)[]) =>
    one !== undefined && two !== undefined && one !== two;
  const [signs, periods] = [
    [own, other].map((text) => /[$€£¥₹]/.exec(text)?.[0]),
    [own, other].map((text) => periodsIn(text)[0]),
  ];
  if (differ(signs)) return true;
  if (amount === stated) return differ(periods);
  return stated === 0 || amount === 0 || amount / stated >= 2 || stated / amount >= 2;
}
