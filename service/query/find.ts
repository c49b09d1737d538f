/** What the search page and /api/search find: networks, providers, and offers by category and network. */
import type { ProviderDefinition } from '../../model/providers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { findPresence, hasOffers } from './providers.ts';
import { searchAll, searchProviders, splitNetworks, type Wanted } from './search.ts';

/** Providers in a result. */
const shownProviders = 12;

interface Sought {
  readonly terms: readonly string[];
  readonly category: string | null;
}

/** Matches of a search on a network, on all networks if it is null. `category`: a key, null for all. */
export async function findEverything(snapshot: Snapshot, network: string | null, { terms, category }: Sought) {
  const { networks, providers } = snapshot.catalog;
  const hasQuery = terms.length > 0 || category !== null;
  const wanted = { category, network };
  const split = network === null ? splitNetworks(terms, networks.values()) : { named: [], rest: terms };
  const matching = searchProviders(providers.values(), terms);
  const shown = firstOn(snapshot, network, matching);
  return {
    ...(hasQuery ? await searchOffers(snapshot, { ...wanted, terms }, split) : { hits: [], restOnly: false }),
    named: split.named,
    rest: split.rest.map(quote).join(' '),
    namedHits: await searchNamed(snapshot, split, wanted.category),
    providers: shown,
    presence: findPresence(
      snapshot,
      shown.map(({ name }) => name),
    ),
  };
}

/** The first providers that have offers on the network, or on any network if it is null. */
function firstOn(snapshot: Snapshot, network: string | null, providers: readonly ProviderDefinition[]) {
  const shown: ProviderDefinition[] = [];
  for (const provider of providers) {
    if (shown.length === shownProviders) break;
    if (hasOffers(snapshot, provider.name, network)) shown.push(provider);
  }
  return shown;
}

/** If no offer matches all terms, searches without the terms that name a network. */
async function searchOffers(snapshot: Snapshot, wanted: Wanted, { named, rest }: ReturnType<typeof splitNetworks>) {
  const hits = await searchAll(snapshot, wanted);
  if (hits.length > 0 || named.length === 0 || rest.length === 0) return { hits, restOnly: false };
  return { hits: await searchAll(snapshot, { ...wanted, terms: rest }), restOnly: true };
}

async function searchNamed(
  snapshot: Snapshot,
  { named, rest }: ReturnType<typeof splitNetworks>,
  category: string | null,
) {
  const hits = named.map((network) => searchAll(snapshot, { terms: rest, category, network }));
  return (await Promise.all(hits)).flat();
}

/** Restores the quotes around a term of several words. */
function quote(term: string): string {
  return /\s/.test(term) ? `"${term}"` : term;
}
