/** GET /api/coverage: how many offers and rows each network has in each category. */
import * as z from 'zod';
import type { Scope } from '../../model/rows.ts';
import { limits, oneCategory, selection } from '../query/parameters.ts';
import { unknownValue } from '../query/params.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { countHeader, setTotalCount } from './lists.ts';
import { limitNetworks } from './offers/selection.ts';
import { resource } from './resource.ts';
import { resultShape } from './shapes.ts';

const cellShape = z
  .object({
    network: z.string().describe('Network key.'),
    category: z.string().describe('Category key.'),
    offerCount: z.int().describe('Offers, each once.'),
    namedOfferCount: z.int().describe('Offers with a listing of the network.'),
    rowCount: z.int().describe('Rows: listings on the chains of the network.'),
    namedRowCount: z.int().describe('Rows of listings of the network; the others are of all networks.'),
    providerCount: z.int().describe('Providers of the rows.'),
  })
  .meta({ id: 'CoverageCell', description: 'A category of a network.' });

type Cell = z.infer<typeof cellShape>;

const { scope } = selection;

export const coverageTable = resource({
  path: '/api/coverage',
  operationId: 'readCoverage',
  summary: 'Numbers of offers and rows of each network in each category, in one answer.',
  parameters: { category: oneCategory, network: limits.network, scope },
  content: { 'application/json': resultShape({ coverage: z.array(cellShape) }) },
  headers: countHeader,
  answer: ({ category, network, scope: wanted }, { ctx, snapshot, urls }) => {
    const { categoryKeys, networkKeys } = snapshot.catalog;
    if (category !== undefined && !categoryKeys.includes(category))
      throw unknownValue('category', category, categoryKeys);
    const limited = limitNetworks(network, snapshot, urls);
    const networks = limited.length === 0 ? networkKeys : limited;
    const categories = category === undefined ? categoryKeys : [category];
    const coverage = networks
      .flatMap((key) => categories.map((each) => countCell(snapshot, { network: key, category: each, scope: wanted })))
      .filter(({ rowCount }) => rowCount > 0);
    setTotalCount(ctx, coverage.length);
    return { coverage };
  },
});

function countCell(
  snapshot: Snapshot,
  { network, category, scope: wanted }: Pick<Cell, 'network' | 'category'> & { readonly scope: Scope | undefined },
): Cell {
  const all = snapshot.rowsOfListing(network, category);
  const rows = wanted === undefined ? all : all.filter((id) => snapshot.scopeOf(id) === wanted);
  const named = rows.filter((id) => snapshot.scopeOf(id) === 'network');
  return {
    network,
    category,
    offerCount: snapshot.countOffers(rows),
    namedOfferCount: snapshot.countOffers(named),
    rowCount: rows.length,
    namedRowCount: named.length,
    providerCount: new Set(rows.map((id) => snapshot.providerOf(id))).size,
  };
}
