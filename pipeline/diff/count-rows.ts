/** Rows added, removed and changed: by network, by category, and by both. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { groupBy } from '../../common/group-by.ts';
import type { Row } from '../sources.ts';
import type { RowComparison } from './compare-rows.ts';
import type { Diff } from './schema.ts';
import { sorted } from './state.ts';

type Counts = Pick<Diff, 'byCategory' | 'byNetwork' | 'byNetworkAndCategory'>;
type Counter = 'before' | 'after' | 'added' | 'removed' | 'changed';
type Tally = Record<Counter, number>;

export function countRows({ before, after, added, removed, changed }: RowComparison): Counts {
  const tallies = new Map<string, Tally & { readonly network: string; readonly category: string }>();
  const count = (network: string, { content: { category } }: Row, counter: Counter) =>
    getOrInsert(tallies, `${network}\n${category}`, () => ({ network, category, ...emptyTally }))[counter]++;
  for (const { key, rows } of before.networks) for (const row of rows) count(key, row, 'before');
  for (const { key, rows } of after.networks) for (const row of rows) count(key, row, 'after');
  for (const { network, row } of added) count(network, row, 'added');
  for (const { network, row } of removed) count(network, row, 'removed');
  for (const { pair } of changed) count(pair.network, pair.after, 'changed');
  const pairs = sorted(tallies.keys()).flatMap((key) => tallies.get(key) ?? []);
  return {
    byCategory: sumBy(pairs, 'category'),
    byNetwork: sumBy(pairs, 'network').filter(hasDifference),
    byNetworkAndCategory: pairs.filter(hasDifference),
  };
}

function sumBy<Key extends string>(pairs: readonly (Tally & Readonly<Record<Key, string>>)[], key: Key) {
  const groups = groupBy(pairs, (pair): string => pair[key]);
  return sorted(groups.keys()).map((name) => {
    const tally = { ...emptyTally };
    for (const pair of groups.get(name) ?? []) for (const counter of counters) tally[counter] += pair[counter];
    return { [key]: name, ...tally } as Record<Key, string> & Tally;
  });
}

function hasDifference({ added, removed, changed }: Tally): boolean {
  return added + removed + changed > 0;
}

const emptyTally: Tally = { before: 0, after: 0, added: 0, removed: 0, changed: 0 };
const counters = Object.keys(emptyTally) as readonly Counter[];
