/** What is asked of a network's rows, after the address was read and checked. */
import type { ColumnDefinition } from '../../model/columns.ts';

export type Filter =
  | { readonly kind: 'anyOf'; readonly column: ColumnDefinition; readonly values: readonly string[] }
  | { readonly kind: 'flag'; readonly column: ColumnDefinition; readonly values: readonly boolean[] }
  /** Null for an open end. */
  | {
      readonly kind: 'range';
      readonly column: ColumnDefinition;
      readonly min: number | null;
      readonly max: number | null;
    };

export interface Sort {
  readonly column: ColumnDefinition;
  readonly desc: boolean;
}

/** Which rows of a category. */
export interface Selection {
  readonly category: string;
  /** Folded; every one must be found. */
  readonly terms: readonly string[];
  /** All of them must hold. */
  readonly filters: readonly Filter[];
}

export interface RowsQuery extends Selection {
  /** Empty for the default order. */
  readonly sorting: readonly Sort[];
  /** Counted from 1. */
  readonly page: number;
  /** Providers on a page. */
  readonly pageSize: number;
}
