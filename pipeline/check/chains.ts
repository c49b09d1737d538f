/** Chains are lowercase and, if networks.csv lists chains of the network, one of these. */

import { nearestName } from '../../common/nearest-name.ts';
import { kebabCase } from '../../model/networks.ts';
import type { AddProblem } from '../problem.ts';
import type { ListingEntry } from '../sources.ts';
import { sourcePaths } from '../sources.ts';
import type { CheckContext } from './context.ts';

export function checkChains({ sources }: CheckContext, add: AddProblem): void {
  const chains = new Map(sources.meta.networks.map((network) => [network.key, network.chains]));
  for (const listing of sources.listings) {
    const { chain } = listing.cells.values;
    if (typeof chain === 'string') checkChain(listing, chain, chains.get(listing.network ?? '') ?? null, add);
  }
}

function checkChain(listing: ListingEntry, chain: string, known: readonly string[] | null, add: AddProblem): void {
  const place = { ...listing.source, column: 'chain', value: chain };
  if (!kebabCase.test(chain)) {
    const message = `"${chain}" is not a valid chain: use lowercase letters, digits and hyphens`;
    const fixed = nearestName(chain, known ?? []) ?? chain.trim().toLowerCase().replace(/\s+/g, '-');
    add({ ...place, rule: 'chain-format', message, suggestion: `write "${fixed}"` });
  } else if (known !== null && known.length > 0 && !known.includes(chain)) {
    const near = nearestName(chain, known);
    const message = `the network "${listing.network}" has no chain "${chain}" in ${sourcePaths.networks}`;
    const suggestion = near === null ? `one of ${known.join(', ')}, or add it there` : `did you mean "${near}"?`;
    add({ ...place, rule: 'chain-not-found', message, suggestion });
  }
}
