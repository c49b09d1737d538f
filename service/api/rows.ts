/** GET {network}/api/infrastructure-providers/rows: one page of providers with their rows. */
import { z } from 'zod';
import { networkOf } from '../http/context.ts';
import { findComparisons } from '../query/comparisons.ts';
import { findHints, type Hints } from '../query/hints.ts';
import { parseRowsQuery, type RowsQuery } from '../query/params.ts';
import { cutPage, findAllRows, type Page, type Pagination } from '../query/rows.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { networkApi, type Resource, sendJson } from './resource.ts';
import { apiVersion, columnShape, resultShape, rowShape } from './shapes.ts';

const groupFields = {
  currency: z.string().nullable().describe('ISO 4217 code or token ticker; null if none is stated.'),
  unit: z.string().nullable().describe('What an amount is for; null if it is not stated.'),
};

const paginationShape = z
  .object({
    mode: z.literal('group').describe('A page is a group of whole providers.'),
    page: z.int(),
    pageSize: z.int().describe('Providers per page.'),
    totalPages: z.int().describe('ceil(totalProviders / pageSize); 0 if nothing matches.'),
    totalProviders: z.int(),
    totalOffers: z.int().describe('Matching rows on all pages.'),
  })
  .meta({ id: 'Pagination' }) satisfies z.ZodType<Pagination>;

const hintsShape = z
  .object({
    providers: z.array(z.string()).optional().describe('Provider names closest to the search.'),
    dropFilters: z
      .array(z.object({ id: z.string(), totalOffers: z.int() }))
      .optional()
      .describe('Filters to remove, with the number of rows each removal finds.'),
    priceOrder: z
      .array(
        z.object({
          id: z.string(),
          groups: z.array(z.object({ ...groupFields, totalOffers: z.int() })),
          withoutNumber: z.int().describe('Matching rows without a number: they come last.'),
        }),
      )
      .optional()
      .describe(
        'Money columns of `sorting`: the groups of equal currency and unit in which rows are ordered, in order.',
      ),
    priceFilters: z
      .array(
        z.object({
          id: z.string(),
          ...groupFields,
          notCompared: z.int().describe('Rows left out because their price has another currency or unit.'),
          withoutNumber: z.int().describe('Rows left out because they state no number.'),
        }),
      )
      .optional()
      .describe('Range filters of money columns: the currency and unit that were compared.'),
  })
  .meta({ id: 'Hints', description: 'Suggestions for an empty result, and how prices were compared.' });

export const rows: Resource = {
  path: `${networkApi}/rows`,
  operationId: 'listRows',
  summary: 'Rows of a category, grouped by provider.',
  parameters: ['category', 'search', 'filters', 'sorting', 'page', 'pageSize', 'numbers'],
  content: {
    'application/json': resultShape({
      columnsMeta: z.array(columnShape),
      rows: z.array(rowShape),
      pagination: paginationShape,
      hints: hintsShape.optional(),
    }),
  },
  handler: () => async (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const query = parseRowsQuery(ctx.querystring, snapshot.catalog);
    const contents = await findAllRows(snapshot, key, query);
    const page = cutPage(contents, (id) => snapshot.providerOf(id), query);
    const json = presentRows({
      generatedAt: snapshot.manifest.generatedAt,
      columnsJson: snapshot.catalog.columnsJson(query.category),
      page,
      hints: await hintsOf(snapshot, key, { query, contents }),
      rowJson: (id) => (query.numbers ? snapshot.rowJsonWithNumbers(key, id) : snapshot.rowJson(key, id)),
    });
    sendJson(ctx, json);
  },
};

/** Null without any hint. */
async function hintsOf(
  snapshot: Snapshot,
  network: string,
  { query, contents }: { readonly query: RowsQuery; readonly contents: readonly number[] },
): Promise<Hints | null> {
  const empty = contents.length === 0 ? await findHints(snapshot, network, query) : null;
  const comparisons = await findComparisons(snapshot, network, { query, contents });
  return empty === null && comparisons === null ? null : { ...empty, ...comparisons };
}

export interface RowsAnswer {
  readonly generatedAt: string;
  /** JSON array of the category's columns. */
  readonly columnsJson: string;
  readonly page: Page;
  readonly hints: Hints | null;
  readonly rowJson: (content: number) => string;
}

/** Concatenates the JSON of the rows, which is rendered when the snapshot opens. */
export function presentRows({ generatedAt, columnsJson, page, hints, rowJson }: RowsAnswer): string {
  const rows = page.groups.flatMap((group) => group.contents.map(rowJson));
  const head = `{"result":{"version":${apiVersion},"generatedAt":${JSON.stringify(generatedAt)}`;
  const pagination = `${JSON.stringify(page.pagination)}${hints === null ? '' : `,"hints":${JSON.stringify(hints)}`}`;
  return `${head},"columnsMeta":${columnsJson},"rows":[${rows.join(',')}],"pagination":${pagination}}}`;
}
