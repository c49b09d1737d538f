/** The active categories of a network and its figures, exact and as they are shown. */
import type { CategoryDefinition } from '../../model/categories.ts';
import type { NetworkMetrics } from '../../model/metrics.ts';
import { roundedCount } from '../counts.ts';
import { rowsVersion } from './rows-view.ts';

export interface CategoryRecord extends CategoryDefinition {
  readonly count: number;
  readonly providersCount: number;
}

/** Categories with at least one row, in the order of categories.csv. */
export function activeCategories(
  categories: readonly CategoryDefinition[],
  metrics: Pick<NetworkMetrics, 'categories'>,
): CategoryRecord[] {
  const counts = new Map(metrics.categories.map((entry) => [entry.key, entry]));
  return categories.flatMap((category) => {
    const { count = 0, providersCount = 0 } = counts.get(category.key) ?? {};
    return count === 0 ? [] : [{ ...category, count, providersCount }];
  });
}

export function presentCategories(
  categories: readonly CategoryDefinition[],
  metrics: NetworkMetrics,
  generatedAt: string,
) {
  const active = activeCategories(categories, metrics);
  const shown = (value: number) => ({ value, display: roundedCount(value) });
  return {
    result: {
      version: rowsVersion,
      generatedAt,
      categories: active.map(({ key, label, description, icon, count, providersCount }) => ({
        key,
        label,
        description,
        icon,
        count,
        providersCount,
      })),
      metrics: {
        asOf: generatedAt,
        entries: shown(metrics.entries),
        providers: shown(metrics.providers),
        activeCategories: shown(metrics.activeCategories),
        providerCategoryEntries: shown(metrics.providerCategoryEntries),
        providersByCategory: Object.fromEntries(active.map(({ key, providersCount }) => [key, shown(providersCount)])),
        apiEntriesByProvider: Object.fromEntries(
          Object.entries(metrics.apiEntriesByProvider).map(([provider, count]) => [provider, shown(count)]),
        ),
      },
    },
  };
}
