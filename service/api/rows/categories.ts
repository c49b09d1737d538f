/**
 * GET {network}/api/infrastructure-providers/categories: the active categories of a network and its
 * metrics.
 */
import * as z from 'zod';
import { categorySchema } from '../../../model/categories.ts';
import type { NetworkMetrics } from '../../snapshot/metrics.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { roundedCount } from '../../text/counts.ts';
import { activeCategories } from '../coverage.ts';
import { countHeader, setTotalCount } from '../lists.ts';
import { networkResource } from '../resource.ts';
import { countShape, type FactsOf, resultShape } from '../shapes.ts';

const categoryShape = z
  .object({
    ...categorySchema.unwrap().shape,
    key: z.string(),
    count: z.int().describe('Rows.'),
    providersCount: z.int().describe('Distinct providers of these rows.'),
  })
  .meta({ id: 'Category' });

const metricsShape = z
  .object({
    asOf: z.string().meta({ format: 'date-time', description: 'Time of the snapshot.' }),
    entries: countShape.describe('Rows.'),
    providers: countShape,
    activeCategories: countShape.describe('Categories with rows.'),
    providerCategoryEntries: countShape.describe(
      'Pairs of a provider and a category in which it has rows.',
    ),
    providersByCategory: z.record(z.string(), countShape).describe('By category key.'),
    apiEntriesByProvider: z
      .record(z.string(), countShape)
      .describe('Rows of the category `apis`, by provider.'),
  })
  .meta({ id: 'NetworkMetrics' });

const categoriesShape = resultShape({ categories: z.array(categoryShape), metrics: metricsShape });

export const categories = networkResource({
  path: '/categories',
  operationId: 'listCategories',
  summary: 'Active categories and metrics of the {{network}}.',
  parameters: {},
  content: { 'application/json': categoriesShape },
  headers: countHeader,
  answer: (_, { snapshot, network }, { ctx }) => {
    const answer = presentCategories(snapshot, network);
    setTotalCount(ctx, answer.categories.length);
    return answer;
  },
});

/** Metrics of a network. A manifest without them does not match its tables. */
export function metricsOf(snapshot: Snapshot, network: string): NetworkMetrics {
  const metrics = snapshot.manifest.metrics.networks[network];
  if (metrics) return metrics;
  throw new Error(`the manifest of ${snapshot.manifest.id} has no metrics of "${network}"`);
}

function presentCategories(snapshot: Snapshot, network: string): FactsOf<typeof categoriesShape> {
  const metrics = metricsOf(snapshot, network);
  const active = activeCategories(snapshot.catalog.categories, metrics);
  const {
    entries,
    providers,
    activeCategories: activeCount,
    providerCategoryEntries,
    apiEntriesByProvider,
  } = metrics;
  return {
    categories: active.map(({ key, label, description, icon, count, providersCount }) => ({
      key,
      label,
      description,
      icon,
      count,
      providersCount,
    })),
    metrics: {
      asOf: snapshot.manifest.generatedAt,
      entries: presentCount(entries),
      providers: presentCount(providers),
      activeCategories: presentCount(activeCount),
      providerCategoryEntries: presentCount(providerCategoryEntries),
      providersByCategory: Object.fromEntries(
        active.map(({ key, providersCount }) => [key, presentCount(providersCount)]),
      ),
      apiEntriesByProvider: Object.fromEntries(
        Object.entries(apiEntriesByProvider).map(([provider, count]) => [
          provider,
          presentCount(count),
        ]),
      ),
    },
  };
}

function presentCount(value: number): z.infer<typeof countShape> {
  return { value, display: roundedCount(value) };
}
