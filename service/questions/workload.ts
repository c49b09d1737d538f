/**
 * Workload of a request: `requests=5000000&workload=indexer&peak=50&archive=1`, as the API, the
 * tools and the form of pages name it.
 */
import type * as z from 'zod';
import { areEstimated } from '../../model/columns.ts';
import { presets, readWeights, sharesOf, type Workload } from '../estimate/workloads.ts';
import type { Filter } from '../query/filters/index.ts';
import type { Catalog } from '../snapshot/catalog.ts';
import type { workload } from './parameters.ts';

export type WorkloadParameters = z.infer<z.ZodObject<typeof workload>>;

export function readWorkload({
  requests,
  workload,
  mix: statedMix,
  peak,
  archive,
}: WorkloadParameters): Workload {
  const { mix, isArchive } = presets[workload];
  const weights = statedMix === undefined ? null : readWeights(statedMix);
  return {
    requestsPerMonth: requests,
    peakPerSecond: peak ?? null,
    mix: weights === null ? mix : sharesOf(weights),
    isArchive: isArchive || archive === '1',
  };
}

/** The calls of a workload in words: `workload indexer`, `calls eth_call 60 %, eth_getLogs 40 %`. */
export function callsText(workload: Pick<WorkloadParameters, 'workload' | 'mix'>): string {
  const weights = workload.mix === undefined ? null : readWeights(workload.mix);
  if (weights === null) return `workload ${workload.workload}`;
  const shares = Object.entries(sharesOf(weights));
  const texts = shares.map(([call, share]) => `${call} ${Number((share * 100).toPrecision(3))} %`);
  return `calls ${texts.join(', ')}`;
}

/** Whether filters want past states, so that a plan without them does not suffice. */
export function wantsArchive(filters: readonly Filter[]): boolean {
  return filters.some(
    (filter) =>
      filter.kind === 'anyOf' &&
      filter.column.role === 'history' &&
      filter.values.every((value) => /^archive/i.test(value)),
  );
}

/** The workload under filters: those of past states are part of it. */
export function withArchive(
  workload: WorkloadParameters,
  filters: readonly Filter[],
): WorkloadParameters {
  return wantsArchive(filters) ? { ...workload, archive: '1' } : workload;
}

/**
 * Whether offers of the category state what a plan includes: only there a number of requests
 * decides the cost.
 */
export function isEstimated(catalog: Pick<Catalog, 'columnsOf'>, category: string): boolean {
  const columns = catalog.columnsOf(category);
  return areEstimated(columns.filter(({ categories }) => categories.includes(category)));
}

export function estimatedCategories(
  catalog: Pick<Catalog, 'categoryKeys' | 'columnsOf'>,
): readonly string[] {
  return catalog.categoryKeys.filter((key) => isEstimated(catalog, key));
}
