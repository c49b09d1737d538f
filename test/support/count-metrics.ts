/** Counts of rows, categories and providers, for the site and for each network, without SQL. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import type { CategoryDefinition } from '../../model/categories.ts';
import type { Checked } from '../../pipeline/check-sources.ts';
import type { Row } from '../../pipeline/sources.ts';
import type {
  CategoryMetrics,
  NetworkMetrics,
  SnapshotMetrics,
} from '../../service/snapshot/metrics.ts';

/** The category whose entries are also counted by provider. */
const apis = 'apis';

export function countMetrics({
  sources,
  resolved,
}: Pick<Checked, 'sources' | 'resolved'>): SnapshotMetrics {
  const { categories } = sources.meta;
  const site = new Tally();
  const networks = new Map<string, NetworkMetrics>();
  for (const network of resolved.networks) {
    const tally = new Tally();
    for (const each of [tally, site]) for (const row of network.rows) each.add(row);
    networks.set(network.key, {
      ...tally.summarize(categories),
      providerCategoryEntries: tally.providerCategoryEntries,
      apiEntriesByProvider: tally.entriesByProvider(apis),
    });
  }
  const { providerCategoryEntries } = site;
  return {
    site: { ...site.summarize(categories), providerCategoryEntries },
    networks: Object.fromEntries(networks),
  };
}

class Tally {
  /** Rows by provider name, by category key. */
  readonly #counts = new Map<string, Map<string, number>>();

  add({ content }: Row): void {
    const providers = getOrInsert(this.#counts, content.category, () => new Map<string, number>());
    const name = String(content.values.provider);
    providers.set(name, (providers.get(name) ?? 0) + 1);
  }

  get providerCategoryEntries(): number {
    return sum([...this.#counts.values()].map((providers) => providers.size));
  }

  entriesByProvider(category: string): Record<string, number> {
    return Object.fromEntries(this.#counts.get(category) ?? []);
  }

  summarize(categories: readonly CategoryDefinition[]) {
    const metrics = categories.map(({ key }): CategoryMetrics => {
      const providers = this.#counts.get(key) ?? new Map<string, number>();
      return { key, count: sum(providers.values()), providersCount: providers.size };
    });
    return {
      entries: sum(metrics.map(({ count }) => count)),
      activeCategories: metrics.filter(({ count }) => count > 0).length,
      providers: new Set([...this.#counts.values()].flatMap((providers) => [...providers.keys()]))
        .size,
      categories: metrics,
    };
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
