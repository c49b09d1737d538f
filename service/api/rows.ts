/** GET {network}/api/infrastructure-providers/rows: one page of providers with their rows. */
import { z } from 'zod';
import { networkOf } from '../http/context.ts';
import { findHints, type Hints } from '../query/hints.ts';
import { parseRowsQuery } from '../query/params.ts';
import type { Page, Pagination } from '../query/rows.ts';
import { findRows } from '../query/rows.ts';
import { networkApi, type Resource, sendJson } from './resource.ts';
import { apiVersion, columnShape, resultShape, rowShape } from './shapes.ts';

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
  })
  .meta({ id: 'Hints', description: 'Suggestions for an empty result; present only if nothing matches.' });

export const rows: Resource = {
  path: `${networkApi}/rows`,
  operationId: 'listRows',
  summary: 'Rows of a category, grouped by provider.',
  parameters: ['category', 'search', 'filters', 'sorting', 'page', 'pageSize'],
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
    const page = await findRows(snapshot, key, query);
    const json = presentRows({
      generatedAt: snapshot.manifest.generatedAt,
      columnsJson: snapshot.catalog.columnsJson(query.category),
      page,
      hints: page.pagination.totalOffers === 0 ? await findHints(snapshot, key, query) : null,
      rowJson: (id) => snapshot.rowJson(key, id),
    });
    sendJson(ctx, json);
  },
};

export interface RowsAnswer {
  readonly generatedAt: string;
  /** JSON array of the category's columns. */
  readonly columnsJson: string;
  readonly page: Page;
  /** Null if something matches, or if there are no suggestions. */
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
