/**
 * Interface of a filter kind. Each kind is one object in one file of this folder; `index.ts` lists
 * them.
 */
import type { ColumnDefinition } from '../../../model/columns.ts';
import { badParameter, type HttpError } from '../../errors.ts';
import type { Workload } from '../../estimate/workloads.ts';
import type { SqlValue } from '../../snapshot/database/database.ts';
import type { Parameters } from '../../urls.ts';
import type { Conversion } from '../rates.ts';

/**
 * Adds a value to a statement and returns its placeholder, `$1` for the first. A list is one value.
 */
export type AddValue = (value: SqlValue) => string;

/** A span of a figure of offers; each end may be open. */
export interface FigureSpan {
  readonly column: ColumnDefinition;
  readonly min: number | null;
  readonly max: number | null;
  /** Currencies and units that are compared; none for the usual one. */
  readonly groups: readonly string[];
  /** What is estimated; null for the usual one. */
  readonly workload: Workload | null;
}

/** In `groups`: whatever the currency and the unit. */
export const anyGroup = '*';

/** What the listing that is asked says about columns. */
export interface ListingFacts {
  /** Price group of a column that is compared if its filter names none. */
  readonly mainOf: (key: string) => string | null;
  /** Groups of a column whose amounts are converted into those of a group. */
  readonly conversionsOf: (key: string, group: string) => readonly Conversion[];
  /** Ids of the rows of offers whose figure overlaps a span. */
  readonly rowsOf: (span: FigureSpan) => readonly number[];
}

/** `F` is the parsed filter: plain data. */
export interface FilterKind<F extends { readonly column: ColumnDefinition }> {
  /** Reads the `value` list of the API's `filters` parameter. Throws 400. */
  parse(column: ColumnDefinition, values: readonly string[]): F;
  /** The list that `parse` reads. */
  toValues(filter: F): readonly string[];
  /** Condition of the rows that match, false or null for others. */
  toSql(filter: F, add: AddValue, facts: ListingFacts): string;
  /** The same list from the fields of a page's form; empty if the form does not set the filter. */
  readForm(key: string, form: URLSearchParams): readonly string[];
  /** Fields of the form that `readForm` reads. */
  toForm(filter: F): Parameters;
  /** What a user sees and removes of the filter. */
  parts(filter: F): readonly FilterPart<F>[];
}

export interface FilterPart<F> {
  readonly text: string;
  /** The filter without this part, null if nothing is left. */
  readonly rest: F | null;
}

/** Condition of the rows of offers whose figure overlaps a span. */
export function figureSql(span: FigureSpan, add: AddValue, { rowsOf }: ListingFacts): string {
  return `_id IN (SELECT unnest(${add(rowsOf(span))}::INTEGER[]))`;
}

export function filterError(
  message: string,
  detail: { readonly allowed?: readonly string[] } = {},
): HttpError {
  return badParameter('filters', message, detail);
}

/** Name of the form field of a column. */
export function formField(key: string): string {
  return `f.${key}`;
}
