/** Lists offers on networks. */
import { chainedCategories } from '../../model/columns.ts';
import { PipelineError } from '../errors.ts';
import { sourcePaths } from '../sources.ts';
import type { Edits } from './edits.ts';
import type { EditedTable } from './table.ts';

export interface Listing {
  readonly offers: readonly string[];
  readonly networks: readonly string[];
  readonly chains: readonly string[];
}

/** One line for each offer, network and chain that is not there yet. Throws before anything is added. */
export function list(edits: Edits, { offers, networks, chains }: Listing): void {
  assertNetworks(networks, edits.checked.sources.networks);
  const chained = chainedCategories(edits.checked.sources.meta.columns);
  if (offers.length === 0) throw new PipelineError('usage', 'name offers with OFFER=acme-free,acme-pro');
  const found = offers.map((offer) => {
    const category = findCategory(edits, offer);
    return { offer, category, places: chained.has(category) ? chains : [''] };
  });
  const without = found.find(({ places }) => places.length === 0);
  if (without !== undefined)
    throw new PipelineError('usage', `listings of ${without.category} need CHAINS=mainnet,testnet`);
  if (found.some(({ places }) => places === chains)) assertChains(edits, networks, chains);
  for (const { offer, category, places } of found) {
    const header = headerOf(edits, category);
    const tables = networks.map((network) => edits.table(`${sourcePaths.network(network)}/${category}.csv`, header));
    for (const table of tables) addListings(table, offer, places);
  }
}

/** A network has the chains of networks.csv, or those of its listings if the file names none. */
function assertChains({ checked }: Edits, networks: readonly string[], chains: readonly string[]): void {
  for (const network of networks) {
    const defined = checked.sources.meta.networks.find(({ key }) => key === network)?.chains;
    const known = defined ?? checked.resolved.networks.find(({ key }) => key === network)?.chains ?? [];
    const missing = known.length === 0 ? undefined : chains.find((chain) => !known.includes(chain));
    if (missing === undefined) continue;
    const message = `the network "${network}" has no chain "${missing}", only ${known.join(', ')}; nothing was written`;
    throw new PipelineError('not-found', message);
  }
}

function addListings(table: EditedTable | null, offer: string, chains: readonly string[]): void {
  if (table !== null) for (const chain of chains) addListing(table, offer, chain);
}

function addListing(table: EditedTable, offer: string, chain: string): void {
  const reference = `!offer:${offer}`;
  const isListed = table.lines.some(
    (line) => table.get(line, 'offer') === reference && table.get(line, 'chain') === chain,
  );
  if (!isListed) table.add({ slug: chain === '' ? offer : `${offer}-${chain}`, offer: reference, chain });
}

function findCategory({ checked }: Edits, offer: string): string {
  const [category, ...others] = [...checked.resolved.offers].filter(([, book]) => book.has(offer)).map(([key]) => key);
  if (category === undefined) throw new PipelineError('not-found', `no offer "${offer}"`);
  if (others.length > 0) throw new PipelineError('not-found', `several categories have the offer "${offer}"`);
  return category;
}

function assertNetworks(networks: readonly string[], existing: readonly string[]): void {
  if (networks.length === 0) throw new PipelineError('usage', 'name networks with NETWORKS=ethereum,solana');
  const unknown = networks.find((network) => !existing.includes(network));
  if (unknown !== undefined) throw new PipelineError('not-found', `no network "${unknown}"`);
}

/** The header of the listings of a category; that of a file that is created. */
function headerOf(edits: Edits, category: string): readonly string[] {
  const file = edits.files.find(
    (name) => name.startsWith('listings/specific-networks/') && name.endsWith(`/${category}.csv`),
  );
  return (file === undefined ? null : edits.table(file)?.header) ?? ['slug', 'offer', 'chain'];
}
