/**
 * Workload of a request: `requests=5000000&workload=indexer&peak=50&archive=1`, as the API, the
 * tools and the form of pages name it.
 */
import type * as z from 'zod';
import { quotaKind } from '../../model/columns.ts';
import { presets, type Workload } from '../estimate/workloads.ts';
import type { Filter } from '../query/filters/index.ts';
import type { Catalog } from '../snapshot/catalog.ts';
import type { workload } from './parameters.ts';

export type WorkloadParameters = z.infer<z.ZodObject<typeof workload>>;

export function readWorkload({ requests, workload, peak, archive }: WorkloadParameters): Workload {
  const { mix, isArchive } = presets[workload];
  return {
    requestsPerMonth: requests,
    peakPerSecond: peak ?? null,
    mix,
    isArchive: isArchive || archive === '1',
  };
}

/** Whether filters want past states, so that a plan without them does not suffice. */
export function wantsArchive(filters: readonly Filter[]): boolean {
  return filters.some(
    (filter) =>
      filter.kind === 'anyOf' &&
      filter.column.key === 'historicalData' &&
      filter.values.every((value) => /^archive/i.test(value)),
  );
}

/** The workload under filters: those of past states are part of it. */
export function withArchive(
  given: WorkloadParameters,
  filters: readonly Filter[],
): WorkloadParameters {
  return wantsArchive(filters) ? { ...given, archive: '1' } : given;
}

/**
 * Whether offers of the category state what a plan includes: only there a number of requests
 * decides the cost.
 */
export function isEstimated(catalog: Pick<Catalog, 'columnsOf'>, category: string): boolean {
  const own = catalog.columnsOf(category).filter(({ categories }) => categories.includes(category));
  return (
    own.some((column) => quotaKind(column) === 'limits') &&
    own.some((column) => column.key === 'accessPrice')
  );
}

export function estimatedCategories(
  catalog: Pick<Catalog, 'categoryKeys' | 'columnsOf'>,
): readonly string[] {
  return catalog.categoryKeys.filter((key) => isEstimated(catalog, key));
}
