/** Providers of each category on the largest networks: a table whose cells are shaded. */
import { formatCount } from '../../../common/format-count.ts';
import type { SnapshotMetrics } from '../../../model/metrics.ts';
import type { Urls } from '../../urls.ts';

interface ListedNetwork {
  readonly key: string;
  readonly name: string;
}

interface CoverageInput<N extends ListedNetwork> {
  readonly networks: readonly N[];
  readonly categories: readonly { readonly key: string; readonly label: string }[];
  readonly metrics: SnapshotMetrics;
  readonly urls: Urls;
}

/** Shades besides none. */
const shades = 5;

/** Null for a single network, which has nothing to compare with. */
export function presentCoverage<N extends ListedNetwork>({ networks, categories, metrics, urls }: CoverageInput<N>) {
  if (networks.length < 2) return null;
  const counted = networks.map((network) => ({ network, counts: countsOf(network.key, metrics) }));
  const most = Math.max(...counted.flatMap(({ counts }) => [...counts.values()]));
  return {
    columns: categories.map(({ label }) => ({ label })),
    lines: counted.map(({ network, counts }) => ({
      ...network,
      cells: categories.map(({ key }) => {
        const count = counts.get(key) ?? 0;
        const href = count === 0 ? null : urls.href(null, network.key, `/toolbox/${key}`);
        // The root keeps the shades of small categories apart.
        return { count: formatCount(count), href, shade: Math.ceil(Math.sqrt(count / most) * shades) };
      }),
    })),
  };
}

function countsOf(network: string, metrics: SnapshotMetrics): ReadonlyMap<string, number> {
  const { categories = [] } = metrics.networks[network] ?? {};
  return new Map(categories.map(({ key, providersCount }) => [key, providersCount]));
}
