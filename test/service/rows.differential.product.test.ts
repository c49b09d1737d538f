/** Random searches, filters, sortings and pages over the project's own sources give what plain JavaScript gives. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { type ColumnDefinition, columnsOfCategory } from '../../model/columns.ts';
import type { Value, Values } from '../../model/rows.ts';
import { parseNumbers } from '../../pipeline/resolve/numbers.ts';
import { projectFolder } from '../support/paths.ts';
import { readRows } from '../support/service-answers.ts';
import { type NaiveQuery, naivePage, publicRow } from '../support/service-naive-rows.ts';
import { rowsOf } from '../support/service-paths.ts';
import { useService } from '../support/service-server.ts';

interface Table {
  readonly network: string;
  readonly category: string;
  readonly columns: readonly ColumnDefinition[];
  readonly rows: readonly Values[];
}

const runs = 300;

describe('rows against plain JavaScript', () => {
  const { get, built } = useService({ folder: path.join(projectFolder, 'sources') }, { LOG_LEVEL: 'silent' });
  const agent = new Agent({ keepAlive: true });
  after(() => agent.destroy());

  function tables(): Table[] {
    const { sources, resolved } = built().checked;
    return resolved.networks.flatMap(({ key: network, rows }) =>
      sources.meta.categories.map(({ key: category }) => ({
        network,
        category,
        columns: columnsOfCategory(sources.meta.columns, category),
        rows: rows.filter(({ content }) => content.category === category).map(({ content }) => content.values),
      })),
    );
  }

  async function compare(table: Table, query: NaiveQuery): Promise<void> {
    const { terms, ...rest } = query;
    const search = terms.map((term) => (/\s/.test(term) ? `"${term}"` : term)).join(' ');
    const { network, category, columns, rows } = table;
    const answer = readRows(await get(rowsOf(network, { category, search, ...rest }), { agent }));
    const expected = naivePage(rows, columns, query);
    assert.deepEqual(
      answer.rows.map(({ slug }) => slug),
      expected.rows.map(({ slug }) => slug),
    );
    assert.deepEqual(
      answer.rows,
      expected.rows.map((row) => publicRow(network, row)),
    );
    assert.deepEqual(answer.pagination, { mode: 'group', ...expected.pagination });
  }

  async function check(arbitrary: (table: Table) => fc.Arbitrary<Partial<NaiveQuery>>): Promise<void> {
    const filled = tables().filter(({ rows }) => rows.length > 0);
    const asked = fc.constantFrom(...filled).chain((table) => fc.tuple(fc.constant(table), arbitrary(table)));
    await fc.assert(
      fc.asyncProperty(asked, pages, async ([table, query], page) => {
        await compare(table, { ...nothing, ...page, ...query });
      }),
      { numRuns: runs },
    );
  }

  it('finds the same rows by search', async () => {
    await check((table) => fc.record({ terms: terms(table) }));
  });

  it('finds the same rows by filters', async () => {
    await check((table) => fc.record({ filters: filters(table) }));
  });

  it('finds the same rows by ranges of numbers', async () => {
    await check((table) => fc.record({ filters: ranges(table) }));
  });

  it('has the same order by sorting', async () => {
    await check((table) => fc.record({ sorting: sorting(table) }));
  });

  it('answers the same to everything at once', async () => {
    await check((table) => fc.record({ terms: terms(table), filters: filters(table), sorting: sorting(table) }));
  });

  it('has nothing where there are no rows', async () => {
    for (const table of tables().filter(({ rows }) => rows.length === 0)) {
      await compare(table, { ...nothing, terms: ['a'], page: 1 });
    }
  });
});

const nothing: NaiveQuery = { terms: [], filters: [], sorting: [], page: 1, pageSize: 10 };

const pages = fc.record({
  page: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 4 })),
  pageSize: fc.constantFrom(1, 2, 3, 10, 100),
});

/** Parts of what the rows say, in any case, and words that they may not say. */
function terms({ rows }: Table): fc.Arbitrary<string[]> {
  const texts = rows.flatMap((row) => Object.values(row).flatMap(textsOf)).filter((text) => text !== '');
  const part = fc
    .tuple(fc.constantFrom(...texts), fc.nat(), fc.integer({ min: 1, max: 7 }))
    .map(([text, at, length]) => {
      const characters = [...text];
      const from = at % characters.length;
      return characters.slice(from, from + length).join('');
    });
  const word = fc.oneof(
    { weight: 6, arbitrary: part },
    { weight: 1, arbitrary: fc.constantFrom('a', 'free', 'zzz', '%', '_', '\\', "'", 'é', '$0', '[', '](') },
  );
  return fc.array(
    mixCase(word)
      .map((text) => text.replaceAll('"', ''))
      .filter((text) => text.trim() !== ''),
    {
      maxLength: 3,
    },
  );
}

