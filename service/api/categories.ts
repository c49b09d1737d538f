/** GET /api/categories: the categories of the directory with their figures, and the keys of their columns. */
import * as z from 'zod';
import { categorySchema } from '../../model/categories.ts';
import { withQuotas } from '../query/filters/index.ts';
import type { Place } from '../query/place.ts';
import { countHeader, setTotalCount } from './lists.ts';
import { limitNetworks } from './offers/selection.ts';
import { resource } from './resource.ts';
import { resultShape } from './shapes.ts';

const shape = z
  .object({
    ...categorySchema.unwrap().shape,
    key: z.string(),
    offerCount: z.int().describe('Offers, each once.'),
    rowCount: z.int().describe('Rows: listings on the chains of networks.'),
    providerCount: z.int().describe('Providers of the rows.'),
    columns: z.array(z.string()).describe('Keys of the columns that the category uses.'),
    filters: z.array(z.string()).describe('Keys that `filters` takes.'),
  })
  .meta({ id: 'CategoryOverview' });

export const categoriesOfSite = resource({
  path: '/api/categories',
  operationId: 'listAllCategories',
  summary: 'The categories of the directory, also those without offers.',
  parameters: {},
  content: { 'application/json': resultShape({ categories: z.array(shape) }) },
  headers: countHeader,
  answer: (_, { ctx, snapshot, urls }) => {
    const { catalog } = snapshot;
    const networks = limitNetworks([], snapshot, urls);
    setTotalCount(ctx, catalog.categories.length);
    return {
      categories: catalog.categories.map(({ key, label, description, icon }) => {
        const own = catalog.columnsOf(key).filter(({ categories }) => categories.includes(key));
        const columns = own.map((column) => column.key);
        const filters = withQuotas(own).flatMap((column) => (column.filter === null ? [] : column.key));
        return { key, label, description, icon, ...countRows(snapshot, key, networks), columns, filters };
      }),
    };
  },
});

/** `networks`: keys, empty for all. */
export function countRows(snapshot: Place['snapshot'], category: string, networks: readonly string[]) {
  const { networkKeys } = snapshot.catalog;
  const listings = (networks.length === 0 ? networkKeys : networks).map((key) => snapshot.rowsOfListing(key, category));
  const rows = [...new Set(listings.flat())];
  return {
    offerCount: snapshot.countOffers(rows),
    rowCount: listings.reduce((sum, list) => sum + list.length, 0),
    providerCount: new Set(rows.map((id) => snapshot.providerOf(id))).size,
  };
}
