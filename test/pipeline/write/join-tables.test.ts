/** Tables that are joined by their bytes, read by two readers. */
import assert from 'node:assert/strict';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hashOf, Staging } from '../../../pipeline/write/staging.ts';
import { readParquet } from '../../support/second-reader.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const types = { text: 'VARCHAR', list: 'VARCHAR[]', flag: 'BOOLEAN', count: 'BIGINT', number: 'DOUBLE' } as const;
type Name = keyof typeof types;
const names = Object.keys(types) as Name[];

type Rows = readonly Readonly<Record<string, unknown>>[];

const nullable = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const text = fc.string({ unit: 'grapheme', maxLength: 5 });
const cells: Readonly<Record<Name, fc.Arbitrary<unknown>>> = {
  text: nullable(text),
  list: nullable(fc.array(text, { maxLength: 3 })),
  flag: nullable(fc.boolean()),
  count: nullable(fc.integer()),
  number: nullable(fc.integer().map((number) => number / 8)),
};

/** Some of the columns, and rows of these. */
const table = fc.subarray(names, { minLength: 1 }).chain((columns) =>
  fc.record({
    columns: fc.constant(columns),
    rows: fc.array(fc.record(Object.fromEntries(columns.map((name) => [name, cells[name]]))), { maxLength: 20 }),
  }),
);

/** Hash of a row with its place in the file. */
function hashIn(columns: ReadonlyMap<string, string>, known?: ReadonlySet<string>) {
  return (position: string) => `hash(${position}, ${hashOf(columns, known)})`;
}

async function join(cleanUp: CleanUp, tables: readonly { readonly columns: readonly Name[]; readonly rows: Rows }[]) {
  const folder = await makeTemporaryFolder(cleanUp);
  const staging = await Staging.open(path.join(folder, 'staging'), { id: 'x' });
  cleanUp.after(() => staging.close());
  const known = names.filter((name) => tables.some(({ columns }) => columns.includes(name)));
  const joined = new Map(Object.entries(types).filter(([name]) => known.includes(name as Name)));
  for (const [at, { columns, rows }] of tables.entries()) {
    await staging.load(`t${at}`, Object.fromEntries(columns.map((name) => [name, types[name]])), rows);
    const inFile = hashIn(joined, new Set(columns));
    const hashes = { inFile, select: `SELECT ${inFile('rowid')} AS hash FROM t${at}` };
    await staging.copy({ select: `FROM t${at}`, orderBy: null, hashes }, path.join(folder, `t${at}.parquet`));
  }
  const named = tables.map((_, at) => ({ file: path.join(folder, `t${at}.parquet`), label: `t${at}` }));
  const file = path.join(folder, 'joined.parquet');
  const footer = { title: 'joined' };
  await staging.join({ columns: ['label', ...known], label: 'label', tables: named, footer }, file, hashIn(joined));
  await staging.checked();
  return { staging, file, known, joined, named };
}

describe('joined tables', () => {
  it('have the rows of all, with nulls in the columns that one lacks', async (t) => {
    await fc.assert(
      fc.asyncProperty(fc.array(table, { minLength: 1, maxLength: 4 }), async (tables) => {
        const { staging, file, known } = await join(t, tables);
        const expected = tables.flatMap(({ rows }, at) =>
          rows.map((row) => ({
            label: `t${at}`,
            ...Object.fromEntries(known.map((name) => [name, row[name] ?? null])),
          })),
        );
        const { rows, footer } = await readParquet(file);
        const plain = rows.map((row) => ({
          ...row,
          ...(typeof row.count === 'bigint' ? { count: Number(row.count) } : {}),
        }));
        assert.deepEqual(plain, expected);
        assert.deepEqual([footer.id, footer.title], ['x', 'joined']);
        const order = ['label', ...known].map((name) => `"${name}"`).join(', ');
        const found = await staging.query(
          `SELECT to_json({${order.replace(/"(\w+)"/g, '\'$1\': "$1"')}})::VARCHAR FROM read_parquet('${file}')`,
        );
        assert.deepEqual(
          found.map(([json]) => JSON.parse(String(json))),
          expected.map((row) => JSON.parse(JSON.stringify(row))),
        );
        assert.equal(staging.countRows(file), expected.length);
      }),
      { numRuns: 15 },
    );
  });

  it('are refused if their rows are not those of the tables', async (t) => {
    const rows = [{ text: 'a', flag: true }];
    const { staging, file, joined, named } = await join(t, [{ columns: ['text', 'flag'], rows }]);
    await rm(named[0]?.file ?? '');
    await staging.copy({ select: "SELECT 'b' AS text, true AS flag", orderBy: null }, `${file}-other`);
    await staging.checked();
    await rename(`${file}-other`, named[0]?.file ?? '');
    const again = { columns: ['label', 'text', 'flag'], label: 'label', tables: named, footer: {} };
    await staging.join(again, file, hashIn(joined));
    await assert.rejects(staging.checked(), /joined\.parquet does not hold what was written/);
  });

  it('can be long', async (t) => {
    const rows = Array.from({ length: 40_000 }, (_, at) => ({ text: `${at}` }));
    const { staging, file } = await join(t, [
      { columns: ['text'], rows },
      { columns: ['list'], rows: [{ list: ['a'] }] },
    ]);
    const counts = `SELECT label, count(*)::INTEGER, count(text)::INTEGER, count(list)::INTEGER FROM '${file}' GROUP BY 1 ORDER BY 1`;
    assert.deepEqual(await staging.query(counts), [
      ['t0', 40_000, 40_000, 0],
      ['t1', 1, 0, 1],
    ]);
  });
});
