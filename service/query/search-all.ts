/** One search over all networks and categories: how many offers of how many providers are found in each. */
import { foldText } from '../../common/fold.ts';
import type { ProviderDefinition } from '../../model/providers.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { contentsTable, quoteName } from './build-sql.ts';

export interface Wanted {
  /** Folded; every one must be found. None: everything of the category or network. */
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

/** Everything was counted when the snapshot was made. */
function countedHits({ manifest }: Snapshot): Hit[] {
  return Object.entries(manifest.metrics.networks).flatMap(([network, { categories }]) =>
    categories
      .filter(({ count }) => count > 0)
      .map(({ key, count, providersCount }) => ({ network, category: key, offers: count, providers: providersCount })),
  );
}

async function findHits(snapshot: Snapshot, { terms }: Wanted): Promise<Hit[]> {
  const { catalog, contents, pool } = snapshot;
  const span = contents.provider.length;
  const conditions = terms.map((_, index) => `contains(_search, $${index + 1})`).join(' AND ');
  const selects = catalog.categoryKeys.map(
    (key) =>
      `SELECT (unnest(_networks)::BIGINT * ${span} + _content)::DOUBLE FROM ${quoteName(contentsTable(key))} WHERE ${conditions}`,
  );
  const places = await pool.readNumbers({ sql: selects.join(' UNION ALL '), values: terms });
  const networks = [...catalog.networks.keys()];
  const found = new Map<string, { network: string; category: string; offers: number; providers: Set<string> }>();
  for (const place of places) {
    const content = place % span;
    const [network, category] = [networks[Math.floor(place / span)] ?? '', contents.category[content] ?? ''];
    const key = `${network} ${category}`;
    let hit = found.get(key);
    if (!hit) found.set(key, (hit = { network, category, offers: 0, providers: new Set() }));
    hit.offers++;
    hit.providers.add(contents.provider[content] ?? '');
  }
  return [...found.values()].map((hit) => ({ ...hit, providers: hit.providers.size }));
}

/** Those whose name has all terms come first, then those whose description has them. */
export function searchProviders(
  providers: Iterable<ProviderDefinition>,
  terms: readonly string[],
): ProviderDefinition[] {
  if (terms.length === 0) return [];
  const ranked = [...providers].map((provider) => ({ provider, rank: rankOf(provider, terms) }));
  const found = ranked.filter(({ rank }) => rank < noMatch);
  return found
    .toSorted((a, b) => a.rank - b.rank || compare(foldText(a.provider.name), foldText(b.provider.name)))
    .map(({ provider }) => provider);
}

const noMatch = 4;

function rankOf({ name, description }: ProviderDefinition, terms: readonly string[]): number {
  const folded = foldText(name);
  if (folded === terms.join(' ')) return 0;
  if (terms.every((term) => folded.includes(term))) return folded.startsWith(terms[0] ?? '') ? 1 : 2;
  const told = `${folded} ${foldText(description ?? '')}`;
  return terms.every((term) => told.includes(term)) ? 3 : noMatch;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Networks that the search names: whole words of it, or all of it. The other words are what is sought there. */
export function splitNetworks(
  terms: readonly string[],
  networks: Iterable<{ readonly network: string; readonly name: string | null }>,
): { readonly named: readonly string[]; readonly rest: readonly string[] } {
  const text = ` ${terms.join(' ')} `;
  const matches = [...networks].flatMap(({ network, name }) => {
    const words = [foldText(name ?? network), network].find((form) => text.includes(` ${form} `));
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
