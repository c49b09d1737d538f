/** Words of a search that name its category or its network: they count as found. */
import { foldText } from '../../../common/fold.ts';
import type { Catalog } from '../../snapshot/catalog.ts';

/** A network and the names under which searches find it. */
export interface SearchedNetwork {
  readonly network: string;
  readonly name: string | null;
  readonly aliases?: readonly string[];
  readonly caip2?: string | null;
}

/** Numbers of those of the categories that a term names. */
export function namedCategories(
  term: string,
  categories: readonly string[],
  catalog: Pick<Catalog, 'categoryKeys' | 'wordsOfCategory'>,
): readonly number[] {
  return categories
    .filter((key) => catalog.wordsOfCategory(key).has(term))
    .map((key) => catalog.categoryKeys.indexOf(key));
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
  const found = [...networks].flatMap((network) =>
    formsOf(network).flatMap((form) => (phrases.has(form) ? [{ network: network.network, form }] : [])),
  );
  const longest = Math.max(0, ...found.map(({ form }) => form.length));
  const [first] = found.filter(({ form }) => form.length === longest);
  const named = found.filter(({ form }) => form === first?.form).map(({ network }) => network);
  const [from = 0, to = 0] = phrases.get(first?.form ?? '') ?? [];
  return { named: [...new Set(named)], rest: [...terms.slice(0, from), ...terms.slice(to)] };
}

/** Words of the longest network name that is looked for. */
const maxWords = 5;

/** Neighbouring terms with the index of the first and the index after the last. */
function phrasesOf(terms: readonly string[]): ReadonlyMap<string, readonly [from: number, to: number]> {
  const phrases = new Map<string, readonly [number, number]>();
  for (const from of terms.keys()) {
    for (let to = from + 1; to <= Math.min(terms.length, from + maxWords); to++) {
      const phrase = terms.slice(from, to).join(' ');
      if (!phrases.has(phrase)) phrases.set(phrase, [from, to]);
    }
  }
  return phrases;
}

/** Folded names, and the CAIP-2 identifier with the number of an EVM chain. */
function formsOf({ network, name, aliases = [], caip2 = null }: SearchedNetwork): string[] {
  const number = /^eip155:(\d+)$/.exec(caip2 ?? '')?.[1] ?? '';
  return [network, ...[name ?? '', ...aliases, caip2 ?? '', number].map(foldText)].filter((form) => form !== '');
}

/** Words that connect others: a search of everything does not require them. */
const connecting: ReadonlySet<string> = new Set(
  'a an and at by for from in of on or that the to which with'.split(' '),
);

/** The terms that a match must have: all but connecting words, if others are left. */
export function requiredTerms(terms: readonly string[]): readonly string[] {
  const required = terms.filter((term) => !connecting.has(term));
  return required.length === 0 ? terms : required;
}
