/** What a workload costs, as columns of a file: for a question that asks for costs. */
import { lackOf, missingFact, type Result } from '../../estimate/result.ts';
import type { Workload } from '../../estimate/workloads.ts';
import type { ExportColumn } from '../../notations/export-formats.ts';
import { hasEstimate } from '../../query/filters/index.ts';
import { isOfEstimates, type SortedSelection } from '../../query/selection.ts';
import { workload as workloadShape } from '../../questions/parameters.ts';
import {
  isEstimated,
  readWorkload,
  type WorkloadParameters,
  withArchive,
} from '../../questions/workload.ts';
import type { Catalog } from '../../snapshot/catalog.ts';

export const costColumns: readonly ExportColumn[] = [
  { key: 'estimateMin', valueKind: 'number' },
  { key: 'estimateMax', valueKind: 'number' },
  ...['estimateCurrency', 'estimateBound', 'estimateMissing'].map((key) => ({
    key,
    valueKind: 'string' as const,
  })),
];

/** Null if nothing of the request names costs, and in a category without estimates. */
export function exportedWorkload(
  { category, filters, sorting }: SortedSelection,
  parameters: WorkloadParameters,
  stated: URLSearchParams,
  catalog: Pick<Catalog, 'columnsOf'>,
): Workload | null {
  const isNamed = Object.keys(workloadShape).some((name) => stated.has(name));
  const isWanted = isNamed || hasEstimate(filters) || sorting.some(isOfEstimates);
  if (!isWanted || !isEstimated(catalog, category)) return null;
  return readWorkload(withArchive(parameters, filters));
}

/** JSON of the cells by key. A lower bound names the fact that is missing. */
export function costCells(result: Result): Readonly<Record<string, string>> {
  const lack = lackOf(result);
  const { min, max, currency, bound } =
    result.kind === 'none' ? { min: null, max: null, currency: null, bound: null } : result;
  const values = [min, max, currency, bound, lack && missingFact(lack)];
  return Object.fromEntries(
    costColumns.map(({ key }, at) => [key, JSON.stringify(values[at] ?? null)]),
  );
}
