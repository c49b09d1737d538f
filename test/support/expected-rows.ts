/**
 * The rows of a snapshot as they have to come out of its Parquet files, made from what was
 * resolved.
 */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { ColumnDefinition } from '../../model/columns.ts';
import type { StatedLimits } from '../../model/rows.ts';
import type { Checked } from '../../pipeline/check-sources.ts';
import { type Content, type Row, type StatedNumbers, textOfCell } from '../../pipeline/sources.ts';
import { contradictionsIn } from '../../pipeline/write/contradictions.ts';

export type FlatRow = Readonly<Record<string, unknown>>;

/** Sorted by network, provider and slug; lines are bigints, as readers of BIGINT give them. */
export function expectedRows({ sources, resolved }: Checked, category: string): FlatRow[] {
  const columns = sources.meta.columns.filter(
    ({ core, categories }) => core || categories.includes(category),
  );
  const contradictionsOf = contradictionsIn(columns, resolved.numbers, sources.meta.units);
  const rows = resolved.networks.flatMap((network) =>
    network.rows
      .filter(({ content }) => content.category === category)
      .map((row) => {
        const cells = columns.map((column) => flattenCell(column, row.content, resolved.numbers));
        const place = { network: network.key, category };
        const stated = Object.assign(place, ...cells, flattenPlaces(row));
        return { ...stated, ...contradictionsOf(row.content.values) };
      }),
  );
  return rows.toSorted((a, b) => compare(sortKey(a), sortKey(b)));
}

const words = ['Stated', 'Per', 'Note', 'Tiers', 'Terms'];
/** What is written beside the cells of a column, by the end of its name. */
const endings: Readonly<Record<string, readonly string[]>> = {
  accessPrice: ['Min', 'Max', 'Currency', 'Unit', 'Bound', 'First', ...words],
  queryPrice: ['Min', 'Max', 'Currency', 'Unit', 'Bound', 'First', ...words],
  price: ['Min', 'Max', 'Currency', 'Unit', 'Bound', 'First', ...words],
  dripLimitAmount: ['Min', 'Max', 'Unit', 'Bound'],
  dripLimitPeriod: ['Min', 'Max'],
};
const quotas = ['Min', 'Max', 'Unit', 'Bound'];

function flattenCell(
  { key, valueKind, filter, sorting }: ColumnDefinition,
  { values }: Content,
  numbers: StatedNumbers,
): FlatRow {
  const text = textOfCell(values[key]) ?? '';
  const reading = numbers.get(key)?.get(text);
  const own = { [key]: values[key] ?? null, ...stateOf(key, text, values, numbers) };
  const stated = reading?.stated ?? {};
  if (key === 'limitations') {
    const { included, rate, further = [] } = stated as Partial<StatedLimits>;
    return {
      ...own,
      limitationsContradicts: null,
      limitationsFurther: further.length > 0 ? JSON.stringify(further) : null,
      ...named(`${key}Included`, included ?? {}, quotas),
      ...named(`${key}Rate`, rate ?? {}, quotas),
    };
  }
  const isNumeric = valueKind === 'string' && (filter === 'range' || sorting === 'number');
  const ends = endings[key] ?? (isNumeric ? ['Min', 'Max'] : []);
  return { ...own, ...named(key, stated, ends) };
}

const withState = ['accessPrice', 'queryPrice', 'price', 'limitations'];

function stateOf(
  key: string,
  text: string,
  values: Content['values'],
  numbers: StatedNumbers,
): FlatRow {
  if (!withState.includes(key)) return {};
  const unread = numbers.get(key)?.get(text)?.unread ?? [];
  const limits = numbers.get('limitations')?.get(textOfCell(values.limitations) ?? '')?.stated;
  const { included = null } = (limits ?? {}) as Partial<StatedLimits>;
  const isUnlimited = key === 'queryPrice' && included?.bound === 'unlimited';
  const blank = isUnlimited ? 'notApplicable' : 'notStated';
  return {
    [`${key}State`]: text === '' ? blank : unread.length > 0 ? 'unread' : 'read',
    [`${key}Unread`]: unread.length > 0 ? unread.join('; ') : null,
  };
}

function named(key: string, stated: object, ends: readonly string[]): FlatRow {
  const values = new Map(Object.entries(stated));
  return Object.fromEntries(
    ends.map((end) => {
      const value = values.get(end.toLowerCase()) ?? null;
      return [`${key}${end}`, Array.isArray(value) ? JSON.stringify(value) : value];
    }),
  );
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
export function assertSameRows(
  actual: readonly FlatRow[],
  expected: readonly FlatRow[],
  what: string,
): void {
  assert.equal(actual.length, expected.length, `rows of ${what}`);
  const different = expected.findIndex((row, index) => !isDeepStrictEqual(actual[index], row));
  if (different !== -1)
    assert.deepEqual(actual[different], expected[different], `row ${different} of ${what}`);
}
