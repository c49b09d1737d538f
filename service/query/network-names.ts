/** Words of a search that name networks. */
import { foldText } from '../../common/fold.ts';
import type { Catalog } from '../snapshot/catalog.ts';
import { chainNumber, chainPhrases } from './names.ts';

/** A network and the names under which searches find it. */
interface SearchedNetwork {
  readonly network: string;
  readonly name: string | null;
  readonly aliases?: readonly string[];
  readonly caip2?: string | null;
}

/** The terms that do not name the network. `network`: a key, null for none. */
export function withoutNetwork(
  terms: readonly string[],
  network: string | null,
  { networks }: Pick<Catalog, 'networks'>,
): readonly string[] {
  const entry = network === null ? undefined : networks.get(network);
  return entry === undefined || terms.length === 0 ? terms : splitNetworks(terms, [entry]).rest;
}

/** Splits a search into the networks that its longest network name names, and the other terms. */
export function splitNetworks(
  terms: readonly string[],
  networks: Iterable<SearchedNetwork>,
): { readonly named: readonly string[]; readonly rest: readonly string[] } {
  if (terms.length === 0) return { named: [], rest: terms };
  const phrases = phrasesOf(terms);
  const tests = [...networks].flatMap((network) =>
    formsOf(network, { isAlone: terms.length === 1, asksId: phrases.has('chain id') }).flatMap(
      (form) => (phrases.has(form) ? [{ network: network.network, form }] : []),
    ),
  );
  const longest = Math.max(0, ...tests.map(({ form }) => form.length));
  const [first] = tests.filter(({ form }) => form.length === longest);
  const named = tests.filter(({ form }) => form === first?.form).map(({ network }) => network);
  const [from = 0, to = 0] = phrases.get(first?.form ?? '') ?? [];
  return { named: [...new Set(named)], rest: [...terms.slice(0, from), ...terms.slice(to)] };
}

/** Words of the longest network name that is looked for. */
const maxWords = 8;

/** Neighbouring terms with the index of the first and the index after the last. */
function phrasesOf(
  terms: readonly string[],
): ReadonlyMap<string, readonly [from: number, to: number]> {
  const phrases = new Map<string, readonly [number, number]>();
  for (const from of terms.keys()) {
    for (let to = from + 1; to <= Math.min(terms.length, from + maxWords); to++) {
      const phrase = terms.slice(from, to).join(' ');
      if (!phrases.has(phrase)) phrases.set(phrase, [from, to]);
    }
  }
  return phrases;
}

/**
 * Folded names, and the CAIP-2 identifier; the number of an EVM chain, if it is all of the search.
 */
function formsOf(
  { network, name, aliases = [], caip2 = null }: SearchedNetwork,
  { isAlone, asksId }: { readonly isAlone: boolean; readonly asksId: boolean },
): string[] {
  const number = isAlone ? chainNumber(caip2) : null;
  const names = [name ?? '', ...aliases, caip2 ?? ''].map(foldText).filter((form) => form !== '');
  // Each network states its number.
  const forms = (asksId ? [network, ...names] : []).flatMap((form) => [
    `chain id ${form}`,
    `chain id of ${form}`,
    `${form} chain id`,
  ]);
  return [network, ...names, ...forms, ...chainPhrases(caip2), number ?? ''].filter(
    (form) => form !== '',
  );
}
