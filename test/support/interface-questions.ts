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

function filterArbitrary({ rows, columns }: NaiveTable): fc.Arbitrary<NaiveFilter> {
  return fc.constantFrom(...columns.filter(({ filter }) => filter !== null)).chain((column) => {
    const value =
      column.filter === 'range' ? rangeArbitrary(rows, column) : valuesArbitrary(rows, column);
    return value.map((given) => ({ id: column.key, value: given }));
  });
}

function valuesArbitrary(
  rows: readonly FlatRow[],
  column: ColumnDefinition,
): fc.Arbitrary<string[]> {
  if (column.valueKind === 'boolean') {
    return fc.array(fc.constantFrom('true', 'false', '1', '0', 'Yes', 'No', 'YES', 'False'), {
      minLength: 1,
      maxLength: 2,
    });
  }
  const cells = [...new Set(rows.flatMap((row) => row[column.key] ?? []))].map(String);
  const present = cells.length === 0 ? fc.constant('nothing') : fc.constantFrom(...cells);
  const value = fc.oneof(
    { weight: 7, arbitrary: mixCase(present) },
    { weight: 1, arbitrary: fc.constantFrom('nothing', "' OR 1=1 --", '%', '_') },
  );
  return fc.array(value, { minLength: 1, maxLength: 4 });
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
  const group = fc.option(fc.constantFrom(...groups, 'XYZ/month'), { nil: null, freq: 2 });
  return fc.tuple(bound, bound, group).map(([a, b, asked]) => {
    const [low, high] = a !== null && b !== null && a > b ? [b, a] : [a, b];
    const ends = [low, high].map((number) => (number === null ? '' : String(number)));
    return asked === null || !isMoney(column) ? ends : [...ends, asked];
  });
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
