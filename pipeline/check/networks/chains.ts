/** Chains are lowercase and, if networks.csv lists chains of the network, one of these. */

import { getOrInsert } from '../../../common/get-or-insert.ts';
import { NameFinder } from '../../../common/nearest-name.ts';
import { kebabCase } from '../../../model/networks.ts';
import { limits } from '../../limits.ts';
import { type AddProblem, oneOf } from '../../problem.ts';
import type { ListingEntry } from '../../sources.ts';
import { sourcePaths } from '../../sources.ts';
import type { CheckContext } from '../context.ts';

export function checkChains({ sources }: CheckContext, add: AddProblem): void {
  const { networks, networkLines } = sources.meta;
  const chainsOf = new Map(
    networks.map(({ key, chains }) => [key, { finder: new NameFinder(chains ?? []), line: networkLines.get(key) }]),
  );
  const unknown = { finder: new NameFinder([]), line: undefined };
  const named = new Map<string, Set<string>>();
  for (const listing of sources.listings) {
    const { network, cells } = listing;
    if (typeof cells.values.chain !== 'string') continue;
    if (network === null) {
      reportIgnored(listing, cells.values.chain, add);
      continue;
    }
    checkChain(listing, cells.values.chain, chainsOf.get(network) ?? unknown, add);
    const chains = getOrInsert(named, network, () => new Set<string>());
    const before = chains.size;
    chains.add(cells.values.chain.toLowerCase());
    if (before === limits.chainsPerNetwork && chains.size > before) reportCount(listing, add);
  }
}

function reportIgnored({ source }: ListingEntry, chain: string, add: AddProblem): void {
  const message = 'the chain is ignored: an all-networks listing is copied to every chain of every network';
  const suggestion = "clear the cell, or move the listing to the network's own file";
  add({ rule: 'chain-ignored', ...source, column: 'chain', value: chain, message, suggestion });
}

/** At the first chain too many. All-networks listings are copied to every chain, so that chains multiply rows. */
function reportCount({ network, source }: ListingEntry, add: AddProblem): void {
  const message = `the listings of "${network}" name more than ${limits.chainsPerNetwork} chains`;
  const suggestion = 'remove listings, or split the network';
  add({ rule: 'limit-exceeded', ...source, column: 'chain', message, suggestion });
}

/** If networks.csv lists no chains of a network, any is allowed. */
interface AllowedChains {
  readonly finder: NameFinder;
  /** Line of the network in networks.csv; undefined if it has none. */
  readonly line: number | undefined;
}

function checkChain({ network, source }: ListingEntry, chain: string, allowed: AllowedChains, add: AddProblem): void {
  const isValid = kebabCase.test(chain);
  const { finder, line } = allowed;
  if (isValid && (finder.names.length === 0 || finder.has(chain))) return;
  const place = { ...source, column: 'chain', value: chain };
  if (!isValid) {
    const message = `"${chain}" is not a valid chain: use lowercase letters, digits and hyphens`;
    add({ ...place, rule: 'chain-format', message, suggestion: suggestFormat(chain, finder) });
  } else {
    const near = finder.find(chain);
    const message = `the network "${network}" has no chain "${chain}" in ${sourcePaths.networks}`;
    const addition = `add "${chain}" to the cell "chains" on line ${line} of ${sourcePaths.networks}`;
    const suggestion =
      near === null ? `${oneOf(finder.names)}; or ${addition}` : `did you mean "${near}"? Otherwise ${addition}`;
    add({ ...place, rule: 'chain-not-found', message, suggestion });
  }
}

/** A chain of the network if it lists some; otherwise the text as a key, if only case and spaces differ. */
function suggestFormat(chain: string, finder: NameFinder): string {
  const key = chain
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  const meant = finder.find(chain) ?? (finder.names.length === 0 && kebabCase.test(key) ? key : null);
  if (meant !== null) return `write "${meant}"`;
  return finder.names.length === 0 ? 'write the chain as a key, such as "mainnet"' : oneOf(finder.names);
}
