/** Rows added, removed and changed: by network, by category, and by both. */
import type { RowComparison } from './compare-rows.ts';
import type { Diff } from './schema.ts';
import { sorted } from './state.ts';

type Counts = Pick<Diff, 'byCategory' | 'byNetwork' | 'byNetworkAndCategory'>;
type Counter = 'before' | 'after' | 'added' | 'removed' | 'changed';
type Tally = Record<Counter, number>;

export function countRows(comparison: RowComparison): Counts {
  const tallies = new Tallies();
  for (const state of ['before', 'after'] as const) {
    for (const { key, rows } of comparison[state].networks) {
      for (const { content } of rows) tallies.count(key, content.category, state);
    }
  }
  for (const { network, row } of comparison.added) tallies.count(network, row.content.category, 'added');
  for (const { network, row } of comparison.removed) tallies.count(network, row.content.category, 'removed');
  for (const { pair } of comparison.changed) tallies.count(pair.network, pair.after.content.category, 'changed');
  return tallies.list();
}

class Tallies {
  readonly #pairs = new Map<string, Map<string, Tally>>();

  count(network: string, category: string, counter: Counter): void {
    let categories = this.#pairs.get(network);
    if (!categories) this.#pairs.set(network, (categories = new Map()));
    const tally = categories.get(category) ?? emptyTally();
    tally[counter]++;
    categories.set(category, tally);
  }

  list(): Counts {
    const pairs = sorted(this.#pairs.keys()).flatMap((network) => {
      const categories = this.#pairs.get(network) ?? new Map<string, Tally>();
      return sorted(categories.keys()).map((category) => ({
        network,
        category,
        ...(categories.get(category) ?? emptyTally()),
      }));
    });
    return {
      byCategory: sumBy(pairs, 'category').map(([category, tally]) => ({ category, ...tally })),
      byNetwork: sumBy(pairs, 'network')
        .map(([network, tally]) => ({ network, ...tally }))
        .filter(hasDifference),
      byNetworkAndCategory: pairs.filter(hasDifference),
    };
  }
}

function sumBy<Key extends string>(
  pairs: readonly (Tally & Readonly<Record<Key, string>>)[],
  key: Key,
): [string, Tally][] {
  const sums = new Map<string, Tally>();
  for (const pair of pairs) {
    const name: string = pair[key];
    const sum = sums.get(name) ?? emptyTally();
    for (const counter of ['before', 'after', 'added', 'removed', 'changed'] as const) sum[counter] += pair[counter];
    sums.set(name, sum);
  }
  return sorted(sums.keys()).map((name) => [name, sums.get(name) ?? emptyTally()]);
}

function hasDifference({ added, removed, changed }: Tally): boolean {
  return added + removed + changed > 0;
}

function emptyTally(): Tally {
  return { before: 0, after: 0, added: 0, removed: 0, changed: 0 };
}
