/** Slugs of listings that name another chain than the line does. */
import type { AddProblem } from '../problem.ts';
import type { ListingEntry } from '../sources.ts';
import type { CheckContext } from './context.ts';

/** Looks for chains of the network and for the usual names of chains. */
export function checkSlugChains({ sources, resolved }: CheckContext, add: AddProblem): void {
  const own = new Map(resolved.networks.map(({ key, chains }) => [key, chains]));
  for (const listing of sources.listings) {
    const { slug, chain } = listing.cells.values;
    if (listing.network === null || typeof slug !== 'string' || typeof chain !== 'string') continue;
    const named = findOtherChain(slug, chain.toLowerCase(), own.get(listing.network) ?? []);
    if (named !== null) report(listing, { slug, chain, named }, add);
  }
}

const main = 'mainnet';
const test = 'testnet';

function findOtherChain(slug: string, chain: string, chains: readonly string[]): string | null {
  const names = (name: string) => `-${slug}-`.includes(`-${name}-`);
  if (names(chain)) return null;
  return [main, test, ...chains].find((other) => names(other) && !isAlias(other, chain)) ?? null;
}

/** `testnet` may stand for any chain but the mainnet, and the other way round. */
function isAlias(one: string, other: string): boolean {
  const hasTest = one === test || other === test;
  const hasMain = one === main || other === main;
  return hasTest && !hasMain;
}

function report(
  { source }: ListingEntry,
  { slug, chain, named }: { readonly slug: string; readonly chain: string; readonly named: string },
  add: AddProblem,
): void {
  const message = `the slug "${slug}" names the chain "${named}", but the line is about "${chain}"`;
  const suggestion = `correct the chain, or the slug: "${`-${slug}-`.replace(`-${named}-`, `-${chain}-`).slice(1, -1)}"`;
  add({ rule: 'slug-chain', ...source, column: 'slug', value: slug, message, suggestion });
}
