/** Lists offers on networks. */
import { chainedCategories } from '../../../model/columns.ts';
import { PipelineError } from '../../errors.ts';
import { sourcePaths } from '../../sources.ts';
import type { EditedTable } from '../tables/table.ts';
import type { Edits } from './edits.ts';
import { categoryOf, listingsOfOffer, meant, noNetwork } from './references.ts';

export interface Listing {
  readonly offers: readonly string[];
  readonly networks: readonly string[];
  /** Of each network; none for the main chain, whatever its name is. */
  readonly chains: readonly string[];
  /** Category of the offers; null if only one category has each. */
  readonly category?: string | null;
}

/**
 * One line for each offer, network and chain that is not there yet. Throws before anything is
 * added.
 */
export function list(
  edits: Edits,
  { offers, networks, chains, category: named = null }: Listing,
): void {
  assertNetworks(edits, networks);
  if (offers.length === 0)
    throw new PipelineError('usage', 'name offers with OFFER=acme-free,acme-pro');
  const listings = offers.map((offer) => {
    const category = categoryOf(edits, offer, named);
    assertNotEverywhere(edits, category, offer);
    return { offer, category, places: chainsOf(edits, { category, networks, chains }) };
  });
  for (const { offer, category, places } of listings) {
    const header = headerOfListings(edits, category);
    for (const [network, ownChains] of places) {
      const table = edits.table(`${sourcePaths.network(network)}/${category}.csv`, header);
      for (const chain of ownChains) addListing(table, { slug: offer, chain }, offer);
    }
  }
}

function assertNotEverywhere(edits: Edits, category: string, offer: string): void {
  const everywhere = listingsOfOffer(edits, category, offer).find(
    ({ network }) => network === null,
  );
  if (everywhere === undefined) return;
  const { file, line } = everywhere.source;
  throw new PipelineError(
    'exists',
    `the offer "${offer}" is listed for all networks: remove ${file}:${line} first`,
  );
}

/**
 * Chains of listings of a category by network, a blank one if its listings have none. Throws if a
 * network lacks one: it has the chains of networks.csv, or those of its listings if the file names
 * none. The main chain is `mainnet` or the first one.
 */
export function chainsOf(
  edits: Edits,
  {
    category,
    networks,
    chains,
  }: Pick<Listing, 'networks' | 'chains'> & { readonly category: string },
): ReadonlyMap<string, readonly string[]> {
  if (!chainedCategories(edits.sources.meta.columns).has(category))
    return new Map(networks.map((network) => [network, ['']]));
  const lacking: string[] = [];
  const places = networks.map((network) => {
    const defined = edits.sources.meta.networks.find(({ key }) => key === network)?.chains;
    const known =
      defined ?? edits.resolved.networks.find(({ key }) => key === network)?.chains ?? [];
    const main = known.find((chain) => chain === 'mainnet') ?? known[0];
    const missing = known.length === 0 ? undefined : chains.find((chain) => !known.includes(chain));
    if (missing !== undefined)
      lacking.push(`the network "${network}" has no chain "${missing}"${meant(missing, known)}`);
    if (chains.length === 0 && main === undefined)
      lacking.push(`no chain of the network "${network}" is known: name it with CHAINS=mainnet`);
    return [network, chains.length === 0 && main !== undefined ? [main] : chains] as const;
  });
  if (lacking.length > 0)
    throw new PipelineError('not-found', `${lacking.join('; ')}; nothing was written`);
  return new Map(places);
}

/**
 * Unless the table has one of the offer on the chain. `cells`: with the slug of the listing, to
 * which its chain is added.
 */
export function addListing(
  table: EditedTable | null,
  cells: Readonly<Record<'slug' | 'chain', string>>,
  offer: string,
): void {
  const reference = `!offer:${offer}`;
  const { slug, chain } = cells;
  const isListed = table?.lines.some((line) => {
    return table.get(line, 'offer') === reference && table.get(line, 'chain') === chain;
  });
  if (isListed) return;
  const name = chain === '' ? slug : `${slug}-${chain}`;
  if (table?.lines.some((line) => table.get(line, 'slug') === name))
    throw new PipelineError(
      'exists',
      `a listing of another offer has the slug "${name}": rename it first`,
    );
  table?.add({ ...cells, slug: name, offer: reference });
}

function assertNetworks(edits: Edits, networks: readonly string[]): void {
  if (networks.length === 0)
    throw new PipelineError('usage', 'name networks with NETWORKS=ethereum,solana');
  const unknown = networks.find((network) => !edits.sources.networks.includes(network));
  if (unknown !== undefined) throw noNetwork(edits, unknown);
}

/** The header of the listings of a category; that of a file that is created. */
export function headerOfListings(edits: Edits, category: string): readonly string[] {
  const file = edits.files.find(
    (name) => name.startsWith('listings/') && name.endsWith(`/${category}.csv`),
  );
  return (file === undefined ? null : edits.table(file)?.header) ?? ['slug', 'offer', 'chain'];
}
