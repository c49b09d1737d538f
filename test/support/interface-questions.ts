/** Random questions that have answers: terms cut out of cells, filters of values that are there, now and then one that is not. */
import fc from 'fast-check';
import type { ColumnDefinition } from '../../model/columns.ts';
import type { FlatRow } from './expected-rows.ts';
import { type NaiveFilter, type NaiveSort, type NaiveTable, type Question, textsOf } from './interface-naive.ts';

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
        terms: fc.array(termArbitrary(table), { maxLength: 2 }),
        filters: fc.array(filterArbitrary(table), { maxLength: 3 }),
        sorting: fc.array(sortArbitrary(table), { maxLength: 3 }),
      })
      .map((question) => ({ table, question })),
  );
}

/** A piece of a cell in any case, as it could be typed: one word, or words for quotes. */
function termArbitrary({ rows, columns }: NaiveTable): fc.Arbitrary<string> {
  const numbers = fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.integer({ min: 1, max: 12 }), fc.boolean());
  return numbers
    .map(([row, cell, from, length, shout]) => {
      const texts = textsOf(rows[row % rows.length] ?? {}, columns);
      const letters = [...(texts[cell % texts.length] ?? '')];
      const piece = letters
        .slice(from % letters.length)
        .slice(0, length)
        .join('')
        .replaceAll('"', '')
        .trim();
      return shout ? piece.toUpperCase() : piece;
    })
    .filter((term) => /[\p{L}\p{N}]/u.test(term) && !/[\p{Cc}\p{M}\p{Lm}\p{Sk}]/u.test(term));
}

function filterArbitrary({ rows, columns }: NaiveTable): fc.Arbitrary<NaiveFilter> {
  return fc.constantFrom(...columns.filter(({ filter }) => filter !== null)).chain((column) => {
    const value = column.filter === 'range' ? rangeArbitrary(rows, column) : valuesArbitrary(rows, column);
    return value.map((given) => ({ id: column.key, value: given }));
  });
}

function valuesArbitrary(rows: readonly FlatRow[], column: ColumnDefinition): fc.Arbitrary<string[]> {
  if (column.valueKind === 'boolean') {
    return fc.array(fc.constantFrom('true', 'false', '1', '0', 'Yes', 'No'), { minLength: 1, maxLength: 2 });
  }
  const cells = [...new Set(rows.flatMap((row) => row[column.key] ?? []))].map(String);
  const present = cells.length === 0 ? fc.constant('nothing') : fc.constantFrom(...cells);
  const value = fc.oneof(
    { weight: 6, arbitrary: present },
    { weight: 1, arbitrary: present.map((text) => text.toUpperCase()) },
    { weight: 1, arbitrary: fc.constantFrom('nothing', "' OR 1=1 --", '%', '_') },
  );
  return fc.array(value, { minLength: 1, maxLength: 3 });
}

/** Bounds that are numbers of the column, beside them, or open. */
function rangeArbitrary(rows: readonly FlatRow[], { key }: ColumnDefinition): fc.Arbitrary<string[]> {
  const numbers = rows
    .flatMap((row) => [row[`${key}Min`], row[`${key}Max`]])
    .filter((cell) => typeof cell === 'number');
  const stated = fc.constantFrom(0, 1, 100, ...numbers);
  const bound = fc.option(
    fc.oneof(
      stated,
      stated.map((number) => number + 0.5),
    ),
    { nil: null },
  );
  return fc.tuple(bound, bound).map(([a, b]) => {
    const [low, high] = a !== null && b !== null && a > b ? [b, a] : [a, b];
    return [low, high].map((number) => (number === null ? '' : String(number)));
  });
}

function sortArbitrary({ columns }: NaiveTable): fc.Arbitrary<NaiveSort> {
  const ids = columns.filter(({ sorting }) => sorting !== null).map(({ key }) => key);
  return fc.record({ id: fc.constantFrom(...ids), desc: fc.boolean() });
}
