/**
 * Bounds of columns with numbers by the names of the columns: `99.99 uptime`, `SLA above 99.9%`,
 * `latency under 100 ms`, `at most 2 blocks behind`.
 */
import { type ColumnDefinition, isMoney } from '../../../model/columns.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { indexAfter, phraseOf } from './split.ts';
import { hasRole, isComparator, typedWords } from './typed.ts';

export interface ColumnBound {
  /** Keys of the columns that have the name; a category has one of them, or none. */
  readonly columns: readonly string[];
  readonly end: 'min' | 'max';
  readonly amount: number;
  /** Number of words. */
  readonly length: number;
}

/** Keys of columns by the phrases that name them. */
export type ColumnNames = ReadonlyMap<string, readonly string[]>;

/** Words of labels that people leave out. */
const qualifiers = /\b(?:sla|verified|measured|average|total)\b/g;
/** Words of the longest name. */
const maxNameWords = 4;

/** Names of columns that are filtered by a range, but for prices, which have bounds of their own. */
export function columnNames({ catalog }: Snapshot): ColumnNames {
  const names = new Map<string, string[]>();
  const add = (phrase: string, { key }: ColumnDefinition) => {
    const known = names.get(phrase) ?? [];
    if (phrase !== '' && !known.includes(key)) names.set(phrase, [...known, key]);
  };
  const ranged = [...catalog.columns.values()].filter(
    (column) => column.filter === 'range' && !isMoney(column),
  );
  for (const column of ranged) {
    const label = phraseOf(column.label);
    add(label, column);
    if (label.includes('verified')) add(label.replace('verified', 'measured'), column);
  }
  // Whole labels first: `uptime` is that of the SLA, unless `verified uptime` is said.
  for (const column of ranged) {
    const short = phraseOf(phraseOf(column.label).replace(qualifiers, ' '));
    add(short, column);
    if (short.includes('blocks')) add(phraseOf(short.replace('blocks', '')), column);
    if (/\bsla\b/i.test(column.label)) add('sla', column);
  }
  return names;
}

/** Units that may follow a number, and belong to the name or say nothing more. */
const units: ReadonlySet<string> = new Set('% percent ms milliseconds block blocks'.split(' '));
/** Words between a name and its number. */
const links: ReadonlySet<string> = new Set('of is in with by for the a an'.split(' '));
/** Names of what is better when it is small. */
const isLess = /behind|latency|delay/;

/** The bound that begins at the first word; null if none does. */
export function readColumnBound(words: readonly string[], names: ColumnNames): ColumnBound | null {
  return readNameLast(words, names) ?? readNameFirst(words, names);
}

/** `at least 99.99 % uptime` */
function readNameLast(words: readonly string[], names: ColumnNames): ColumnBound | null {
  const amount = readAmount(words, 0);
  if (amount === null) return null;
  const at = indexAfter(links, words, amount.length);
  const name = nameAt(words, at, names) ?? nameAt(words, amount.bare, names);
  return name && boundOf(name, amount, name.to);
}

/** `uptime above 99.9`, `behind by at most 2 blocks` */
function readNameFirst(words: readonly string[], names: ColumnNames): ColumnBound | null {
  const name = nameAt(words, 0, names);
  if (name === null) return null;
  const amount = readAmount(words, indexAfter(links, words, name.to));
  return amount && boundOf(name, amount, amount.length);
}

interface Amount {
  readonly value: number;
  readonly end: 'min' | 'max' | null;
  /** Index of the word after it, and after its unit. */
  readonly bare: number;
  readonly length: number;
}

function readAmount(words: readonly string[], from: number): Amount | null {
  const { tokens, wordsTo } = typedWords(words.slice(from));
  const [first] = tokens;
  const at = isComparator(first) ? 1 : 0;
  const number = tokens[at];
  if (!hasRole(number, 'plain', 'decimal', 'percent')) return null;
  const { value = Number.NaN } = number ?? {};
  const bare = wordsTo(at + 1);
  const length = units.has(tokens[at + 1]?.text ?? '') ? wordsTo(at + 2) : bare;
  if (length === null || Number.isNaN(value)) return null;
  const end = at === 0 ? null : first?.bound === 'from' ? 'min' : 'max';
  return { value, end, bare: from + (bare ?? length), length: from + length };
}

interface Name {
  readonly phrase: string;
  readonly columns: readonly string[];
  /** Index of the word after it. */
  readonly to: number;
}

function nameAt(words: readonly string[], at: number, names: ColumnNames): Name | null {
  for (let count = Math.min(maxNameWords, words.length - at); count > 0; count--) {
    const phrase = phraseOf(words.slice(at, at + count).join(' '));
    const columns = names.get(phrase);
    if (columns !== undefined) return { phrase, columns, to: at + count };
  }
  return null;
}

function boundOf({ phrase, columns }: Name, { value, end }: Amount, length: number): ColumnBound {
  return { columns, end: end ?? (isLess.test(phrase) ? 'max' : 'min'), amount: value, length };
}
