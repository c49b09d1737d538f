/**
 * GET /api/categories: the categories of the directory with their figures, and the keys of their
 * columns.
 */
import * as z from 'zod';
import { categorySchema } from '../../model/categories.ts';
import { categoriesWithoutChains, fillNext } from '../../model/coverage.ts';
import type { Scope } from '../../model/rows.ts';
import { columnCoverage } from '../answers/column-coverage.ts';
import { withFigures } from '../query/filters/index.ts';
import { limitNetworks } from '../questions/offers.ts';
import { limits, oneCategory, selection } from '../questions/parameters.ts';
import { assertCategory } from '../questions/parse.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { countHeader, setTotalCount } from './lists.ts';
import { resource } from './resource.ts';
import { resultShape } from './shapes.ts';

const shape = z
  .object({
    ...categorySchema.unwrap().shape,
    key: z.string(),
    offerCount: z.int().describe('Offers, each once.'),
    rowCount: z
      .int()
      .describe('Rows: listings {{on}}{{#chains}} the chains of{{/chains}} {{networks}}.'),
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
  answer: (_, place, { ctx }) => {
    const { snapshot } = place;
    const { catalog } = snapshot;
    const networks = limitNetworks([], place);
    setTotalCount(ctx, catalog.categories.length);
    return {
      categories: catalog.categories.map(({ key, label, description, icon }) => {
        const usedColumns = catalog.usedColumnsOf(key);
        const columns = usedColumns.map((column) => column.key);
        const filters = withFigures(usedColumns).flatMap((column) =>
          column.filter === null ? [] : column.key,
        );
        return {
          key,
          label,
          description,
          icon,
          ...countCategory(snapshot, key, networks),
          columns,
          filters,
        };
      }),
    };
  },
});

/** Figures of a category. `networks`: keys, empty for all. */
export function countCategory(snapshot: Snapshot, category: string, networks: readonly string[]) {
  const keys = networks.length === 0 ? snapshot.catalog.networkKeys : networks;
  return countRows(
    snapshot,
    keys.map((key) => snapshot.rowsOfListing(key, category)),
  );
}

function countRows(snapshot: Snapshot, listings: readonly (readonly number[])[]) {
  const rows = [...new Set(listings.flat())];
  return {
    offerCount: snapshot.countOffers(rows),
    rowCount: listings.reduce((sum, list) => sum + list.length, 0),
    providerCount: new Set(rows.map((id) => snapshot.providerOf(id))).size,
  };
}

const cellShape = z
  .object({
    network: z.string().describe('{{Network}} key.'),
    category: z.string().describe('Category key.'),
    offerCount: z.int().describe('Offers, each once.'),
    namedOfferCount: z.int().describe('Offers with a listing of the {{network}}.'),
    rowCount: z
      .int()
      .describe('Rows: listings {{on}}{{#chains}} the chains of{{/chains}} the {{network}}.'),
    namedRowCount: z
      .int()
      .describe('Rows of listings of the {{network}}; the others are of all {{networks}}.'),
    providerCount: z.int().describe('Providers of the rows.'),
  })
  .meta({ id: 'CoverageCell', description: 'A category of a {{network}}.' });

type Cell = z.infer<typeof cellShape>;

const { scope } = selection;

export const coverageTable = resource({
  path: '/api/coverage',
  operationId: 'readCoverage',
  summary: 'Numbers of offers and rows of each {{network}} in each category, in one answer.',
  parameters: { category: oneCategory, network: limits.network, scope },
  content: { 'application/json': resultShape({ coverage: z.array(cellShape) }) },
  headers: countHeader,
  answer: ({ category, network, scope: wanted }, place, { ctx }) => {
    const { snapshot } = place;
    const { categoryKeys, networkKeys } = snapshot.catalog;
    assertCategory(category, snapshot.catalog);
    const limited = limitNetworks(network, place);
    const networks = limited.length === 0 ? networkKeys : limited;
    const categories = category === undefined ? categoryKeys : [category];
    const coverage = networks
      .flatMap((key) => categories.map((row) => countCell(snapshot, key, row, wanted)))
      .filter(({ rowCount }) => rowCount > 0);
    setTotalCount(ctx, coverage.length);
    return { coverage };
  },
});

const columnShape = z
  .object({
    category: z.string().describe('Category key.'),
    column: z.string().describe('Column key.'),
    label: z.string(),
    offerCount: z.int().describe('Offers of the category, each once.'),
    statedCount: z.int().describe('Offers of which a listing states the column.'),
    quotedCount: z.int().describe('Offers whose cell has a quotation in the sources.'),
    lastConfirmed: z
      .string()
      .nullable()
      .describe('When a probe last found the quoted words of such a cell; null if it never did.'),
    searches: z.int().describe('Words and ready sets of the definitions that ask for the column.'),
  })
  .meta({ id: 'ColumnCoverage', description: 'A column of a category.' });

export const coverageOfColumns = resource({
  path: '/api/coverage/columns',
  operationId: 'readColumnCoverage',
  summary: 'Numbers of offers that state each column, and what to fill in next.',
  parameters: { category: oneCategory },
  content: {
    'application/json': resultShape({
      columns: z.array(columnShape),
      next: z
        .array(z.object({ category: z.string(), column: z.string(), blankCount: z.int() }))
        .describe(
          'Columns with blank cells: those first whose blanks most searches meet, then those with most blanks.',
        ),
      withoutChains: z.array(z.string()).meta({
        about: 'chains',
        description: 'Keys of the categories whose listings name no chain, while others do.',
      }),
    }),
  },
  headers: countHeader,
  answer: ({ category }, { snapshot, urls }, { ctx }) => {
    assertCategory(category, snapshot.catalog);
    const all = columnCoverage(snapshot, urls.onlyNetwork);
    const isAsked = (key: string) => category === undefined || key === category;
    const columns = all.filter((candidate) => isAsked(candidate.category));
    setTotalCount(ctx, columns.length);
    return {
      columns: [...columns],
      next: fillNext(columns).map(({ category: key, column, offerCount, statedCount }) => ({
        category: key,
        column,
        blankCount: offerCount - statedCount,
      })),
      withoutChains: categoriesWithoutChains(all).filter(isAsked),
    };
  },
});

function countCell(
  snapshot: Snapshot,
  network: string,
  category: string,
  scope: Scope | undefined,
): Cell {
  const rows = snapshot.rowsOfListing(network, category);
  const named = rows.filter((id) => snapshot.scopeOf(id) === 'network');
  const ofScope = scope === 'network' ? named : rows.filter((id) => snapshot.scopeOf(id) === scope);
  const { offerCount, rowCount, providerCount } = countRows(snapshot, [
    scope === undefined ? rows : ofScope,
  ]);
  const counts = countRows(snapshot, [scope === 'all-networks' ? [] : named]);
  const offers = { offerCount, namedOfferCount: counts.offerCount };
  return { network, category, ...offers, rowCount, namedRowCount: counts.rowCount, providerCount };
}