function filters({ rows, columns }: Table): fc.Arbitrary<NaiveQuery['filters']> {
  const filterable = columns.filter((column) => column.filter !== null);
  const filter = fc.constantFrom(...filterable).chain((column) => {
    const cells = rows.map((row) => row[column.key] ?? null);
    return filterValues(column, cells).map((value) => ({ id: column.key, value }));
  });
  return fc.array(filter, { minLength: 1, maxLength: 3 });
}

function ranges({ rows, columns }: Table): fc.Arbitrary<NaiveQuery['filters']> {
  const numeric = columns.filter(
    ({ key, filter }) => filter === 'range' && rows.some((row) => (row[key] ?? null) !== null),
  );
  if (numeric.length === 0) return fc.constant([]);
  const filter = fc.constantFrom(...numeric).chain(({ key }) => {
    const cells = rows.map((row) => row[key] ?? null);
    return range(key, cells).map((value) => ({ id: key, value }));
  });
  return fc.array(filter, { minLength: 1, maxLength: 2 });
}

function filterValues({ key, filter, valueKind }: ColumnDefinition, cells: readonly Value[]): fc.Arbitrary<string[]> {
  if (filter === 'range') return range(key, cells);
  if (valueKind === 'boolean') {
    return fc.array(fc.constantFrom('true', 'false', '1', '0', 'Yes', 'No', 'YES', 'False'), {
      minLength: 1,
      maxLength: 2,
    });
  }
  const texts = [...new Set(cells.flatMap(textsOf))].filter((text) => text.trim() !== '');
  const value =
    texts.length === 0 ? fc.constant('nothing') : fc.oneof(mixCase(fc.constantFrom(...texts)), fc.constant('nothing'));
  return fc.array(value, { minLength: 1, maxLength: 4 });
}

/** Between, at and beside the numbers that the cells state, open at either end now and then. */
function range(key: string, cells: readonly Value[]): fc.Arbitrary<string[]> {
  const stated = cells.flatMap((cell) => {
    const numbers = typeof cell === 'string' ? parseNumbers(key, cell) : null;
    return numbers === null ? [] : [numbers.min, (numbers.min + numbers.max) / 2, numbers.max];
  });
  const end = fc.constantFrom(...stated, 0, 1, 50, 100);
  return fc
    .tuple(end, end, fc.constantFrom('both', 'both', 'least', 'greatest', 'none'))
    .map(([a, b, given]) => [
      given === 'both' || given === 'least' ? String(Math.min(a, b)) : '',
      given === 'both' || given === 'greatest' ? String(Math.max(a, b)) : '',
    ]);
}

function sorting({ columns }: Table): fc.Arbitrary<NaiveQuery['sorting']> {
  const sortable = columns.filter((column) => column.sorting !== null).map(({ key }) => key);
  return fc.array(fc.record({ id: fc.constantFrom(...sortable), desc: fc.boolean() }), { minLength: 1, maxLength: 3 });
}

function mixCase(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(text, fc.nat(2))
    .map(([value, kind]) => [value, value.toUpperCase(), value.toLowerCase()][kind] ?? value);
}

function textsOf(value: Value): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value : [];
}
