/** Sorts and filters every money column of a listing, and compares the answers with the test oracle. */
import assert from 'node:assert/strict';
import { isMoney } from '../../model/columns.ts';
import { companionsOf } from '../../model/companions.ts';
import type { FlatRow } from './expected-rows.ts';
import {
  matchingRows,
  type NaiveTable,
  orderedRows,
  parametersOf,
  publicRow,
  type Question,
} from './interface-naive.ts';
import { isFree, naiveGroup, naiveGroups, naiveMain } from './naive-prices.ts';
import type { RowsResult } from './service-answers.ts';
import type { RowsParameters } from './service-paths.ts';

type Ask = (parameters: RowsParameters) => Promise<RowsResult>;

/** Returns the number of questions. */
export async function assertPricesCompared(table: NaiveTable, ask: Ask): Promise<number> {
  let asked = 0;
  for (const { key: id } of table.columns.filter(isMoney)) {
    for (const question of questionsAbout(table, id)) {
      await assertAnswer(table, question, ask);
      asked++;
    }
  }
  return asked;
}

/** Both directions, without a filter and with a range of each group, at a number that some row states. */
function questionsAbout({ rows }: NaiveTable, id: string): Question[] {
  const order = (desc: boolean): Question => ({ terms: [], filters: [], sorting: [{ id, desc }] });
  const groups = naiveGroups(rows, id).map(([group]) => group);
  const ranges = [null, ...groups].map((group): Question => {
    const stated = rows.filter((row) => naiveGroup(row, id) === (group ?? naiveMain(rows, id)) && !isFree(row, id));
    const bounds = stated.map((row) => Number(row[`${id}Min`])).toSorted((a, b) => a - b);
    const middle = String(bounds[Math.floor(bounds.length / 2)] ?? 10);
    return {
      terms: [],
      filters: [{ id, value: group === null ? ['', middle] : [middle, '', group] }],
      sorting: [{ id, desc: false }],
    };
  });
  return [order(false), order(true), ...ranges];
}

async function assertAnswer(table: NaiveTable, question: Question, ask: Ask): Promise<void> {
  const parameters = { category: table.category, pageSize: 100, numbers: 1, ...parametersOf(question) };
  const first = await ask({ ...parameters, page: 1 });
  const all = [...first.rows];
  for (let page = 2; page <= first.pagination.totalPages; page++)
    all.push(...(await ask({ ...parameters, page })).rows);
  const what = `${table.network} ${table.category} ${JSON.stringify(question)}`;
  assert.deepEqual(
    all,
    orderedRows(table, question).map((row) => withNumbers(table, row)),
    what,
  );
  assert.deepEqual(first.hints?.priceOrder, naivePriceOrder(table, question), what);
  assert.deepEqual(first.hints?.priceFilters ?? [], naivePriceFilters(table, question), what);
  for (const { id, desc } of question.sorting)
    assertMonotonic(all, { id, desc, groups: first.hints?.priceOrder?.[0]?.groups ?? [], what });
}

/** The row as the service sends it with `numbers=1`. */
function withNumbers(table: NaiveTable, row: FlatRow): Record<string, unknown> {
  const keys = table.columns.flatMap(companionsOf).map(({ key }) => key);
  return { ...publicRow(table, row), ...Object.fromEntries(keys.map((key) => [key, row[key]])) };
}

/** Of the query, as hints tell it: the groups of the matching rows with their sizes. */
function naivePriceOrder(table: NaiveTable, question: Question) {
  const matching = matchingRows(table, question);
  return question.sorting.map(({ id }) => ({
    id,
    groups: naiveGroups(table.rows, id).flatMap(([group]) => {
      const totalOffers = matching.filter((row) => naiveGroup(row, id) === group).length;
      return totalOffers === 0 ? [] : [{ ...unitOf(group), totalOffers }];
    }),
    withoutNumber: matching.filter((row) => naiveGroup(row, id) === null).length,
  }));
}

function naivePriceFilters(table: NaiveTable, question: Question) {
  return question.filters.map(({ id, value }) => {
    const group = value[2] ?? naiveMain(table.rows, id);
    const others = matchingRows(table, { ...question, filters: [] });
    const left = others.filter((row) => !isFree(row, id) && ![null, group].includes(naiveGroup(row, id)));
    const withoutNumber = others.filter((row) => naiveGroup(row, id) === null).length;
    return { id, ...unitOf(group), notCompared: left.length, withoutNumber };
  });
}

function unitOf(group: string) {
  const [currency = '', ...unit] = group.split('/');
  return { currency: currency === '' ? null : currency, unit: unit.join('/') === '' ? null : unit.join('/') };
}

interface Sorted {
  readonly id: string;
  readonly desc: boolean;
  readonly groups: readonly { readonly currency: string | null; readonly unit: string | null }[];
  readonly what: string;
}

/** Providers follow one another by their first rows, and the rows of a provider likewise. */
function assertMonotonic(rows: readonly FlatRow[], sorted: Sorted): void {
  const firsts = rows.filter((row, at) => at === 0 || rows[at - 1]?.provider !== row.provider);
  assertOrdered(firsts, sorted);
  for (const { provider } of firsts)
    assertOrdered(
      rows.filter((row) => row.provider === provider),
      sorted,
    );
}

/** Groups follow one another, and prices rise or fall inside a group. */
function assertOrdered(rows: readonly FlatRow[], { id, desc, groups, what }: Sorted): void {
  const placeOf = (row: FlatRow) => {
    if (typeof row[`${id}Min`] !== 'number') return groups.length;
    const group = isFree(row, id)
      ? { currency: 'USD', unit: 'month' }
      : { currency: row[`${id}Currency`], unit: row[`${id}Unit`] };
    return groups.findIndex(({ currency, unit }) => currency === group.currency && unit === group.unit);
  };
  for (const [at, row] of rows.slice(1).entries()) {
    const before = rows[at] ?? {};
    const step = placeOf(row) - placeOf(before);
    assert.ok(placeOf(row) >= 0 && step >= 0, `${what}: ${row.slug} belongs to a group before ${before.slug}`);
    if (step > 0 || placeOf(row) === groups.length) continue;
    const rise = Number(row[`${id}First`]) - Number(before[`${id}First`]);
    assert.ok(desc ? rise <= 0 : rise >= 0, `${what}: ${before.slug} ${before[id]}, then ${row.slug} ${row[id]}`);
  }
}
