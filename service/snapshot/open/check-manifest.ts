/** Checks that a manifest agrees with itself, and the sums of the figures of a snapshot. */
import type { StoredManifest } from '../../../model/manifest.ts';
import type { CategoryMetrics, NetworkMetrics, SnapshotMetrics } from '../../../model/metrics.ts';
import { SnapshotError } from './verify.ts';

/** Throws `inconsistent` with the first contradiction. */
export function checkManifest(manifest: StoredManifest): void {
  const contradiction = findInFiles(manifest);
  if (contradiction === null) return;
  throw new SnapshotError('inconsistent', `manifest of ${manifest.id}: ${contradiction}`);
}

/** Throws `inconsistent` with the first contradiction. */
export function checkMetrics({ id, counts }: StoredManifest, metrics: SnapshotMetrics): void {
  const { entries: rows, activeCategories: categories, providers } = metrics.site;
  const stated = { rows, networks: Object.keys(metrics.networks).length, categories, providers };
  const isStated = Object.entries(stated).every(([name, count]) => counts[name as keyof typeof stated] === count);
  const contradiction = isStated ? findInMetrics(metrics) : 'the counts of the manifest differ';
  if (contradiction === null) return;
  throw new SnapshotError('inconsistent', `metrics of ${id}: ${contradiction}`);
}

function findInFiles({ files }: StoredManifest): string | null {
  const paths = new Set<string>();
  for (const { path, rows } of files) {
    if (path.split('/').some((part) => part === '' || part === '.')) return `the path "${path}" is not normalized`;
    if (paths.has(path)) return `"${path}" is listed twice`;
    if ((rows === null) === path.endsWith('.parquet'))
      return `"${path}" ${rows === null ? 'lacks' : 'has'} a row count`;
    paths.add(path);
  }
  return null;
}

function findInMetrics({ site, networks }: SnapshotMetrics): string | null {
  const keys = site.categories.map(({ key }) => key);
  if (new Set(keys).size < keys.length) return 'a category is counted twice';
  for (const [name, surface] of [['site', site] as const, ...Object.entries(networks)]) {
    const contradiction =
      findInSurface(surface, keys) ?? ('apiEntriesByProvider' in surface ? findInNetwork(surface) : null);
    if (contradiction !== null) return `${name}: ${contradiction}`;
  }
  const entries = Object.values(networks).reduce((total, network) => total + network.entries, 0);
  return entries === site.entries ? null : 'entries of the networks do not add up';
}

function findInSurface(surface: SnapshotMetrics['site'], keys: readonly string[]): string | null {
  const { categories, entries, activeCategories, providers } = surface;
  if (categories.map(({ key }) => key).join() !== keys.join()) return "the categories differ from the site's";
  if (sum(categories, 'count') !== entries) return 'entries do not add up';
  const active = categories.filter(({ count }) => count > 0).length;
  if (active !== activeCategories) return 'activeCategories do not add up';
  const crowded = categories.some(({ count, providersCount }) => providersCount > Math.min(count, providers));
  return crowded ? 'more providers than rows' : null;
}

function findInNetwork({ categories, providerCategoryEntries, apiEntriesByProvider }: NetworkMetrics): string | null {
  if (sum(categories, 'providersCount') !== providerCategoryEntries) return 'providerCategoryEntries do not add up';
  const apis = categories.find(({ key }) => key === 'apis')?.count ?? 0;
  const entries = Object.values(apiEntriesByProvider).reduce((total, count) => total + count, 0);
  return entries === apis ? null : 'apiEntriesByProvider do not add up';
}

function sum(categories: readonly CategoryMetrics[], figure: 'count' | 'providersCount'): number {
  return categories.reduce((total, category) => total + category[figure], 0);
}
