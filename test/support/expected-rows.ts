/** The rows of a snapshot as they have to come out of its Parquet files, made from what was resolved. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { type ColumnDefinition, columnsOfCategory } from '../../model/columns.ts';
import { companionValues } from '../../model/companions.ts';
import type { Checked } from '../../pipeline/check-sources.ts';
import { parseNumbers } from '../../pipeline/resolve/numbers.ts';
import type { Row } from '../../pipeline/sources.ts';

export type FlatRow = Readonly<Record<string, unknown>>;

/** Sorted by network, provider and slug; lines are bigints, as readers of BIGINT give them. */
export function expectedRows({ sources, resolved }: Checked, category: string): FlatRow[] {
  const columns = columnsOfCategory(sources.meta.columns, category);
  const rows = resolved.networks.flatMap((network) =>
    network.rows
      .filter(({ content }) => content.category === category)
      .map((row) => ({ network: network.key, ...flattenCells(columns, row), ...flattenPlaces(row) })),
  );
  return rows.toSorted((a, b) => compare(sortKey(a), sortKey(b)));
}

function flattenCells(columns: readonly ColumnDefinition[], { content }: Row): FlatRow {
  const flat: Record<string, unknown> = {};
  for (const column of columns) {
    const value = content.values[column.key] ?? null;
    flat[column.key] = value;
    const stated = typeof value === 'string' ? parseNumbers(column.key, value) : null;
    Object.assign(flat, companionValues(column, stated));
  }
  return flat;
}

function flattenPlaces({ content, source }: Row) {
  const { offer, offerSlug, overrides } = content;
  return {
    sourceFile: source.file,
    sourceLine: BigInt(source.line),
    offerSlug,
    offerFile: offer?.file ?? null,
    offerLine: offer && BigInt(offer.line),
    overrides: offer && overrides,
  };
}

function sortKey({ network, provider, slug }: FlatRow): string {
  return `${network}\u0000${provider}\u0000${slug}`;
}

/** By bytes of UTF-8, as DuckDB orders text. */
function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Like deepEqual, but of many rows it shows the first that differs. */
export function assertSameRows(actual: readonly FlatRow[], expected: readonly FlatRow[], what: string): void {
  assert.equal(actual.length, expected.length, `rows of ${what}`);
  const different = expected.findIndex((row, index) => !isDeepStrictEqual(actual[index], row));
  if (different !== -1) assert.deepEqual(actual[different], expected[different], `row ${different} of ${what}`);
}
