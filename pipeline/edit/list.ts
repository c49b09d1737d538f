/** Lists an offer on networks. */
import { chainedCategories } from '../../model/columns.ts';
import { PipelineError } from '../errors.ts';
import { sourcePaths } from '../sources.ts';
import type { Edits } from './edits.ts';
import type { EditedTable } from './table.ts';

export interface Listing {
  readonly offer: string;
  readonly networks: readonly string[];
  readonly chains: readonly string[];
}

/** One line for each network and chain that does not list the offer yet. */
export function list(edits: Edits, { offer, networks, chains }: Listing): void {
  const category = findCategory(edits, offer);
  assertNetworks(networks, edits.checked.sources.networks);
  const isChained = chainedCategories(edits.checked.sources.meta.columns).has(category);
  if (isChained && chains.length === 0)
    throw new PipelineError('usage', `listings of ${category} need CHAINS=mainnet,testnet`);
  const header = headerOf(edits, category);
  for (const network of networks) {
    const table = edits.table(`${sourcePaths.network(network)}/${category}.csv`, header);
    if (table !== null) for (const chain of isChained ? chains : ['']) addListing(table, offer, chain);
  }
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
