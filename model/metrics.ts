/** Metrics of a snapshot. Values are exact; pages round them. */
import { z } from 'zod';

const count = z.int().nonnegative();

export const categoryMetricsSchema = z.object({
  key: z.string(),
  /** Rows of the category. */
  count,
  /** Distinct providers among them. */
  providersCount: count,
});

const surfaceMetrics = {
  /** Rows in all. */
  entries: count,
  /** Categories with at least one row. */
  activeCategories: count,
  /** Distinct providers. */
  providers: count,
  /** In the order of categories.csv; categories without rows are listed with 0. */
  categories: z.array(categoryMetricsSchema),
};

export const networkMetricsSchema = z.object({
  ...surfaceMetrics,
  /** Distinct pairs of provider and category. */
  providerCategoryEntries: count,
  /** Rows of the `apis` category by provider name. */
  apiEntriesByProvider: z.record(z.string(), count),
});

export const metricsSchema = z.object({
  site: z.object(surfaceMetrics),
  /** By network key. */
  networks: z.record(z.string(), networkMetricsSchema),
});

export type CategoryMetrics = z.infer<typeof categoryMetricsSchema>;
export type NetworkMetrics = z.infer<typeof networkMetricsSchema>;
export type SnapshotMetrics = z.infer<typeof metricsSchema>;
