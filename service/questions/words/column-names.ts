/**
 * Names and units of columns with numbers, by their definitions: `uptime` and `%` of Uptime SLA,
 * `networks`, `ETH`.
 */
import { type ColumnDefinition, isMoney, networkFigure, statedBy } from '../../../model/columns.ts';
import { statedTokens } from '../../query/figures.ts';
import { withFigures } from '../../query/filters/index.ts';
import { amountUnit } from '../../query/filters/range.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { phraseOf } from './split.ts';

export interface Unit {
  /** Keys of the columns whose numbers have it. */
  readonly columns: readonly string[];
  /** Of an amount in the unit of the column. */
  readonly factor: number;
  readonly group: string | null;
  /** Whether the unit says the column without a comparator. */
  readonly isTelling: boolean;
}

export interface ColumnNames {
  /** Keys of columns by the phrases that name them. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** Names that mean the column without a number. */
  readonly telling: ReadonlySet<string>;
  /** By word. */
  readonly units: ReadonlyMap<string, Unit>;
}

/** Words of labels that people leave out. */
const qualifiers = /\b(?:sla|verified|measured|average|total|in hours)\b/g;
/** Words of the longest name. */
const maxNameWords = 4;

/**
 * Units by what the definition of a column says of its numbers. `isTelling`: words that mean the
 * column without a comparator. A factor stands after a star.
 */
const measures: readonly {
  readonly isOf: (column: ColumnDefinition) => boolean;
  readonly telling: string;
  readonly others: string;
}[] = [
  { isOf: says(/\bpercent\b/), telling: '% percent', others: '' },
  { isOf: says(/\bmilliseconds\b/), telling: 'ms millisecond milliseconds', others: '' },
  { isOf: says(/\bmegabits\b/), telling: 'mbps mbit/s gbps*1000', others: '' },
  { isOf: says(/\bblocks?\b/), telling: '', others: 'block blocks' },
  {
    isOf: ({ key }) => key === networkFigure.key,
    telling: 'networks chains blockchains',
    others: 'network chain blockchain',
  },
  {
    isOf: (column) => statedBy(column)?.kind === 'hours',
    telling: '',
    others: 'h hr hrs hour hours day*24 days*24 week*168 weeks*168 minute*0.0166666667',
  },
];

function isQualified({ label }: ColumnDefinition): boolean {
  const phrase = phraseOf(label);
  return phrase.replace(qualifiers, '') !== phrase;
}

function says(unit: RegExp) {
  return ({ label, description }: ColumnDefinition) => unit.test(`${label} ${description}`);
}

/** Names and units of columns with numbers, but of prices, which have bounds of their own. */
export function columnNames(snapshot: Snapshot): ColumnNames {
  const { catalog } = snapshot;
  const ranged = withFigures([...catalog.columns.values()], catalog.terms).filter(
    (column) => column.filter === 'range' && !isMoney(column),
  );
  const names = namesOf(ranged);
  // `rank` and `updated` may be anything.
  const isMeasure = (key: string) =>
    ranged.some((column) => column.key === key && isQualified(column));
  const telling = [...names].flatMap(([name, keys]) => (keys.some(isMeasure) ? [name] : []));
  return { names, telling: new Set(telling), units: unitsOf(snapshot, ranged) };
}

function namesOf(ranged: readonly ColumnDefinition[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  const add = (phrase: string, { key }: ColumnDefinition) => {
    const known = names.get(phrase) ?? [];
    if (phrase !== '' && !known.includes(key)) names.set(phrase, [...known, key]);
  };
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
    if (!/\bsla\b/i.test(column.label)) continue;
    for (const name of ['sla', `guaranteed ${short}`, `promised ${short}`]) add(name, column);
  }
  return names;
}

function unitsOf(
  snapshot: Snapshot,
  ranged: readonly ColumnDefinition[],
): ReadonlyMap<string, Unit> {
  const units = new Map<string, Unit>();
  for (const { isOf, telling, others } of measures) {
    const columns = ranged.filter(isOf).map(({ key }) => key);
    if (columns.length === 0) continue;
    for (const [words, isTelling] of [[telling, true] as const, [others, false] as const])
      for (const text of words.split(' ').filter((candidate) => candidate !== '')) {
        const [word = '', factor = '1'] = text.split('*');
        units.set(word, { columns, factor: Number(factor), group: null, isTelling });
      }
  }
  for (const column of ranged)
    for (const token of statedTokens(snapshot, column)) {
      const group = `${token}/${amountUnit}`;
      const known = units.get(token.toLowerCase())?.columns ?? [];
      const columns = [...known, column.key];
      units.set(token.toLowerCase(), { columns, factor: 1, group, isTelling: true });
    }
  return units;
}

export interface Name {
  readonly phrase: string;
  readonly columns: readonly string[];
}

/** The longest name at a word; null without one. */
export function nameAt(
  words: readonly string[],
  at: number,
  { names }: ColumnNames,
): (Name & { readonly to: number }) | null {
  for (let count = Math.min(maxNameWords, words.length - at); count > 0; count--) {
    const phrase = phraseOf(words.slice(at, at + count).join(' '));
    const columns = names.get(phrase);
    // Index of the word after it.
    if (columns !== undefined) return { phrase, columns, to: at + count };
  }
  return null;
}
