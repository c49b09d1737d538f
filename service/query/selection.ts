/** What the rows of an answer must match, and their order. */
import { type ColumnDefinition, estimateFigure } from '../../model/columns.ts';
import type { Scope } from '../../model/rows.ts';
import type { Workload } from '../estimate/workloads.ts';
import type { Filter } from './filters/index.ts';

/** Rows of a category to select. */
export interface Selection {
  readonly category: string;
  /** Folded; a row must contain all of them. */
  readonly terms: readonly string[];
  /** Both by default. */
  readonly scope?: Scope | undefined;
  /** A row must match all of them. */
  readonly filters: readonly Filter[];
  /** Only rows of which a probe confirmed something in the 30 days before the snapshot. */
  readonly confirmed?: boolean | undefined;
  /** Keys of networks of which a row must be on one. All by default. */
  readonly networks?: readonly string[] | undefined;
  /** With `networks`: whether an offer must have a matching row on each of them. */
  readonly onEach?: boolean | undefined;
}

/** Whether a selection selects all rows of its category. */
export function selectsAll({
  terms,
  scope,
  filters,
  confirmed = false,
  networks = [],
}: Omit<Selection, 'category'>): boolean {
  const conditions = terms.length + filters.length + networks.length;
  return scope === undefined && !confirmed && conditions === 0;
}

export interface Sort {
  readonly column: ColumnDefinition;
  readonly desc: boolean;
  /** What is estimated, of an order by estimates; the usual workload without it. */
  readonly workload?: Workload;
}

/** The sort orders, that of estimates for a workload. */
export function sortedFor(sorting: readonly Sort[], workload: Workload): readonly Sort[] {
  return sorting.map((sort) => (isOfEstimates(sort) ? { ...sort, workload } : sort));
}

export function isOfEstimates({ column }: Sort): boolean {
  return column.key === estimateFigure.key;
}

export interface SortedSelection extends Selection {
  /** Empty for the default order. */
  readonly sorting: readonly Sort[];
}

export interface RowsQuery extends SortedSelection {
  /** From 1. */
  readonly page: number;
  /** Providers per page. */
  readonly pageSize: number;
}
