/**
 * What the rows endpoint should answer, computed the plain way from resolved rows: loop, compare, sort, cut.
 * It shares nothing with the service: no SQL, no folded texts, no ids.
 */
import type { ColumnDefinition } from '../../model/columns.ts';
import type { Value, Values } from '../../model/rows.ts';
import { parseNumbers } from '../../pipeline/resolve/numbers.ts';

export interface NaiveQuery {
  /** Every one must be found. */
  readonly terms: readonly string[];
  readonly filters: readonly { readonly id: string; readonly value: readonly string[] }[];
  readonly sorting: readonly { readonly id: string; readonly desc: boolean }[];
  readonly page: number;
  readonly pageSize: number;
}

export interface NaivePage {
  readonly rows: readonly Values[];
  readonly pagination: Readonly<Record<'page' | 'pageSize' | 'totalPages' | 'totalProviders' | 'totalOffers', number>>;
}

export function naivePage(rows: readonly Values[], columns: readonly ColumnDefinition[], query: NaiveQuery): NaivePage {
  const found = rows.filter((row) => matchesSearch(row, query.terms) && matchesFilters(row, columns, query.filters));
  const sorted = found.toSorted((a, b) => compareRows(a, b, columns, query));
  const providers = [...new Set(sorted.map((row) => row.provider))];
  const { page, pageSize } = query;
  const shown = providers.slice((page - 1) * pageSize, page * pageSize);
  return {
    rows: shown.flatMap((provider) => sorted.filter((row) => row.provider === provider)),
    pagination: {
      page,
      pageSize,
      totalPages: Math.ceil(providers.length / pageSize),
      totalProviders: providers.length,
      totalOffers: found.length,
    },
  };
}

/** As it is sent: flags as 0 and 1; starred and trial are 0 where the category has no such column. */
export function publicRow(network: string, values: Values): Record<string, unknown> {
  const cells = Object.entries(values).map(([key, value]) => {
    if (typeof value === 'boolean') return [key, value ? 1 : 0];
    return [key, value === null && (key === 'starred' || key === 'trial') ? 0 : value];
  });
  return { network, ...Object.fromEntries(cells) };
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function textsOf(value: Value | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value : [];
}

/** Text without the addresses of its Markdown links. */
function shown(text: string): string {
  return plain(text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
}

function matchesSearch(row: Values, terms: readonly string[]): boolean {
  const texts = Object.values(row).flatMap(textsOf).map(shown);
  return terms.every((term) => texts.some((text) => text.includes(plain(term))));
}

function matchesFilters(row: Values, columns: readonly ColumnDefinition[], filters: NaiveQuery['filters']): boolean {
  return filters.every(({ id, value }) => {
    const column = columns.find(({ key }) => key === id);
    const cell = row[id] ?? null;
    if (column?.filter === 'range') return inRange(id, cell, value);
    if (column?.valueKind === 'boolean') return matchesFlag(id, cell, value);
    const wanted = value.map((text) => text.toLowerCase());
    return textsOf(cell).some((text) => wanted.includes(text.toLowerCase()));
  });
}

function matchesFlag(id: string, cell: Value, wanted: readonly string[]): boolean {
  const flag = flagOf(id, cell);
  return flag !== null && wanted.some((text) => /^(true|1|yes)$/i.test(text) === flag);
}

function flagOf(id: string, cell: Value): boolean | null {
  if (typeof cell === 'boolean') return cell;
  return id === 'starred' || id === 'trial' ? false : null;
}

function inRange(id: string, cell: Value, [least = '', greatest = '']: readonly string[]): boolean {
  const numbers = typeof cell === 'string' ? parseNumbers(id, cell) : null;
  if (numbers === null) return false;
  return (least === '' || numbers.max >= Number(least)) && (greatest === '' || numbers.min <= Number(greatest));
}

function compareRows(a: Values, b: Values, columns: readonly ColumnDefinition[], query: NaiveQuery): number {
  for (const { id, desc } of query.sorting) {
    const column = columns.find(({ key }) => key === id);
    const order = column ? compareCells(column, a, b, desc) : 0;
    if (order !== 0) return order;
  }
  if (query.sorting.length === 0 && query.terms.length > 0) {
    const named = (row: Values) => query.terms.every((term) => plain(String(row.provider)).includes(plain(term)));
    if (named(a) !== named(b)) return named(a) ? -1 : 1;
  }
  return compareByDefault(a, b);
}

/** Provider name without case, then as it is written, then slug. */
export function compareByDefault(a: Values, b: Values): number {
  const [first, second] = [String(a.provider), String(b.provider)];
  return (
    compareTexts(first.toLowerCase(), second.toLowerCase()) ||
    compareTexts(first, second) ||
    compareTexts(String(a.slug), String(b.slug))
  );
}

/** Null stands last, whatever the direction. */
export function compareCells(column: ColumnDefinition, a: Values, b: Values, desc: boolean): number {
  const [first, second] = [sortKey(column, a), sortKey(column, b)];
  if (first === null || second === null) return Number(first === null) - Number(second === null);
  const order =
    typeof first === 'string' && typeof second === 'string'
      ? compareTexts(first, second)
      : Number(first) - Number(second);
  return desc ? -order : order;
}

function sortKey({ key, sorting }: ColumnDefinition, row: Values): string | number | null {
  const cell = row[key] ?? null;
  if (sorting === 'boolean') {
    const flag = flagOf(key, cell);
    return flag === null ? null : Number(flag);
  }
  if (cell === null) return null;
  if (sorting === 'arrayLength') return textsOf(cell).length;
  if (sorting === 'number') return parseNumbers(key, String(cell))?.min ?? null;
  return String(cell).toLowerCase();
}

/** By code points, as bytes of UTF-8 compare. */
function compareTexts(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
