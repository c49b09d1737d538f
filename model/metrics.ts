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

/** Not z.record, which drops `__proto__`: a provider may have that name. */
const countsByName = z.custom<Readonly<Record<string, number>>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((each) => Number.isSafeInteger(each) && each >= 0),
  'is not an object of counts',
);

const surfaceMetricsSchema = z.object({
  /** Rows in all. */
  entries: count,
  /** Categories with at least one row. */
  activeCategories: count,
  /** Distinct providers. */
  providers: count,
  /** In the order of categories.csv; categories without rows are listed with 0. */
  categories: z.array(categoryMetricsSchema),
});

export const networkMetricsSchema = z.object({
  ...surfaceMetricsSchema.shape,
  /** Distinct pairs of provider and category. */
  providerCategoryEntries: count,
  /** Rows of the `apis` category by provider name. */
  apiEntriesByProvider: countsByName,
});

export const metricsSchema = z.object({
  site: surfaceMetricsSchema,
  /** By network key. */
  networks: z.record(z.string(), networkMetricsSchema),
});

export type CategoryMetrics = z.infer<typeof categoryMetricsSchema>;
export type SurfaceMetrics = z.infer<typeof surfaceMetricsSchema>;
export type NetworkMetrics = z.infer<typeof networkMetricsSchema>;
export type SnapshotMetrics = z.infer<typeof metricsSchema>;
