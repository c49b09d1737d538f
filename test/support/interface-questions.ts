/**
 * Random questions that have answers: terms cut out of cells, values of filters that exist, now and
 * then one that does not.
 */
import fc from 'fast-check';
import { type ColumnDefinition, isMoney } from '../../model/columns.ts';
import type { FlatRow } from './expected-rows.ts';
import {
  type NaiveFilter,
  type NaiveSort,
  type NaiveTable,
  type Question,
  textsOf,
} from './interface-naive.ts';
import { naiveGroups } from './naive-prices.ts';

/** A table and a question about it. */
export interface Asked {
  readonly table: NaiveTable;
  readonly question: Question;
}

export function askedArbitrary(tables: readonly NaiveTable[]): fc.Arbitrary<Asked> {
  const filled = tables.filter(({ rows }) => rows.length > 0);
  return fc.constantFrom(...filled).chain((table) =>
    fc
      .record({
        terms: fc.array(termArbitrary(table), { maxLength: 3 }),
        filters: fc.array(filterArbitrary(table), { maxLength: 3 }),
        sorting: fc.array(sortArbitrary(table), { maxLength: 3 }),
      })
      .map((question) => ({ table, question })),
  );
}

/** Terms that a query or a pattern could misread, or that no row contains. */
const oddTerms = ['a', 'free', 'zzz', '%', '_', '\\', "'", 'é', '$0', '[', ']('];

/** A piece of a cell, in any case. */
function termArbitrary(table: NaiveTable): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: mixCase(pieceArbitrary(table)) },
    { weight: 1, arbitrary: fc.constantFrom(...oddTerms) },
  );
}

function pieceArbitrary({ rows, columns }: NaiveTable): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(), fc.nat(), fc.nat(), fc.integer({ min: 1, max: 12 }))
    .map(([row, cell, from, length]) => {
      const texts = textsOf(rows[row % rows.length] ?? {}, columns);
      const letters = [...(texts[cell % texts.length] ?? '')];
      const start = from % letters.length;
      const piece = letters.slice(start, start + length).join('');
      return piece.replaceAll('"', '').trim();
    })
    .filter((term) => /[\p{L}\p{N}]/u.test(term) && !/[\p{Cc}\p{M}\p{Lm}\p{Sk}]/u.test(term));
}

/** Every column takes `*` and `!*`, also one without a filter. */
function filterArbitrary({ rows, columns }: NaiveTable): fc.Arbitrary<NaiveFilter> {
  const filtered = fc
    .constantFrom(...columns.filter(({ filter }) => filter !== null))
    .chain((column) => {
      const value =
        column.filter === 'range' ? rangeArbitrary(rows, column) : valuesArbitrary(rows, column);
      return value.map((given) => ({ id: column.key, value: given }));
    });
  const present = fc.record({
    id: fc.constantFrom(...columns.map(({ key }) => key)),
    value: fc.constantFrom(['*'], ['!*']),
  });
  return fc.oneof({ weight: 5, arbitrary: filtered }, { weight: 1, arbitrary: present });
}

function valuesArbitrary(
  rows: readonly FlatRow[],
  column: ColumnDefinition,
): fc.Arbitrary<string[]> {
  const flags = ['true', 'false', '1', '0', 'Yes', 'No', 'YES', 'False'];
  const cells = [...new Set(rows.flatMap((row) => row[column.key] ?? []))].map(String);
  const present = cells.length === 0 ? fc.constant('nothing') : fc.constantFrom(...cells);
  const text = fc.oneof(
    { weight: 7, arbitrary: mixCase(present) },
    { weight: 1, arbitrary: fc.constantFrom('nothing', "' OR 1=1 --", '%', '_') },
  );
  const value = column.valueKind === 'boolean' ? fc.constantFrom(...flags) : text;
  const operator = fc.oneof(
    { weight: 5, arbitrary: value },
    { weight: 2, arbitrary: value.map((refused) => `!${refused}`) },
    { weight: 1, arbitrary: fc.constant('!*') },
  );
  return fc.array(operator, { minLength: 1, maxLength: 4 });
}

/** Bounds at, between and beside the numbers of the column, or open. */
function rangeArbitrary(
  rows: readonly FlatRow[],
  column: ColumnDefinition,
): fc.Arbitrary<string[]> {
  const { key } = column;
  const numbers = rows
    .flatMap((row) => [row[`${key}Min`], row[`${key}Max`]])
    .filter((cell) => typeof cell === 'number');
  const stated = fc.constantFrom(0, 1, 50, 100, ...numbers);
  const between = fc.tuple(stated, stated).map(([a, b]) => (a + b) / 2);
  const bound = fc.option(fc.oneof(stated, between), { nil: null });
  const groups = isMoney(column) ? naiveGroups(rows, key).map(([group]) => group) : [];
  const all = isMoney(column) ? [...groups, 'XYZ/month'] : [];
  const asked = fc.subarray(all, { maxLength: Math.min(3, all.length) });
  return fc.tuple(bound, bound, asked).map(([a, b, units]) => {
    const [low, high] = a !== null && b !== null && a > b ? [b, a] : [a, b];
    return [...[low, high].map((number) => (number === null ? '' : String(number))), ...units];
  });
}

/** The question with some of its filters as alternatives; null if it has less than two columns. */
export function withAlternatives(question: Question): Question | null {
  const ids = [...new Set(question.filters.map(({ id }) => id))].slice(0, 2);
  if (ids.length < 2) return null;
  return { ...question, filters: [...question.filters, { id: 'or', value: ids }] };
}

function sortArbitrary({ columns }: NaiveTable): fc.Arbitrary<NaiveSort> {
  const ids = columns.filter(({ sorting }) => sorting !== null).map(({ key }) => key);
  return fc.record({ id: fc.constantFrom(...ids), desc: fc.boolean() });
}

function mixCase(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(text, fc.nat(2))
    .map(([value, kind]) => [value, value.toUpperCase(), value.toLowerCase()][kind] ?? value);
}
