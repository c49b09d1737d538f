/** GET {network}/api/infrastructure-providers/rows: one page of rows, of whole providers or one by one. */
import { z } from 'zod';
import { networkOf } from '../http/context.ts';
import { findHints, rowsOn } from '../query/hints.ts';
import { type ListQuery, parseListQuery } from '../query/list-params.ts';
import { cutFlat } from '../query/offers.ts';
import { cutPage, findAllRows } from '../query/rows.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { columnsJsonOf, listHeaders, paginationShape, pickJson, presentList, setListHeaders } from './lists.ts';
import { networkApi, type Resource, sendJson } from './resource.ts';
import { columnShape, partialShape, resultShape, rowShape } from './shapes.ts';

export const hintsShape = z
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
  summary: 'Rows of a category, grouped by provider or one by one.',
  parameters: ['category', 'search', 'filters', 'sorting', 'page', 'pageSize', 'mode', 'fields', 'meta'],
  content: {
    'application/json': resultShape({
      columnsMeta: z.array(columnShape).optional().describe('Left out with `meta=none`.'),
      rows: z.array(z.union([rowShape, partialShape])),
      pagination: paginationShape,
      hints: hintsShape.optional(),
    }),
  },
  headers: listHeaders,
  handler:
    ({ urls }) =>
    async (ctx) => {
      const { key, snapshot } = networkOf(ctx);
      const query = parseListQuery(ctx.querystring, snapshot.catalog);
      const { json, pagination } = await answerRows(snapshot, key, query);
      setListHeaders(ctx, pagination, urls);
      sendJson(ctx, json);
    },
};

/** JSON of the answer, and its paging. */
export async function answerRows(snapshot: Snapshot, network: string, query: ListQuery) {
  const { contents, pagination } = await findPage(snapshot, network, query);
  const { fields, category } = query;
  const json = presentList({
    generatedAt: snapshot.manifest.generatedAt,
    columnsJson: columnsJsonOf(snapshot, category, query),
    items: contents.map((id) => {
      return fields === null ? snapshot.rowJson(network, id) : pickJson({ network, ...snapshot.row(id) }, fields);
    }),
    itemsKey: 'rows',
    pagination,
    hints: pagination.totalOffers === 0 ? await findHints(snapshot, rowsOn(network), query) : null,
  });
  return { json, pagination };
}

async function findPage(snapshot: Snapshot, network: string, query: ListQuery) {
  const providerOf = (id: number) => snapshot.providerOf(id);
  const found = await findAllRows(snapshot, network, query);
  if (query.mode === 'group') {
    const { groups, pagination } = cutPage(found, providerOf, query);
    return { contents: groups.flatMap(({ contents }) => contents), pagination };
  }
  const { items, pagination } = cutFlat(found, query, providerOf);
  return { contents: items, pagination };
}
