/**
 * Metrics of a snapshot, and metrics.parquet, which holds them. Values are exact; pages round them.
 */
import * as z from 'zod';
import { groupBy } from '../../common/group-by.ts';
import type { StoredManifest } from '../../model/manifest.ts';

const count = z.int().nonnegative();

const categoryMetricsSchema = z.object({
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
    Object.values(value).every((candidate) => Number.isSafeInteger(candidate) && candidate >= 0),
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

const networkMetricsSchema = z.object({
  ...surfaceMetricsSchema.shape,
  /** Distinct pairs of provider and category. */
  providerCategoryEntries: count,
  /** Rows of the `apis` category by provider name. */
  apiEntriesByProvider: countsByName,
});

export const metricsSchema = z.object({
  /** Snapshots of versions before do not state the pairs of provider and category. */
  site: surfaceMetricsSchema.extend({ providerCategoryEntries: count.optional() }),
  /** By network key. */
  networks: z.record(z.string(), networkMetricsSchema),
});

export type CategoryMetrics = z.infer<typeof categoryMetricsSchema>;
export type SurfaceMetrics = z.infer<typeof surfaceMetricsSchema>;
export type NetworkMetrics = z.infer<typeof networkMetricsSchema>;
export type SnapshotMetrics = z.infer<typeof metricsSchema>;

/**
 * A row of metrics.parquet: figures of the site or of a network, of one of their categories, or of
 * a provider in the category `apis`.
 */
export interface MetricsRow {
  readonly network: string | null;
  readonly category: string | null;
  readonly provider: string | null;
  readonly rows: number;
  readonly providers: number | null;
  readonly activeCategories: number | null;
  readonly providerCategoryEntries: number | null;
}

/** Figures of metrics.parquet. Throws unless the rows are those of a snapshot. */
export function collectMetrics(rows: readonly MetricsRow[]): SnapshotMetrics {
  const surfaces = groupBy(rows, ({ network }) => network);
  const networks = [...surfaces].flatMap(([network, rowsOfNetwork]) =>
    network === null ? [] : [[network, collectNetwork(rowsOfNetwork)]],
  );
  return metricsSchema.parse({
    site: collectSite(surfaces.get(null) ?? []),
    networks: Object.fromEntries(networks),
  });
}

function collectSurface(rows: readonly MetricsRow[]) {
  const total = rows.find(({ category }) => category === null);
  const categories = rows.flatMap(({ category, provider, rows: count, providers }) =>
    category === null || provider !== null
      ? []
      : [{ key: category, count, providersCount: providers }],
  );
  return {
    entries: total?.rows,
    activeCategories: total?.activeCategories,
    providers: total?.providers,
    categories,
  };
}

function collectSite(rows: readonly MetricsRow[]) {
  const { providerCategoryEntries = null } = rows.find(({ category }) => category === null) ?? {};
  return {
    ...collectSurface(rows),
    ...(providerCategoryEntries === null ? {} : { providerCategoryEntries }),
  };
}

function collectNetwork(rows: readonly MetricsRow[]) {
  const byProvider = rows.flatMap(({ provider, rows: count }) =>
    provider === null ? [] : [[provider, count]],
  );
  const providerCategoryEntries = rows.find(
    ({ category }) => category === null,
  )?.providerCategoryEntries;
  return {
    ...collectSurface(rows),
    providerCategoryEntries,
    apiEntriesByProvider: Object.fromEntries(byProvider),
  };
}

/** A manifest with the figures of metrics.parquet. */
export interface Manifest extends StoredManifest {
  readonly metrics: SnapshotMetrics;
}
