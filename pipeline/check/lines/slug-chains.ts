/** Slugs of listings that name another chain than the line does. */
import type { ListingEntry } from '../../sources.ts';
import type { CheckContext, LineFault } from '../rule.ts';

export function otherChain(context: CheckContext): (listing: ListingEntry) => LineFault | null {
  const chainNamed = chainNamer(context);
  const taken = new Set(
    context.sources.listings.map(({ source, cells }) => `${source.file} ${cells.values.slug}`),
  );
  return (listing) => {
    const named = chainNamed(listing);
    if (named === null) return null;
    const { slug, chain } = listing.cells.values;
    const right = `-${slug}-`.replace(`-${named}-`, `-${chain}-`).slice(1, -1);
    // Another line of the file may already have the slug.
    const isFree = !taken.has(`${listing.source.file} ${right}`);
    const message = `the slug "${slug}" names the chain "${named}", but the line is about "${chain}"`;
    return {
      message,
      suggestion: isFree ? `correct the chain, or the slug: "${right}"` : 'correct the chain',
    };
  };
}

/**
 * Finds the other chain that the slug of a listing names: one of the network, or a usual name of
 * chains.
 */
export function chainNamer({
  sources,
  resolved,
}: CheckContext): (listing: ListingEntry) => string | null {
  const names = new Map(
    resolved.networks.map(({ key, chains }) => [key, namesOf([main, test, ...chains])]),
  );
  const defined = new Map(sources.meta.networks.map(({ key, chains }) => [key, chains]));
  return ({ network, cells }) => {
    const { slug, chain } = cells.values;
    if (network === null || typeof slug !== 'string' || typeof chain !== 'string') return null;
    // Another rule reports an unknown chain.
    if (defined.get(network)?.includes(chain.toLowerCase()) === false) return null;
    return findOtherChain(slug, chain.toLowerCase(), names.get(network) ?? usual);
  };
}

const main = 'mainnet';
const test = 'testnet';
/** Names of chains, and the first word of each. */
interface ChainNames {
  readonly names: ReadonlySet<string>;
  readonly firstWords: ReadonlySet<string>;
}

const usual = namesOf([main, test]);
/** Words of a slug that are looked up together as one chain. */
const maxWords = 4;

/** Looks words of the slug up, because comparing each slug with each chain takes quadratic time. */
function findOtherChain(
  slug: string,
  chain: string,
  { names, firstWords }: ChainNames,
): string | null {
  if (hasWords(slug, chain)) return null;
  const words = slug.split('-');
  for (const [start, word] of words.entries()) {
    for (let count = 1; count <= maxWords && firstWords.has(word); count++) {
      const name = words.slice(start, start + count).join('-');
      if (names.has(name) && !isAlias(name, chain)) return name;
    }
  }
  return null;
}

/** Whether the words stand in the slug, between hyphens. */
function hasWords(slug: string, words: string): boolean {
  for (let at = slug.indexOf(words); at !== -1; at = slug.indexOf(words, at + 1)) {
    const end = at + words.length;
    if ((at === 0 || slug[at - 1] === '-') && (end === slug.length || slug[end] === '-'))
      return true;
  }
  return false;
}

function namesOf(chains: readonly string[]): ChainNames {
  return {
    names: new Set(chains),
    firstWords: new Set(chains.map((chain) => chain.split('-')[0] ?? '')),
  };
}

/** `testnet` may stand for any chain but the mainnet, and the other way round. */
function isAlias(one: string, other: string): boolean {
  const hasTest = one === test || other === test;
  const hasMain = one === main || other === main;
  return hasTest && !hasMain;
}
