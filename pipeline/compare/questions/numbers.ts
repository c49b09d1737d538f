/** Numbers beside what the cell and the other plans stated. */
import { plainText, type Token, tokenize } from '../../../common/amounts/lexer.ts';
import { wordOf } from '../../../common/amounts/lexicon.ts';
import { daySeconds } from '../../../common/durations.ts';
import { isMoney } from '../../../model/columns.ts';
import type { Values } from '../../../model/rows.ts';
import { planOf } from '../../check/plans.ts';
import { shorten } from '../../check/rule.ts';
import type { EditedLine } from '../edited-lines.ts';
import { type Counts, enough, type FaultInCell, type Known, textOf } from './known.ts';

/** Columns of which the numbers are no amounts. */
const unmeasured =
  /^(?:slug|provider|offer|name|description|planName|address|tag|sdk|languages|dependencies|tokensSupport)$|(?:Date|Version|Endpoint|Command|Args|Buttons|Performed)$/;

export function isMeasured(column: string): boolean {
  return !unmeasured.test(column);
}

/** Compares a cell with what it said before. */
export function findSlip(line: EditedLine, column: string, known: Known): FaultInCell | null {
  const { kind, values, old } = line;
  const [before, now] = [textOf(old?.[column]), textOf(values[column])];
  if (before === '' || kind === 'provider') return null;
  const definition = known.columns.get(column);
  const isPrice = definition !== undefined && isMoney(definition);
  const message =
    describeSlip(before, now, isPrice) ??
    (isPrice
      ? (findOtherCurrency(line, column, known) ?? findOddChange(line, column, known))
      : null);
  return message === null
    ? null
    : ['number-slip', message, `correct it; it was "${shorten(before)}"`];
}

const numberRoles = /^(?:plain|scaled|decimal|money|percent|trial|unknown)$/;
const sizes = 'kmgtp';

/** Amounts, of data in bytes. */
export function figuresIn(text: string): number[] {
  const tokens = tokenize(text, true);
  return tokens.flatMap((token, at) => {
    const value = figureOf(token);
    // `125 BTT GB/day` is an amount of money for a gigabyte.
    const unit = token.roles.includes('money') ? undefined : tokens[at + 1];
    return value === null ? [] : [value * 1000 ** (sizeOf(unit) + 1)];
  });
}

/** Null for a token that is no number. */
function figureOf({ roles, value = Number.NaN, text }: Token): number | null {
  if (!numberRoles.test(roles[0] ?? '') || !/\d/.test(text)) return null;
  const figure = Number.isFinite(value) ? value : Number(text.replace(/[^\d.]/g, ''));
  return Number.isFinite(figure) ? figure : null;
}

/** 0 for kB, 1 for MB; -1 for what is no unit of data. */
function sizeOf(token: Token | undefined): number {
  return token?.roles.includes('data') ? sizes.indexOf(token.text.charAt(0).toLowerCase()) : -1;
}

const periodNames: ReadonlyMap<number, string> = new Map(
  ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'].map((name) => [
    wordOf(name)?.seconds ?? 0,
    name,
  ]),
);

/** What an amount is for: `/mo` of `$49/mo`, and `RPS`. `from`: place of its slash. */
function periodTokens(text: string) {
  const tokens = tokenize(text);
  return tokens.flatMap((token, at) => {
    const { roles, seconds, unit } = token;
    const [before] = tokens.slice(Math.max(0, at - 1), at);
    const slash = before?.roles.includes('slash') ? before : null;
    const isPeriod = roles.some((role) => /^(?:period|short|m)$/.test(role));
    const isFound = seconds !== undefined && ((slash && isPeriod) || unit === 'request');
    return isFound ? [{ ...token, from: (slash ?? token).at ?? 0 }] : [];
  });
}

/** `/m` is a month of a price, and a minute of a limit. */
export function periodsIn(text: string, isPrice = true): string[] {
  return periodTokens(text).map(({ seconds = 0, text: word }) =>
    word === 'm' && !isPrice ? 'minute' : (periodNames.get(seconds) ?? word),
  );
}

function daysOf(name: string | undefined): number {
  return (wordOf(name ?? '')?.seconds ?? daySeconds) / daySeconds;
}

function withoutPeriods(text: string): string {
  return periodTokens(text).reduceRight(
    (rest, { from, end = 0 }) => rest.slice(0, from) + rest.slice(end),
    plainText(text),
  );
}

type Comparison = (before: string, now: string, isPrice: boolean) => string | null;

/** Of several slips of a cell, the first is told. */
const slips: readonly Comparison[] = [
  findLostPeriod,
  findOtherPeriod,
  findOtherSize,
  findLostCurrency,
  findLostUnit,
  findPowerOfTen,
];

function describeSlip(before: string, now: string, isPrice: boolean): string | null {
  if (figuresIn(now).length === 0 || figuresIn(before).length === 0) return null;
  for (const find of slips) {
    const slip = find(before, now, isPrice);
    if (slip !== null) return slip;
  }
  return null;
}

