/**
 * Bounds of columns with numbers, by the names of the columns and by their units: `99.99 uptime`,
 * `SLA above 99.9%`, `latency under 100 ms`, `at most 2 blocks behind`, `on at least 50 networks`,
 * `every 24 hours`, `0.05 ETH`.
 */

import type { Token } from '../../../common/amounts/lexer.ts';
import { type ColumnNames, type Name, nameAt, type Unit } from './column-names.ts';
import { indexAfter } from './split.ts';
import { endAfter, hasRole, isComparator, isStrict, type TypedWords, typedWords } from './typed.ts';

export interface ColumnBound {
  /** Keys of the columns that have the name; a category has one of them, or none. */
  readonly columns: readonly string[];
  readonly end: 'min' | 'max';
  /** Null for any: `with an uptime SLA`. */
  readonly amount: number | null;
  /** Whether the amount itself is out: `more than`. */
  readonly isStrict: boolean;
  /** `ETH/request`; null without a unit that tells amounts apart. */
  readonly group: string | null;
  /** Hours in which the amount is given, `0.1 ETH a day`; null if none are stated. */
  readonly hours: number | null;
  /** Number of words. */
  readonly length: number;
}

/** Words between a name and its number. */
const links: ReadonlySet<string> = new Set('of is in with by for the a an'.split(' '));
/** Names of what is better when it is small. */
const isLess = /behind|latency|delay|waiting/;

/** The bound that begins at the first word; null if none does. */
export function readColumnBound(words: readonly string[], known: ColumnNames): ColumnBound | null {
  return (
    readNameLast(words, known) ??
    readNameFirst(words, known) ??
    readUnit(words, known) ??
    readName(words, known)
  );
}

/** `at least 99.99 % uptime` */
function readNameLast(words: readonly string[], known: ColumnNames): ColumnBound | null {
  const amount = readAmount(words, 0, known);
  if (amount === null) return null;
  const at = indexAfter(links, words, amount.length);
  const name = nameAt(words, at, known) ?? nameAt(words, amount.bare, known);
  if (name === null || !isMeasured(name, amount)) return null;
  // `99.9 % uptime or better`
  const { tokens, wordsTo } = typedWords(words.slice(name.to));
  const after = amount.end === null ? endAfter(tokens[0]) : null;
  if (after === null) return boundOf(name, amount, name.to);
  return boundOf(name, { ...amount, end: endOf(after) }, name.to + (wordsTo(1) ?? 0));
}

/** Whether the unit is one of the column: no uptime is `0.05 eth`. */
function isMeasured({ columns }: Name, { unit }: Amount): boolean {
  return unit === null || unit.columns.some((key) => columns.includes(key));
}

/** `uptime above 99.9`, `behind by at most 2 blocks` */
function readNameFirst(words: readonly string[], known: ColumnNames): ColumnBound | null {
  const name = nameAt(words, 0, known);
  if (name === null) return null;
  const amount = readAmount(words, indexAfter(links, words, name.to), known);
  if (amount === null || !isMeasured(name, amount)) return null;
  // `lagging at most 1 block behind`
  const again = nameAt(words, amount.length, known);
  const isSame = again !== null && again.columns.join() === name.columns.join();
  return boundOf(name, amount, isSame ? again.to : amount.length);
}

/** `at least 50 networks`, `every 24 hours`, `0.05 eth or more` */
function readUnit(words: readonly string[], known: ColumnNames): ColumnBound | null {
  const isEvery = words[0] === 'every' || words[0] === 'each';
  const amount = readAmount(words, isEvery ? 1 : 0, known);
  if (amount === null || amount.unit === null) return null;
  const { columns, isTelling } = amount.unit;
  if (!isTelling && !isEvery && amount.end === null) return null;
  const name = { phrase: columns.join(' ').toLowerCase(), columns };
  return boundOf(name, isEvery ? { ...amount, end: 'max' } : amount, amount.length);
}

/** `uptime SLA`, `measured latency` */
function readName(words: readonly string[], known: ColumnNames): ColumnBound | null {
  const name = nameAt(words, 0, known);
  if (name === null || !known.telling.has(name.phrase)) return null;
  const { columns, to: length } = name;
  return { columns, end: 'min', amount: null, isStrict: false, group: null, hours: null, length };
}

interface Amount {
  readonly value: number;
  readonly end: 'min' | 'max' | null;
  readonly isStrict: boolean;
  readonly unit: Unit | null;
  /** Index of the word after it, and after its unit. */
  readonly bare: number;
  readonly length: number;
}

function readAmount(words: readonly string[], from: number, known: ColumnNames): Amount | null {
  const typed = typedWords(from === 0 ? words : words.slice(from));
  const { tokens, wordsTo } = typed;
  const at = Number(isComparator(tokens[0]));
  const number = tokens[at];
  const isRead = hasRole(number, 'plain', 'decimal', 'percent', 'money');
  if (!isRead && !measure.test(number?.text ?? '')) return null;
  const read = readMeasure(tokens, at, known);
  if (read === null) return null;
  const bound = readEnd(typed, at, read.to);
  if (bound === null) return null;
  const end = bound.end ?? read.end;
  return {
    value: read.value,
    unit: read.unit,
    end,
    isStrict: at > 0 && isStrict(tokens[0]),
    bare: from + (wordsTo(at + 1) ?? bound.length),
    length: from + bound.length,
  };
}

/** A dot in a measure is before decimals: `99.999`. */
const measure = /^\d+\.\d+$/;

function amountOf(number: Token | undefined): number {
  const { text = '', value = Number.NaN } = number ?? {};
  return measure.test(text) ? Number(text) : value;
}

/** A number with its unit, and the index of the token after it. */
function readMeasure(tokens: readonly Token[], at: number, { units }: ColumnNames) {
  const number = tokens[at];
  const value = amountOf(number);
  const currency = number?.currency ?? null;
  const joined = hasRole(number, 'percent') ? '%' : currency;
  // `5+ chains`, `5 or more chains`
  const open = joined === null ? endAfter(tokens[at + 1]) : null;
  const to = at + (open === null ? 1 : 2);
  const unit = units.get((joined ?? tokens[to]?.text ?? '').toLowerCase()) ?? null;
  // An amount of money is no number of a column.
  if (Number.isNaN(value) || (unit === null && currency !== null)) return null;
  if (unit === null) return { value, unit, end: null, to: at + 1 };
  const end = open && endOf(open);
  return { value: value * unit.factor, unit, end, to: joined === null ? to + 1 : to };
}

function endOf(bound: NonNullable<Token['bound']>): 'min' | 'max' {
  return bound === 'from' ? 'min' : 'max';
}

/** The end that a comparator before the number says, or one after it: `or more`. */
function readEnd({ tokens, wordsTo }: TypedWords, at: number, to: number) {
  const after = at === 0 ? endAfter(tokens[to]) : null;
  const length = (after && wordsTo(to + 1)) ?? wordsTo(to);
  const bound = at > 0 ? tokens[0]?.bound : after;
  const end = bound ? endOf(bound) : null;
  return length === null ? null : { end, length };
}

function boundOf({ phrase, columns }: Name, amount: Amount, length: number): ColumnBound {
  const { value, end, unit, isStrict: isOut } = amount;
  return {
    columns,
    end: end ?? (isLess.test(phrase) ? 'max' : 'min'),
    amount: value,
    isStrict: isOut,
    group: unit?.group ?? null,
    hours: null,
    length,
  };
}
