/** Chains are lowercase and, if networks.csv lists chains of the network, one of these. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { NameFinder } from '../../../common/nearest-name.ts';
import { kebabCase } from '../../../model/networks.ts';
import { limits } from '../../limits.ts';
import { oneOf } from '../../problem.ts';
import { type ListingEntry, sourcePaths } from '../../sources.ts';
import type { CheckContext, LineFault } from '../rule.ts';

type FindInListing = (listing: ListingEntry) => LineFault | null;

export const ignoredChain =
  (): FindInListing =>
  ({ network, cells }) => {
    if (network !== null || typeof cells.values.chain !== 'string') return null;
    const message =
      'the chain is ignored: an all-networks listing is copied to every chain of every network';
    return { message, suggestion: "clear the cell, or move the listing to the network's own file" };
  };

/**
 * The first chain too many. All-networks listings are copied to every chain, so that chains
 * multiply rows.
 */
export function tooManyChains(): FindInListing {
  const named = new Map<string, Set<string>>();
  return ({ network, cells }) => {
    if (network === null || typeof cells.values.chain !== 'string') return null;
    const chains = getOrInsert(named, network, () => new Set<string>());
    const before = chains.size;
    chains.add(cells.values.chain.toLowerCase());
    if (before !== limits.chainsPerNetwork || chains.size === before) return null;
    const message = `the listings of "${network}" name more than ${limits.chainsPerNetwork} chains`;
    return { message, suggestion: 'remove listings, or split the network' };
  };
}

/** If networks.csv lists no chains of a network, any is allowed. */
export function wrongChain({ sources: { meta } }: CheckContext): FindInListing {
  const allowed = new Map(
    meta.networks.map(({ key, chains }) => [key, new NameFinder(chains ?? [])]),
  );
  const none = new NameFinder([]);
  return ({ network, cells: { values } }) => {
    const { chain } = values;
    if (network === null || typeof chain !== 'string') return null;
    const finder = allowed.get(network) ?? none;
    if (!kebabCase.test(chain)) {
      const message = `"${chain}" is not a valid chain: use lowercase letters, digits and hyphens`;
      return { rule: 'chain-format', message, suggestion: suggestFormat(chain, finder) };
    }
    if (finder.names.length === 0 || finder.has(chain)) return null;
    const near = finder.find(chain);
    const line = meta.networkLines.get(network);
    const addition = `add "${chain}" to the cell "chains" on line ${line} of ${sourcePaths.networks}`;
    const suggestion =
      near === null
        ? `${oneOf(finder.names)}; or ${addition}`
        : `did you mean "${near}"? Otherwise ${addition}`;
    return {
      message: `the network "${network}" has no chain "${chain}" in ${sourcePaths.networks}`,
      suggestion,
    };
  };
}

/**
 * A chain of the network if it lists some; otherwise the text as a key, if only case and spaces
 * differ.
 */
function suggestFormat(chain: string, finder: NameFinder): string {
  const key = chain
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  const meant =
    finder.find(chain) ?? (finder.names.length === 0 && kebabCase.test(key) ? key : null);
  if (meant !== null) return `write "${meant}"`;
  return finder.names.length === 0
    ? 'write the chain as a key, such as "mainnet"'
    : oneOf(finder.names);
}