/** Whether a text is one amount without words, other than zero. */
function isBareAmount(text: string): boolean {
  const numbers = text.match(/\d[\d.,]*/g) ?? [];
  return numbers.length === 1 && /[1-9]/.test(text) && !/\p{L}/u.test(text);
}

/** With the amount, or without it. */
function findLostPeriod(before: string, now: string): string | null {
  if (periodsIn(before).length === 0 || periodsIn(now).length > 0) return null;
  const isSame = figuresIn(before).join() === figuresIn(now).join();
  const isRest = unitOf(withoutPeriods(before)) === unitOf(now);
  return isSame || isBareAmount(now) || isRest ? `the period is gone from "${shorten(now)}"` : null;
}

/** A price of another period that is far from what the period would make of it. */
function findOtherPeriod(before: string, now: string, isPrice: boolean): string | null {
  const [old, own] = [periodsIn(before, isPrice), periodsIn(now, isPrice)];
  if (old.length === 0 || own.length === 0 || old.join() === own.join()) return null;
  const [were, are] = [figuresIn(before), figuresIn(now)];
  const at = old.findIndex((name, index) => name !== own[index]);
  const [from, to] =
    old.length === own.length ? [old[at], own[at]] : [old.join(', '), own.join(', ')];
  const change = `the period changed from ${from} to ${to}`;
  if (were.join() === are.join()) return `${change}, and the amount did not`;
  // Of several variants only the first one was kept.
  if (isPrice && were[0] && were[0] === are[0] && old[0] !== own[0])
    return `${change}, and the first amount did not`;
  const isAlone = old.length === 1 && own.length === 1 && were.length === 1 && are.length === 1;
  if (!isPrice || !isAlone) return null;
  const expected = factorOf(daysOf(to) / daysOf(from));
  const ratio = factorOf((are[0] ?? 0) / (were[0] ?? 0));
  return ratio < Math.sqrt(expected)
    ? `${change}, and the amount from ${were[0]} to ${are[0]}`
    : null;
}

/** The sign or code of the first amount; null if it has none. */
export function currencyIn(text: string): string | null {
  const token = tokenize(text).find(({ currency }) => currency);
  return /\p{Sc}|\p{L}{3,}/u.exec(token?.text ?? '')?.[0] ?? null;
}

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

/** A price of a year where one of a month was, one beyond all others, or one that passed a plan. */
function findOddChange(line: EditedLine, column: string, known: Known): string | null {
  const [before, now] = [textOf(line.old?.[column]), textOf(line.values[column])];
  if (unitOf(before) !== unitOf(now)) return null;
  const was = figuresIn(before);
  for (const [index, amount] of figuresIn(now).entries()) {
    const ratio = amount / (was[index] ?? 0);
    const reason = whyOdd(line, column, { was: was[index] ?? 0, amount, index }, known);
    if (reason !== null)
      return `an amount became ${describeRatio(ratio)} in "${shorten(now)}", ${reason}`;
  }
  return null;
}

interface ChangedAmount {
  readonly was: number;
  readonly amount: number;
  /** Place among the amounts of the cell. */
  readonly index: number;
}

function whyOdd(
  line: EditedLine,
  column: string,
  changed: ChangedAmount,
  known: Known,
): string | null {
  const { was, amount, index } = changed;
  const [now, factor] = [textOf(line.values[column]), factorOf(amount / was)];
  // Prices have cents: $199 a year is $16.58 a month.
  if (Math.abs(factor - monthsOfYear) < 0.02 && periodsIn(now).length > 0)
    return 'as a price of another period';
  if (factor < oddFactor) return null;
  if (isBeyond(amount, index, now, known.countsOf(line.category, column)))
    return 'beyond all other prices';
  const passed = index === 0 ? findPassed(line, column, [was, amount], known) : null;
  return passed === null ? null : `and passed that of "${passed}"`;
}

/** Another plan of the provider that cost more and costs less now, or the other way round. */
function findPassed(
  { kind, category, values }: EditedLine,
  column: string,
  [was, now]: readonly [number, number],
  known: Known,
): string | null {
  const own = textOf(values[column]);
  const passed = known.after.find(({ kind: other, category: its, values: plan }) => {
    const text = textOf(plan[column]);
    const [amount = 0] = unitOf(text) === unitOf(own) ? figuresIn(text) : [];
    const isOther = plan.slug !== values.slug && planOf(plan) !== planOf(values);
    const isOfProvider = other === kind && its === category && plan.provider === values.provider;
    return isOfProvider && isOther && amount > 0 && was < amount !== now < amount;
  });
  return passed === undefined ? null : String(passed.values.slug);
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
  const isLost = currencyIn(before) !== null && currencyIn(now) === null && !now.includes('%');
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
export function findExchanged(
  { values, old, changed }: EditedLine,
  column: string,
): FaultInCell | null {
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
