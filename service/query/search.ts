/** Search over all networks and categories: number of offers and providers found in each. */
import { foldText } from '../../common/fold.ts';
import type { ProviderDefinition } from '../../model/providers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { contentsTable, quoteName } from '../snapshot/statement.ts';

export interface Wanted {
  /** Folded; all must be found. Empty for everything in the category or network. */
  readonly terms: readonly string[];
  /** Null for all. */
  readonly category: string | null;
  readonly network: string | null;
}

export interface Hit {
  readonly network: string;
  readonly category: string;
  readonly offers: number;
  readonly providers: number;
}

/** In the order of categories; networks with most offers first. */
export async function searchAll(snapshot: Snapshot, wanted: Wanted): Promise<Hit[]> {
  const hits = wanted.terms.length === 0 ? countedHits(snapshot) : await findHits(snapshot, wanted);
  const place = (hit: Hit) => snapshot.catalog.categoryKeys.indexOf(hit.category);
  return hits
    .filter(({ network }) => wanted.network === null || wanted.network === network)
    .filter(({ category }) => wanted.category === null || wanted.category === category)
    .toSorted((a, b) => place(a) - place(b) || b.offers - a.offers || (a.network < b.network ? -1 : 1));
}

/** Counts of the manifest, for a search without terms. */
function countedHits({ manifest }: Snapshot): Hit[] {
  return Object.entries(manifest.metrics.networks).flatMap(([network, { categories }]) =>
    categories
      .filter(({ count }) => count > 0)
      .map(({ key, count, providersCount }) => ({ network, category: key, offers: count, providers: providersCount })),
  );
}

/** DuckDB finds the contents. Their places are counted here: a frequent term has ten times as many. */
async function findHits(snapshot: Snapshot, { terms, category, network }: Wanted): Promise<Hit[]> {
  const { catalog } = snapshot;
  const { categoryKeys } = catalog;
  const conditions = terms.map((_, index) => `contains(_search, $${index + 1})`);
  if (network !== null) conditions.unshift(`list_contains(_networks, ${catalog.numberOf(network)})`);
  const selects = (category === null ? categoryKeys : [category]).map(
    (key) => `SELECT _content FROM ${quoteName(contentsTable(key))} WHERE ${conditions.join(' AND ')}`,
  );
  const found = await snapshot.query({ sql: selects.join(' UNION ALL '), values: terms });
  const networks = [...catalog.networks.keys()];
  const inOrder = found.sort((a, b) => a - b);
  return countScopes(snapshot, inOrder, networks.length * categoryKeys.length).map(({ scope, ...counts }) => ({
    network: networks[Math.floor(scope / categoryKeys.length)] ?? '',
    category: categoryKeys[scope % categoryKeys.length] ?? '',
    ...counts,
  }));
}

/** Offers and providers of each scope. Contents in ascending order have those of a provider next to each other. */
function countScopes(snapshot: Snapshot, contents: readonly number[], scopeCount: number) {
  const offers = new Int32Array(scopeCount);
  const providers = new Int32Array(scopeCount);
  const last: (string | undefined)[] = new Array(scopeCount);
  for (const id of contents) {
    const provider = snapshot.providerOf(id);
    for (const scope of snapshot.scopesOf(id)) {
      offers[scope] = (offers[scope] ?? 0) + 1;
      if (last[scope] === provider) continue;
      last[scope] = provider;
      providers[scope] = (providers[scope] ?? 0) + 1;
    }
  }
  return [...offers.keys()]
    .filter((scope) => (offers[scope] ?? 0) > 0)
    .map((scope) => ({ scope, offers: offers[scope] ?? 0, providers: providers[scope] ?? 0 }));
}

/** Providers whose name contains all terms, then those whose name and description do. */
export function searchProviders(
  providers: Iterable<ProviderDefinition>,
  terms: readonly string[],
): ProviderDefinition[] {
  if (terms.length === 0) return [];
  const ranked = Array.from(providers, (provider) => rank(provider, terms));
  const found = ranked.filter((each) => each.rank < noMatch);
  return found.toSorted((a, b) => a.rank - b.rank || compare(a.name, b.name)).map(({ provider }) => provider);
}

const noMatch = 4;

/** `name` is folded. */
function rank(provider: ProviderDefinition, terms: readonly string[]) {
  const name = foldText(provider.name);
  return { provider, name, rank: rankOf(name, provider.description, terms) };
}

function rankOf(name: string, description: string | null, terms: readonly string[]): number {
  if (name === terms.join(' ')) return 0;
  if (terms.every((term) => name.includes(term))) return name.startsWith(terms[0] ?? '') ? 1 : 2;
  const text = `${name} ${foldText(description ?? '')}`;
  return terms.every((term) => text.includes(term)) ? 3 : noMatch;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Splits a search into the networks that it names and the other terms. */
export function splitNetworks(
  terms: readonly string[],
  networks: Iterable<{ readonly network: string; readonly name: string | null; readonly aliases?: readonly string[] }>,
): { readonly named: readonly string[]; readonly rest: readonly string[] } {
  const text = ` ${terms.join(' ')} `;
  const matches = [...networks].flatMap(({ network, name, aliases = [] }) => {
    const words = [foldText(name ?? network), network, ...aliases.map(foldText)].find((form) =>
      text.includes(` ${form} `),
    );
    return words === undefined ? [] : [{ network, words }];
  });
  const longest = matches.toSorted((a, b) => b.words.length - a.words.length)[0]?.words;
  if (longest === undefined) return { named: [], rest: terms };
  const rest = text.replace(` ${longest} `, ' ').trim().split(' ');
  return {
    named: matches.filter(({ words }) => words === longest).map(({ network }) => network),
    rest: rest.filter((term) => term !== ''),
  };
}
