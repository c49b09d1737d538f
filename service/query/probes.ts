/** What probes found of a row. */
import type { Benchmark } from '../../model/benchmarks.ts';
import { rpcCategory } from '../../model/connect.ts';
import type { Probe } from '../snapshot/probes.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { presenceOf } from './offers.ts';

/**
 * The definition of a network has the identifier of its main chain only. `network`: null for none
 * in particular.
 */
export function probesOfRow(
  snapshot: Snapshot,
  network: string | null,
  id: number,
): readonly Probe[] {
  const chain = snapshot.chainOf(id);
  const caip2 = network === null ? null : (snapshot.catalog.networks.get(network)?.caip2 ?? null);
  const defined = network === null ? null : snapshot.catalog.chain(network, chain);
  return snapshot.probes.ofRow({
    category: snapshot.categoryOf(id),
    offer: snapshot.offers.of(id).slug,
    connect: snapshot.connectOf(id),
    chainId: defined?.caip2 ?? (chain === 'mainnet' ? caip2 : null),
  });
}

/** What others measured of a row of APIs; `network`: null for all of the row. */
export function benchmarksOfRow(
  snapshot: Snapshot,
  network: string | null,
  id: number,
): readonly Benchmark[] {
  if (snapshot.categoryOf(id) !== rpcCategory) return [];
  return snapshot.probes.benchmarksOf({
    connect: snapshot.connectOf(id),
    provider: snapshot.providerOf(id),
    networks: network === null ? presenceOf(snapshot, [id], []).networks : [network],
    chain: snapshot.chainOf(id),
  });
}

/** Day on which something of the rows was last confirmed; null if nothing ever was. */
export function lastConfirmed(
  snapshot: Snapshot,
  rows: Iterable<number>,
  networks: readonly string[],
): string | null {
  if (snapshot.probes.all.length === 0) return null;
  const [only = null] = networks.length === 1 ? networks : [];
  const times = Array.from(rows, (id) => probesOfRow(snapshot, only, id)).flatMap((probes) =>
    probes.map((probe) => probe.lastConfirmed ?? ''),
  );
  return times.toSorted().at(-1)?.slice(0, 10) || null;
}
