/** The rows of a snapshot as they have to come out of its Parquet files, made from what was resolved. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { ColumnDefinition } from '../../model/columns.ts';
import type { StatedPrice } from '../../model/rows.ts';
import type { Checked } from '../../pipeline/check-sources.ts';
import type { Row } from '../../pipeline/sources.ts';

export type FlatRow = Readonly<Record<string, unknown>>;

/** Sorted by network, provider and slug; lines are bigints, as readers of BIGINT give them. */
export function expectedRows({ sources, resolved }: Checked, category: string): FlatRow[] {
  const columns = sources.meta.columns.filter(({ core, categories }) => core || categories.includes(category));
  const rows = resolved.networks.flatMap((network) =>
    network.rows
      .filter(({ content }) => content.category === category)
      .map((row) => ({ network: network.key, ...flattenCells(columns, row), ...flattenPlaces(row) })),
  );
  return rows.toSorted((a, b) => compare(sortKey(a), sortKey(b)));
}

/** Columns whose numbers have a currency, a unit and a bound. */
const prices = ['accessPrice', 'queryPrice', 'price'];

function flattenCells(columns: readonly ColumnDefinition[], { content }: Row): FlatRow {
  const flat: Record<string, unknown> = {};
  for (const { key, valueKind, filter, sorting } of columns) {
    flat[key] = content.values[key] ?? null;
    if (valueKind !== 'string' || (filter !== 'range' && sorting !== 'number')) continue;
    const stated: Partial<StatedPrice> = content.numbers[key] ?? {};
    const { min = null, max = null, currency = null, unit = null, bound = null } = stated;
    Object.assign(flat, { [`${key}Min`]: min, [`${key}Max`]: max });
    if (prices.includes(key))
      Object.assign(flat, { [`${key}Currency`]: currency, [`${key}Unit`]: unit, [`${key}Bound`]: bound });
  }
  return flat;
}

function flattenPlaces({ content, source }: Row) {
  const { offer, offerSlug, overrides } = content;
  return {
    scope: source.file.startsWith('listings/all-networks/') ? 'all-networks' : 'network',
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
